import { hasAuthorization } from '../../servers/hasAuthorization';
import type { Launch } from '../../session/session';
import { headerInsteadOfSignIn, noSignInToPrograms } from '../errors/failures';
import { hostOf } from './launchUrl';

/** The URL of a server that supports signing in. Throws `configuration` for any other. */
export function addressOf(launch: Launch): string {
  if (!('url' in launch)) throw noSignInToPrograms();
  if (hasAuthorization(launch)) throw headerInsteadOfSignIn();
  hostOf(launch);
  return launch.url;
}
