import { DocumentLinkRequest, HoverRequest, type Hover } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { allVisible } from '../../../support/allVisible';
import { FakeClock } from '../../../support/fakeClock';
import { raw, until } from '../../mcp/support';
import { completeAt, newEditor, received, written, type Language } from '../completionFixtures';
import { startAll } from '../servers';
import { newLanguage } from '../server/wire';

async function started(flags: readonly string[] = [], fields: Parameters<typeof newLanguage>[1] = {}) {
  const language = await newLanguage(
    { depot: raw('folders', ...flags) },
    { clock: new FakeClock(), ...fields },
    newEditor,
  );
  await startAll(language.world);
  return language;
}

/** The directories that the server was asked for. */
async function asked(language: Language): Promise<readonly unknown[]> {
  const all = await received(language, 'depot', 'resources/directory/read');
  return all.map((params) => (params as { uri: string }).uri);
}

describe('the children of a folder', () => {
  it('three folders down are offered for a pasted URI, with nothing opened before', async () => {
    const language = await started();
    expect(await written(language, 'see @depot:folder://root/d1/d0/|')).toEqual([
      'see @depot:folder://root/d1/d0/d0/',
      'see @depot:folder://root/d1/d0/d1/',
      'see @depot:folder://root/d1/d0/n0.md',
      'see @depot:folder://root/d1/d0/n1.md',
      'see @depot:folder://root/d1/d0/n2.md',
    ]);
    expect(await asked(language)).toEqual(['folder://root', 'folder://root/d1', 'folder://root/d1/d0']);
  });

  it('are chosen one after the other: a folder goes on with its slash, a file ends the mention', async () => {
    const language = await started();
    const root = await completeAt(language, '@depot:folder://ro|');
    expect(root?.items.map(({ label, kind, command }) => [label, kind, command?.command])).toEqual([
      ['root', 19, 'editor.action.triggerSuggest'],
    ]);
    expect(await written(language, '@depot:folder://ro|')).toEqual(['@depot:folder://root/']);
    const children = await completeAt(language, '@depot:folder://root/|');
    expect(children?.items.map(({ label, kind, command }) => [label, kind, command?.command])).toEqual([
      ['d0', 19, 'editor.action.triggerSuggest'],
      ['d1', 19, 'editor.action.triggerSuggest'],
      ['n0.md', 17, undefined],
      ['n1.md', 17, undefined],
      ['n2.md', 17, undefined],
    ]);
    expect(await written(language, '@depot:<folder://root/d0/n|')).toEqual([
      '@depot:<folder://root/d0/n0.md>',
      '@depot:<folder://root/d0/n1.md>',
      '@depot:<folder://root/d0/n2.md>',
    ]);
  });

  it('come before what is further down, as far as they begin with what was typed', async () => {
    const language = await started(['--width', '200']);
    await written(language, '@depot:folder://root/d1/|');
    const texts = await written(language, '@depot:folder://root/|');
    expect([texts.length, texts.slice(0, 3)]).toEqual([
      100,
      ['@depot:folder://root/d0/', '@depot:folder://root/d1/', '@depot:folder://root/n0.md'],
    ]);
    expect(await written(language, '@depot:folder://root/N19|')).toEqual([
      '@depot:folder://root/n19.md',
      ...Array.from({ length: 10 }, (_, index) => `@depot:folder://root/n19${index}.md`),
    ]);
  });

  it('of later parts are found once they are typed, and on the way down, too', async () => {
    const width = ['--width', '2500', '--page', '250'];
    const wide = await started(width);
    expect(await written(wide, '@depot:folder://root/n2499|')).toEqual(['@depot:folder://root/n2499.md']);
    expect(await asked(wide)).toHaveLength(11);
    const deep = await started(['--folders', '1200', '--levels', '1', '--page', '250']);
    expect((await written(deep, '@depot:folder://root/d1199/|'))[0]).toBe('@depot:folder://root/d1199/n0.md');
    expect(new Set(await asked(deep))).toEqual(new Set(['folder://root', 'folder://root/d1199']));
  });

  it('are not asked for again at each key', async () => {
    const language = await started();
    for (const text of ['/', '/n', '/n1', '/n1.']) await written(language, `@depot:folder://root${text}|`);
    expect(await asked(language)).toEqual(['folder://root']);
  });

  it.each([
    ['of a URI that no server named', 'folder://other/secret/', [], {}],
    ['of a folder that its folder does not have', 'folder://root/secret/d0/', ['folder://root'], {}],
    ['in Restricted Mode', 'folder://root/d0/', [], { mayRead: () => false }],
    [
      'of a resource that is hidden',
      'folder://root/n',
      ['folder://root'],
      { visibility: { ...allVisible, isVisible: () => false } },
    ],
  ])('%s are not offered, and no typed text is sent', async (_, typed, uris, fields) => {
    const language = await started([], fields);
    expect(await written(language, `@depot:${typed}|`)).toEqual([]);
    expect(await asked(language)).toEqual(uris);
  });

  it.each([
    ['of a server that does not declare them', ['--undeclared'], []],
    ['that the server refuses', ['--refuse', '1'], ['folder://root']],
    ['whose folder fails', ['--refuse', '1', '--code=-32603'], ['folder://root']],
  ])('%s are none', async (_, flags, uris) => {
    const language = await started(flags);
    expect(await written(language, '@depot:folder://root/|')).toEqual([]);
    expect(await asked(language)).toEqual(uris);
  });

  it('that come late are said to be loading after half a second, and are there at the next key', async () => {
    const clock = new FakeClock();
    const language = await started(['--refuse', '1', '--code', 'none', '--times', '1'], { clock });
    const answer = completeAt(language, '@depot:folder://root/|');
    await until(async () => (await asked(language)).length === 1);
    await until(() => clock.pending.includes(500));
    await clock.advance(500);
    const list = await answer;
    expect([list?.isIncomplete, list?.items.map(({ label }) => label)]).toEqual([
      true,
      ['Loading resources from “depot”…'],
    ]);
  });
});

