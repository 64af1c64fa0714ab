import { describe, expect, it } from 'vitest';
import type { AudienceFilter } from '../../../src/shared/audience';
import type { Catalog } from '../../../src/core/catalog/catalog';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import type { Resource } from '../../../src/core/resource/resource';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { ServerOrder } from '../../../src/core/catalog/serverOrder';
import { TreeModel } from '../../../src/core/tree/treeModel';
import { groupings, sortings, type TreeNode, type TreeOptions } from '../../../src/core/tree/treeNode';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import {
  byPath,
  CountedSlices,
  listAll,
  newCatalog,
  noSkills,
  pickFrom,
  resource,
  seeded,
  template,
} from '../catalog/fixtures';

const everything: TreeOptions = {
  audience: 'all',
  groupBy: 'scheme',
  sortBy: 'importance',
  servers: [],
  isVisible: () => true,
  isTemplateVisible: () => true,
};

function newModel(
  catalog: Catalog,
  templates: TemplateCatalog,
  { newSlice }: CountedSlices,
  order = new ImportanceOrder(catalog, newSlice),
): TreeModel {
  const orders = {
    importance: order,
    name: new NameOrder(catalog, newSlice),
    server: new ServerOrder(catalog, newSlice),
  };
  return new TreeModel(catalog, orders, templates, newSlice, byPath(catalog), noSkills);
}

function over(...servers: readonly (readonly Resource[])[]): {
  catalog: Catalog;
  model: TreeModel;
  slices: CountedSlices;
  templates: TemplateCatalog;
} {
  const { catalog, slices } = newCatalog();
  const templates = new TemplateCatalog();
  servers.forEach((items, index) => listAll(catalog, items, `s${index}`));
  return { catalog, model: newModel(catalog, templates, slices), slices, templates };
}

function named(...uris: readonly string[]): Resource[] {
  return uris.map((uri) => resource(uri));
}

function label(node: TreeNode): string {
  switch (node.kind) {
    case 'scheme':
      return `${node.scheme}:`;
    case 'server':
      return `@${node.serverId}`;
    case 'folder':
      return `${node.label}/`;
    case 'range':
      return node.names ? `${node.names.first} … ${node.names.last}` : `${node.from}+${node.rows}`;
    case 'resource':
      return node.entry.resource.uri;
    case 'skills':
    case 'skill':
      return node.id;
    case 'template':
      return `<${node.entry.template.uriTemplate}>`;
  }
}

/** A resource's URI, or another row's label with the outlines of the rows below it. */
type Outline = string | Readonly<Record<string, unknown>>;

/** Returns the whole tree below some rows: a resource as its URI, any other row with its own rows. */
async function outline(model: TreeModel, rows: readonly TreeNode[], options = everything): Promise<Outline[]> {
  const lines: Outline[] = [];
  for (const row of rows)
    lines.push(
      'ids' in row ? { [label(row)]: await outline(model, await model.children(row, options), options) } : label(row),
    );
  return lines;
}

async function draw(items: readonly (readonly Resource[])[], options: TreeOptions = everything): Promise<Outline[]> {
  const { model } = over(...items);
  return outline(model, await model.roots(options), options);
}

interface Walk {
  readonly rowIds: string[];
  readonly found: number[];
  readonly longest: number;
}

/** Expands every row, and compares it with the resources that it claims to contain. */
async function walk(model: TreeModel, options: TreeOptions = everything): Promise<Walk> {
  const rowIds: string[] = [];
  const found: number[] = [];
  /** Rows whose children differ from what they claim. Checked once at the end: an expectation for each of 100,000 takes seconds. */
  const wrong: string[] = [];
  let longest = 0;
  const level = async (rows: readonly TreeNode[]): Promise<number[]> => {
    longest = Math.max(longest, rows.length);
    const below: number[] = [];
    for (const row of rows) {
      rowIds.push(row.id);
      if (row.kind === 'resource') {
        found.push(row.entry.id);
        below.push(row.entry.id);
        continue;
      }
      if (row.kind === 'template') continue;
      const inside = await level(await model.children(row, options));
      if (!isSameSet(inside, row.ids)) wrong.push(row.id);
      for (const id of row.ids) below.push(id);
    }
    return below;
  };
  await level(await model.roots(options));
  expect(wrong).toEqual([]);
  return { rowIds, found, longest };
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  const ids = new Set(one);
  return ids.size === one.length && other.length === one.length && other.every((id) => ids.has(id));
}

