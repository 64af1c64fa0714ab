import * as l10n from '@vscode/l10n';
import { legible } from '../../base/legible';
import { joined } from '../../base/format';
import type { Connection } from '../../connection/connection';
import type { FeatureParts } from './feature';
import { addressOf, type ResolvedMention } from '../mention/resolution';
import { shortLine } from './shortLine';

/** A problem of a mention. */
interface Problem {
  readonly code: 'unknownServer' | 'unlisted' | 'ambiguous';
  /** Says what happened and what to do next. */
  readonly message: string;
}

type Parts = Pick<FeatureParts, 'connections' | 'resolver'>;

/**
 * `undefined` if there is no problem, or while a resource's state is unknown: its server is not connected, or its list is
 * incomplete.
 */
export function problemOf(parts: Parts, resolved: ResolvedMention): Problem | undefined {
  const { mention, resolution, uri } = resolved;
  if (mention.isExample || mention.server === undefined) return undefined;
  const server = shortLine(mention.server);
  switch (resolution.kind) {
    case 'listed':
    case 'made': {
      const connections = namesakes(parts, resolved);
      if (!connections.every((connection) => parts.resolver.isWhollyListed(connection))) return undefined;
      const message = ambiguityOf(connections);
      return message === undefined ? undefined : { code: 'ambiguous', message };
    }
    case 'unsure':
    case 'undecided':
      return undefined;
    case 'unknownServer': {
      if (parts.connections.all.length === 0) return undefined;
      const message = l10n.t('Unknown server “{0}”. Correct the name, or add the server to the configuration.', server);
      return { code: 'unknownServer', message };
    }
    case 'unlisted': {
      const message = l10n.t(
        'The server “{0}” doesn’t list {1}. Correct the URI, or choose another resource.',
        server,
        shortLine(legible(uri)),
      );
      return { code: 'unlisted', message };
    }
  }
}

/** Servers of the same name that have the mentioned resource, with the used one first. Empty if there is only one. */
export function namesakes(
  { connections }: Pick<Parts, 'connections'>,
  resolved: ResolvedMention,
): readonly Connection[] {
  const { mention, resolution } = resolved;
  if (mention.server === undefined || (resolution.kind !== 'listed' && resolution.kind !== 'made')) return [];
  if (resolution.others.length === 0) return [];
  const used = addressOf(resolved)?.serverId ?? '';
  const ids = [used, ...resolution.others.map(({ serverId }) => serverId)];
  return ids.flatMap((id) => connections.get(id) ?? []);
}

/** Says which of several servers is used, and what to do; `undefined` for none. */
export function ambiguityOf(namesakes: readonly Connection[]): string | undefined {
  const [used, ...namedAlike] = namesakes.map(({ definition }) => definition);
  if (!used || namedAlike.length === 0) return undefined;
  return l10n.t(
    'Several servers named “{0}” have this resource. The one in {1} takes precedence over any in {2}. Give each server its own name.',
    shortLine(used.name),
    used.source.label,
    joined([...new Set(namedAlike.map(({ source }) => source.label))]),
  );
}
