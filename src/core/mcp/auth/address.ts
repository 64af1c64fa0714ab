import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import { hasAuthorization } from '../../servers/hasAuthorization';
import type { Launch } from '../../session/session';
import { hostOf } from '../base/launchUrl';

/** The URL of a server that one can sign in to. Throws `configuration` for any other. */
export function addressOf(launch: Launch): string {
  if (launch.kind !== 'http')
    throw new HumanError('configuration', l10n.t('This server is a program of your machine: nobody signs in to it.'));
  if (hasAuthorization(launch.headers))
    throw new HumanError(
      'configuration',
      l10n.t('The server has an Authorization header in mcp.json. Remove it to sign in through the browser instead.'),
    );
  hostOf(launch);
  return launch.url;
}
