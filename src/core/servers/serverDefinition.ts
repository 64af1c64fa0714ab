import { fold } from '../base/fold';
import { joined } from '../base/format';
import type { HttpType } from '../session/session';

/** An entry of `sourceFormats`. */
export type SourceFormat = 'vscode' | 'portable' | 'copilot' | 'cursor' | 'claude' | 'plugin' | 'agentPlugin';

/** The file or settings of a definition. */
export interface ServerSource {
  /** An entry of `configurationSources`. */
  readonly kind: string;
  readonly format: SourceFormat;
  /** Distinguishes sources of one kind: the folder's or the .code-workspace's URI; empty where there is only one. */
  readonly id: string;
  /** Shown to the user, such as `.vscode/mcp.json (shop)`. */
  readonly label: string;
  /** Absolute path of the file, where it is known and on this machine. */
  readonly file: string | undefined;
  /** The folder for `${workspaceFolder}`, in which processes start. */
  readonly folder: string | undefined;
  /** Absolute path of the plugin that brings it, for `${PLUGIN_ROOT}`. */
  readonly plugin?: string | undefined;
  /** Shown beside the label: localised, such as that VS Code itself does not read this file. */
  readonly note?: string | undefined;
  /** True where this runs on a remote machine, and the file belongs to the user's own computer. */
  readonly isElsewhere?: boolean | undefined;
}

/** The launch of a server as written, with unresolved variables. */
export type LaunchDefinition =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string | undefined;
      /** `null` removes an inherited variable. */
      readonly env: Readonly<Record<string, string | null>>;
      readonly envFile: string | undefined;
      readonly isSandboxed: boolean;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Decides nothing of what is reached. */
      readonly type?: HttpType | undefined;
      readonly oauth?: OAuthDefinition | undefined;
    };

/** A client that is registered at the server's authorization server, for the sign-in. */
export interface OAuthDefinition {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** A value that the user is asked for. Source: `inputs` of mcp.json. */
export type InputDefinition =
  | {
      readonly kind: 'promptString';
      readonly id: string;
      readonly description: string | undefined;
      readonly default: string | undefined;
      readonly isPassword: boolean;
    }
  | {
      readonly kind: 'pickString';
      readonly id: string;
      readonly description: string | undefined;
      readonly default: string | undefined;
      readonly options: readonly { readonly label: string; readonly value: string }[];
    }
  | { readonly kind: 'command'; readonly id: string; readonly command: string; readonly args: unknown };

export interface ServerDefinition {
  /** Stable across edits of the definition: source and name. */
  readonly id: string;
  /** As in mcp.json. */
  readonly name: string;
  readonly source: ServerSource;
  readonly launch: LaunchDefinition;
  /** Only those that the launch names. */
  readonly inputs: readonly InputDefinition[];
  /** SHA-256 of the launch; another hash needs another permission. */
  readonly hash: string;
  /** Equal servers of other places, which are this one for the user: see `mergeEqual`. */
  readonly copies?: readonly ServerDefinition[];
}

/** Definitions, each with its copies behind it. */
export function withCopies(definitions: readonly ServerDefinition[]): readonly ServerDefinition[] {
  return definitions.flatMap((definition) => [definition, ...(definition.copies ?? [])]);
}

/** Says where a server is configured, for a few words beside its name. */
export function placesOf(definition: ServerDefinition): string {
  const labels = withCopies([definition]).map(({ source }) => source.label);
  const { note } = definition.source;
  return [joined(labels), ...(note === undefined ? [] : [note])].join(' · ');
}

/** Between a name and a place. A name that has it gets its place, too, as it could claim to be in another. */
const separator = ' · ';

/** A server's name for questions to the user: with its place, where another server has that name, or one that reads the same. */
export function distinctName({ id, name, source }: ServerDefinition, all: readonly ServerDefinition[]): string {
  const key = fold(name).trim();
  const namesakes = all.filter((other) => other.id !== id && fold(other.name).trim() === key);
  if (namesakes.length === 0 && !name.includes(separator)) return name;
  const isSameLabel = namesakes.some((other) => other.source.label === source.label);
  return name + separator + (isSameLabel ? (source.file ?? source.id) : source.label);
}

/** A part of a configuration that could not be used, or that the user should change. The rest is used. */
export interface ConfigurationProblem {
  readonly source: ServerSource;
  /** The affected server; `undefined` for the whole file. */
  readonly serverName: string | undefined;
  /** Localised; says what is wrong and what to do. */
  readonly message: string;
  /** Zero-based line in {@link ServerSource.file}, where it is known. */
  readonly line: number | undefined;
}
