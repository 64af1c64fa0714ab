import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../../base/errors';
import type { ProcessExit } from '../base/effects';
import { plain } from '../base/plainValues';
import type { Circumstances } from './circumstances';

// The sentences of `core/mcp` for the user, those about signing in apart (`signInFailures.ts`): one line per failure, by reason. It is shown beside the name of a server or a resource, says
// what happened and what to do, and shortens a server's text. `host` is never a whole URL, whose query may be a secret. Bundles leave out
// those that they do not use.

/** Makes a failure from the values in its sentence, then the cause if there is one. */
/* @__NO_SIDE_EFFECTS__ */
export function failure<A extends unknown[]>(reason: Reason, sentence: (...args: A) => string) {
  return failureSaying(undefined, reason, sentence);
}

/** Like {@link failure}, for a sentence with a value that a server wrote. @param said index of that value */
/* @__NO_SIDE_EFFECTS__ */
export function failureSaying<A extends unknown[]>(
  said: number | undefined,
  reason: Reason,
  sentence: (...args: A) => string,
) {
  return (...args: [...A, cause?: unknown]): HumanError => {
    const sentenceOf = (values: unknown[]): string => sentence(...(values as A));
    const cause = args[sentence.length];
    const serverSays = said === undefined ? '' : plain(String(args[said]));
    const apart = said !== undefined && serverSays !== '' && { sentence: sentenceOf(args.with(said, '…')), serverSays };
    return new HumanError(reason, sentenceOf(args), { ...(cause !== undefined && { cause }), ...(apart && { apart }) });
  };
}

export const badUrl = failure('configuration', () =>
  l10n.t('The server’s URL is invalid. In mcp.json, use a URL that starts with https:// or http://.'),
);
export const badHeader = failure('configuration', (name: string) =>
  l10n.t('The header “{0}” can’t be sent. Correct its name or value in mcp.json.', plain(name)),
);
export const noSignInToPrograms = failure('configuration', () =>
  l10n.t('You can’t sign in to this server because it runs as a local process.'),
);
export const headerInsteadOfSignIn = failure('configuration', () =>
  l10n.t('To sign in with the browser, remove the server’s Authorization header from mcp.json.'),
);

/** @param detail the end of the process's stderr */
export function processEnded(exit: ProcessExit, detail: { readonly detail?: string }): HumanError {
  return new HumanError('exited', endSentence(exit), detail);
}

function endSentence({ code, signal, isMute }: ProcessExit): string {
  if (isMute) return l10n.t('The server process was stopped because it closed its output. See the log for details.');
  return signal === null
    ? l10n.t('The server process exited with code {0}. See the log for details.', code ?? '')
    : l10n.t('The server process was terminated by signal {0}. See the log for details.', signal);
}

/** A shell ended with the code that says that it cannot run a command: https://tldp.org/LDP/abs/html/exitcodes.html */
export const nothingToRun = failure('commandNotFound', (code: number) =>
  l10n.t(
    'The server process exited with code {0}, because a command wasn’t found or couldn’t run. See the log for details.',
    code,
  ),
);
/** A pipe breaks a moment before the end of the process is known. */
export const processGone = failure('exited', () =>
  l10n.t('The server process exited before it responded. See the log for details.'),
);

export const nothingAnswers = failure('refused', (host: string) =>
  l10n.t('{0} refused the connection. Start the server, or correct its URL.', host),
);
export const unknownHost = failure('hostNotFound', (host: string) =>
  l10n.t('Couldn’t find the host {0}. Check your network, and the host name in mcp.json.', host),
);
/** `codes`: error codes of the system or the network, may be empty. */
export const connectionFailed = failure('network', (host: string, codes: string) =>
  codes
    ? l10n.t('The connection to {0} failed ({1}). Check your network and the server.', host, codes)
    : l10n.t('The connection to {0} failed. Check your network and the server.', host),
);
/** The certificate, or one that it depends on, is not known here. `code`: the error code of TLS. */
export const untrustedCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t(
    'The certificate for {0} was issued by an unknown authority ({1}). Install the authority’s certificate on your system, turn on “http.systemCertificates”, and restart VS Code. In other editors, set the environment variable NODE_EXTRA_CA_CERTS.',
    host,
    code,
  ),
);
export const expiredCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t(
    'The certificate for {0} has expired or isn’t valid yet ({1}). Check your computer’s clock, or ask the server’s operator to renew the certificate.',
    host,
    code,
  ),
);
export const foreignCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t(
    '{0}’s certificate is for a different host name ({1}). In mcp.json, use a URL with the host name from the certificate.',
    host,
    code,
  ),
);
export const badCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t('The certificate for {0} is invalid ({1}). Contact the server’s operator.', host, code),
);
export const notEncrypted = failure('network', (host: string, code: string) =>
  l10n.t(
    '{0} doesn’t accept https connections ({1}). Correct the port in mcp.json, or use http:// if the server is on your computer or on your network.',
    host,
    code,
  ),
);
export const disconnected = failure('disconnected', () =>
  l10n.t('The connection to the server was lost. Try again, or restart the server.'),
);
/** The connection was lost during one request, but the session goes on. */
export function lostMeanwhile(cause: unknown): HumanError {
  return new HumanError('serverError', disconnected().message, { cause });
}
/** The request timed out. Also thrown when connecting as a whole did. */
export const timedOut = failure('timeout', ({ doing, timeout, host }: Circumstances) => {
  const seconds = Math.max(1, Math.round(timeout / 1000));
  if (doing !== 'connect')
    return l10n.t('The server didn’t respond within {0} seconds. Try again, or restart the server.', seconds);
  return host === undefined
    ? l10n.t('The server didn’t respond within {0} seconds. Check its command in mcp.json.', seconds)
    : l10n.t('{0} didn’t respond within {1} seconds. Check the server, and its URL in mcp.json.', host, seconds);
});

