import * as l10n from '@vscode/l10n';
import type { Command } from 'vscode-languageserver-protocol';
import type { Connection } from '../../connection/connection';
import { statusOf } from '../../connection/serverStatus';
import type { FeatureParts } from './feature';
import type { ClientCommands } from '../mention/languagePorts';
import { namesakes } from './problems';
import { addressOf, type ResolvedMention } from '../mention/resolution';
import { shortLine } from './shortLine';

/** Commands for a mention's servers that are not connected, or cannot be told apart. */
export function remedies(
  { commands, connections }: Pick<FeatureParts, 'commands' | 'connections'>,
  mention: ResolvedMention,
): readonly Command[] {
  const { resolution } = mention;
  if (!commands) return [];
  switch (resolution.kind) {
    case 'unknownServer':
      return [commands.openConfiguration(l10n.t('Open Server Configuration'))];
    case 'undecided':
      return remediesOfEach(commands, resolution.connections);
    case 'listed':
    case 'made': {
      const candidates = namesakes({ connections }, mention);
      if (candidates.length > 0) return remediesOfEach(commands, candidates);
      return revivals(commands, connections.get(addressOf(mention)?.serverId ?? ''));
    }
    case 'unsure':
      return revivals(commands, resolution.connection);
    case 'unlisted':
      return [];
  }
}

function remediesOfEach(commands: ClientCommands, connections: readonly Connection[]): readonly Command[] {
  return connections.flatMap((connection) => [
    ...revivals(commands, connection),
    openConfiguration(commands, connection),
  ]);
}

/** Commands for a server that is not connected, one or none. None of them starts a server without the user's permission. */
export function revivals(commands: ClientCommands, connection: Connection | undefined): readonly Command[] {
  if (!connection) return [];
  const { definition } = connection;
  const name = shortLine(definition.name);
  switch (statusOf(connection).remedy) {
    case 'signIn':
      return [commands.signIn(l10n.t('Sign in to “{0}”', name), definition.id)];
    case 'review':
      // A server that was not allowed is reviewed before it starts.
      return [commands.startServer(l10n.t('Review and start “{0}”…', name), definition.id)];
    case 'start':
      return [commands.startServer(l10n.t('Start “{0}”', name), definition.id)];
    case 'trust':
      return [commands.manageTrust(l10n.t('Trust this workspace to start “{0}”…', name))];
    case 'log':
    case undefined:
      return [];
  }
}

function openConfiguration(commands: ClientCommands, { definition: { id, name, source } }: Connection): Command {
  return commands.openConfiguration(l10n.t('Open configuration of “{0}” ({1})', shortLine(name), source.label), id);
}
