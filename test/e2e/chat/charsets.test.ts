// What GitHub Copilot Chat, built into VS Code, and its model get of texts that no server wrote in UTF-8.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrived, CopilotChat, lastMessage } from '../../support/copilot/copilotChat.js';
import { inTurn } from '../../support/copilot/modelServer.js';
import { findRow, setExpanded } from '../../support/workbench/trees.js';
import type { Blob } from '../base/changingServer.js';

const lines = (word: string): string => `${word}\n`.repeat(20).trimEnd();
const blob = (mimeType: string, ...parts: readonly (string | readonly number[])[]): Blob => ({
  mimeType,
  blob: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))).toString(
    'base64',
  ),
});

/** By URI, what the server sends, and what has to arrive. */
const texts: Readonly<Record<string, readonly [string | Blob, string]>> = {
  'box://desk/latin.txt': [
    blob('text/plain; charset=iso-8859-1', [...Buffer.from(lines('Grüße'), 'latin1')]),
    lines('Grüße'),
  ],
  'box://desk/sjis.txt': [
    blob('text/plain; charset=shift_jis', [0x82, 0xb2, 0x92, 0x8d, 0x95, 0xb6], ' 1'),
    'ご注文 1',
  ],
  'box://desk/utf16.txt': [
    blob('text/plain; charset=utf-16le', [...Buffer.from(lines('Größe ✓'), 'utf16le')]),
    lines('Größe ✓'),
  ],
  'box://desk/utf16-marked.txt': [
    blob('text/plain', [0xfe, 0xff], [...Buffer.from(lines('Größe'), 'utf16le').swap16()]),
    lines('Größe'),
  ],
  'box://desk/marked.csv': [blob('text/csv', [0xef, 0xbb, 0xbf], 'name,Größe\nÄpfel,1'), 'name,Größe\nÄpfel,1'],
  'box://desk/nul.txt': ['one\0two', 'one␀two'],
  'box://desk/nul-bytes.log': [blob('text/x-log', 'started\0ready'), 'started␀ready'],
};
const uris = Object.keys(texts);

let chat: CopilotChat;
beforeAll(async () => {
  chat = await CopilotChat.start({});
  await chat.server.replace(Object.fromEntries(Object.entries(texts).map(([uri, [sent]]) => [uri, sent])));
  await setExpanded(chat.workbench.page, 'Resources', 'box');
  await findRow(chat.workbench.page, 'Resources', 'nul.txt');
});
afterAll(() => chat.dispose());

it.each(['agent', 'ask'] as const)(
  'texts in other encodings, with a mark or with NUL arrive as text in %s mode',
  async (mode) => {
    await chat.begin(mode);
    await chat.attach(...uris);
    const request = await chat.send('Which encoding?');
    const expected = uris.map((uri) => texts[uri]?.[1] ?? '');
    if (mode === 'agent') expect(arrived(request).map(({ text }) => text)).toEqual(expected);
    else for (const text of expected) expect(lastMessage(request)).toContain(text);
  },
);

it('they arrive so where VS Code takes files for another encoding', async () => {
  await chat.workbench.changeSettings({ 'files.encoding': 'shiftjis' });
  await chat.begin('agent');
  await chat.attach(...uris);
  const request = await chat.send('Which of the two?');
  await chat.workbench.changeSettings({ 'files.encoding': 'utf8' });
  expect(arrived(request).map(({ text }) => text)).toEqual(uris.map((uri) => texts[uri]?.[1]));
});

it('a tool returns the same texts', async () => {
  await chat.begin('agent');
  // Models may read them from there without asking.
  await chat.addToContext(...uris);
  const results = await chat.callTools(inTurn(uris.map((uri) => ({ tool: 'mcpResources_read', input: { uri } }))));
  const contents = results.map((result) => /\n(=====.+=====)\n([^]*)\n\1/u.exec(result)?.[2]);
  expect(contents).toEqual(uris.map((uri) => texts[uri]?.[1]));
});
