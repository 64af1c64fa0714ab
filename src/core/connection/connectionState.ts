import type { HumanError } from '../base/errors';
import type { ServerDefinition } from '../configuration/serverDefinition';
import type { ReadOptions, SessionInfo } from '../session/session';

/** State of a server. `statusOf` has the words for it. */
export type ConnectionState =
  | { readonly kind: 'stopped' }
  /** Not allowed to start; `error` says why and what to do. */
  | { readonly kind: 'blocked'; readonly error: HumanError }
  /**
   * `lastError`: failure of the previous attempt, where the server is retried automatically. `isSlow`: it takes longer than most, as a first
   * start does that downloads the server.
   */
  | { readonly kind: 'connecting'; readonly lastError?: HumanError; readonly isSlow?: boolean }
  | { readonly kind: 'ready'; readonly info: SessionInfo }
  /** The server requires a sign-in: the user signs in, which starts it again. */
  | { readonly kind: 'signInNeeded'; readonly error: HumanError }
  /** `retryAt` in ms since 1970; `undefined` when only the user starts it again. */
  | { readonly kind: 'failed'; readonly error: HumanError; readonly retryAt: number | undefined };

/** A configured server with its state. */
export interface ConfiguredServer {
  readonly definition: ServerDefinition;
  readonly state: ConnectionState;
}

/** What a session is for: `interaction` is set where the user started it. */
export type SessionUse = Pick<ReadOptions, 'signal'> & { readonly interaction?: object | undefined };
