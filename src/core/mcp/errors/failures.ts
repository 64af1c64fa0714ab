import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../../base/errors';
import type { ProcessExit } from '../base/effects';
import { plain } from '../base/plainValues';
import type { Circumstances } from './circumstances';

// All sentences of `core/mcp` for the user: one line per failure, by reason. It is shown beside the name of a server or a resource, says
// what happened and what to do, and shortens a server's text. `host` is never a whole URL, whose query may be a secret.

/** Makes a failure from the values in its sentence, then the cause if there is one. */
function failure<A extends unknown[]>(reason: Reason, sentence: (...args: A) => string) {
  return (...args: [...A, cause?: unknown]): HumanError => {
    const cause = args[sentence.length];
    return new HumanError(reason, sentence(...(args as unknown as A)), cause === undefined ? {} : { cause });
  };
}

export const badUrl = failure('configuration', () =>
  l10n.t('The URL of the server is not valid. Write it in mcp.json as https://… or http://….'),
);
export const badHeader = failure('configuration', (name: string) =>
  l10n.t('The header {0} of the server cannot be sent. Correct its name and value in mcp.json.', plain(name)),
);
export const noSignInToPrograms = failure('configuration', () =>
  l10n.t('This server is a program of your machine: nobody signs in to it.'),
);
export const headerInsteadOfSignIn = failure('configuration', () =>
  l10n.t('The server has an Authorization header in mcp.json. Remove it to sign in through the browser instead.'),
);

/** @param detail the end of the process's stderr */
export function processEnded(exit: ProcessExit, detail: { readonly detail?: string }): HumanError {
  return new HumanError('exited', endSentence(exit), detail);
}

function endSentence({ code, signal, isMute }: ProcessExit): string {
  if (isMute) return l10n.t('The server closed its output, so it was ended. Its log tells more.');
  return signal === null
    ? l10n.t('The process of the server ended with code {0}. Its log tells more.', code ?? '')
    : l10n.t('The process of the server was ended by {0}. Its log tells more.', signal);
}

/** A shell ended with the code that says that it cannot run a command: https://tldp.org/LDP/abs/html/exitcodes.html */
export const nothingToRun = failure('commandNotFound', (code: number) =>
  l10n.t(
    'The process of the server ended with code {0}: a command was not found or cannot be run. Its log tells more.',
    code,
  ),
);
/** A pipe breaks a moment before the end of the process is known. */
export const processGone = failure('exited', () =>
  l10n.t('The process of the server ended before it answered. Its log tells more.'),
);

export const nothingAnswers = failure('refused', (host: string) =>
  l10n.t('Nothing answers at {0}. Start the server, or correct its URL.', host),
);
export const unknownHost = failure('hostNotFound', (host: string) =>
  l10n.t('There is no host {0}. Check its name in mcp.json and your network.', host),
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
    'The certificate of {0} comes from an authority that is not trusted here ({1}). Install that authority in your system, with “http.systemCertificates” on, and restart VS Code. Outside of VS Code, set NODE_EXTRA_CA_CERTS.',
    host,
    code,
  ),
);
export const expiredCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t(
    'The certificate of {0} is not valid at this time ({1}). Check the clock of your computer, or ask the server’s operator to renew it.',
    host,
    code,
  ),
);
export const foreignCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t(
    'The certificate of {0} belongs to another name ({1}). Write the name in the certificate into the URL in mcp.json.',
    host,
    code,
  ),
);
export const badCertificate = failure('certificate', (host: string, code: string) =>
  l10n.t('The certificate of {0} cannot be accepted ({1}). Ask the server’s operator.', host, code),
);
export const notEncrypted = failure('network', (host: string, code: string) =>
  l10n.t(
    '{0} does not speak https there ({1}). Correct the port, or write http:// in mcp.json if the server is on your machine or network.',
    host,
    code,
  ),
);
export const disconnected = failure('disconnected', () =>
  l10n.t('The connection to the server was lost. Connect to it again.'),
);
/** The request timed out. Also thrown when connecting as a whole did. */
export const timedOut = failure('timeout', ({ doing, timeout }: Circumstances) => {
  const seconds = Math.max(1, Math.round(timeout / 1000));
  return doing === 'connect'
    ? l10n.t(
        'The server did not answer within {0} seconds. Check that its command or URL starts an MCP server.',
        seconds,
      )
    : l10n.t('The server did not answer within {0} seconds. Try again, or restart it.', seconds);
});