describe('a mention of a file in a folder', () => {
  const text = 'see @depot:folder://root/d0/unread.md';

  it('is not said to be missing, and its hover says that it may be there', async () => {
    const { open, client, diagnosticsOf } = await started();
    const uri = await open(text);
    expect(await diagnosticsOf(uri)).toEqual([]);
    const hover: Hover | null = await client.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 20 },
    });
    expect(JSON.stringify(hover?.contents)).toContain(
      '“depot” may have this resource in a folder. Open the resource to check.',
    );
  });

  it('is missing where all of its folder was read, and where no folder leads to it', async () => {
    const language = await started();
    const uris = ['root/gone.md', 'root/d0/gone.md', 'other/d0/gone.md', 'root/n0.md'];
    const text = uris.map((uri) => `@depot:folder://${uri}`).join('\n');
    const missing = async (file: string): Promise<unknown> => {
      const found = await language.diagnosticsOf(await language.open(text, 'markdown', `file:///shop/${file}`));
      return found.map(({ range }) => uris[range.start.line]);
    };
    expect(await missing('before.md')).toEqual(['other/d0/gone.md']);
    await written(language, '@depot:folder://root/|');
    expect(await missing('after.md')).toEqual(['root/gone.md', 'other/d0/gone.md']);
  });

  it('is missing on a server without folders', async () => {
    const { open, diagnosticsOf } = await started(['--undeclared']);
    expect((await diagnosticsOf(await open(text))).map(({ code }) => code)).toEqual(['unlisted']);
  });
});

it.each(['@depot:folder://root/', '@depot:<folder://root/>', 'folder://root/.'])(
  'a mention of a folder may end with a slash: %s',
  async (mention) => {
    const { open, ports, client } = await started();
    const uri = await open(`see ${mention} for more`);
    const links = await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
    expect(links?.map(({ data }) => (data as { uri: string }).uri)).toEqual(['folder://root']);
    expect(ports.catalog.table.size).toBe(1);
  },
);
