import { Consent } from '../../core/servers/consent';
import { describeForConsent } from '../../core/servers/describeLaunch';
import { systemClock } from '../clock';
import { SharedFolder } from '../sharedFolder';
import { consentFolder, formerConsentPath, type UserPlace } from './folders';
import { JsonFile } from './jsonFile';

/** The user's answers, which all editors share. */
export function storedConsent(user: UserPlace): Consent {
  return new Consent({
    store: new SharedFolder(consentFolder(user)),
    former: new JsonFile(formerConsentPath(user)),
    describe: describeForConsent,
    now: () => systemClock.now(),
  });
}
