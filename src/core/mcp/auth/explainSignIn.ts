import * as oauth from 'oauth4webapi';
import { CancelledError, HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import { plain } from '../base/plainValues';
import { signInDeclined, signInImpossible, signInInsecure, signInRefused, wrongIssuer } from '../errors/signInFailures';

/** The reason why a sign-in failed, as a {@link HumanError}. @param host of the authorization server, or of the server */
export function explainSignIn(error: unknown, host: string): HumanError | CancelledError {
  if (error instanceof HumanError || error instanceof CancelledError) return error;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  // The browser's answer, whose state was compared before.
  const isFromBrowser = isFields(cause) && 'parameters' in cause;
  if (code === oauth.JSON_ATTRIBUTE_COMPARISON || (code === oauth.INVALID_RESPONSE && isFromBrowser))
    return wrongIssuer(host, error);
  if (code === oauth.HTTP_REQUEST_FORBIDDEN) return signInInsecure((cause as URL).host, error);
  return signInImpossible(host, error);
}

/** @param code error code of the authorization server, such as `access_denied`; untrusted */
export function signInError(code: string, host: string): HumanError {
  const cause = new Error(`OAuth error ${plain(code)}`);
  return code === 'access_denied' ? signInDeclined(host, cause) : signInRefused(host, code, cause);
}
