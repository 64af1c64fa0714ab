import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionRequest,
  CompletionRequest,
  DocumentLinkRequest,
  HoverRequest,
  ReferencesRequest,
  type CodeAction,
  type CompletionList,
  type DocumentLink,
  type InsertReplaceEdit,
  type Location,
  type Position,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import type { Launch } from '../../../src/core/session/session';
import { until } from '../mcp/support';
import { areKnown, changing } from './servers';
import { newLanguage } from './server/wire';

const literals = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };

/** A document, and an editor that types at its end and applies completions and fixes. */
async function newEditor(text: string, docs: Launch) {
  const editor = { textDocument: { codeAction: literals } };
  const language = await newLanguage({ docs }, {}, editor);
  const { client, open, change } = language;
  const uri = await open(text);
  const document = TextDocument.create(uri, 'markdown', 1, text);
  const end = (): Position => document.positionAt(document.getText().length);
  const at = () => ({ textDocument: { uri }, position: end() });
  const edit = async (wanted: TextEdit | InsertReplaceEdit | undefined): Promise<string> => {
    if (!wanted || !('range' in wanted)) throw new Error('It is not offered');
    const { range, newText } = wanted;
    TextDocument.update(document, [{ range, text: newText }], document.version + 1);
    await change(uri, { range, text: newText });
    return document.getText();
  };
  const type = (newText: string): Promise<string> => edit({ range: { start: end(), end: end() }, newText });
  const choose = async (label: string): Promise<string> => {
    const list = (await client.sendRequest(CompletionRequest.type, at())) as CompletionList;
    return edit(list.items.find((item) => item.label === label)?.textEdit);
  };
  const fix = async (title: string): Promise<string> => {
    const range = { start: end(), end: end() };
    const context = { diagnostics: [] };
    const actions = await client.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range, context });
    const action = (actions as CodeAction[]).find((one) => one.title === title);
    return edit(action?.edit?.changes?.[uri]?.[0]);
  };
  return { ...language, uri, at, type, choose, fix };
}

/** Returns start and end in the first line. */
const placesOf = (found: readonly (DocumentLink | Location)[] | null): readonly (readonly number[])[] =>
  (found ?? []).map(({ range: { start, end } }) => [start.character, end.character]);

it('a mention is typed, read, lost as its server moves the resource, and put right', async () => {
  const docs = changing({ 'file:///guide.md': 'The guide' }, { 'file:///handbook.md': 'The guide' });
  const { client, world, uri, diagnostics, diagnosticsOf, at, type, choose, fix } = await newEditor('See ', docs);
  await type('@');
  expect(world.connections.all[0]?.isAsleep).toBe(true);
  expect(await choose('docs')).toBe('See @docs:');
  await until(() => world.connections.all[0]?.state.kind === 'ready');
  await areKnown(world);
  expect(await choose('The guide')).toBe('See @docs:file:///guide.md');
  expect(await diagnosticsOf(uri)).toEqual([]);
  expect(placesOf(await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } }))).toEqual([[4, 26]]);
  // This server changes its list with each read.
  expect(await client.sendRequest(HoverRequest.type, at())).toMatchObject({
    contents: { value: expect.stringMatching(/^The guide\n/u) as string },
  });
  await until(() => diagnostics.get(uri)?.found.length === 1);
  expect(diagnostics.get(uri)?.found).toMatchObject([
    { message: expect.stringContaining('doesn’t list file:///guide.md') as string },
  ]);
  expect(await fix('Change to file:///handbook.md')).toBe('See @docs:file:///handbook.md');
  expect(await diagnosticsOf(uri)).toEqual([]);
  const params = { ...at(), context: { includeDeclaration: true } };
  expect(placesOf(await client.sendRequest(ReferencesRequest.type, params))).toEqual([[4, 29]]);
});
