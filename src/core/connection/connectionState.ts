import type { HumanError } from '../base/errors';
import type { ServerDefinition } from '../servers/serverDefinition';
import type { SessionInfo } from '../session/session';

/** Where a server stands. `statusOf` has the words for it. */
export type ConnectionState =
  | { readonly kind: 'stopped' }
  /** Not allowed to start; `error` says by what and what to do. */
  | { readonly kind: 'blocked'; readonly error: HumanError }
  /** `lastError`: why the try before failed, where the server is tried again without the user. */
  | { readonly kind: 'connecting'; readonly lastError?: HumanError }
  | { readonly kind: 'ready'; readonly info: SessionInfo }
  /** The server lets nobody in who has not signed in: only a user does, and starts it again. */
  | { readonly kind: 'signInNeeded'; readonly error: HumanError }
  /** `retryAt` in milliseconds since 1970; `undefined` when only a user starts it again. */
  | { readonly kind: 'failed'; readonly error: HumanError; readonly retryAt: number | undefined };

/** A configured server and where it stands. */
export interface ConfiguredServer {
  readonly definition: ServerDefinition;
  readonly state: ConnectionState;
}
