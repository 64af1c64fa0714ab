import { allVisible } from '../../../support/allVisible';
import { CompletionRequest, type CompletionList } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../../src/core/base/errors';
import { isTemplateId } from '../../../../src/core/catalog/templates';
import { parseQuery } from '../../../../src/core/search/parseQuery';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { page, resource } from '../../catalog/fixtures';
import { http, never, raw, rawHttp, until } from '../../mcp/support';
import { applied, completeAt, answering, newEditor, written } from '../completionFixtures';
import { newLanguage } from '../server/wire';

const old = '2001-01-01T00:00:00Z';
const docs = answering(
  [
    { uri: 'file:///guide.md', name: 'guide', title: 'The guide', annotations: { priority: 0.2, lastModified: old } },
    { uri: 'file:///orders/schema.sql', name: 'schema', title: 'Schema of the orders', annotations: { priority: 0.9 } },
    { uri: 'memo://paths', name: 'paths', title: 'What file:///gu means', annotations: { priority: 1 } },
  ],
  [{ uriTemplate: 'ticket://{queue}/{id}', name: 'ticket', title: 'A ticket' }],
);
const shop = answering([
  { uri: 'db://orders', name: 'orders', annotations: { audience: ['assistant'], priority: 0.5 } },
  { uri: 'db://customers', name: 'customers', description: 'Who buys', size: 5 },
]);

async function started(editor = newEditor) {
  const language = await newLanguage({ docs, shop }, {}, editor);
  await language.world.start('ticket://{queue}/{id}');
  return language;
}

describe('servers', () => {
  it('are offered after an @, with what is known of them, and are woken', async () => {
    const language = await newLanguage({ docs, shop }, {}, newEditor);
    const { items = [], isIncomplete } = (await completeAt(language, 'see @|')) ?? {};
    expect(isIncomplete).toBe(true);
    expect(items.map(({ label, labelDetails }) => [label, labelDetails?.description])).toEqual([
      ['docs', 'connecting…'],
      ['shop', 'connecting…'],
    ]);
    await language.world.start('ticket://{queue}/{id}');
    expect((await completeAt(language, 'see @d|'))?.items[0]).toEqual({
      label: 'docs',
      labelDetails: { description: '3 resources, 1 template' },
      kind: 9,
      filterText: '@d',
      sortText: '0000',
      command: { title: '', command: 'editor.action.triggerSuggest' },
      textEdit: {
        newText: '@docs:',
        insert: { start: { line: 0, character: 4 }, end: { line: 0, character: 6 } },
        replace: { start: { line: 0, character: 4 }, end: { line: 0, character: 6 } },
      },
    });
  });

  it('that are hidden are not offered', async () => {
    const servers = { docs: raw('empty'), shop: raw('empty') };
    const visibility = { ...allVisible, isServerVisible: (id: string) => !id.includes('shop') };
    expect(await written(await newLanguage(servers, { visibility }), '@|')).toEqual(['@docs:']);
  });

  it('that begin like what is typed come first, whatever its case', async () => {
    const servers = { 'my docs': raw('empty'), docs: raw('empty'), DOCUMENTS: raw('empty'), other: raw('empty') };
    const language = await newLanguage(servers);
    expect(await written(language, '@Doc|')).toEqual(['@docs:', '@DOCUMENTS:', '@my docs:']);
    expect(await written(language, 'x @my d|')).toEqual(['x @my docs:']);
  });

  it('say in old editors the same, in their words', async () => {
    const language = await started({});
    const list = await completeAt(language, '@do|');
    expect(list?.items[0]).toMatchObject({ label: 'docs', detail: '3 resources, 1 template' });
    expect(list?.items[0]).toHaveProperty('textEdit.range');
    expect(list?.items[0]).not.toHaveProperty('labelDetails');
  });

  it('say that templates of theirs are left out', async () => {
    const language = await started({});
    const { templates, idOf } = language.world;
    const all = Array.from({ length: 1_500 }, (_, index) => ({ name: 'a', uriTemplate: `a:{v${index}}` }));
    const writer = templates.beginList(idOf('docs'));
    writer.append(all as never);
    writer.complete();
    const list = await completeAt(language, '@do|');
    expect(list?.items[0]).toMatchObject({ label: 'docs', detail: '3 resources, 1,000 of 1,500 templates' });
  });

  it('ask for no command that the editor does not have', async () => {
    const language = await newLanguage({ docs }, { commands: undefined });
    expect((await completeAt(language, '@|'))?.items[0]).not.toHaveProperty('command');
  });

  it('take the place of a name that goes on behind the cursor', async () => {
    const language = await started();
    const line = 'see @dcs:file:///guide.md.';
    const list = await completeAt(language, line.replace('cs', '|cs'));
    expect(list?.items.map((item) => applied(line, item, 'replace'))).toEqual(['see @docs:file:///guide.md.']);
  });
});

