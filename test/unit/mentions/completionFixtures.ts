import {
  CompletionRequest,
  type CancellationToken,
  type ClientCapabilities,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver-protocol/node';
import { scripted } from '../mcp/support';
import type { newLanguage } from './server/wire';

export type Language = Awaited<ReturnType<typeof newLanguage>>;

/** An editor that supports every feature of completions. */
export const newEditor: ClientCapabilities = {
  textDocument: { completion: { completionItem: { labelDetailsSupport: true, insertReplaceSupport: true } } },
};

/** A server over stdio that lists these. */
export function answering(
  resources: readonly object[],
  resourceTemplates: readonly object[] = [],
  answers: object = {},
  capabilities: object = { resources: {}, completions: {} },
) {
  const lists = {
    'resources/list': { result: { resources } },
    'resources/templates/list': { result: { resourceTemplates } },
  };
  return scripted({ capabilities, answers: { ...lists, ...answers } });
}

/** Completes at the `|` of a text of one line; `null` where nothing is offered. */
export async function completeAt(
  { open, client }: Language,
  text: string,
  { languageId = 'markdown', token }: { languageId?: string; token?: CancellationToken } = {},
): Promise<CompletionList | null> {
  const character = text.indexOf('|');
  const uri = await open(text.replace('|', ''), languageId);
  const params = { textDocument: { uri }, position: { line: 0, character } };
  return (await client.sendRequest(CompletionRequest.type, params, token)) as CompletionList | null;
}

/** Returns the line after each choice, for editors that replace nothing after the cursor. */
export async function written(language: Language, text: string, languageId?: string): Promise<readonly string[]> {
  const list = await completeAt(language, text, languageId === undefined ? {} : { languageId });
  const line = text.replace('|', '');
  return (list?.items ?? []).map((item) => applied(line, item, 'insert'));
}

export function applied(line: string, { textEdit }: CompletionItem, how: 'insert' | 'replace'): string {
  if (!textEdit) throw new Error('There is no edit');
  const { start, end } = 'range' in textEdit ? textEdit.range : textEdit[how];
  return line.slice(0, start.character) + textEdit.newText + line.slice(end.character);
}

/** Returns the parameters of a server's received messages with this method. */
export async function received({ world }: Language, server: string, method: string): Promise<readonly unknown[]> {
  const { bytes } = await world.cache.refresh({ serverId: world.idOf(server), uri: 'control://log' });
  const messages = JSON.parse(new TextDecoder().decode(bytes)) as { method: string; params: object }[];
  return messages.filter((one) => one.method === method).map(({ params }) => params);
}
