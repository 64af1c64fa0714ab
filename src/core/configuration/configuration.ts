// Types of which configurations consist, for every kind of server.

/** An entry of `sourceFormats`. */
export type SourceFormat = 'vscode' | 'portable' | 'copilot' | 'cursor' | 'claude' | 'plugin' | 'agentPlugin';

/** The file or settings of a definition. */
export interface ServerSource {
  /** An entry of `configurationSources`. */
  readonly kind: string;
  readonly format: SourceFormat;
  /** Distinguishes sources of one kind: the folder's or the .code-workspace's URI; empty if there is only one. */
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
  /** True if this runs on a remote machine, and the file belongs to the user's own computer. */
  readonly isElsewhere?: boolean | undefined;
}

/** A server, and where it is configured. */
export interface ServerPlace {
  /** As in mcp.json. */
  readonly name: string;
  readonly source: ServerSource;
}

/** A server as it is configured, whatever its kind. */
export interface Configured extends ServerPlace {
  /** SHA-256 of the launch; another hash needs another permission. */
  readonly hash: string;
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
