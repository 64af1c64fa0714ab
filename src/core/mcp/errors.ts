import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../base/errors';
import { messagesIn } from './envelope';
import { streamEnded, tooLarge } from './tap';
import { isFields, plain } from './values';

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

/** Says in a {@link HumanError} what any error of the SDK, of `fetch` or of the transport means. */
export function explain(error: unknown, at: Circumstances): HumanError {
  if (error instanceof HumanError) return error;
  if (error instanceof ProtocolError) return explainAnswer(error, at);
  if (error instanceof SdkHttpError) return explainStatus(error.status, error, at);
  if (error instanceof UnauthorizedError) return explainStatus(401, error, at);
  if (error instanceof InsufficientScopeError) return explainScope(error, at);
  if (error instanceof SseError && error.code !== undefined)
    return error.code < 300 ? notMcp(at, error) : explainStatus(error.code, error, at);
  if (error instanceof SdkError) return explainSdk(error, at);
  return explainRest(error, at);
}

/** True for failures after which nothing more can be got out of this session, so that a new one must be opened. */
export function endsSession(error: HumanError): boolean {
  // What more has to be allowed for is one request; the others go on.
  return lost.has(error.reason) && !(error.cause instanceof InsufficientScopeError);
}

/** For the log: the kind of a failure without its words, which may hold a server's answer. */
export function note(error: unknown): string {
  const { reason, cause } = error as Partial<HumanError>;
  if (!(cause instanceof Error)) return reason ?? String(error);
  const { code } = cause as { code?: unknown };
  return `${reason ?? cause.name} (${cause.name}${typeof code === 'string' || typeof code === 'number' ? ` ${code}` : ''})`;
}

const lost: ReadonlySet<Reason> = new Set<Reason>([
  'exited',
  'refused',
  'hostNotFound',
  'network',
  'unauthorized',
  'credentials',
  'disconnected',
]);

// ---- answers of the server ----

