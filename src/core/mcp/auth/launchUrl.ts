import { hasAuthorization } from '../../configuration/hasAuthorization';
import type { HttpLaunch } from '../../configuration/launch/http';
import type { Launch } from '../../session/session';
import { badUrl, headerInsteadOfSignIn, noSignInToPrograms } from '../errors/failures';

/** Host and port, which may be shown and logged; the rest of a URL may contain secrets. Throws `configuration`. */
export function hostOf({ url }: HttpLaunch): string {
  if (!URL.canParse(url)) throw badUrl();
  const { host, protocol } = new URL(url);
  if (protocol === 'http:' || protocol === 'https:') return host;
  throw badUrl();
}

/** A server that supports signing in. Throws `configuration` for any other. */
export function signInLaunch(launch: Launch): HttpLaunch {
  if (!('url' in launch)) throw noSignInToPrograms();
  if (hasAuthorization(launch)) throw headerInsteadOfSignIn();
  hostOf(launch);
  return launch;
}
