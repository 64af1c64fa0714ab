import { ChatResponseTurn, Location, Uri, type ChatContext, type ChatPromptReference, type ChatRequest } from 'vscode';
import { keyOf } from '../../core/resource/address';
import type { PickedResource } from '../../core/context/contextSet';
import { resourcesOf, toPicked } from '../content/commandArguments';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import type { ParticipantSearch } from './participantSearch';

/** What a question is about, and how that is known. */
export interface Meant {
  /** `named`: by the person · `context`: what is picked and checked · `matches`: it was searched for. */
  readonly by: 'named' | 'context' | 'matches';
  readonly resources: readonly PickedResource[];
  /** What else the person put into the message. */
  readonly others: readonly ChatPromptReference[];
}

/** What VS Code adds by itself: the file in the active editor. */
const implicit = 'vscode.implicit';

/**
 * Finds out what a question is about: what the message carries or names, else what the person found just before and asks about, else what
 * they picked, else the resource that they look at, else what a search finds. Rejects with `CancelledError`.
 */
export async function meantBy(
  { request, context, signal }: Turn,
  parts: ParticipantParts,
  search: ParticipantSearch,
): Promise<Meant> {
  const { own, shown, others } = split(request.references, parts);
  const named = [...own, ...search.named(request.prompt).map(toPicked)];
  const first = [named, justFound(request, context, parts)].find(({ length }) => length > 0);
  if (first) return { by: 'named', resources: unique(first), others };
  const { checked } = parts.picked;
  if (checked.length > 0) return { by: 'context', resources: checked, others };
  if (shown.length > 0) return { by: 'named', resources: unique(shown), others };
  return { by: 'matches', resources: (await search.about(request.prompt, signal)).map(toPicked), others };
}

interface References {
  readonly own: readonly PickedResource[];
  /** In the active editor. */
  readonly shown: readonly PickedResource[];
  readonly others: readonly ChatPromptReference[];
}

function split(references: readonly ChatPromptReference[], parts: ParticipantParts): References {
  const own: PickedResource[] = [];
  const shown: PickedResource[] = [];
  const others: ChatPromptReference[] = [];
  for (const reference of inOrder(references)) {
    const uri = uriOf(reference.value);
    const resources = uri ? resourcesOf(uri, undefined, parts) : [];
    if (resources.length > 0) (reference.id.startsWith(implicit) ? shown : own).push(...resources);
    else others.push(reference);
  }
  return { own, shown, others };
}

function unique(resources: readonly PickedResource[]): readonly PickedResource[] {
  const keyOfFile = (one: PickedResource): string => JSON.stringify([keyOf(one), one.part]);
  return [...new Map(resources.map((one) => [keyOfFile(one), one])).values()];
}

/** Those in the text come last one first. */
function inOrder(references: readonly ChatPromptReference[]): readonly ChatPromptReference[] {
  const isInText = ({ range }: ChatPromptReference): boolean => range !== undefined;
  return [...references.filter(isInText).reverse(), ...references.filter((one) => !isInText(one))];
}

export function uriOf(value: unknown): Uri | undefined {
  if (value instanceof Location) return value.uri;
  return value instanceof Uri ? value : undefined;
}

/** "/explain" right after "/find" is about what was found, unless other words come with it. */
function justFound({ prompt }: ChatRequest, { history }: ChatContext, { catalog }: ParticipantParts): PickedResource[] {
  const last = history.at(-1);
  const outcome = last instanceof ChatResponseTurn ? (last.result.metadata as Outcome | undefined) : undefined;
  if (outcome?.kind !== 'found') return [];
  if (prompt.trim() !== '' && prompt.trim() !== outcome.words) return [];
  return (outcome.resources ?? []).flatMap(({ serverId, uri }) => {
    const entry = catalog.find(serverId, uri);
    return entry ? [toPicked(entry)] : [];
  });
}
