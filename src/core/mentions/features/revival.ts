import * as l10n from '@vscode/l10n';
import type { Command } from 'vscode-languageserver-protocol';
import type { Connection } from '../../connection/connection';
import { statusOf } from '../../connection/serverStatus';
import type { ClientCommands } from '../mention/languagePorts';
import { shortLine } from './shortLine';

/** The command for a server that is not connected, if any. It starts no server without the user's permission. */
export function revival(commands: ClientCommands, connection: Connection): Command | undefined {
  const { definition } = connection;
  const name = shortLine(definition.name);
  switch (statusOf(connection).remedy) {
    case 'signIn':
      return commands.signIn(l10n.t('Sign in to “{0}”', name), definition.id);
    case 'review':
      // A server that was not allowed is reviewed before it starts.
      return commands.startServer(l10n.t('Review and start “{0}”…', name), definition.id);
    case 'start':
      return commands.startServer(l10n.t('Start “{0}”', name), definition.id);
    case 'trust':
      return commands.manageTrust(l10n.t('Trust this workspace to start “{0}”…', name));
    case 'log':
    case undefined:
      return undefined;
  }
}
