import { HTTP_REQUEST_FORBIDDEN, INVALID_RESPONSE, JSON_ATTRIBUTE_COMPARISON } from 'oauth4webapi';
import { CancelledError, HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { plain } from '../base/plainValues';
import { signInDeclined, signInImpossible, signInInsecure, signInRefused, wrongIssuer } from '../errors/failures';

/** The reason why a sign-in failed, as a {@link HumanError}. @param host of the authorization server, or of the server */
export function explainSignIn(error: unknown, host: string): HumanError | CancelledError {
  if (error instanceof HumanError || error instanceof CancelledError) return error;
  const cause = safeCause(error);
  const { code, cause: about } = error as { readonly code?: unknown; readonly cause?: unknown };
  // The browser's answer, whose state was compared before.
  const isFromBrowser = isFields(about) && 'parameters' in about;
  if (code === JSON_ATTRIBUTE_COMPARISON || (code === INVALID_RESPONSE && isFromBrowser))
    return wrongIssuer(host, cause);
  if (code === HTTP_REQUEST_FORBIDDEN) return signInInsecure((about as URL).host, cause);
  return signInImpossible(host, cause);
}

/** @param code error code of the authorization server, such as `access_denied`; untrusted */
export function signInError(code: string, host: string): HumanError {
  const cause = new Error(`OAuth error ${plain(code)}`);
  return code === 'access_denied' ? signInDeclined(host, cause) : signInRefused(host, code, cause);
}

/** An error to log instead of one that has an answer with secrets, or whose message quotes an address. */
export function safeCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  return new Error(`${error.name}: ${plain(error.message.replace(/[?#]\S*/g, ''))}`);
}
