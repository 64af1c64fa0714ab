import type { Configured, ServerPlace } from '../configuration';
import type { ShownWith } from './launchWords';
import type { VariablePorts } from './variables';

export interface FilePorts extends VariablePorts {
  /** The text of a file; rejects when it cannot be read. */
  readFile(path: string): Promise<string>;
}

/**
 * All that is to be known of one kind of server, but how messages travel: that is its entry in `core/mcp/wire/transports.ts`.
 * `D` is a launch as written, `L` one whose variables are resolved.
 */
export interface Kind<D, L> {
  /** The property that each configuration of this kind has, such as `url`. */
  readonly field: string;
  /** True for a `type` of a configuration that means this kind. */
  hasType(type: string): boolean;
  /**
   * @param raw the fields of a configuration, not validated
   * @throws {HumanError} `configuration`
   */
  parse(place: ServerPlace, raw: Readonly<Record<string, unknown>>, type: string): D;
  /** Something the user should change, although the launch can be used; localised. */
  warning?(place: ServerPlace, launch: D): string | undefined;
  /** The launch on one line as written: variables stay names, so that no secret is shown. */
  line(launch: D): string;
  /** Lines shown when the user is asked for permission: one for each thing that decides what runs; the first says what is reached. */
  lines(launch: D, shown: ShownWith): readonly string[];
  /** Plain JSON, the same for launches that do the same. The variables of `launch` are resolved. */
  identity(launch: D, server: Configured, ports: VariablePorts): unknown;
  /**
   * @param launch with resolved variables
   * @param written the same as configured
   * @throws {HumanError} `configuration`
   */
  resolve(launch: D, written: D, server: Configured, ports: FilePorts): L | Promise<L>;
  /** Localised. */
  readonly words: {
    /** Names what is on the {@link line}. */
    label(): string;
    /** Above what a question about permission shows. */
    heading(name: string, place: string): string;
    /** Asks for permission where only a terminal can give it. */
    question(name: string, place: string, description: string, command: string): string;
  };
}