/** Returns the ids from 0 on that were not found exactly once. */
function notOnce(found: readonly number[], size: number): number[] {
  const counts = new Uint8Array(size);
  for (const id of found) counts[id]! += 1;
  return [...counts].flatMap((count, id) => (count === 1 ? [] : [id]));
}

describe('the levels of the tree', () => {
  it.each<[string, readonly (readonly Resource[])[], Outline[]]>([
    [
      'are the schemes and the folders of the path',
      [
        named(
          'db://sales/public/orders',
          'db://sales/public/customers',
          'db://sales/audit',
          'wiki://home',
          'wiki://a/b',
        ),
      ],
      [
        { 'db:': [{ 'public/': ['db://sales/public/customers', 'db://sales/public/orders'] }, 'db://sales/audit'] },
        { 'wiki:': ['wiki://a/b', 'wiki://home'] },
      ],
    ],
    [
      'have a row for each server only where several offer the scheme',
      [named('db://a/1', 'db://a/2', 'log://x'), named('db://a/1', 'db://b/1'), named('memo:1')],
      [
        {
          'db:': [{ '@s0': ['db://a/1', 'db://a/2'] }, { '@s1': ['db://a/1', 'db://b/1'] }],
        },
        { 'log:': ['log://x'] },
        { 'memo:': ['memo:1'] },
      ],
    ],
    [
      'fold a chain of folders into one row, and leave out what all resources share',
      [
        named(
          'f:///home/ada/src/a/b/one.ts',
          'f:///home/ada/src/a/b/two.ts',
          'f:///home/ada/docs/x/1',
          'f:///home/ada/docs/y/1',
        ),
      ],
      [
        {
          'f:': [
            { 'docs/': ['f:///home/ada/docs/x/1', 'f:///home/ada/docs/y/1'] },
            { 'src/a/b/': ['f:///home/ada/src/a/b/one.ts', 'f:///home/ada/src/a/b/two.ts'] },
          ],
        },
      ],
    ],
    [
      'stand in the order of what is best in them, folders before resources',
      [
        [
          resource('low://a/1', { priority: 0.1 }),
          resource('low://a/2', { priority: 0.2 }),
          resource('high://b/1', { priority: 0.3 }),
          resource('high://b/2', { priority: 0.3, lastModified: 5 }),
          resource('high://c/1', { priority: 0.9 }),
          resource('high://c/2'),
          resource('high://leaf', { priority: 1 }),
        ],
      ],
      [
        {
          'high:': [{ 'c/': ['high://c/1', 'high://c/2'] }, { 'b/': ['high://b/2', 'high://b/1'] }, 'high://leaf'],
        },
        { 'low:': ['low://a/2', 'low://a/1'] },
      ],
    ],
  ])('%s', async (_, servers, expected) => {
    expect(await draw(servers)).toEqual(expected);
  });

  it('show a folder of one resource as that resource, in its place among the others', async () => {
    const [a, b, c] = named('x:/a/deep/er/1', 'x:/b', 'x:/c/1');
    const tree = await draw([
      [
        { ...c!, priority: 0.1 },
        { ...b!, priority: 0.5 },
        { ...a!, priority: 0.9 },
      ],
    ]);
    expect(tree).toEqual([{ 'x:': ['x:/a/deep/er/1', 'x:/b', 'x:/c/1'] }]);
  });

  it('hold only what is visible and for the audience', async () => {
    const items = [
      resource('a:1', { audience: ['user'] }),
      resource('a:2', { audience: ['assistant'] }),
      resource('a:3'),
      resource('b:1', { audience: ['assistant'] }),
      resource('c:1'),
    ];
    const tree = (audience: AudienceFilter): Promise<Outline[]> =>
      draw([items], { ...everything, audience, isVisible: (id) => id !== 4 });
    expect(await tree('user')).toEqual([{ 'a:': ['a:1', 'a:3'] }]);
    expect(await tree('assistant')).toEqual([{ 'a:': ['a:2', 'a:3'] }, { 'b:': ['b:1'] }]);
    expect(await draw([])).toEqual([]);
  });
});