export const accessRefused = failure('http', (host: string, isSignedIn: boolean) =>
  isSignedIn
    ? l10n.t(
        'Your account doesn’t have access to {0} (HTTP 403). Contact the server’s operator, or sign out and use another account.',
        host,
      )
    : l10n.t('{0} denied access (HTTP 403). Check the server’s headers in mcp.json.', host),
);
export const noServerThere = failure('http', (host: string, status: number) =>
  l10n.t('{0} has no MCP server at this URL (HTTP {1}). Check the URL in mcp.json.', host, status),
);
export const redirectedElsewhere = failureSaying(1, 'http', (host: string, target: string, status: number) =>
  l10n.t(
    '{0} redirects to {1} (HTTP {2}). If that’s the right server, enter its URL in mcp.json.',
    host,
    plain(target),
    status,
  ),
);
export const redirectedUnencrypted = failureSaying(1, 'http', (host: string, target: string) =>
  l10n.t(
    'The redirect from {0} to the unencrypted URL {1} was ignored. Use an https URL for the server in mcp.json.',
    host,
    plain(target),
  ),
);
export const redirectedAround = failure('http', (host: string, status: number) =>
  l10n.t('{0} redirects too many times (HTTP {1}). Check the server’s URL in mcp.json.', host, status),
);
export const redirectedNowhere = failure('http', (host: string, status: number) =>
  l10n.t('{0} redirects to an invalid URL (HTTP {1}). Check the server’s URL in mcp.json.', host, status),
);
/** Any status without a sentence of its own. */
export const badStatus = failure('http', (host: string, status: number) =>
  l10n.t('{0} rejected the request (HTTP {1}). Check the server’s configuration in mcp.json.', host, status),
);
/** A status that may pass. @param retryAfter time in ms that the server asks to wait */
export function unavailable(host: string, status: number, retryAfter: number | undefined, cause: unknown): HumanError {
  return new HumanError('unavailable', unavailableSentence(host, status, retryAfter), { cause, retryAfter });
}

function unavailableSentence(host: string, status: number, retryAfter: number | undefined): string {
  const wait = retryAfter === undefined ? undefined : duration(retryAfter);
  if (status === 429)
    return wait === undefined
      ? l10n.t('{0} received too many requests (HTTP 429). Try again in a few minutes.', host)
      : l10n.t('{0} received too many requests (HTTP 429). Try again in {1}.', host, wait);
  return wait === undefined
    ? l10n.t('{0} couldn’t handle the request (HTTP {1}). Try again later.', host, status)
    : l10n.t('{0} couldn’t handle the request (HTTP {1}). Try again in {2}.', host, status, wait);
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 120) return l10n.t('{0} s', seconds);
  return seconds <= 7200 ? l10n.t('{0} min', Math.ceil(seconds / 60)) : l10n.t('{0} h', Math.ceil(seconds / 3600));
}

export const signInNeeded = failure('unauthorized', (host: string) =>
  l10n.t('{0} requires you to sign in. Choose “Sign In…” for this server.', host),
);
/** As {@link signInNeeded}, where signing in is not possible. */
export const headerNeeded = failure('unauthorized', (host: string) =>
  l10n.t('{0} requires authentication. Add an Authorization header for the server in mcp.json.', host),
);
export const permissionNeeded = failure('unauthorized', (host: string) =>
  l10n.t('{0} requires an additional permission. To grant it, choose “Sign In…” for this server.', host),
);
export const headerRefused = failure('credentials', (host: string) =>
  l10n.t(
    '{0} rejected the Authorization header set for this server in mcp.json. Correct the header, or remove it to sign in instead.',
    host,
  ),
);

