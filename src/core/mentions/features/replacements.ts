import * as l10n from '@vscode/l10n';
import { legible } from '../../base/legible';
import { editDistance } from '../../base/editDistance';
import { nearestUris } from '../../search/nearest';
import { namesOfHolders, serverNames, type DocumentRequest, type FeatureParts } from './feature';
import type { ResolvedMention } from '../mention/resolution';
import { shortLine } from './shortLine';
import { writeMention } from '../mention/writeMention';

/** A replacement for a mention. */
interface Replacement {
  readonly title: string;
  readonly text: string;
  /** True if no other one is as good. */
  readonly isPreferred: boolean;
}

const maxNames = 3;
/** Maximum edit distance, as a fraction of the name's length. */
const maxDistance = 0.4;

/** Replacements for a mention of nothing, best first. */
export async function replacements(
  request: DocumentRequest,
  { mention: { server = '' }, uri, resolution }: ResolvedMention,
): Promise<readonly Replacement[]> {
  if (resolution.kind === 'unknownServer') return byName(nearestNames(request, server, uri), server, uri);
  if (resolution.kind !== 'unlisted') return [];
  const namesakes = request.connections.all.filter(({ definition }) => definition.name === server);
  const serverIds = new Set(namesakes.map(({ definition }) => definition.id));
  const uris = await nearestUris(request, uri, request.signal, serverIds);
  const names = namesOfHolders(request, uri).slice(0, maxNames);
  const byUri = uris.flatMap((candidate): Replacement | [] => {
    const text = writeMention(server, candidate);
    const isPreferred = names.length === 0 && uris.length === 1;
    return text === undefined
      ? []
      : { title: l10n.t('Change to {0}', shortLine(legible(candidate))), text, isPreferred };
  });
  return [...byName(names, server, uri), ...byUri];
}

function byName(names: readonly string[], server: string, uri: string): readonly Replacement[] {
  const sameNames = names.filter((name) => isSame(name, server));
  return names.flatMap((name): Replacement | [] => {
    const text = writeMention(name, uri);
    const title = l10n.t('Change server to “{0}”', shortLine(name));
    const isPreferred = sameNames.length === 1 ? name === sameNames[0] : names.length === 1;
    return text === undefined ? [] : { title, text, isPreferred };
  });
}

/** Names that differ only in case come first, then servers that have the resource, then similar names. */
function nearestNames(parts: FeatureParts, server: string, uri: string): readonly string[] {
  const names = [...new Set(serverNames(parts))];
  const distanceOf = (name: string): number => editDistance(name, server) / Math.max(name.length, server.length);
  const similarNames = names
    .map((name) => ({ name, wrong: distanceOf(name) }))
    .filter(({ wrong }) => wrong <= maxDistance)
    .sort((a, b) => a.wrong - b.wrong)
    .map(({ name }) => name);
  const sameNames = names.filter((name) => isSame(name, server));
  return [...new Set([...sameNames, ...namesOfHolders(parts, uri), ...similarNames])].slice(0, maxNames);
}

function isSame(name: string, server: string): boolean {
  return name.toLowerCase() === server.toLowerCase();
}
