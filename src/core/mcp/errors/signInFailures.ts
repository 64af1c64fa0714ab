import * as l10n from '@vscode/l10n';
import { plain } from '../base/plainValues';
import { failure, failureSaying } from './failures';

// Signing in; `host` is the authorization server's, or the server's.

export const signInUnreachable = failure('network', (host: string) =>
  l10n.t('Couldn’t reach {0}. Check your network, then try again.', host),
);
export const signInNotRenewed = failure('network', () =>
  l10n.t('Couldn’t renew the sign-in. Try again later, or sign in again.'),
);
export const signInTooLate = failure('timeout', (minutes: number) =>
  l10n.t('The sign-in timed out after {0} minutes. Sign in again when you’re ready.', minutes),
);
export const signInDeclined = failure('declined', (host: string) =>
  l10n.t('The sign-in at {0} was declined. To allow access, sign in again.', host),
);
/** `code`: error code of the authorization server. */
export const signInRefused = failureSaying(1, 'http', (host: string, code: string) =>
  l10n.t('{0} rejected the sign-in ({1}). Try again, or sign out and then sign in again.', host, plain(code)),
);
/** `configuredIn`: where the client is configured, such as `.vscode/mcp.json`. */
export const clientRefused = failure('credentials', (host: string, configuredIn: string) =>
  l10n.t(
    '{0} rejected the client ID for this server. Check the client ID and client secret in {1}.',
    host,
    configuredIn,
  ),
);
export const documentRefused = failure('credentials', (host: string) =>
  l10n.t(
    '{0} rejected the client metadata document. Check the URL in “mcpResources.signIn.clientMetadataUrl”, and the document at that URL.',
    host,
  ),
);
export const signInUnknown = failure('unsupported', (host: string) =>
  l10n.t(
    '{0} doesn’t specify where to sign in. If you have a token, add it to mcp.json as an Authorization header.',
    host,
  ),
);
export const signInWithoutPkce = failure('unsupported', (host: string) =>
  l10n.t('Couldn’t sign in securely, because {0} doesn’t support PKCE. Contact its operator.', host),
);
export const signInInsecure = failure('protocol', (host: string) =>
  l10n.t(
    'The sign-in was stopped because the connection to {0} isn’t encrypted. Report this to the server’s author.',
    host,
  ),
);
/** `scheme`: with its colon. */
export const signInNotOnWeb = failure('protocol', (scheme: string) =>
  l10n.t(
    'The sign-in was stopped because it leads to an address that starts with “{0}” instead of “https:”. Report this to the server’s author.',
    plain(scheme),
  ),
);
export const signInMoved = failure('protocol', (issuer: string, before: string) =>
  l10n.t(
    'The sign-in was stopped because this server now signs in at {0} instead of {1}. If you expect this, sign out, then sign in again.',
    plain(issuer),
    plain(before),
  ),
);
export const signInIntoNetwork = failure('protocol', (host: string) =>
  l10n.t(
    'The sign-in was stopped because it leads to {0}, which is on your computer or on your network. Report this to the server’s author.',
    host,
  ),
);
export const signInUnencrypted = failure('configuration', (host: string) =>
  l10n.t(
    'Couldn’t sign in because the connection to {0} isn’t encrypted. Use an https URL for the server in mcp.json.',
    host,
  ),
);
export const signInImpossible = failure('protocol', (host: string) =>
  l10n.t('Couldn’t sign in because of an unexpected response from {0}. See the log for details.', host),
);
export const wrongIssuer = failure('protocol', (host: string) =>
  l10n.t('The sign-in started at {0}, but the response came from elsewhere and was ignored. Sign in again.', host),
);
export const foreignAnswer = failure('protocol', () =>
  l10n.t('The browser’s response belongs to a different sign-in and was ignored. Sign in again.'),
);

// Not failures: reasons why changes go unnoticed.