export const accessRefused = failure('http', (host: string, isSignedIn: boolean) =>
  isSignedIn
    ? l10n.t('{0} refuses access (403) to whom you signed in as. Ask its operator, or sign out first.', host)
    : l10n.t('{0} refuses access (403). Check the headers of the server in mcp.json.', host),
);
export const noServerThere = failure('http', (host: string, status: number) =>
  l10n.t('There is no MCP server at this address of {0} ({1}). Check its URL in mcp.json.', host, status),
);
export const redirectedElsewhere = failure('http', (host: string, target: string, status: number) =>
  l10n.t(
    '{0} redirects to {1} ({2}). If that is the server you want, write this URL into mcp.json.',
    host,
    plain(target),
    status,
  ),
);
export const redirectedUnencrypted = failure('http', (host: string, target: string) =>
  l10n.t(
    '{0} redirects to {1}, which is not encrypted, so it was not followed. Write an https address of the server into mcp.json.',
    host,
    plain(target),
  ),
);
export const redirectedAround = failure('http', (host: string, status: number) =>
  l10n.t('{0} redirects from one address to the next without end ({1}). Check its URL in mcp.json.', host, status),
);
export const redirectedNowhere = failure('http', (host: string, status: number) =>
  l10n.t('{0} redirects ({1}) without a usable address. Check its URL in mcp.json.', host, status),
);
/** Any status without a sentence of its own. */
export const badStatus = failure('http', (host: string, status: number) =>
  l10n.t('{0} rejected the request ({1}). Check the server in mcp.json.', host, status),
);
/** A status that may pass. @param retryAfter time in ms that the server asks to wait */
export function unavailable(host: string, status: number, retryAfter: number | undefined, cause: unknown): HumanError {
  return new HumanError('unavailable', unavailableSentence(host, status, retryAfter), { cause, retryAfter });
}

function unavailableSentence(host: string, status: number, retryAfter: number | undefined): string {
  const wait = retryAfter === undefined ? undefined : duration(retryAfter);
  if (status === 429)
    return wait === undefined
      ? l10n.t('{0} gets too many requests (429). Try again in a few minutes.', host)
      : l10n.t('{0} gets too many requests (429) and asks to wait {1}. Try again then.', host, wait);
  return wait === undefined
    ? l10n.t('{0} failed to answer ({1}). Try again later.', host, status)
    : l10n.t('{0} failed to answer ({1}) and asks to wait {2}. Try again then.', host, status, wait);
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 120) return l10n.t('{0} s', seconds);
  return seconds <= 7200 ? l10n.t('{0} min', Math.ceil(seconds / 60)) : l10n.t('{0} h', Math.ceil(seconds / 3600));
}

export const signInNeeded = failure('unauthorized', (host: string) =>
  l10n.t('{0} wants you to sign in. Choose “Sign In…” for this server.', host),
);
/** As {@link signInNeeded}, where signing in is not possible. */
export const headerNeeded = failure('unauthorized', (host: string) =>
  l10n.t('{0} wants to know who you are. Add an Authorization header to the server in mcp.json.', host),
);
export const permissionNeeded = failure('unauthorized', (host: string) =>
  l10n.t('{0} wants a further permission for this. Choose “Sign In…” for the server to give it.', host),
);
export const headerRefused = failure('credentials', (host: string) =>
  l10n.t('{0} refuses the Authorization header of the server in mcp.json. Correct it, or remove it to sign in.', host),
);