/** Without a host, the server is a process. */
export const notMcp = failure('notMcp', (host: string | undefined) =>
  host === undefined
    ? l10n.t('The command runs, but its output isn’t MCP. Check the command in mcp.json.')
    : l10n.t('{0} responded, but it isn’t an MCP server. Check its URL in mcp.json.', host),
);
/** The process writes the headers of language servers. */
export const framed = failure('notMcp', () =>
  l10n.t(
    'The server writes messages with “Content-Length” headers, but MCP uses one message per line. Update the server, or check its command in mcp.json.',
  ),
);
/** The server sends each request back as it is. */
export const echoes = failure('notMcp', (host: string | undefined) =>
  host === undefined
    ? l10n.t('The command only echoes its input, so it isn’t an MCP server. Check the command in mcp.json.')
    : l10n.t('{0} only echoes requests, so it isn’t an MCP server. Check its URL in mcp.json.', host),
);
/** An answer that breaks MCP beyond repair. */
export const broken = failure('protocol', () =>
  l10n.t(
    'The server sent a response that doesn’t follow MCP. See the log for details, and report this to the server’s author.',
  ),
);
export const unknownRevision = failureSaying(0, 'protocol', (revision: string) =>
  l10n.t('The server uses MCP revision {0}, which isn’t supported.', plain(revision)),
);
export const questionNotShown = failure('protocol', () =>
  l10n.t(
    'The server asked a question that can’t be shown. See the log for details, and report this to the server’s author.',
  ),
);
export const keepsAsking = failure('protocol', () =>
  l10n.t(
    'The server keeps asking questions and doesn’t return the resource. See the log for details, and report this to the server’s author.',
  ),
);

/** The server has no such feature. */
export const unsupported = failure('unsupported', () => l10n.t('The server doesn’t support this request.'));
/** The server needs a client capability that was not offered. */
export const cannotGive = failure('unsupported', () =>
  l10n.t('The server requires a feature that isn’t supported here.'),
);
export const cannotRead = failure('unsupported', () =>
  l10n.t('The server lists this resource but doesn’t support reading resources. Report this to the server’s author.'),
);

/** The server asks something before it answers, and the user cannot be asked, or did not answer. */
export const inputRequired = failure('inputRequired', () =>
  l10n.t('The server needs an answer before it returns this resource. Open or attach the resource to answer.'),
);

export const notFound = failure('notFound', () =>
  l10n.t('The server no longer has this resource. Refresh the list, or remove the resource from the context.'),
);
export const notDirectory = failure('notFound', () =>
  l10n.t('The server says that this isn’t a folder, or no longer has it. Refresh the list.'),
);
/** The server answered with an error. */
export const reported = failureSaying(0, 'serverError', (words: string) =>
  l10n.t('The server reported an error: “{0}”.', words),
);
export const reportedCode = failure('serverError', (code: number) =>
  l10n.t('The server reported an error without a message (code {0}). See the log for details.', code),
);
/** A refusal is permanent. */
export const readRefused = failureSaying(0, 'serverError', (words: string) =>
  l10n.t('The server rejected the request: “{0}”. Refresh the list, or check the URI.', words),
);
/** `words`: the server's reason, may be empty. */
export const cancelledByServer = failureSaying(0, 'serverError', (words: string) =>
  words === ''
    ? l10n.t('The server canceled the request. Try again, or see the log for details.')
    : l10n.t('The server canceled the request: “{0}”. Try again, or see the log for details.', words),
);
/** A failure may be temporary. */
export const readFailed = failureSaying(0, 'serverError', (words: string) =>
  l10n.t('The server couldn’t read the resource: “{0}”. Try again later, or see the log for details.', words),
);

/** The answer exceeds the limit of the transport, before any of it is known. */
export const answerTooLarge = failure('tooLarge', () =>
  l10n.t('The server’s response is too large: it exceeds 96 MB or contains too many values.'),
);
export const resourceTooLarge = failure('tooLarge', (maxBytes: number) =>
  l10n.t(
    'The resource is larger than {0} MB. To read it, raise “mcpResources.read.maxSize” in the settings.',
    Math.max(1, Math.round(maxBytes / 1_000_000)),
  ),
);
/** `number` counts from 1. */
export const undecodable = failure('badContent', (number: number, total: number) =>
  total === 1
    ? l10n.t(
        'Couldn’t decode the content, because it’s neither text nor valid base64. Report this to the server’s author.',
      )
    : l10n.t(
        'Couldn’t decode part {0} of {1}, because the part is neither text nor valid base64. Report this to the server’s author.',
        number,
        total,
      ),
);
export const tooManyParts = failure('badContent', (total: number, shown: number) =>
  l10n.t(
    'The resource has {0} parts, but only the first {1} are shown. The server should list the others as separate resources.',
    total,
    shown,
  ),
);

export function noStreamForSubscriptions(): string {
  return l10n.t(
    'The server accepts subscriptions but doesn’t provide a connection for change notifications. Resources are read again each time they’re used.',
  );
}

export function streamRefused(): string {
  return l10n.t(
    'The server isn’t providing the connection for change notifications right now. Resources are read again each time they’re used, until it does.',
  );
}

export function noStreamKept(): string {
  return l10n.t(
    'The server declares support for change notifications but closes the connection used to send them. Resources are read again each time they’re used.',
  );
}
