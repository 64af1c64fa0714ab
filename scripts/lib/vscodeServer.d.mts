export interface ServerProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export interface VsCodeServer {
  readonly url: string;
  /** The server's output so far. */
  readonly output: () => string;
  readonly ended: Promise<unknown>;
  /** Every living process of this server: extension hosts, the MCP servers that they started, orphans. */
  readonly processes: () => Promise<ServerProcess[]>;
  readonly stop: () => Promise<void>;
}

export const quietSettings: Readonly<Record<string, unknown>>;

export function launchVsCodeServer(options: {
  readonly folder: string;
  readonly port: number;
  readonly workspace: string;
  readonly hasOwnHome: boolean;
  /** Seconds after which the extension host of a closed page ends. */
  readonly graceTime: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}): Promise<VsCodeServer>;
