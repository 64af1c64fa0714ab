import type { Refusal } from './refusal';

/**
 * Why a request has no answer, where neither the server's words nor a status say so:
 * - `closed`: there is no connection · `timeout` · `streamEnded`: the stream of the request ended before its answer
 * - `tooLarge`: the answer exceeds the limit of the transport · `unreadable`: it cannot be understood
 * - `echoed`: the request came back · `withdrawn`: the server cancelled it; the message has its reason, if it gave one
 * - `notMcp`: the answer is of another kind · `unknownRevision`: the message is a revision that only the server knows
 */
export type WireFailure =
  | 'closed'
  | 'timeout'
  | 'streamEnded'
  | 'tooLarge'
  | 'unreadable'
  | 'echoed'
  | 'withdrawn'
  | 'notMcp'
  | 'unknownRevision';

/** A request failed, and no server said so. */
export class WireError extends Error {
  override readonly name = 'WireError';

  constructor(
    readonly code: WireFailure,
    message: string = code,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Codes of errors in JSON-RPC and MCP, those that mean something here. */
export const errorCodes = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  missingCapability: -32021,
  urlElicitationRequired: -32042,
} as const;

/** An error with which the server answered a request. Its message is the server's. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** An HTTP status with which the server refused a request. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** The status, for the log. */
  readonly code: number;

  constructor(
    readonly refusal: Refusal,
    /** May be a content or a secret, and is in no log. */
    readonly body: string,
    /** True if the request had an `Authorization` header. */
    readonly isAuthorized: boolean,
    /** True if the sign-in lacks a permission that this request needs. */
    readonly lacksScope = false,
  ) {
    super(`HTTP ${refusal.status}`);
    this.code = refusal.status;
  }
}

/** The question for the revision got no usable answer, so that the era is still unknown; the cause says why. */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';

  constructor(cause: unknown) {
    super('The probe failed', { cause });
  }
}

/** Thrown by a transport that skipped a message for its size; its request may be unknown. */
export class OversizedMessage extends Error {
  /** @param id of the request that it answers, where that is known */
  constructor(readonly id?: string | number) {
    super('The message is too large');
  }
}