const methodNotFound = -32601;
const invalidParams = -32602;
const internalError = -32603;
const resourceNotFound = -32002;
const missingCapability = -32021;
const urlElicitationRequired = -32042;
const notFoundWords =
  /\b(not found|no such (resource|file|document|entry)|does(n't| not) exist|unknown (resource|uri)|ENOENT)\b/i;

function explainAnswer(error: ProtocolError, at: Circumstances): HumanError {
  const { code, message, data } = error;
  if (data === streamEnded) return disconnected(error);
  if (data === tooLarge) return answerTooLarge(error);
  if (code === methodNotFound) return at.doing === 'read' ? cannotRead(error) : unsupported(error);
  if (code === urlElicitationRequired) return inputRequired(error);
  if (code === missingCapability) return needsElicitation(data) ? inputRequired(error) : cannotGive(error);
  if (at.doing === 'read' && isNotFound(code, message, data)) return notFound(error);
  // Servers on the SDK's first version send the code along in words.
  const words = plain(message.replace(/^(MCP error -?\d+: )+/, ''));
  const text =
    words === ''
      ? l10n.t('The server reported an error without saying which (code {0}). Its log may tell more.', code)
      : reported(code, words, at);
  return new HumanError('serverError', text, { cause: error });
}

/** What a person does next differs: a request that is refused will be refused again, a failure may pass. */
function reported(code: number, words: string, at: Circumstances): string {
  if (at.doing === 'read' && code === invalidParams)
    return l10n.t('The server does not take this request: “{0}”. Refresh the list, or check the URI.', words);
  if (at.doing === 'read')
    return l10n.t('The server failed to read this: “{0}”. Try again later; its log may tell more.', words);
  return l10n.t('The server reported an error: {0}', words);
}

/** Revisions and servers disagree on how to say it: -32002, -32602 with the URI, or any code with words. */
export function isNotFound(code: number, message: string, data: unknown): boolean {
  if (code === resourceNotFound) return true;
  if (code === invalidParams && isFields(data) && typeof data['uri'] === 'string' && Object.keys(data).length === 1)
    return true;
  return (code === invalidParams || code === internalError || code >= -32099) && notFoundWords.test(message);
}

function notFound(cause: unknown): HumanError {
  const text = l10n.t('The server no longer has this resource. Refresh the list, or remove it from the context.');
  return new HumanError('notFound', text, { cause });
}

/** What was left out of the request's capabilities on purpose: nobody is there to be asked. */
function needsElicitation(data: unknown): boolean {
  const required = isFields(data) ? data['requiredCapabilities'] : undefined;
  return isFields(required) && 'elicitation' in required;
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

function cannotRead(cause: unknown): HumanError {
  const text = l10n.t('The server lists this resource but cannot read any. Its author should know.');
  return new HumanError('unsupported', text, { cause });
}

/** The server has no such thing. */
export function unsupported(cause: unknown): HumanError {
  return new HumanError('unsupported', l10n.t('The server does not support this request.'), { cause });
}

// ---- HTTP ----

/** Session ids are answered with 404 when they have expired; some servers say 400 and name the session in words. */
function isExpired(status: number, error: Error, at: Circumstances): boolean {
  if (at.doing === 'connect' || at.isStateless === true) return false;
  return status === 404 || (status === 400 && /session/i.test(textOf(error)));
}

/** Some servers send a status along with their answer to a request. What is about the session has no id. */
function answerIn(error: Error): ProtocolError | undefined {
  try {
    const [message] = messagesIn(JSON.parse(bodyOf(error)));
    if (!message || !('error' in message) || message.id === undefined) return undefined;
    return new ProtocolError(message.error.code, message.error.message, message.error.data);
  } catch {
    return undefined;
  }
}

function explainStatus(status: number, error: Error, at: Circumstances): HumanError {
  const host = at.host ?? '';
  const answer = at.doing === 'connect' || status === 401 || status === 403 ? undefined : answerIn(error);
  if (answer) return explainAnswer(answer, at);
  if (isExpired(status, error, at)) return disconnected(error);
  const sentence = status === 401 ? unauthorized(host, at) : statusSentence(status, host, error, at);
  return new HumanError(...sentence, { cause: error });
}

function unauthorized(host: string, { access }: Circumstances): [Reason, string] {
  if (access === 'header')
    return [
      'credentials',
      l10n.t(
        '{0} refuses the Authorization header of the server in mcp.json. Correct it, or remove it to sign in.',
        host,
      ),
    ];
  if (access === undefined)
    return [
      'unauthorized',
      l10n.t('{0} wants to know who you are. Add an Authorization header to the server in mcp.json.', host),
    ];
  return ['unauthorized', l10n.t('{0} wants you to sign in. Choose “Sign In…” for this server.', host)];
}

/** The server lets us in, but not to this. */
function explainScope(error: InsufficientScopeError, at: Circumstances): HumanError {
  const { access, host = '' } = at;
  if (access === undefined || access === 'header' || access.covers(error.requiredScope))
    return explainStatus(403, error, at);
  const text = l10n.t('{0} wants a further permission for this. Choose “Sign In…” for the server to give it.', host);
  return new HumanError('unauthorized', text, { cause: error });
}

function statusSentence(status: number, host: string, error: Error, { access }: Circumstances): [Reason, string] {
  if (status === 403)
    return [
      'http',
      typeof access === 'object' && access.isSignedIn
        ? l10n.t('{0} refuses access (403) to whom you signed in as. Ask its operator, or sign out first.', host)
        : l10n.t('{0} refuses access (403). Check the headers of the server in mcp.json.', host),
    ];
  if (status === 404 || status === 405)
    return [
      'http',
      l10n.t('There is no MCP server at this address of {0} ({1}). Check its URL in mcp.json.', host, status),
    ];
  if (status >= 300 && status < 400) {
    const words = plain(error.message);
    return [
      'http',
      l10n.t('{0} sends the request elsewhere ({1}). Correct its URL in mcp.json. {2}', host, status, words),
    ];
  }
  if (status >= 500) return ['http', l10n.t('{0} failed to answer ({1}). Try again later.', host, status)];
  return ['http', l10n.t('{0} rejected the request ({1}). Check the server in mcp.json.', host, status)];
}

function textOf(error: Error): string {
  return `${error.message} ${bodyOf(error)}`;
}

function bodyOf(error: Error): string {
  const data = error instanceof SdkError ? error.data : undefined;
  return isFields(data) && typeof data['text'] === 'string' ? data['text'] : '';
}

// ---- the SDK's own ----

function explainSdk(error: SdkError, at: Circumstances): HumanError {
  const { code } = error;
  if (code === SdkErrorCode.RequestTimeout) return timedOut(at, error);
  if (code === SdkErrorCode.NotConnected || code === SdkErrorCode.ConnectionClosed)
    return at.closed ?? disconnected(error);
  if (code === SdkErrorCode.EraNegotiationFailed) return explainNegotiation(error, at);
  if (code === SdkErrorCode.ClientHttpUnexpectedContent) return notMcp(at, error);
  if (code === SdkErrorCode.MethodNotSupportedByProtocolVersion) return unsupported(error);
  if (code === SdkErrorCode.UnsupportedResultType || code === SdkErrorCode.CapabilityNotSupported)
    return cannotGive(error);
  return broken(error);
}

/** The probe failed; what it failed of is the cause. */
function explainNegotiation(error: SdkError, at: Circumstances): HumanError {
  const { cause } = error;
  if (cause !== undefined) return explain(cause, at);
  return at.closed ?? notMcp(at, error);
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

// ---- errors of the runtime ----

function explainRest(error: unknown, at: Circumstances): HumanError {
  const reachable = explainNetwork(codes(error), error, at);
  if (reachable) return reachable;
  const message = error instanceof Error ? error.message : '';
  // The SDK has no class or code for these three.
  if (message === 'Not connected') return at.closed ?? disconnected(error);
  const status = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(message)?.[1];
  if (status) return explainStatus(Number(status), error as Error, at);
  const revision = /^Server's protocol version is not supported: (.*)$/s.exec(message)?.[1];
  if (revision !== undefined)
    return new HumanError(
      'protocol',
      l10n.t('The server speaks MCP revision {0}, which the picker does not know.', plain(revision)),
      { cause: error },
    );
  if (error instanceof TypeError || error instanceof SseError) return network(at, error);
  return at.doing === 'connect' ? notMcp(at, error) : broken(error);
}

function explainNetwork(found: ReadonlySet<string>, cause: unknown, at: Circumstances): HumanError | undefined {
  const host = at.host ?? '';
  if (found.has('ECONNREFUSED'))
    return new HumanError('refused', l10n.t('Nothing answers at {0}. Start the server, or correct its URL.', host), {
      cause,
    });
  if (found.has('ENOTFOUND') || found.has('EAI_AGAIN'))
    return new HumanError(
      'hostNotFound',
      l10n.t('There is no host {0}. Check its name in mcp.json and your network.', host),
      { cause },
    );
  return found.size > 0 ? network(at, cause) : undefined;
}

function network(at: Circumstances, cause: unknown): HumanError {
  // A pipe breaks a moment before the process is known to have ended.
  if (at.host === undefined)
    return new HumanError('exited', l10n.t('The process of the server ended before it answered. Its log tells more.'), {
      cause,
    });
  const why = [...codes(cause)].join(', ');
  const text = why
    ? l10n.t('The connection to {0} failed ({1}). Check your network and the server.', at.host, why)
    : l10n.t('The connection to {0} failed. Check your network and the server.', at.host);
  return new HumanError('network', text, { cause });
}

/** Codes of system and network errors (`ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`) along the chain of causes. */
function codes(error: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  let next: unknown = error;
  for (let depth = 0; next instanceof Error && depth < 6; depth++) {
    const { code } = next as { code?: unknown };
    if (typeof code === 'string' && /^(E[A-Z]|UND_ERR|CERT_|[A-Z_]*CERT)/.test(code)) found.add(code);
    next = next.cause;
  }
  return found;
}
