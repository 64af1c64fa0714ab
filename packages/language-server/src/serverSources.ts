import { Pace } from '../../../src/core/base/pace';
import { Owner } from '../../../src/core/base/owner';
import { causes } from '../../../src/core/base/errors';
import { Emitter } from '../../../src/core/base/event';
import type { Logger } from '../../../src/core/base/ports';
import type { ReadServers } from '../../../src/core/configuration/readSources';
import { systemClock } from '../../../src/node/base/clock';
import { FollowedFiles, followFiles } from '../../../src/node/files/followFiles';
import type { UserEnvironment } from '../../../src/node/files/userDirectories';
import { configurationFiles, readConfiguration } from './configuration';
import type { RootFolder } from './folders';

/** Milliseconds for which edits are gathered before the configuration is read again. */
const readDelay = 200;

/** The configuration of the folders that the editor has open: read when they are opened, and again when one of its files changes. */
export class ServerSources extends Owner {
  readonly #didRead = this.owned.add(new Emitter<ReadServers>());
  readonly #reread = this.owned.add(new Pace(systemClock, readDelay, () => this.#readNext(), { gathersFirst: true }));
  readonly #followed = this.owned.add(new FollowedFiles((file) => followFiles([file], () => this.#reread.trigger())));
  #roots: readonly RootFolder[] = [];
  #problems: ReadServers['problems'] = [];
  /** One after the other: of two at a time the one that began first could end last and overwrite newer servers. */
  #reading = Promise.resolve();
  readonly onDidRead = this.#didRead.event;

  constructor(
    private readonly user: UserEnvironment,
    private readonly log: Logger,
  ) {
    super();
  }

  get roots(): readonly RootFolder[] {
    return this.#roots;
  }

  get problems(): ReadServers['problems'] {
    return this.#problems;
  }

  /** Resolves after the configuration of these folders was read for the first time; never rejects. */
  open(roots: readonly RootFolder[]): Promise<void> {
    this.#roots = roots;
    this.#follow([]);
    return this.#readNext();
  }

  /** Follows the files of all places. */
  #follow(pluginFiles: readonly string[]): boolean {
    return this.#followed.set([...configurationFiles(this.#roots, this.user), ...pluginFiles]);
  }

  #readNext(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const configuration = await readConfiguration(this.#roots, this.user);
      this.#problems = configuration.problems;
      if (this.#follow(configuration.pluginFiles)) this.#reread.trigger();
      this.log.info(
        `Configured: ${configuration.definitions.length} servers, ${configuration.problems.length} problems`,
      );
      this.#didRead.fire(configuration);
    } catch (error) {
      this.log.error(`Couldn’t read the configuration: ${causes(error)}`);
    }
  }
}
