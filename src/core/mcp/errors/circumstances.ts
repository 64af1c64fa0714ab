import type { HumanError } from '../../base/errors';
import type { Refusal } from './refusal';

/** The context of an error, for the sentence about it. */
export interface Circumstances {
  readonly doing: 'connect' | 'list' | 'read' | 'complete' | 'watch';
  /** Host and port of an HTTP server. Never the whole URL, whose query may be a secret. */
  readonly host: string | undefined;
  /** Timeout of the request, in ms. */
  readonly timeout: number;
  /** True where the server gave no session that could expire. */
  readonly isStateless?: boolean;
  /** The reason why the connection is closed, where the transport knows better than the SDK. */
  readonly closed: HumanError | undefined;
  /** The last HTTP error status of the server. */
  readonly refusal?: Refusal | undefined;
  /** The authorization: by a header of mcp.json, or by a sign-in if there is one. */
  readonly access?: 'header' | { readonly isSignedIn: boolean; covers(scope: string | undefined): boolean } | undefined;
}

/** Marks an error that no server sent: the stream of the request ended before its answer. */
export const streamEnded: unique symbol = Symbol('the stream ended before the answer');

/** Marks an error that no server sent: the answer exceeds the limit of the transport. */
export const tooLarge: unique symbol = Symbol('the answer is too large');

/** Marks an error that no server sent: the server sent the request back, as a program does that repeats its input. */
export const echoed: unique symbol = Symbol('the request came back');

/** Marks an error that no server sent: the server cancelled the request; the message has its reason, if it gave one. */
export const withdrawn: unique symbol = Symbol('the server cancelled the request');

/** Thrown by a transport that skipped a message for its size; its request may be unknown. */
export class OversizedMessage extends Error {
  /** @param id of the request that it answers, where that is known */
  constructor(readonly id?: string | number) {
    super('The message is too large');
  }
}
