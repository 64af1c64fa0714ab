import { Consent } from '../../../src/core/permission/consent';
import { describeForConsent } from '../../../src/core/configuration/launch/describeLaunch';
import { resolvedParts } from '../../../src/core/configuration/launch/resolvedParts';
import { systemClock } from '../../../src/node/base/clock';
import { SharedFolder } from '../../../src/node/files/sharedFolder';
import type { UserEnvironment } from '../../../src/node/files/userDirectories';
import { consentFolder, type RootFolder } from './folders';
import { resolvingPorts } from './launchPorts';

/**
 * The user's answers, which all editors share.
 * @param roots the folders that are open now
 */
export function storedConsent(user: UserEnvironment, roots: () => readonly RootFolder[]): Consent {
  return new Consent({
    store: new SharedFolder(consentFolder(user)),
    describe: (definition) =>
      describeForConsent(definition, { ports: resolvingPorts(user, roots()), hiding: 'byName' }),
    resolve: (definition) => resolvedParts(definition, resolvingPorts(user, roots())),
    now: () => systemClock.now(),
  });
}
