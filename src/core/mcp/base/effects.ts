import type { Clock } from '../../base/clock';
import type { YieldThread } from '../../base/scheduler';
import type { StdioLaunch } from '../../configuration/launch/stdio';
import type { Message } from './envelope';
import type { Renew } from './savedSignIn';

/** The end of a server's process. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** True if it was ended because it had closed its output. */
  readonly isMute: boolean;
}

/** A server as a process on this machine, with one message per line; a transport. */
export interface ServerProcess {
  onmessage?: ((message: Message) => void) | undefined;
  /** The process has ended, by itself or by {@link close}. */
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  /** Resolves when the process runs; rejects with a `HumanError` when it cannot be started. Idempotent. */
  start(): Promise<void>;
  send(message: Message): Promise<void>;
  /** Ends the process and all its child processes, gently at first. Resolves when none of them is left. Idempotent. */
  close(): Promise<void>;
  /** Kills the process and all its child processes at once, if it never became a session. */
  abandon(): Promise<void>;
  /** `undefined` while it runs. */
  readonly exit: ProcessExit | undefined;
  /** The last 64 KB of its stderr. */
  readonly stderrTail: string;
  /** Number of lines on stdout that were not MCP. */
  readonly noise: number;
  /** True if it wrote “Content-Length” headers, as language servers do, before any message. */
  readonly isFramed: boolean;
}

/** The bytes of a body as they arrive, a subset of the web's `ReadableStream`. */
export interface ByteStream {
  getReader(): ByteReader;
}

export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The members of a response that the session layer uses, a subset of the web's `Response`. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body?: ByteStream | null;
}

export interface FetchInit {
  readonly method?: string | undefined;
  readonly [option: string]: unknown;
}

/**
 * The web's `fetch`, looked up when called: VS Code replaces the global one for proxies and certificates.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/node/proxyResolver.ts (patchGlobalFetch)
 */
export type Fetch = (url: unknown, init: FetchInit | undefined) => Promise<FetchResponse>;

/** The runtime's services for the session layer. */
export interface Effects {
  readonly fetch: Fetch;
  /** Loads what renews sign-ins. */
  readonly renewer: () => Promise<Renew>;
  readonly decodeBase64: DecodeBase64;
  readonly yieldThread: YieldThread;
  readonly createProcess: (launch: StdioLaunch, clock: Clock, onStderr: (line: string) => void) => ServerProcess;
}

/** The bytes of a base64 text, standard or URL-safe, white space ignored; `undefined` if it is not base64. */
export type DecodeBase64 = (text: string) => Uint8Array | undefined;