describe('nothing is completed', () => {
  it.each([
    'me@do|',
    'npm i a/@do|',
    'x.@do|',
    'no|',
    '@docs: x|',
    '@docs:file:///guide.md x|',
    '@nobody:x|',
    '(@docs)|',
  ])('in %s, and no server is woken', async (text) => {
    let woken = 0;
    const language = await newLanguage({ docs }, { wake: () => (woken += 1) });
    expect([await completeAt(language, text), woken]).toEqual([null, 0]);
  });

  it('in code, but in its comments and strings, and there an @ alone wakes no server', async () => {
    let woken = 0;
    const language = await newLanguage({ docs }, { wake: () => (woken += 1) });
    expect(await completeAt(language, 'const a = @|', { languageId: 'typescript' })).toBeNull();
    expect(await written(language, 'const a = "@|";', 'typescript')).toEqual(['const a = "@docs:";']);
    expect(await written(language, 'a(); // @|', 'typescript')).toEqual(['a(); // @docs:']);
    expect(woken).toBe(0);
    await written(language, 'a(); // @docs:|', 'typescript');
    expect(woken).toBe(1);
  });

  it('of a server in code until its name is there, wherever that stands', async () => {
    const language = await started();
    expect(await completeAt(language, 'a(@do|', { languageId: 'typescript' })).toBeNull();
    expect(await written(language, 'a(@docs:guide|', 'typescript')).toEqual(['a(@docs:file:///guide.md']);
  });
});

