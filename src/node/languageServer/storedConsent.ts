import { Consent } from '../../core/servers/consent';
import { describeForConsent } from '../../core/servers/launch/describeLaunch';
import { resolvedParts } from '../../core/servers/launch/resolvedParts';
import { systemClock } from '../clock';
import { SharedFolder } from '../sharedFolder';
import type { UserPlace } from '../userDirectories';
import { consentFolder, type RootFolder } from './folders';
import { resolvingPorts } from './launchPorts';

/**
 * The user's answers, which all editors share.
 * @param roots the folders that are open now
 */
export function storedConsent(user: UserPlace, roots: () => readonly RootFolder[]): Consent {
  return new Consent({
    store: new SharedFolder(consentFolder(user)),
    describe: (definition) =>
      describeForConsent(definition, { ports: resolvingPorts(user, roots()), hiding: 'byName' }),
    resolve: (definition) => resolvedParts(definition, resolvingPorts(user, roots())),
    now: () => systemClock.now(),
  });
}