describe('templates', () => {
  function withTemplates(
    servers: Readonly<Record<string, readonly Resource[]>>,
    ...texts: readonly [string, string][]
  ) {
    const { model, templates, catalog } = over();
    for (const [id, items] of Object.entries(servers)) listAll(catalog, items, id);
    for (const id of new Set(texts.map(([one]) => one)))
      templates.beginList(id).append(texts.flatMap(([one, text]) => (one === id ? template(text) : [])));
    return { model, templates, catalog };
  }

  it('come last in the group of their scheme, and make one where there is none', async () => {
    const { model } = withTemplates(
      { a: named('db://x/1', 'db://x/2') },
      ['a', 'ticket://{n}'],
      ['a', 'DB://{table}'],
      ['a', '{+any}'],
    );
    expect(await outline(model, await model.roots(everything))).toEqual([
      { 'db:': ['db://x/1', 'db://x/2', '<DB://{table}>'] },
      { 'ticket:': ['<ticket://{n}>'] },
      { ':': ['<{+any}>'] },
    ]);
  });

  it('are with their server where several offer the scheme, with resources or without', async () => {
    const { model } = withTemplates({ a: named('db://1'), b: named('log://1') }, ['a', 'db://{a}'], ['b', 'db://{b}']);
    expect(await outline(model, await model.roots(everything))).toEqual([
      { 'db:': [{ '@a': ['db://1', '<db://{a}>'] }, { '@b': ['<db://{b}>'] }] },
      { 'log:': ['log://1'] },
    ]);
  });

  it('follow the ranges of a long level', async () => {
    const { model } = withTemplates({ a: Array.from({ length: 250 }, (_, at) => resource(`x:${at}`)) }, ['a', 'x:{n}']);
    const [scheme] = await model.roots(everything);
    const rows = (await model.children(scheme!, everything)).map(label);
    expect([rows.length, ...rows.slice(-2)]).toEqual([202, '200+50', '<x:{n}>']);
  });

  it('are found behind a range of schemes', async () => {
    const texts = Array.from({ length: 201 }, (_, at): [string, string] => ['a', `s${at}:{n}`]);
    const { model } = withTemplates({}, ...texts);
    const [range] = (await model.roots(everything)).slice(-1);
    expect(await outline(model, [range!])).toEqual([{ '200+1': [{ 's200:': ['<s200:{n}>'] }] }]);
  });

  it('are hidden as resources are: by audience, by pattern, and when they are gone', async () => {
    const { model, templates } = withTemplates({});
    templates
      .beginList('a')
      .append([template('a:{1}', { audience: ['user'] }), template('b:{1}', { audience: [] }), template('c:{1}')]);
    const shown = await model.roots({
      ...everything,
      audience: 'assistant',
      isTemplateVisible: ({ template: { uriTemplate } }) => uriTemplate !== 'c:{1}',
    });
    expect(await outline(model, shown)).toEqual([{ 'b:': ['<b:{1}>'] }]);
    templates.removeServer('a');
    expect(await model.children(shown[0]!, everything)).toEqual([]);
  });
});

