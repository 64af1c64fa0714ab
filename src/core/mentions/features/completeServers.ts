import * as l10n from '@vscode/l10n';
import { CompletionItemKind } from 'vscode-languageserver-protocol';
import type { Connection } from '../../connection/connection';
import { describeListed, formatCount } from '../../base/format';
import { listOf, statusOf } from '../../connection/serverStatus';
import { fold } from '../../base/fold';
import type { CompletionChoice } from './completionItem';
import type { FeatureParts } from './feature';
import type { TypedServer } from './typedMention';
import { writeMention } from '../mention/writeMention';

/** Servers that are not hidden, and whose names contain the typed text; those that begin with it first, otherwise in configured order. */
export function serverChoices(parts: FeatureParts, typed: TypedServer): readonly CompletionChoice[] {
  const word = fold(typed.word);
  const byName = new Map<string, Connection[]>();
  for (const connection of parts.connections.all) {
    const { id, name } = connection.definition;
    if (!fold(name).includes(word) || writeMention(name, 'x') === undefined) continue;
    if (!parts.visibility.isServerVisible(id)) continue;
    byName.set(name, [...(byName.get(name) ?? []), connection]);
  }
  const names = [...byName.keys()];
  const isStart = (name: string): boolean => fold(name).startsWith(word);
  const sorted = [...names.filter(isStart), ...names.filter((name) => !isStart(name))];
  return sorted.map((name) => ({
    kind: CompletionItemKind.Module,
    label: name,
    insertText: `@${name}:`,
    end: typed.nameEnd,
    facts: factsOf(parts, byName.get(name) ?? []),
    goesOn: true,
  }));
}

function factsOf({ catalog, templates }: FeatureParts, [first, ...namesakes]: readonly Connection[]): string[] {
  if (!first) return [];
  if (namesakes.length > 0) return [l10n.t('{0} servers', formatCount(1 + namesakes.length))];
  const list = listOf(first.definition.id, catalog, templates);
  const { count } = list.resources;
  const facts = new Set([statusOf(first, list).label]);
  // The label of a server that is connected has the count.
  if (first.state.kind !== 'ready' && count + list.templates > 0) facts.add(describeListed(count, list.templates));
  return [...facts];
}
