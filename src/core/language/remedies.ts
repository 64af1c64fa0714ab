import * as l10n from '@vscode/l10n';
import type { Command } from 'vscode-languageserver-protocol';
import type { Connection } from '../connection/connection';
import type { FeatureParts } from './feature';
import type { ClientCommands } from './ports';
import type { ResolvedMention } from './resolution';
import { shown } from './shown';

/** What a person can do about the servers of a mention that are not connected, or cannot be told apart. */
export function remedies(
  { commands, connections }: Pick<FeatureParts, 'commands' | 'connections'>,
  { resolution }: ResolvedMention,
): readonly Command[] {
  if (!commands) return [];
  switch (resolution.kind) {
    case 'unknownServer':
      return [{ title: l10n.t('Open the configuration'), command: commands.openConfiguration }];
    case 'ambiguous':
      return resolution.connections.flatMap((connection) => [
        ...starts(commands, connection),
        openConfiguration(commands, connection),
      ]);
    case 'listed':
      return starts(commands, connections.get(resolution.entry.serverId));
    case 'made':
    case 'unlisted':
    case 'unsure':
      return starts(commands, connections.get(resolution.address.serverId));
  }
}

function starts(commands: ClientCommands, connection: Connection | undefined): readonly Command[] {
  if (!connection) return [];
  const { id, name } = connection.definition;
  const args = [{ serverId: id }];
  switch (connection.state.kind) {
    case 'ready':
    case 'connecting':
      return [];
    case 'signInNeeded':
      return [{ title: l10n.t('Sign in to “{0}”', shown(name)), command: commands.signIn, arguments: args }];
    case 'stopped':
    case 'blocked':
    case 'failed':
      return [{ title: l10n.t('Start the server “{0}”', shown(name)), command: commands.startServer, arguments: args }];
  }
}

function openConfiguration(commands: ClientCommands, { definition: { id, name, source } }: Connection): Command {
  const title = l10n.t('Open the configuration of “{0}” ({1})', shown(name), source.label);
  return { title, command: commands.openConfiguration, arguments: [{ serverId: id }] };
}
