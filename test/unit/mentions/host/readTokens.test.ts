import { SemanticTokensRangeRequest } from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import { readTokens } from '../../../../src/host/mentions/readTokens';
import { startAll } from '../servers';
import { listing, newLanguage } from '../server/wire';

it('reads from semantic tokens what is to be coloured, and what of it is not listed', async () => {
  const docs = listing([{ uri: 'file:///guide.md', name: 'guide.md' }]);
  const { client, world, open, initialized } = await newLanguage({ docs });
  await startAll(world);
  const lines = [
    'x',
    'See @docs:file:///guide.md and file:///guide.md,',
    '',
    '  @docs:gone:x, @docs:file:///guide.md.',
  ];
  const textDocument = { uri: await open(lines.join('\n')) };
  const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
  const tokens = await client.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range });
  const { legend } = initialized.capabilities.semanticTokensProvider!;
  const read = readTokens(tokens!.data, legend).map(({ line, start, length, isGone }) => {
    return `${line} ${lines[line]!.slice(start, start + length)}${isGone ? ' gone' : ''}`;
  });
  expect(read).toEqual([
    ...['1 @docs:', '1 file:///guide.md', '1 file:///guide.md'],
    ...['3 @docs: gone', '3 gone:x gone', '3 @docs:', '3 file:///guide.md'],
  ]);
});

it('of a server without that modifier takes none for gone', () => {
  const legend = { tokenTypes: ['function'], tokenModifiers: ['unsure'] };
  expect(readTokens([0, 1, 2, 0, 1], legend)).toEqual([{ line: 0, start: 1, length: 2, isGone: false }]);
});