describe('URIs of every kind', () => {
  it.each<[string, readonly (readonly Resource[])[], Outline[]]>([
    [
      'find a place: opaque ones, ones without a scheme, schemes in capitals',
      [
        named(
          'urn:isbn:1',
          'urn:isbn:2',
          'memo:abc',
          'not a uri',
          '/abs/a',
          '/abs/b',
          '',
          '1x:y',
          'DB://a/1',
          'db://a/2',
          ':x',
          'http://h/?q=a/b',
        ),
      ],
      [
        { ':': [{ 'abs/': ['/abs/a', '/abs/b'] }, '', ':x', '1x:y', 'not a uri'] },
        { 'db:': ['DB://a/1', 'db://a/2'] },
        { 'http:': ['http://h/?q=a/b'] },
        { 'memo:': ['memo:abc'] },
        { 'urn:': ['urn:isbn:1', 'urn:isbn:2'] },
      ],
    ],
    [
      'are shown readable, but for what could deceive',
      [
        named(
          'f:/caf%C3%A9/1',
          'f:/caf%C3%A9/2',
          'f:/a%20b/1',
          'f:/a%20b/2',
          'f:/%zz/1',
          'f:/%zz/2',
          'f:/%E2%80%AEx/1',
          'f:/%E2%80%AEx/2',
        ),
      ],
      [
        {
          'f:': [
            { 'x/': ['f:/%E2%80%AEx/1', 'f:/%E2%80%AEx/2'] },
            { '%zz/': ['f:/%zz/1', 'f:/%zz/2'] },
            { 'a b/': ['f:/a%20b/1', 'f:/a%20b/2'] },
            { 'café/': ['f:/caf%C3%A9/1', 'f:/caf%C3%A9/2'] },
          ],
        },
      ],
    ],
    [
      'may end in a slash, or have empty segments',
      [named('d://a/', 'd://a/x', 'd://a/y', 'd://b/', 'd://c//1', 'd://c//2', 'd://c/3', 'd:///e/1', 'd:///e/2')],
      [
        {
          'd:': [
            { 'e/': ['d:///e/1', 'd:///e/2'] },
            { 'a/': ['d://a/x', 'd://a/y'] },
            { 'c/': [{ '//': ['d://c//1', 'd://c//2'] }, 'd://c/3'] },
            'd://a/',
            'd://b/',
          ],
        },
      ],
    ],
  ])('%s', async (_, servers, expected) => {
    expect(await draw(servers)).toEqual(expected);
  });
});

describe('a tree that is refreshed', () => {
  it('has the same row ids, and leaves out what is gone', async () => {
    const { catalog, model } = over(
      named('db://a/1', 'db://a/2', 'db://b/1', 'db://b/2'),
      named('db://a/1', 'db://a/2'),
    );
    const before = await walk(model);
    const [scheme] = await model.roots(everything);
    listAll(catalog, named('db://a/2', 'db://b/1', 'db://b/2', 'db://c/1', 'db://c/2', 'db://0'), 's0');
    const after = await walk(model);
    expect(before.rowIds.filter((id) => !after.rowIds.includes(id))).toHaveLength(2);
    expect(after.rowIds.filter((id) => !before.rowIds.includes(id))).toHaveLength(4);
    const old = (await model.children(scheme!, everything)).find(
      (row) => row.kind === 'server' && row.serverId === 's0',
    );
    expect(await outline(model, await model.children(old!, everything))).toEqual([
      { 'b/': ['db://b/1', 'db://b/2'] },
      'db://a/2',
    ]);
  });
});

describe('levels that are too long to show', () => {
  it('are cut into ranges that say which rows they hold', async () => {
    const { model } = over(Array.from({ length: 700 }, (_, index) => resource(`x:${String(index).padStart(3, '0')}`)));
    const [scheme] = await model.roots(everything);
    const rows = await model.children(scheme!, everything);
    expect(rows.slice(199).map(label)).toEqual(['x:199', '200+200', '400+200', '600+100']);
    expect((await model.children(rows[202]!, everything)).map(label).slice(0, 2)).toEqual(['x:600', 'x:601']);
  });

  it('go on in a range as they began, also where it holds a single folder', async () => {
    const { model } = over(Array.from({ length: 402 }, (_, at) => resource(`x://o/${at >> 1}/deep/${at & 1}`)));
    const [scheme] = await model.roots(everything);
    const rows = await model.children(scheme!, everything);
    expect(rows.slice(199).map(label)).toEqual(['199/deep/', '200+1']);
    expect((await model.children(rows[200]!, everything)).map(({ kind }) => kind)).toEqual(['folder']);
  });

  const flat = (count: number): Resource[] => Array.from({ length: count }, (_, index) => resource(`x:${index}`));
  const shapes: [string, Resource[][]][] = [
    ['100,000 at one level', [flat(100_000)]],
    [
      '30,000 folders of two',
      [Array.from({ length: 60_000 }, (_, at) => resource(`x://o/${at >> 1}/${at & 1}`, { priority: (at % 11) / 10 }))],
    ],
    ['5,000 schemes', [Array.from({ length: 10_000 }, (_, at) => resource(`s${at >> 1}:${at}`))]],
    ['two servers with the same long list', [flat(1_500), flat(1_500)]],
  ];
  describe.each([
    ['scheme', 'importance'],
    ['scheme', 'name'],
    ['server', 'server'],
  ] as const)('by %s and %s', (groupBy, sortBy) => {
    it.each(shapes)('never show more than some hundreds of rows and lose nothing: %s', async (_, servers) => {
      const { catalog, model } = over(...servers);
      const { found, rowIds, longest } = await walk(model, { ...everything, groupBy, sortBy });
      expect(longest).toBeLessThanOrEqual(300);
      expect(notOnce(found, catalog.table.size)).toEqual([]);
      expect(new Set(rowIds).size).toBe(rowIds.length);
    });
  });

  it('let others run while they are worked out', async () => {
    const { model, catalog } = over(Array.from({ length: 100_000 }, (_, at) => resource(`x://${at % 7}/${at}`)));
    const slices = new CountedSlices();
    const order = new ImportanceOrder(catalog, new CountedSlices(1_000).newSlice);
    await order.ids();
    const sliced = newModel(catalog, new TemplateCatalog(), slices, order);
    const [scheme] = await sliced.roots(everything);
    expect(slices.breaths).toBeGreaterThan(30);
    slices.breaths = 0;
    expect((await sliced.children(scheme!, everything)).map(label)).toEqual(
      (await model.children(scheme!, everything)).map(label),
    );
    expect(slices.breaths).toBeGreaterThan(60);
  });
});

