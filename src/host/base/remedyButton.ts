import * as l10n from '@vscode/l10n';
import type { Remedy } from '../../core/connection/serverStatus';
import { commands as ids, manageTrust } from './ids';

/** A button, or a click on a row. */
export interface CommandButton {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** @param serverId the server that it applies to; a review, trust and the log apply to all */
export function remedyButton(remedy: Remedy, serverId?: string): CommandButton {
  switch (remedy) {
    case 'start':
      return { title: l10n.t('Start Server'), command: ids.startServer, arguments: [{ serverId }] };
    case 'signIn':
      return { title: l10n.t('Sign In…'), command: ids.signIn, arguments: [{ serverId }] };
    case 'review':
      return { title: l10n.t('Review and Start…'), command: ids.reviewServers, arguments: [] };
    case 'trust':
      return { title: l10n.t('Manage Trust'), command: manageTrust, arguments: [] };
    case 'log':
      return { title: l10n.t('Show Log'), command: ids.showLog, arguments: [] };
  }
}
