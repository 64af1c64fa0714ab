import { SemanticTokensRangeRequest, SemanticTokensRequest } from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import { startAll } from '../servers';
import { listing, newLanguage } from '../server/wire';

const docs = listing([
  { uri: 'note:a b', name: 'a b' },
  { uri: 'file:///guide.md', name: 'guide.md' },
]);
const text =
  'See file:///guide.md.\n\n@docs:<note:a b>, @docs:gone:x; @nobody:x:y https://elsewhere.example\n@docs:file:///guide.md';

it('colours the server and the URI, and tells what is not listed', async () => {
  const { client, world, open, initialized } = await newLanguage({ docs });
  await startAll(world);
  const textDocument = { uri: await open(text) };
  expect(initialized.capabilities.semanticTokensProvider).toMatchObject({
    legend: { tokenTypes: ['namespace', 'function'], tokenModifiers: ['deprecated', 'unsure'] },
  });
  const guide = [0, 6, 16, 1, 0];
  const tokens = [
    ...[0, 4, 16, 1, 0],
    ...[2, 0, 6, 0, 0, 0, 7, 8, 1, 0],
    ...[0, 11, 6, 0, 1, 0, 6, 6, 1, 1],
    ...[1, 0, 6, 0, 0, ...guide],
  ];
  expect(await client.sendRequest(SemanticTokensRequest.type, { textDocument })).toEqual({ data: tokens });
  const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 5 } };
  const ofRange = await client.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range });
  expect(ofRange).toEqual({ data: [3, 0, 6, 0, 0, ...guide] });
});

it('says that it is not sure while a server is not connected, and starts none', async () => {
  const { client, world, open } = await newLanguage({ docs });
  const textDocument = { uri: await open('@docs:file:///guide.md') };
  const tokens = await client.sendRequest(SemanticTokensRequest.type, { textDocument });
  expect(tokens).toEqual({ data: [0, 0, 6, 0, 2, 0, 6, 16, 1, 2] });
  expect(world.connections.all.map(({ state }) => state.kind)).toEqual(['stopped']);
});
