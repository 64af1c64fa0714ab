import { hasAuthorization } from '../../servers/hasAuthorization';
import type { Launch } from '../../session/session';
import { headerInsteadOfSignIn, noSignInToPrograms } from '../errors/failures';
import { hostOf } from './launchUrl';

/** The URL of a server that supports signing in. Throws `configuration` for any other. */
export function addressOf(launch: Launch): string {
  if (launch.kind !== 'http') throw noSignInToPrograms();
  if (hasAuthorization(launch.headers)) throw headerInsteadOfSignIn();
  hostOf(launch);
  return launch.url;
}
