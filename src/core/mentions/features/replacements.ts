import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import { editDistance } from '../../base/editDistance';
import { nearestUris } from '../../search/nearest';
import { namesOfHolders, serverNames, type FeatureParts } from './feature';
import type { ResolvedMention } from '../mention/resolution';
import { shown } from './shown';
import { writeMention } from '../mention/writeMention';

/** A replacement for a mention. */
interface Replacement {
  readonly title: string;
  readonly text: string;
  /** True where no other one is as good. */
  readonly isPreferred: boolean;
}

const mostNames = 3;
const mostUris = 5;
/** Maximum edit distance, as a fraction of the name's length. */
const mostWrong = 0.4;
/** Number of resources between checks of the clock. */
const perLook = 256;

/** Replacements for a mention of nothing, best first. Rejects with `CancelledError`. */
export async function replacements(
  parts: FeatureParts,
  { mention: { server = '' }, uri, resolution }: ResolvedMention,
  signal: AbortSignal,
): Promise<readonly Replacement[]> {
  if (resolution.kind === 'unknownServer') return byName(nearestNames(parts, server, uri), server, uri);
  if (resolution.kind !== 'unlisted') return [];
  const named = parts.connections.all.filter(({ definition }) => definition.name === server);
  const serverIds = new Set(named.map(({ definition }) => definition.id));
  const titled = await ofFormerTitle(parts, uri, serverIds, signal);
  const nearest = await nearestUris(parts, uri, signal, serverIds);
  const uris = [...new Set([...titled, ...nearest])].slice(0, mostUris);
  const names = namesOfHolders(parts, uri).slice(0, mostNames);
  const [good] = titled.length === 1 ? titled : uris.length === 1 ? uris : [];
  const byUri = uris.flatMap((one): Replacement | [] => {
    const text = writeMention(server, one);
    const isPreferred = names.length === 0 && one === good;
    return text === undefined ? [] : { title: l10n.t('Change to {0}', shown(one)), text, isPreferred };
  });
  return [...byName(names, server, uri), ...byUri];
}

function byName(names: readonly string[], server: string, uri: string): readonly Replacement[] {
  const same = names.filter((name) => isSame(name, server));
  return names.flatMap((name): Replacement | [] => {
    const text = writeMention(name, uri);
    const title = l10n.t('Change to the server “{0}”', shown(name));
    const isPreferred = same.length === 1 ? name === same[0] : names.length === 1;
    return text === undefined ? [] : { title, text, isPreferred };
  });
}

/** Names that differ only in case come first, then servers that have the resource, then similar names. */
function nearestNames(parts: FeatureParts, server: string, uri: string): readonly string[] {
  const names = [...new Set(serverNames(parts))];
  const distance = (name: string): number => editDistance(name, server) / Math.max(name.length, server.length);
  const alike = names
    .map((name) => ({ name, wrong: distance(name) }))
    .filter(({ wrong }) => wrong <= mostWrong)
    .sort((a, b) => a.wrong - b.wrong)
    .map(({ name }) => name);
  const same = names.filter((name) => isSame(name, server));
  return [...new Set([...same, ...namesOfHolders(parts, uri), ...alike])].slice(0, mostNames);
}

function isSame(name: string, server: string): boolean {
  return name.toLowerCase() === server.toLowerCase();
}

/** URIs of the servers' resources whose title is the former title of a resource that is gone. */
async function ofFormerTitle(
  { catalog, formerTitles, newSlice }: FeatureParts,
  uri: string,
  serverIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [title] = [...serverIds].flatMap((serverId) => formerTitles.of({ serverId, uri }));
  if (title === undefined) return [];
  const slice = newSlice();
  const { table } = catalog;
  const found: string[] = [];
  for (let id = 0; id < catalog.idLimit && found.length < mostUris; id += 1) {
    if (id % perLook === 0 && slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    if (!table.has(id) || !serverIds.has(catalog.serverIdOf(id))) continue;
    if (table.text(id).startsWith(title) && table.displayName(id) === title) found.push(table.uri(id));
  }
  return found;
}
