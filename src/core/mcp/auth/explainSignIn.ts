import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { CancelledError, HumanError } from '../../base/errors';
import { plain } from '../base/values';

/** Says in a {@link HumanError} what kept a sign-in from succeeding. @param host of the authorization server, or of the server */
export function explainSignIn(error: unknown, host: string): HumanError | CancelledError {
  if (error instanceof HumanError || error instanceof CancelledError) return error;
  const cause = safeCause(error);
  if (error instanceof TypeError)
    return new HumanError('network', l10n.t('{0} cannot be reached. Check your network, then try again.', host), {
      cause,
    });
  if (error instanceof OAuthError) return refused(error.code, host);
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError)
    return new HumanError('protocol', wrongIssuer(host), { cause });
  if (error instanceof RegistrationRejectedError)
    return new HumanError('unsupported', l10n.t('{0} does not register this extension ({1}).', host, error.status), {
      cause,
    });
  const text = l10n.t('{0} answers in a way that no sign-in is possible with. The log has details.', host);
  return new HumanError('protocol', text, { cause });
}

/** @param code what an authorization server calls it, such as `access_denied`; untrusted */
export function refused(code: string, host: string): HumanError {
  const cause = new Error(`OAuth error ${plain(code)}`);
  if (code === 'access_denied')
    return new HumanError('declined', l10n.t('The sign-in was declined at {0}. Sign in again to allow it.', host), {
      cause,
    });
  const text = l10n.t('{0} refuses the sign-in ({1}). Try again; if it stays so, sign out first.', host, plain(code));
  return new HumanError('http', text, { cause });
}

function wrongIssuer(host: string): string {
  return l10n.t('The answer does not come from {0}, where the sign-in began, so it was not used. Try again.', host);
}

/** An error to log in the place of one whose message may quote a secret, out of an answer or an address. */
export function safeCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  if (error instanceof TypeError || error instanceof IssuerMismatchError) return error;
  if (error instanceof InsecureTokenEndpointError || error instanceof AuthorizationServerMismatchError) return error;
  if (error instanceof OAuthError) return new Error(`OAuth error ${plain(error.code)}`);
  if (error instanceof RegistrationRejectedError) return new Error(`Registration rejected (${error.status})`);
  return new Error(error.name === 'Error' ? plain(error.message.replace(/[?#]\S*/g, '')) : error.name);
}
