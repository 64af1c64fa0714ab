import { CompletionItemKind, type CompletionList, type Position } from 'vscode-languageserver-protocol';
import type { Connection } from '../../connection/connection';
import { isOnItsWay, waitForLists } from '../../context/waitForLists';
import { fold } from '../../base/fold';
import { completionItem, type CompletionChoice } from './completionItem';
import { childrenOf } from './completeFolder';
import { filledTemplates } from './completeTemplate';
import { findResources } from './completeResources';
import { serverChoices } from './completeServers';
import { filledChoice, resourceChoice, revivalChoices, waitingChoice } from './choices';
import { serverNames, type DocumentRequest } from './feature';
import { typedMention, type TypedMention, type TypedUri } from './typedMention';

/** Users do not look through more; the editor requests again at the next key. */
const maxItems = 100;
/** Maximum number of template values among them, to leave room for listed resources. */
const maxValues = 50;
/** Time in ms that a list waits for servers whose resources are still unknown. */
const listTimeout = 1_000;
/** In code, a comment or a string begins before the `@`. */
const beginOfText = /["'`#]|\/\/|\/\*|--|^\s*[*;%!]/u;
/** Beginning of a line in a block comment, where documentation tags follow. */
const beginOfTag = /^\s*\/?\*+\s*$/u;

/**
 * Servers after `@` and, in prose where no server's name begins so, matching resources; resources and templates after `@server:`. It
 * returns what is known, waits at most half a second for values of templates and for folders and a little longer for a server of which
 * nothing is known yet, and runs again at every key. Rejects with `CancelledError`.
 */
export async function complete(
  request: DocumentRequest,
  { line, character }: Position,
): Promise<CompletionList | undefined> {
  const { document, signal } = request;
  const text = document.line(line);
  const typed = typedMention(text, character, serverNames(request));
  if (!typed || (!document.isProse && typed.kind === 'server' && !isInText(typed, text))) return undefined;
  // In code most words after an @ are something else, such as a documentation tag.
  if (typed.kind === 'uri' || document.isProse) request.wake();
  const choices = await choicesFor(request, typed);
  signal.throwIfAborted();
  const items = uniqueChoices(choices)
    .slice(0, maxItems)
    .map((choice, rank) => completionItem(request, typed, line, choice, rank));
  return { isIncomplete: true, items };
}

async function choicesFor(request: DocumentRequest, typed: TypedMention): Promise<readonly CompletionChoice[]> {
  if (typed.kind === 'uri') return choicesOfServer(request, typed);
  const servers = serverChoices(request, typed);
  if (!request.document.isProse) return servers;
  const word = fold(typed.word);
  // The typed text may become the name; with an empty list, the editor would stop requesting.
  // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/contrib/suggest/browser/suggestModel.ts (_onNewContext)
  const isName = servers.some(({ label }) => fold(label).startsWith(word));
  const ids = isName ? [] : await findResources(request, [], typed.word, maxItems);
  const resources = ids.flatMap((id) => resourceChoice(request, id, typed) ?? []);
  return [...servers, ...resources];
}

/**
 * A server woken by this request has resources in a moment: with an empty list, the editor would stop requesting.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/contrib/suggest/browser/suggestModel.ts (_onNewContext)
 */
async function choicesOfServer(request: DocumentRequest, typed: TypedUri): Promise<readonly CompletionChoice[]> {
  const isRelevant = ({ definition }: Connection): boolean => definition.name === typed.server;
  const servers = request.connections.all.filter(isRelevant);
  const isComing = (): boolean => servers.some((connection) => isOnItsWay(connection, request.catalog));
  const choices = await knownChoices(request, servers, typed);
  if (choices.length > 0) return choices;
  if (isComing()) {
    await waitForLists(request, request.signal, { isRelevant, atMost: listTimeout });
    const updated = await knownChoices(request, servers, typed);
    if (updated.length > 0) return updated;
    if (isComing()) return [waitingChoice(typed)];
  }
  return revivalChoices(request, servers, typed);
}

async function knownChoices(
  request: DocumentRequest,
  servers: readonly Connection[],
  typed: TypedUri,
): Promise<readonly CompletionChoice[]> {
  const [children, filled, ids] = await Promise.all([
    childrenOf(request, servers, typed.word),
    filledTemplates(request, servers, typed.word),
    findResources(request, servers, typed.word, maxItems),
  ]);
  const first = new Set(children?.slice(0, maxItems));
  const inOrder = [...first, ...ids.filter((id) => !first.has(id))];
  const resources = inOrder.flatMap((id) => resourceChoice(request, id, typed) ?? []);
  const texts = new Set(resources.map(({ insertText: text }) => text));
  const templateChoices = filled.flatMap((expansion) => filledChoice(request, expansion, typed) ?? []);
  const values = templateChoices.filter(({ insertText: text }) => !texts.has(text)).slice(0, maxValues);
  if (!children && resources.length + values.length === 0) return [waitingChoice(typed)];
  if (values.length === 0) return resources;
  const start = fold(typed.word);
  const isStart = ({ kind, uri = '' }: CompletionChoice): boolean =>
    kind !== CompletionItemKind.Reference && fold(uri).startsWith(start);
  const starting = resources.filter(isStart).slice(0, maxItems - values.length);
  return [...starting, ...values, ...resources.filter((choice) => !starting.includes(choice))];
}

/** Elsewhere in code, an `@` begins decorators and variables, and nothing suggests a server. */
function isInText({ word, start }: TypedMention, line: string): boolean {
  const textBefore = line.slice(0, start);
  return beginOfText.test(textBefore) && !(word === '' && beginOfTag.test(textBefore));
}

/** Each server once: it may be configured in several places. */
function uniqueChoices(choices: readonly CompletionChoice[]): readonly CompletionChoice[] {
  const byText = new Map<string, CompletionChoice>();
  for (const choice of choices) if (!byText.has(choice.insertText)) byText.set(choice.insertText, choice);
  return [...byText.values()];
}
