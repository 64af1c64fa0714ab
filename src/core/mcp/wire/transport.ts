import type { Message } from '../base/envelope';

/** Carries messages to one server and back, over one process or to one address; never used again once it has closed. */
export interface Transport {
  onmessage?: ((message: Message) => void) | undefined;
  /** It has closed, by itself or by {@link close}; `error` where it knows why. */
  onclose?: ((error?: unknown) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  /** Resolves when it can send. Rejects with a `HumanError`, an error of `errors/wireErrors`, or that of the network. */
  start(): Promise<void>;
  /**
   * @param signal aborts an exchange that the transport has for this message alone
   * @returns where such an exchange is over, why it has no answer to the message, unless that has come: a `WireFailure`
   */
  send(message: Message, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
  /** True if each request has a stream of its own, and closing it cancels the request. */
  readonly hasStreams?: boolean;
  /** A handshake has named the revision of what follows. */
  useRevision?(revision: string): void;
  /** The handshake is over: from now on the server may report changes. */
  begin?(): void;
}
