import { CodeLensRequest, type Range } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import type { LanguagePorts } from '../../../../src/core/mentions/mention/languagePorts';
import type { LanguageServer } from '../../../../src/core/mentions/server/languageServer';
import { addNamesake, startAll } from '../servers';
import { listing, newLanguage } from '../server/wire';

const shop = listing([
  { uri: 'a:1', name: 'one' },
  { uri: 'a:2', name: 'two' },
]);
const other = listing([{ uri: 'a:1', name: 'one' }]);

async function lensesOf(
  text: string,
  { languageId = 'markdown', file, ...fields }: Partial<LanguagePorts> & { languageId?: string; file?: string } = {},
) {
  const { client, world, open } = await newLanguage({ shop, other }, fields);
  await startAll(world);
  const uri = await open(text, languageId, file);
  const lenses = await client.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
  return (lenses ?? []).map(({ range, command }) => {
    expect(range.end).toEqual(range.start);
    expect(command?.arguments).toEqual([uri]);
    return `${range.start.line} ${command?.command ?? ''}: ${command?.title ?? ''}`;
  });
}

describe('lenses', () => {
  it('stand over prose with each resource once, without what is not listed', async () => {
    expect(await lensesOf('# Title\n\n@shop:a:1 @shop:a:1 @shop:a:2 @other:a:1 @shop:a:gone @nobody:a:1')).toEqual([
      '0 attachMentioned: Attach Mentioned Resources (3)',
      '0 addMentioned: Add to Context',
    ]);
  });

  it('stand behind front matter', async () => {
    const texts = [
      '---\ntools: [a]\n---\n\n@shop:a:1',
      '---\n@shop:a:1',
      '---\n@shop:a:1\n---',
      'text\n---\n@shop:a:1\n---\ntext',
    ];
    expect((await Promise.all(texts.map((text) => lensesOf(text)))).map(([first]) => first)).toEqual([
      '3 attachMentioned: Attach Mentioned Resources (1)',
      '0 attachMentioned: Attach Mentioned Resources (1)',
      '0 attachMentioned: Attach Mentioned Resources (1)',
      '0 attachMentioned: Attach Mentioned Resources (1)',
    ]);
  });

  it('stand at the first mention in code', async () => {
    const text = '// text\nconst a = 1;\n// @nobody:a:1\n// @shop:a:1\n// @shop:a:2';
    expect((await lensesOf(text, { languageId: 'typescript' }))[0]).toBe(
      '3 attachMentioned: Attach Mentioned Resources (2)',
    );
  });

  it.each(['file:///w/AGENTS.md', 'file:///w/.github/copilot-instructions.md', 'file:///w/a/b.prompt.md'])(
    'say of %s that the chat sends it as text, and lead to its set',
    async (file) => {
      expect(await lensesOf('@shop:a:1', { file })).toEqual([
        '0 attachMentioned: Attach Mentioned Resources (1)',
        '0 addMentioned: Add to Context',
        '0 contextSets: Sent as text only',
      ]);
    },
  );

  it.each<[string, string, Partial<LanguagePorts>]>([
    ['what mentions nothing', 'text', {}],
    ['what mentions nothing that can be told', '@nobody:a:1', {}],
    ['what mentions nothing that is listed', '@shop:a:gone @shop:half', {}],
    ['an editor without commands', '@shop:a:1', { commands: undefined }],
    ['who does not want them', '@shop:a:1', { settings: () => ({ problems: 'hint', hasLenses: false }) }],
  ])('are not there for %s', async (_, text, fields) => {
    expect(await lensesOf(text, fields)).toEqual([]);
  });

  it('start no server', async () => {
    const { client, world, open } = await newLanguage({ shop });
    const textDocument = { uri: await open('@shop:a:1') };
    expect(await client.sendRequest(CodeLensRequest.type, { textDocument })).toHaveLength(2);
    expect(world.connections.all.map(({ isAsleep }) => isAsleep)).toEqual([true]);
  });
});