describe('the whole tree', () => {
  it('holds every resource once, under rows with ids of their own, whatever the URIs and however it is arranged', async () => {
    const random = seeded(31);
    const segments = ['a', 'b', 'c', '', '%20', 'ü', '#', '?', '|', 'a b', '\n', 'scheme:x'];
    const randomUri = (): string => {
      const path = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pickFrom(random, segments)).join('/');
      return pickFrom(random, ['db://', 'db:', 'DB://', 'db:///', '', 'urn:', 'x:']) + path;
    };
    const arrangements = groupings.flatMap((groupBy) => sortings.map((sortBy) => ({ ...everything, groupBy, sortBy })));
    for (let round = 0; round < 60; round += 1) {
      const lists = [1, 2].map(() => [...new Set(Array.from({ length: 40 }, randomUri))].map((uri) => resource(uri)));
      const { catalog, model } = over(...lists);
      const { found, rowIds } = await walk(model, pickFrom(random, arrangements));
      expect(notOnce(found, catalog.table.size)).toEqual([]);
      expect(rowIds.filter((id, index) => rowIds.indexOf(id) !== index)).toEqual([]);
    }
  });

  it('knows the way to each of its resources', async () => {
    const { catalog, model } = over(
      [
        ...named('a/b', 'db://x/y/1', 'db://x/y/2', 'db://z'),
        ...Array.from({ length: 900 }, (_, at) => resource(`m:${at}`)),
      ],
      named('db://x/y/1', 'urn:1'),
    );
    const rowIds = new Set((await walk(model)).rowIds);
    for (const id of [0, 1, 2, 3, 4, 203, 204, 903, 904, 905]) {
      const path = await model.pathTo(id, everything);
      const last = path.at(-1);
      expect(last?.kind === 'resource' && last.entry).toEqual(catalog.get(id));
      expect(path.filter((row) => !rowIds.has(row.id))).toEqual([]);
      for (const [index, row] of path.slice(1).entries())
        expect((await model.children(path[index]!, everything)).map((child) => child.id)).toContain(row.id);
    }
    expect(await model.pathTo(1, { ...everything, isVisible: (id) => id !== 1 })).toEqual([]);
    expect(await model.pathTo(99_999, everything)).toEqual([]);
  });
});

