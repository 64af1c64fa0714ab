/**
 * The few web-platform globals that the core may use: Node, browsers and web workers share them. They are declared
 * here, not taken from the DOM or Node typings, so that nothing else of either can slip in.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean; signal?: AbortSignal }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: { any(signals: AbortSignal[]): AbortSignal; abort(reason?: unknown): AbortSignal };

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: new () => AbortController;

declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

declare const ReadableStream: new (source: {
  pull: (controller: { enqueue(chunk: Uint8Array): void; close(): void }) => Promise<void>;
  cancel: () => Promise<void>;
}) => object;

declare function atob(base64: string): string;
declare function btoa(binary: string): string;
declare function queueMicrotask(callback: () => void): void;

/** A parsed `URL`. For addresses of servers only: a resource's URI is an opaque string. */
interface WebAddress {
  readonly href: string;
  readonly protocol: string;
  readonly origin: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly searchParams: URLSearchParams;
}
declare const URL: { new (url: string, base?: string): WebAddress; canParse(url: string, base?: string): boolean };
/** For the types of packages. */
type URL = WebAddress;

declare class URLSearchParams {
  constructor(parameters?: Readonly<Record<string, string>>);
  get(name: string): string | null;
  set(name: string, value: string): void;
}

interface Headers {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

declare class Response {
  static json(value: unknown, options: { status: number }): Response;
  constructor(body: string | null, options: { status: number; headers?: Readonly<Record<string, string>> });
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: { cancel(): Promise<void> } | null;
  text(): Promise<string>;
  json(): Promise<unknown>;
  clone(): Response;
}