/** Without a host, the server is a process. */
export const notMcp = failure('notMcp', (host: string | undefined) =>
  host === undefined
    ? l10n.t('The command runs, but what it prints is not MCP. Check the command in mcp.json.')
    : l10n.t('{0} answers, but not as an MCP server. Check its URL in mcp.json.', host),
);
/** The server sends each request back as it is. */
export const echoes = failure('notMcp', (host: string | undefined) =>
  host === undefined
    ? l10n.t('The command repeats what it is sent, so it is not an MCP server. Check the command in mcp.json.')
    : l10n.t('{0} repeats what it is sent, so it is not an MCP server. Check its URL in mcp.json.', host),
);
/** An answer that breaks MCP beyond repair. */
export const broken = failure('protocol', () =>
  l10n.t('The server sent an answer that does not follow MCP. Its author should know; the log has details.'),
);
export const unknownRevision = failure('protocol', (revision: string) =>
  l10n.t('The server speaks MCP revision {0}, which the picker does not know.', plain(revision)),
);
export const questionNotShown = failure('protocol', () =>
  l10n.t('The server asks a question that the picker cannot show. Its author should know; the log has details.'),
);
export const keepsAsking = failure('protocol', () =>
  l10n.t('The server keeps asking and does not give this resource. Its author should know; the log has details.'),
);

/** The server has no such feature. */
export const unsupported = failure('unsupported', () => l10n.t('The server does not support this request.'));
/** The server needs a client capability that was not offered. */
export const cannotGive = failure('unsupported', () =>
  l10n.t('The server asks for something in return that the picker cannot give it.'),
);
export const cannotRead = failure('unsupported', () =>
  l10n.t('The server lists this resource but cannot read any. Its author should know.'),
);

/** The server asks something before it answers, and the user cannot be asked. */
export const inputRequired = failure('inputRequired', () =>
  l10n.t('The server wants to ask something before it gives this resource. Open or attach it to answer.'),
);
export const unanswered = failure('inputRequired', (action: 'decline' | 'cancel') =>
  action === 'decline'
    ? l10n.t(
        'You declined to answer the server, which does not give this resource without. Open or attach it again to answer.',
      )
    : l10n.t(
        'The server’s question was closed, and it does not give this resource without an answer. Open or attach it again to answer.',
      ),
);

export const notFound = failure('notFound', () =>
  l10n.t('The server no longer has this resource. Refresh the list, or remove it from the context.'),
);
/** The server answered with an error. */
export const reported = failure('serverError', (words: string) => l10n.t('The server reported an error: {0}', words));
export const reportedCode = failure('serverError', (code: number) =>
  l10n.t('The server reported an error without saying which (code {0}). Its log may tell more.', code),
);
/** A refusal is permanent. */
export const readRefused = failure('serverError', (words: string) =>
  l10n.t('The server does not take this request: “{0}”. Refresh the list, or check the URI.', words),
);
/** `words`: the server's reason, may be empty. */
export const cancelledByServer = failure('serverError', (words: string) =>
  words === ''
    ? l10n.t('The server cancelled this request. Try again; its log may tell more.')
    : l10n.t('The server cancelled this request: “{0}”. Try again; its log may tell more.', words),
);
/** A failure may be temporary. */
export const readFailed = failure('serverError', (words: string) =>
  l10n.t('The server failed to read this: “{0}”. Try again later; its log may tell more.', words),
);

/** The answer exceeds the limit of the transport, before any of it is known. */
export const answerTooLarge = failure('tooLarge', () =>
  l10n.t('The answer of the server is too large and was not read: it has more than 96 MB, or too many values.'),
);
export const resourceTooLarge = failure('tooLarge', (maxBytes: number) =>
  l10n.t(
    'The resource is larger than {0} MB. Raise “mcpResources.read.maxSize” in the settings to read it.',
    Math.max(1, Math.round(maxBytes / 1_000_000)),
  ),
);
/** `number` counts from 1. */
export const undecodable = failure('badContent', (number: number, total: number) =>
  total === 1
    ? l10n.t('The content cannot be decoded: it is neither text nor valid base64. The server has to be corrected.')
    : l10n.t(
        'Part {0} of {1} cannot be decoded: it is neither text nor valid base64. The server has to be corrected.',
        number,
        total,
      ),
);
export const tooManyParts = failure('badContent', (total: number, shown: number) =>
  l10n.t(
    'The resource has {0} parts, of which the first {1} are shown. The server should list the others as resources of their own.',
    total,
    shown,
  ),
);

