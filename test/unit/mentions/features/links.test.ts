import {
  DefinitionRequest,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  LSPErrorCodes,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import { addNamesake, startAll } from '../servers';
import { listing, newLanguage } from '../server/wire';

const shop = listing(
  [
    { uri: 'file:///guide.md', name: 'guide.md', title: 'The guide' },
    { uri: 'https://shop.example/a', name: 'a page' },
    { uri: 'db://odd', name: 'odd', title: 'x\\](command:a) <command:b> `c`\n![d]' },
  ],
  [{ uriTemplate: 'db://{table}', name: 'table' }],
);

const linksOf = async (client: ProtocolConnection, uri: string) =>
  (await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } })) ?? [];

function line(from: number, to: number, at = 0) {
  return { start: { line: at, character: from }, end: { line: at, character: to } };
}

it('links what is listed or made, and nothing else', async () => {
  const { client, world, open } = await newLanguage({ shop });
  await world.start('db://{table}');
  const uri = await open(
    [
      'See @shop:file:///guide.md, or https://shop.example/a.',
      '@shop:db://made @shop:file:///gone.md @shop:<db://odd>',
      '@nobody:file:///guide.md https://elsewhere.example/a mail@shop:x',
    ].join('\n'),
  );
  const serverId = world.idOf('shop');
  // VS Code shows it beside the hover, which has the title.
  const tooltip = 'Open resource';
  expect(await linksOf(client, uri)).toEqual([
    { range: line(4, 26), tooltip, data: { serverId, uri: 'file:///guide.md' } },
    { range: line(31, 53), tooltip, data: { serverId, uri: 'https://shop.example/a' } },
    { range: line(0, 15, 1), tooltip, data: { serverId, uri: 'db://made' } },
    { range: line(38, 54, 1), tooltip, data: { serverId, uri: 'db://odd' } },
  ]);
});

it('links what is not known yet, and starts no server for it', async () => {
  const { client, world, open } = await newLanguage({ shop });
  const uri = await open('@shop:file:///guide.md');
  expect((await linksOf(client, uri)).map(({ data }) => data as unknown)).toMatchObject([{ uri: 'file:///guide.md' }]);
  expect(world.connections.all.map(({ state }) => state.kind)).toEqual(['stopped']);
});

it('finds the file when somebody opens a link, and starts the servers', async () => {
  const { client, world, open } = await newLanguage({ shop });
  const [link] = await linksOf(client, await open('@shop:file:///guide.md'));
  const resolved = await client.sendRequest(DocumentLinkResolveRequest.type, link!);
  expect(resolved).toEqual({ ...link, target: 'mcpres://user//shop/file%3A%2F%2F%2Fguide.md' });
  expect(world.connections.all.map(({ isAsleep }) => isAsleep)).toEqual([false]);
});

it('has the target of a link at once where the editor knows it', async () => {
  const linkTarget = ({ uri }: { readonly uri: string }): string => `mcpres:${uri}`;
  const { client, open } = await newLanguage({ shop }, { linkTarget });
  const uri = await open('@shop:file:///guide.md');
  expect((await linksOf(client, uri)).map(({ target }) => target)).toEqual(['mcpres:file:///guide.md']);
});

it('goes nowhere for what its server does not list', async () => {
  const { client, world, open } = await newLanguage({ shop });
  await startAll(world);
  const textDocument = { uri: await open('@shop:file:///gone.md') };
  const params = { textDocument, position: { line: 0, character: 1 } };
  expect(await client.sendRequest(DefinitionRequest.type, params)).toBeNull();
});

it('links of several servers of one name to the first that lists it', async () => {
  const { client, world, open } = await newLanguage({ shop });
  addNamesake(world, 'shop');
  const uri = await open('@shop:file:///guide.md');
  expect(await linksOf(client, uri)).toEqual([]);
  await startAll(world);
  const data = { serverId: world.idOf('shop'), uri: 'file:///guide.md' };
  expect(await linksOf(client, uri)).toMatchObject([{ data }]);
});

it('goes to the same file as to a definition', async () => {
  const { client, world, open } = await newLanguage({ shop });
  const uri = await open('See @shop:file:///guide.md there');
  const goTo = (character: number) =>
    client.sendRequest(DefinitionRequest.type, { textDocument: { uri }, position: { line: 0, character } });
  expect([await goTo(3), await goTo(27)]).toEqual([null, null]);
  expect(world.connections.all.map(({ isAsleep }) => isAsleep)).toEqual([true]);
  const location = { uri: 'mcpres://user//shop/file%3A%2F%2F%2Fguide.md', range: line(0, 0) };
  expect([await goTo(4), await goTo(26)]).toEqual([location, location]);
  expect(world.connections.all.map(({ isAsleep }) => isAsleep)).toEqual([false]);
});

it.each([
  [
    'there is none',
    () => Promise.resolve(undefined),
    'Couldn’t open the resource as a file. Check that its server is still configured.',
  ],
  ['it fails', () => Promise.reject(new HumanError('declined', 'You said no. Ask again.')), 'You said no. Ask again.'],
])('says why no file opens where %s', async (_, fileOf, message) => {
  const { client, open } = await newLanguage({ shop }, { fileOf });
  const uri = await open('@shop:file:///guide.md');
  const [link] = await linksOf(client, uri);
  const error = { code: LSPErrorCodes.RequestFailed, message };
  await expect(client.sendRequest(DocumentLinkResolveRequest.type, link!)).rejects.toMatchObject(error);
  const at = { textDocument: { uri }, position: { line: 0, character: 1 } };
  await expect(client.sendRequest(DefinitionRequest.type, at)).rejects.toMatchObject(error);
});
