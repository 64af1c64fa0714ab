import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { CancelledError, HumanError } from '../../base/errors';
import { plain } from '../base/plainValues';
import {
  notRegistered,
  signInDeclined,
  signInImpossible,
  signInRefused,
  signInUnreachable,
  wrongIssuer,
} from '../errors/failures';

/** The reason why a sign-in failed, as a {@link HumanError}. @param host of the authorization server, or of the server */
export function explainSignIn(error: unknown, host: string): HumanError | CancelledError {
  if (error instanceof HumanError || error instanceof CancelledError) return error;
  const cause = safeCause(error);
  if (error instanceof TypeError) return signInUnreachable(host, cause);
  if (error instanceof OAuthError) return signInError(error.code, host);
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError)
    return wrongIssuer(host, cause);
  if (error instanceof RegistrationRejectedError) return notRegistered(host, error.status, cause);
  return signInImpossible(host, cause);
}

/** @param code error code of the authorization server, such as `access_denied`; untrusted */
export function signInError(code: string, host: string): HumanError {
  const cause = new Error(`OAuth error ${plain(code)}`);
  return code === 'access_denied' ? signInDeclined(host, cause) : signInRefused(host, code, cause);
}

/** An error to log instead of one whose message may quote a secret from an answer or an address. */
export function safeCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  if (error instanceof TypeError || error instanceof IssuerMismatchError) return error;
  if (error instanceof InsecureTokenEndpointError || error instanceof AuthorizationServerMismatchError) return error;
  if (error instanceof OAuthError) return new Error(`OAuth error ${plain(error.code)}`);
  if (error instanceof RegistrationRejectedError) return new Error(`Registration rejected (${error.status})`);
  return new Error(error.name === 'Error' ? plain(error.message.replace(/[?#]\S*/g, '')) : error.name);
}