it('offers nothing for a tag of documentation while nothing is typed of it', async () => {
  const language = await newLanguage({ docs });
  const offered = async (before: string, line: string) => {
    const uri = await language.open(`${before}\n${line}\n`, 'typescript', `file:///${line.length}.ts`);
    const params = { textDocument: { uri }, position: { line: 1, character: line.length } };
    const list = (await language.client.sendRequest(CompletionRequest.type, params)) as CompletionList | null;
    return list?.items.map(({ label }) => label);
  };
  expect([await offered('/**', ' * @'), await offered('/**', '*@'), await offered('', '/** @')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await offered('/**', ' * @do')).toEqual(['docs']);
  expect(await offered('/**', ' * see @')).toEqual(['docs']);
});

describe('a server that is not there', () => {
  async function stopped(fields: Parameters<typeof newLanguage>[1] = {}) {
    const language = await newLanguage({ docs }, { wake: () => undefined, ...fields }, newEditor);
    return { ...language, serverId: language.world.idOf('docs') };
  }
  const blockedBy = (reason: Reason) => new HumanError(reason, 'No.');

  it('shows what it has listed', async () => {
    const language = await started();
    language.world.connections.all[0]?.stop();
    const list = await completeAt(language, '@d|');
    expect(list?.items[0]?.labelDetails?.description).toBe('stopped · 3 resources, 1 template');
  });

  it('but is woken by what is typed has its resources offered at once', async () => {
    const language = await newLanguage({ docs }, {}, newEditor);
    const { items = [] } = (await completeAt(language, '@docs:schema|')) ?? {};
    expect(items.map(({ label }) => label)).toEqual(['Schema of the orders']);
  });

  it('and takes its time to list is waited for a moment, and then told, so that the editor asks again', async () => {
    // The wait for the list ends long before its first answer.
    const slow = { ...docs, args: [...docs.args, '--delay', '500'] };
    const language = await newLanguage({ slow }, {}, newEditor);
    const { clock } = language.world;
    const asked = completeAt(language, 'see @slow:sche| x');
    await until(() => clock.pending.some((ms) => ms > 500 && ms <= 1000));
    await clock.advance(1000);
    const { items = [], isIncomplete } = (await asked) ?? {};
    expect(isIncomplete).toBe(true);
    expect(items).toMatchObject([
      {
        label: 'Loading resources from “slow”…',
        filterText: '@slow:sche',
        command: { command: 'editor.action.triggerSuggest' },
      },
    ]);
    expect(items.map((item) => applied('see @slow:sche x', item, 'replace'))).toEqual(['see @slow:sche x']);
    await language.world.start('ticket://{queue}/{id}');
    expect((await completeAt(language, '@slow:sche|'))?.items.map(({ label }) => label)).toEqual([
      'Schema of the orders',
    ]);
  });

  it('is started instead of resources, and nothing is written', async () => {
    const language = await stopped();
    const { items = [] } = (await completeAt(language, 'see @docs:we| x')) ?? {};
    expect(items).toMatchObject([
      {
        label: 'Start “docs”',
        kind: 23,
        filterText: '@docs:we',
        command: { command: 'startServer', arguments: [{ serverId: language.serverId }] },
      },
    ]);
    expect(items.map((item) => applied('see @docs:we x', item, 'replace'))).toEqual(['see @docs:we x']);
    expect((await completeAt(language, '@d|'))?.items.map(({ label }) => label)).toEqual(['docs']);
  });

  it('is reviewed where nobody agreed, waits for trust, and is left alone where nothing is known to help', async () => {
    const language = await stopped();
    const review = {
      title: 'Review and start “docs”…',
      command: 'startServer',
      arguments: [{ serverId: language.serverId }],
    };
    const trust = { title: 'Trust this workspace to start “docs”…', command: 'manageTrust' };
    const remedies = { notAllowed: [review], declined: [review], untrusted: [trust], policy: [] } as const;
    for (const reason of ['notAllowed', 'declined', 'untrusted', 'policy'] as const) {
      language.world.blocked.set('docs', blockedBy(reason));
      language.world.connections.recheckAll();
      const { items = [] } = (await completeAt(language, '@docs:|')) ?? {};
      expect(items.map((item) => item.command)).toEqual(remedies[reason]);
    }
  });

  it('is signed in to where it wants that', async () => {
    const language = await newLanguage({ docs: http(await rawHttp('unauthorized401')) });
    await language.world.start();
    const serverId = language.world.idOf('docs');
    const { items = [] } = (await completeAt(language, '@docs:|')) ?? {};
    expect(items.map(({ command }) => command)).toEqual([
      { title: 'Sign in to “docs”', command: 'signIn', arguments: [{ serverId }] },
    ]);
  });

  it('is not started by an editor without commands', async () => {
    expect((await completeAt(await stopped({ commands: undefined }), '@docs:|'))?.items).toEqual([]);
  });
});

describe('resources', () => {
  it('of all servers are found where no name begins like it, but in code, where an @ begins much else', async () => {
    const language = await started();
    expect(await written(language, '// @or|', 'typescript')).toEqual([]);
    for (const beginning of ['@|', '@s|', '@D|', '@docs|'])
      expect((await written(language, beginning)).every((text) => text.endsWith(':'))).toBe(true);
    expect((await written(language, '@o|')).slice(0, 3)).toEqual(['@docs:', '@shop:', '@shop:db://orders']);
    expect(await written(language, '@g|')).toContain('@docs:file:///guide.md');
    expect(await written(language, '(see @ord|)')).toEqual([
      '(see @shop:db://orders)',
      '(see @docs:file:///orders/schema.sql)',
    ]);
  });

  it('of a server are offered behind its name, the most important first', async () => {
    const language = await started();
    const list = await completeAt(language, '@docs:|');
    expect(list?.items.map(({ label, sortText }) => [sortText, label])).toEqual([
      ['0000', 'What file:///gu means'],
      ['0001', 'Schema of the orders'],
      ['0002', 'The guide'],
      ['0003', 'A ticket'],
    ]);
  });

  it('tell server, age, priority and audience', async () => {
    const language = await started();
    const details = async (text: string) => (await completeAt(language, text))?.items[0];
    expect(await details('@docs:the-gu|')).toMatchObject({
      label: 'The guide',
      kind: 17,
      detail: 'file:///guide.md',
      labelDetails: { description: expect.stringMatching(/^\d+ y · Priority 0\.2$/u) as string },
    });
    expect(await details('@shop:orders|')).toMatchObject({
      labelDetails: { description: 'Priority 0.5 · For the assistant' },
    });
    expect(await details('@shop:cust|')).toMatchObject({ documentation: 'Who buys' });
    expect(await details('@docs:ticket|')).toMatchObject({
      kind: 18,
      detail: 'ticket://{queue}/{id}',
      labelDetails: { description: 'Template' },
    });
  });

  it('tell it in the detail where the editor has no other place', async () => {
    const language = await started({});
    const list = await completeAt(language, '@shop:orders|');
    expect(list?.items[0]?.detail).toBe('Priority 0.5 · For the assistant');
  });

  it('say first when their server is not there', async () => {
    const language = await started();
    language.world.connections.all[1]?.stop();
    const list = await completeAt(language, '@shop:orders|');
    expect(list?.items[0]?.labelDetails?.description).toMatch(/^server stopped/u);
  });

  it.each(['', 'gu', 'file', 'orders', 'shm', 'e'])('are ranked for %j as in the search panel', async (word) => {
    const language = await started();
    const { index, catalog, templates } = language.world;
    const query = parseQuery({ ...emptyQuery, text: `server:docs ${word}` }, 0);
    const { ids } = await index.search(query, 'relevance', never);
    const uris = Array.from(ids, (id) =>
      isTemplateId(id) ? templates.byId(id)?.template.uriTemplate : catalog.table.get(id)?.uri,
    );
    const list = await completeAt(language, `@docs:${word}|`);
    expect(list?.items.map(({ detail }) => detail)).toEqual(uris);
    expect(uris.length).toBeGreaterThan(0);
  });

  it('that begin with what is typed of a URI come first', async () => {
    const language = await started();
    expect(await written(language, '@docs:file:///gu|')).toEqual(['@docs:file:///guide.md', '@docs:memo://paths']);
    expect(await written(language, '@docs:FILE:///O|')).toEqual(['@docs:file:///orders/schema.sql']);
    expect(await written(language, '@docs:type:x|')).toEqual([]);
  });

  it('are found by words with dashes between them, in any order', async () => {
    const language = await started();
    for (const word of ['schema-orders', 'orders_schema', '-schema', 'ordrs-schm'])
      expect(await written(language, `@docs:${word}|`)).toEqual(['@docs:file:///orders/schema.sql']);
  });

  it('are found behind a name in another case, which is corrected', async () => {
    const language = await started();
    expect(await written(language, '@Docs:guide|')).toEqual(['@docs:file:///guide.md']);
  });

  it('take the place of all that is written of the mention, where the editor wants that', async () => {
    const language = await started();
    const line = 'see (@docs:file:///orders/schema.sql), and more';
    const list = await completeAt(language, line.replace('file', '|file'));
    const guide = list?.items.find(({ label }) => label === 'The guide');
    expect(guide && applied(line, guide, 'replace')).toBe('see (@docs:file:///guide.md), and more');
    expect(guide && applied(line, guide, 'insert')).toBe(
      'see (@docs:file:///guide.mdfile:///orders/schema.sql), and more',
    );
  });
});

describe('what cannot be written plainly', () => {
  const odd = answering([
    { uri: 'memo://with space', name: 'space' },
    { uri: 'memo://end.', name: 'end' },
    { uri: 'memo://a>b', name: 'angle' },
    { uri: 'memo://a\nb', name: 'lines' },
  ]);

  it('gets angle brackets, or is left out', async () => {
    const language = await newLanguage({ odd });
    await language.world.start();
    expect(await written(language, '@odd:|')).toEqual(['@odd:<memo://end.>', '@odd:<memo://with space>']);
  });

  it('is completed in the brackets that a user opened', async () => {
    const language = await newLanguage({ odd, docs });
    await language.world.start();
    expect(await written(language, '@odd:<with spa|')).toEqual(['@odd:<memo://with space>']);
    expect(await written(language, '@odd:<with spa|>')).toEqual(['@odd:<memo://with space>']);
    expect(await written(language, '@docs:<guide|> x')).toEqual(['@docs:<file:///guide.md> x']);
    expect(await completeAt(language, '@odd:<memo://end.> x|')).toBeNull();
  });

  it('shows the texts of a hostile server as one short line', async () => {
    const hostile = answering([
      { uri: 'x://1', name: 'a\nb\u202ec', description: `${'d'.repeat(5_000)}\n$(trash)` },
      { uri: 'x://2', name: 't'.repeat(100_000) },
    ]);
    const language = await newLanguage({ hostile }, {}, newEditor);
    await language.world.start();
    const { items = [] } = (await completeAt(language, '@hostile:|')) ?? {};
    expect(
      items.map(({ label, documentation }) => [label, typeof documentation === 'string' ? documentation.length : 0]),
    ).toEqual([
      ['a b c', 300],
      [`${'t'.repeat(119)}…`, 0],
    ]);
  });
});

it('offers once what several servers of one name have', async () => {
  const language = await newLanguage({ docs });
  const { connections, catalog } = language.world;
  const [first] = connections.all;
  if (!first) throw new Error('There is no server');
  connections.setDefinitions([first.definition, { ...first.definition, id: 'workspace//docs' }]);
  await language.world.start();
  expect(catalog.table.size).toBe(6);
  const list = await completeAt(language, '@docs:guide|');
  expect(list?.items.map(({ label }) => label)).toEqual(['The guide']);
  expect((await completeAt(language, '@|'))?.items.map(({ detail }) => detail)).toEqual(['2 servers']);
});

it('offers a hundred of a hundred thousand, and finds the others as they are typed', async () => {
  const language = await newLanguage({ big: raw('empty') });
  const { world } = language;
  await world.start();
  const writer = world.catalog.beginList(world.idOf('big'));
  writer.append(page(Array.from({ length: 100_000 }, (_, index) => resource(`big://item-${index}`))));
  writer.end({ kind: 'complete' });
  for (const [typed, count] of [
    ['@big:', 100],
    ['@it', 100],
    ['@big:big://item-9', 100],
    ['@big:big://item-99999', 1],
    ['@big:99998', 1],
  ] as const) {
    const list = await completeAt(language, `${typed}|`);
    expect([list?.isIncomplete, list?.items.length]).toEqual([true, count]);
    expect(new Set(list?.items.map(({ filterText }) => filterText))).toEqual(new Set([typed]));
  }
});
