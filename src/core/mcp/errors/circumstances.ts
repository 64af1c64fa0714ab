import type { HumanError } from '../../base/errors';

/** What was going on when an error came, for the sentence about it. */
export interface Circumstances {
  readonly doing: 'connect' | 'list' | 'read' | 'complete' | 'watch';
  /** Host and port of an HTTP server. Never the whole URL, its query may be a secret. */
  readonly host: string | undefined;
  /** Milliseconds after which the request was given up. */
  readonly timeout: number;
  /** The server gave no session that could expire. */
  readonly isStateless?: boolean;
  /** Why the connection is closed, where the transport knows better than the SDK. */
  readonly closed: HumanError | undefined;
  /** How the server is told who asks: by a header of mcp.json, or by a sign-in if there is one. */
  readonly access?: 'header' | { readonly isSignedIn: boolean; covers(scope: string | undefined): boolean } | undefined;
}

/** Marks an error that no server sent: the stream of the request ended before its answer. */
export const streamEnded: unique symbol = Symbol('the stream ended before the answer');

/** Marks an error that no server sent: the answer was larger than the transport takes. */
export const tooLarge: unique symbol = Symbol('the answer is too large');

/** Thrown by a transport that skipped a message for its size; whose answer it was is not known. */
export class OversizedMessage extends Error {
  /** @param id of the request that it answers, where that is known */
  constructor(readonly id?: string | number) {
    super('The message is too large');
  }
}