describe('the resources mentioned', () => {
  const text = 'a @shop:a:1 b @shop:a:2\n@other:a:1 @shop:a:1.';
  const range = (from: number, start: number, to: number, end: number): Range => ({
    start: { line: from, character: start },
    end: { line: to, character: end },
  });
  const mentionedIn = (server: LanguageServer, written: string, part?: Range) =>
    server.mentionedIn(
      { uri: 'file:///shop/notes.md', languageId: 'markdown', text: written, range: part },
      new AbortController().signal,
    );

  it.each<[string, Range | undefined, readonly string[]]>([
    ['a document', undefined, ['shop a:1', 'shop a:2', 'other a:1']],
    ['all of it as a range', range(0, 0, 9, 0), ['shop a:1', 'shop a:2', 'other a:1']],
    ['a line with its end', range(0, 0, 1, 0), ['shop a:1', 'shop a:2']],
    ['a part of a mention', range(0, 10, 0, 12), ['shop a:1']],
    ['a cursor in a mention', range(0, 5, 0, 5), ['shop a:1']],
    ['what is between two', range(0, 11, 0, 14), []],
    ['the end of a line to the begin of the next', range(0, 22, 1, 1), ['shop a:2', 'other a:1']],
    ['what is behind the last', range(1, 20, 1, 21), []],
    ['what is not there', range(7, 0, 8, 0), []],
  ])('in %s come once and in order', async (_, range, expected) => {
    const { server, world } = await newLanguage({ shop, other });
    await world.start();
    const mentioned = await mentionedIn(server, text, range);
    const nameOf = (id: string): string | undefined => world.connections.get(id)?.definition.name;
    expect(mentioned.unknown).toEqual([]);
    expect(mentioned.resources.map((one) => `${nameOf(one.serverId)} ${one.uri}`)).toEqual(expected);
  });

  it('in the text of a file that is not open come as Markdown', async () => {
    const { server, world } = await newLanguage({ shop, other });
    await startAll(world);
    const { resources } = await mentionedIn(server, '@shop:a:2\n\n`@shop:a:1`');
    expect(resources.map((one) => one.uri)).toEqual(['a:2', 'a:1']);
  });

  it('leave out what names nothing, which is told as it is written', async () => {
    const { server, world } = await newLanguage({ shop });
    await startAll(world);
    const long = `@shop:a:${'x'.repeat(200)}`;
    const written = `@shop:a:gone, @nobody:a:1 @shop:<a:b\u202ec>\n@shop:a:gone ${long}\n\n    @nobody:a:2\n`;
    expect(await mentionedIn(server, written)).toEqual({
      resources: [],
      unknown: ['@shop:a:gone', '@nobody:a:1', '@shop:<a:b c>', `${long.slice(0, 99)}…`],
    });
    expect(await mentionedIn(server, written, range(0, 15, 0, 20))).toMatchObject({ unknown: ['@nobody:a:1'] });
  });

  it('are not those of which a part is left open, unless a server has exactly that', async () => {
    const open1 = listing([{ uri: 'a:{id}', name: 'open' }]);
    const open2 = listing([{ uri: 'a:1', name: 'one' }], [{ uriTemplate: 'b:{id}', name: 'b' }]);
    const { server, world } = await newLanguage({ open1, open2 });
    await world.start('b:{id}');
    const { resources } = await mentionedIn(server, '@open1:a:{id} @open2:b:{id} @open2:b:7');
    expect(resources.map((one) => one.uri)).toEqual(['a:{id}', 'b:7']);
  });

  it('are of the first of several servers of one name', async () => {
    const { server, world } = await newLanguage({ shop });
    addNamesake(world, 'shop');
    expect(await mentionedIn(server, '@shop:a:1')).toEqual({
      resources: [],
      unknown: ['@shop:a:1'],
    });
    await startAll(world);
    expect(await mentionedIn(server, '@shop:a:1')).toEqual({
      resources: [{ serverId: world.idOf('shop'), uri: 'a:1' }],
      unknown: [],
    });
  });
});
