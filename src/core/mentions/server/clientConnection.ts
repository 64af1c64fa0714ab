import * as l10n from '@vscode/l10n';
import {
  ErrorCodes,
  ExitNotification,
  InitializeRequest,
  LSPErrorCodes,
  PublishDiagnosticsNotification,
  ResponseError,
  ShutdownRequest,
  type CancellationToken,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type ProtocolNotificationType,
  type ProtocolRequestType,
  type PublishDiagnosticsParams,
  type CodeLensRefreshRequest,
} from 'vscode-languageserver-protocol';
import type { Disposable } from '../../base/disposable';
import { CancelledError, causes, HumanError, isCancelled } from '../../base/errors';
import type { Logger } from '../../base/ports';

export interface ConnectionEnd {
  /** The client requested the end in the order of the protocol; a process then exits with code 0, else with 1. */
  readonly isClean: boolean;
}

/**
 * The connection to an editor, from `initialize` to `exit`: before and after that, requests are refused and notifications dropped, as the
 * protocol requires. A failure is returned as the request's error, or logged, and does not end the connection: `RequestCancelled` where the
 * editor cancelled the request, `ContentModified` where a change of the document overtook it, `RequestFailed` with the sentence of a `HumanError`.
 */
export class ClientConnection implements Disposable {
  readonly #running = new Set<AbortController>();
  #state: 'new' | 'initializing' | 'initialized' | 'shutDown' | 'ended' = 'new';
  #end: (end: ConnectionEnd) => void = () => undefined;

  /** Resolves when the client sends `exit`, when the connection is lost, and when this is disposed. */
  readonly ended = new Promise<ConnectionEnd>((resolve) => (this.#end = resolve));

  constructor(
    private readonly connection: ProtocolConnection,
    private readonly log: Logger,
    initialize: (params: InitializeParams) => Promise<InitializeResult>,
  ) {
    connection.onRequest(InitializeRequest.type, async (params) => {
      if (this.#state !== 'new') return new ResponseError(ErrorCodes.InvalidRequest, 'The server is initialized');
      return this.#initialize(() => initialize(params));
    });
    connection.onRequest(ShutdownRequest.type, () => this.#shutDown());
    connection.onNotification(ExitNotification.type, () => this.dispose());
    connection.onClose(() => this.dispose());
    connection.onError(([error, sent]) => {
      // The sender knows about a failed message, and may be the log itself.
      if (!sent) log.error(`A message of the editor: ${causes(error)}`);
    });
  }

  listen(): void {
    this.connection.listen();
  }

  dispose(): void {
    if (this.#state === 'ended') return;
    const isClean = this.#state === 'shutDown';
    this.#state = 'ended';
    this.#cancelAll();
    this.connection.dispose();
    this.#end({ isClean });
  }

  /** @param answer resolves with the result; `undefined` is sent as `null` */
  onRequest<P>(
    type: ProtocolRequestType<P, unknown, unknown, unknown, unknown>,
    answer: (params: P, signal: AbortSignal) => Promise<unknown>,
  ): void {
    this.connection.onRequest(type, async (params, token) => {
      const refusal = this.#refusal();
      if (refusal) return refusal;
      const abort = new AbortController();
      this.#running.add(abort);
      const stop = followToken(token, abort);
      try {
        abort.signal.throwIfAborted();
        return (await answer(params, abort.signal)) ?? null;
      } catch (error) {
        return this.#errorOf(type.method, error, abort.signal);
      } finally {
        stop.dispose();
        this.#running.delete(abort);
      }
    });
  }

  onNotification<P>(type: ProtocolNotificationType<P, unknown>, handle: (params: P) => void): void {
    this.connection.onNotification(type, (params) => {
      if (this.#state !== 'initialized') return;
      try {
        handle(params);
      } catch (error) {
        this.log.error(`${type.method}: ${causes(error)}`);
      }
    });
  }

  publish(params: PublishDiagnosticsParams): void {
    if (this.#state !== 'initialized') return;
    this.connection
      .sendNotification(PublishDiagnosticsNotification.type, params)
      .catch((error: unknown) => this.log.error(`Telling the editor failed: ${causes(error)}`));
  }

  /** Resolves when the client has answered, even with an error. */
  async ask(type: typeof CodeLensRefreshRequest.type): Promise<void> {
    if (this.#state === 'initialized') await this.connection.sendRequest(type).catch(() => undefined);
  }

  async #initialize(answer: () => Promise<InitializeResult>): Promise<InitializeResult | ResponseError<never>> {
    this.#state = 'initializing';
    try {
      const result = await answer();
      this.#leaveInitializing('initialized');
      return result;
    } catch (error) {
      this.#leaveInitializing('new');
      return this.#errorOf(InitializeRequest.method, error);
    }
  }

  /** The connection may have ended meanwhile. */
  #leaveInitializing(nextState: 'new' | 'initialized'): void {
    if (this.#state === 'initializing') this.#state = nextState;
  }

  #shutDown(): ResponseError<never> | undefined {
    const refusal = this.#refusal();
    if (refusal) return refusal;
    this.#state = 'shutDown';
    this.#cancelAll();
    return undefined;
  }

  #cancelAll(): void {
    for (const abort of this.#running) abort.abort(new CancelledError());
  }

  #refusal(): ResponseError<never> | undefined {
    switch (this.#state) {
      case 'new':
      case 'initializing':
        return new ResponseError(ErrorCodes.ServerNotInitialized, 'The server is not initialized');
      case 'initialized':
        return undefined;
      case 'shutDown':
      case 'ended':
        return new ResponseError(ErrorCodes.InvalidRequest, 'The server is shut down');
    }
  }

  /** Editors do not report a cancelled request, whether they cancelled it or the document has changed. */
  #errorOf(method: string, error: unknown, signal?: AbortSignal): ResponseError<never> {
    if (isCancelled(error))
      return signal?.aborted
        ? new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled')
        : new ResponseError(LSPErrorCodes.ContentModified, 'The document was changed');
    this.log.error(`${method}: ${causes(error)}`);
    if (error instanceof HumanError) return new ResponseError(LSPErrorCodes.RequestFailed, error.message);
    const message = l10n.t('An unexpected error occurred. See the log for details.');
    return new ResponseError(ErrorCodes.InternalError, message);
  }
}

/**
 * A token that is cancelled already calls its listeners only in a later turn.
 * https://github.com/microsoft/vscode-languageserver-node/blob/dca3c1a04797aaaa7d48060cca38b16efdf4392f/jsonrpc/src/common/cancellation.ts (shortcutEvent)
 */
function followToken(token: CancellationToken, abort: AbortController): Disposable {
  if (token.isCancellationRequested) abort.abort(new CancelledError());
  return token.onCancellationRequested(() => abort.abort(new CancelledError()));
}
