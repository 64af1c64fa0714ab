import * as l10n from '@vscode/l10n';
import type { Connection } from '../connection/connection';
import type { FeatureParts } from './feature';
import type { ResolvedMention } from './resolution';
import { shown } from './shown';

/** What is wrong with a mention. */
interface Problem {
  readonly code: 'unknownServer' | 'unlisted' | 'ambiguous';
  /** Says what happened and what to do next. */
  readonly message: string;
}

type Parts = Pick<FeatureParts, 'connections' | 'formerTitles' | 'resolver'>;

/** `undefined` where nothing is, or nothing can be told: while servers are not connected, or are not known wholly. */
export function problemOf(parts: Parts, { mention, resolution, uri }: ResolvedMention): Problem | undefined {
  if (mention.isExample || mention.server === undefined) return undefined;
  const server = shown(mention.server);
  switch (resolution.kind) {
    case 'listed':
    case 'made':
    case 'unsure':
      return undefined;
    case 'unknownServer': {
      if (parts.connections.all.length === 0) return undefined;
      const message = l10n.t(
        'No server is called “{0}”. Correct the name, or add the server to the configuration.',
        server,
      );
      return { code: 'unknownServer', message };
    }
    case 'unlisted': {
      const [title] = parts.formerTitles.of(resolution.address);
      return { code: 'unlisted', message: unlisted(server, shown(uri), title) };
    }
    case 'ambiguous': {
      if (!resolution.connections.every((one) => parts.resolver.isWhollyListed(one))) return undefined;
      return { code: 'ambiguous', message: ambiguous(server, resolution.connections) };
    }
  }
}

function unlisted(server: string, uri: string, title: string | undefined): string {
  if (title !== undefined)
    return l10n.t(
      'The server “{0}” does not list “{1}” any more. Choose another resource, or remove the mention.',
      server,
      shown(title),
    );
  return l10n.t('The server “{0}” lists no resource {1}. Correct the URI, or choose another resource.', server, uri);
}

function ambiguous(server: string, connections: readonly Connection[]): string {
  const sources = [...new Set(connections.map(({ definition }) => definition.source.label))].join(', ');
  return l10n.t(
    'Several servers called “{0}” have this resource ({1}). Give one of them another name in its configuration.',
    server,
    sources,
  );
}
