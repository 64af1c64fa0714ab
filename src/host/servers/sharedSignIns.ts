import { workspace } from 'vscode';
import { Pace } from '../../core/base/pace';
import { toDisposable, type Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { Connection } from '../../core/connection/connection';
import { Credentials } from '../../core/mcp/auth/credentials';
import { plainUrl } from '../../core/configuration/plainUrl';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import type { ServersNeeds } from './openControl';
import { SignInUses } from './signInUses';
import type { ServerSources } from '../configuration/serverSources';

/** Time in which the writes of one sign-in are gathered, in ms. */
const followDelay = 200;
/** Time for which a server has to be gone before its sign-in is removed, in ms: the user may be editing. */
const goneDelay = 60_000;

interface Needs {
  readonly base: Pick<ServersNeeds['base'], 'clock' | 'log'>;
  readonly configuration: {
    readonly sources: Pick<ServerSources, 'all' | 'definitions' | 'problems' | 'onDidChange'>;
  };
  readonly core: Pick<ServersNeeds['core'], 'connections' | 'credentials' | 'forgetContents'>;
}

/** Takes over sign-ins and sign-outs of other windows, and removes the sign-ins of servers that are gone. */
export class SharedSignIns extends Owner {
  readonly #uses: SignInUses;
  /** By server id, the address that is noted. */
  readonly #noted = new Map<string, string>();
  /** By server id, the access token of the last attempt that another window's sign-in led to. */
  readonly #tried = new Map<string, string>();

  readonly #log: Logger;

  constructor(private readonly needs: Needs) {
    super();
    const { clock, log } = needs.base;
    const { credentials, connections } = needs.core;
    const { sources } = needs.configuration;
    this.#log = log.named('sign-in');
    this.#uses = new SignInUses(credentials);
    const follow = this.owned.add(
      new Pace(clock, followDelay, () => this.#logged(this.#follow()), { gathersFirst: true }),
    );
    this.owned.add(credentials.onDidChange(() => follow.trigger()));
    this.owned.add(connections.onDidChange(() => void this.#logged(this.#noteUses())));
    let removal: Disposable | undefined;
    this.owned.add(
      sources.onDidChange(() => {
        removal?.dispose();
        removal = clock.after(goneDelay, () => void this.#logged(this.#removeGone()));
      }),
    );
    this.owned.add(toDisposable(() => removal?.dispose()));
  }

  /** Notes that a server has signed in at this address. */
  async note(definition: ServerDefinition, url: string): Promise<void> {
    if (this.#noted.get(definition.id) === url) return;
    this.#noted.set(definition.id, url);
    await this.#uses.add(definition, url);
  }

  async #noteUses(): Promise<void> {
    for (const { definition, state } of this.needs.core.connections.all) {
      const url = plainUrl(definition.launch);
      if (url !== undefined && state.kind === 'ready' && state.info.isSignedIn === true)
        await this.note(definition, url);
    }
  }

  async #follow(): Promise<void> {
    for (const connection of this.needs.core.connections.all) await this.#followOne(connection);
  }

  async #followOne(connection: Connection): Promise<void> {
    const { definition, state } = connection;
    const wasSignedIn = state.kind === 'ready' && state.info.isSignedIn === true;
    if (!wasSignedIn && state.kind !== 'signInNeeded') return;
    const url = plainUrl(definition.launch) ?? (await this.#uses.urlOf(definition));
    if (url === undefined) return;
    const token = (await new Credentials(this.needs.core.credentials, url).signIn())?.tokens.access_token;
    // The state may be another by now: this window has its own sign-ins and sign-outs.
    if (connection.state !== state || wasSignedIn === (token !== undefined)) return;
    if (token === undefined) await this.needs.core.forgetContents(definition);
    // A token that was refused is not tried again.
    else if (this.#tried.get(definition.id) === token) return;
    else this.#tried.set(definition.id, token);
    void connection.restart();
  }

  /** In an untrusted workspace, VS Code hides some of the configuration. */
  async #removeGone(): Promise<void> {
    if (!workspace.isTrusted) return;
    const { sources } = this.needs.configuration;
    const readable = sources.all.filter(
      ({ kind, id }) => !sources.problems.some(({ source }) => source.kind === kind && source.id === id),
    );
    const gone = await this.#uses.removeGone(readable, sources.definitions);
    for (const url of gone) await new Credentials(this.needs.core.credentials, url).deleteAll();
    if (gone.length > 0) this.#log.info(`Removed ${gone.length} sign-ins of servers that are no longer configured`);
  }

  async #logged(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => this.#log.warn(`Sign-ins of other windows: ${causes(error)}`));
  }
}
