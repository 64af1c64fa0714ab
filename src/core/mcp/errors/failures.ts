import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';

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

/** The server asks something before it answers, and there is nobody to be asked. */
export function inputRequired(cause?: unknown): HumanError {
  const text = l10n.t('The server wants to ask something before it gives this resource. Open or attach it to answer.');
  return new HumanError('inputRequired', text, { cause });
}

/** The server needs of its client what was not offered to it. */
export function cannotGive(cause: unknown): HumanError {
  const text = l10n.t('The server asks for something in return that the picker cannot give it.');
  return new HumanError('unsupported', text, { cause });
}

/** The server has no such thing. */
export function unsupported(cause: unknown): HumanError {
  return new HumanError('unsupported', l10n.t('The server does not support this request.'), { cause });
}

/** The request was given up. Also thrown by the connect policy, for the time as a whole. */
export function timedOut(at: Circumstances, cause?: unknown): HumanError {
  const seconds = Math.max(1, Math.round(at.timeout / 1000));
  const text =
    at.doing === 'connect'
      ? l10n.t(
          'The server did not answer within {0} seconds. Check that its command or URL starts an MCP server.',
          seconds,
        )
      : l10n.t('The server did not answer within {0} seconds. Try again, or restart it.', seconds);
  return new HumanError('timeout', text, { cause });
}

export function disconnected(cause?: unknown): HumanError {
  return new HumanError('disconnected', l10n.t('The connection to the server was lost. Connect to it again.'), {
    cause,
  });
}

export function notMcp(at: Pick<Circumstances, 'host'>, cause?: unknown): HumanError {
  const text =
    at.host === undefined
      ? l10n.t('The command runs, but what it prints is not MCP. Check the command in mcp.json.')
      : l10n.t('{0} answers, but not as an MCP server. Check its URL in mcp.json.', at.host);
  return new HumanError('notMcp', text, { cause });
}

/** The answer exceeds what a transport takes at all, before anything is known of it. */
export function answerTooLarge(cause?: unknown): HumanError {
  return new HumanError('tooLarge', l10n.t('The answer of the server is larger than 256 MB and was not read.'), {
    cause,
  });
}

/** An answer that breaks MCP in a way that cannot be mended. */
export function broken(cause: unknown): HumanError {
  const text = l10n.t(
    'The server sent an answer that does not follow MCP. Its author should know; the log has details.',
  );
  return new HumanError('protocol', text, { cause });
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