// Signing in; `host` is the authorization server's, or the server's.

export const signInUnreachable = failure('network', (host: string) =>
  l10n.t('{0} cannot be reached. Check your network, then try again.', host),
);
export const signInNotRenewed = failure('network', () =>
  l10n.t('The sign-in could not be renewed. Try again later, or sign in again.'),
);
export const signInTooLate = failure('timeout', (minutes: number) =>
  l10n.t('Nobody signed in within {0} minutes. Sign in again when you are ready.', minutes),
);
export const signInDeclined = failure('declined', (host: string) =>
  l10n.t('The sign-in was declined at {0}. Sign in again to allow it.', host),
);
/** `code`: error code of the authorization server. */
export const signInRefused = failure('http', (host: string, code: string) =>
  l10n.t('{0} refuses the sign-in ({1}). Try again; if it stays so, sign out first.', host, plain(code)),
);
/** `place`: where the client is configured, such as `.vscode/mcp.json`. */
export const clientRefused = failure('credentials', (host: string, place: string) =>
  l10n.t('{0} refuses the client ID of this server in {1}. Check the ID and the secret there.', host, place),
);
export const documentRefused = failure('credentials', (host: string) =>
  l10n.t(
    '{0} refuses the client of “mcpResources.signIn.clientMetadataUrl”. Check the address in the settings, and the document there.',
    host,
  ),
);
export const signInUnknown = failure('unsupported', (host: string) =>
  l10n.t(
    '{0} does not say where one signs in to it. If you have a token, add it to mcp.json as an Authorization header.',
    host,
  ),
);
export const signInWithoutPkce = failure('unsupported', (host: string) =>
  l10n.t('{0} does not say that it protects sign-ins by PKCE, so none was begun. Tell its operator.', host),
);
export const notRegistered = failure('unsupported', (host: string, status: number) =>
  l10n.t('{0} does not register this extension ({1}).', host, status),
);
export const signInInsecure = failure('protocol', (host: string) =>
  l10n.t('The sign-in would go to {0} without encryption, so it was not begun. Tell the author of the server.', host),
);
export const signInIntoNetwork = failure('protocol', (host: string) =>
  l10n.t(
    'The server wants its sign-in sent to {0}, which is on this computer or in your network, so nothing was sent there. Tell the author of the server.',
    host,
  ),
);
export const signInUnencrypted = failure('configuration', (host: string) =>
  l10n.t(
    'A sign-in would be sent to {0} unencrypted, so it was not begun. Use an https address for the server in mcp.json.',
    host,
  ),
);
export const signInImpossible = failure('protocol', (host: string) =>
  l10n.t('{0} answers in a way that no sign-in is possible with. The log has details.', host),
);
export const wrongIssuer = failure('protocol', (host: string) =>
  l10n.t('The answer does not come from {0}, where the sign-in began, so it was not used. Try again.', host),
);
export const foreignAnswer = failure('protocol', () =>
  l10n.t('The browser came back with the answer to another sign-in, so it was not used. Sign in again.'),
);

// Not failures: reasons why changes go unnoticed.

export function noStreamForSubscriptions(): string {
  return l10n.t(
    'The server takes subscriptions but has no stream to tell of changes. Its resources are read again each time they are used.',
  );
}

export function noStreamKept(): string {
  return l10n.t(
    'The server promises to tell of changes but keeps no stream for it. Its resources are read again each time they are used.',
  );
}