describe('directories', () => {
  const directory = (uri: string, title?: string): Resource => resource(uri, { mimeType: 'inode/directory', title });

  it.each<[string, readonly Resource[], Outline[]]>([
    ['of nothing is a row to open', [directory('x://a')], [{ 'x:': [{ 'x://a/': [] }] }]],
    [
      'keeps its row when all else is in it',
      [directory('x://a'), resource('x://a/b')],
      [{ 'x:': [{ 'x://a/': ['x://a/b'] }] }],
    ],
    [
      'has a slash at its end or not',
      [directory('x://a/'), resource('x://a/b')],
      [{ 'x:': [{ 'x://a//': ['x://a/b'] }] }],
    ],
    [
      'is one row with the folder that paths imply',
      [resource('x://a/b'), resource('x://a/c'), resource('x://d'), directory('x://a')],
      [{ 'x:': [{ 'x://a/': ['x://a/b', 'x://a/c'] }, 'x://d'] }],
    ],
    [
      'has the folders between it and the next directory in its row',
      [directory('x://a/b', 'B'), directory('x://a/b/c/d', 'D'), resource('x://e')],
      [{ 'x:': [{ 'B/': [{ 'D/': [] }] }, 'x://e'] }],
    ],
    [
      'in a directory',
      [directory('x://a'), directory('x://a/b'), resource('x://a/b/c'), resource('x://a/d')],
      [{ 'x:': [{ 'x://a/': [{ 'x://a/b/': ['x://a/b/c'] }, 'x://a/d'] }] }],
    ],
    [
      'without a path is a resource beside what is in it',
      [directory('x:///'), resource('x:///a')],
      [{ 'x:': ['x:///', 'x:///a'] }],
    ],
  ])('%s', async (_, resources, expected) => {
    const { model } = over(resources);
    expect(await outline(model, await model.roots(everything))).toEqual(expected);
  });

  it('shows children that came since its row was made', async () => {
    const { model, catalog } = over([directory('x://a'), resource('y://b')]);
    const [scheme] = await model.roots(everything);
    const [folder] = await model.children(scheme!, everything);
    catalog.addChildren(
      's0',
      [resource('x://a/1', { priority: 0.1 }), resource('x://a/2', { priority: 1 })],
      new Set(),
    );
    expect(await outline(model, await model.children(folder!, everything))).toEqual(['x://a/2', 'x://a/1']);
  });

  it('has no server of nothing where children are removed while rows are made', async () => {
    const { model, catalog } = over([directory('x://a'), directory('x://b')]);
    const children = Array.from({ length: 10_000 }, (_, index) => resource(`x://a/${index}`));
    const named = new Set<number>();
    catalog.addChildren('s0', children, named);
    const [scheme] = await model.roots(everything);
    const drawing = model.children(scheme!, everything);
    await new Promise((resolve) => setImmediate(resolve));
    catalog.removeChildren('s0', [...named].slice(5_000));
    expect((await drawing).map(({ kind }) => kind)).not.toContain('server');
  });

  it('stays where it is as its children come', async () => {
    const { model } = over([
      directory('x://a', 'A'),
      directory('x://b', 'B'),
      resource('x://b/important', { priority: 1 }),
      resource('x://c/1', { priority: 0.5 }),
      resource('x://c/2'),
    ]);
    expect(await outline(model, await model.roots(everything))).toEqual([
      { 'x:': [{ 'c/': ['x://c/1', 'x://c/2'] }, { 'A/': [] }, { 'B/': ['x://b/important'] }] },
    ]);
  });

  it('is found, and so is what is in it', async () => {
    const { model, catalog } = over([directory('x://a'), directory('x://a/b'), resource('x://a/b/c')]);
    const pathTo = async (uri: string): Promise<readonly string[]> =>
      (await model.pathTo(catalog.idOf('s0', uri)!, everything)).map(label);
    expect(await pathTo('x://a/b')).toEqual(['x:', 'x://a/', 'x://a/b/']);
    expect(await pathTo('x://a/b/c')).toEqual(['x:', 'x://a/', 'x://a/b/', 'x://a/b/c']);
  });

  it('is sorted by the name that its row shows', async () => {
    const { model } = over([
      directory('x://a', 'Z'),
      directory('x://b', 'Y'),
      resource('x://a/1'),
      resource('x://b/1'),
    ]);
    const options = { ...everything, sortBy: 'name' } as const;
    expect(await outline(model, await model.roots(options), options)).toEqual([
      { 'x:': [{ 'Y/': ['x://b/1'] }, { 'Z/': ['x://a/1'] }] },
    ]);
  });
});
