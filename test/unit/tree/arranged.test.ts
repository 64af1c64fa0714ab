import { describe, expect, it } from 'vitest';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { ServerOrder } from '../../../src/core/catalog/serverOrder';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import type { Resource } from '../../../src/core/resource/resource';
import { tokensOf } from '../../../src/core/search/queryTokens';
import { UriGlob } from '../../../src/core/search/uriGlob';
import { searchTextOf } from '../../../src/core/tree/searchText';
import { TreeModel } from '../../../src/core/tree/treeModel';
import type { GroupNode, TreeNode, TreeOptions } from '../../../src/core/tree/treeNode';
import { byPath, listAll, newCatalog, noSkills, resource, template } from '../catalog/fixtures';

const everything: TreeOptions = {
  audience: 'all',
  groupBy: 'scheme',
  sortBy: 'importance',
  servers: [
    { id: 'zebra', name: 'Zebra' },
    { id: 'ant', name: 'ant' },
  ],
  isVisible: () => true,
  isTemplateVisible: () => true,
};

function over(servers: Readonly<Record<string, readonly Resource[]>>) {
  const { catalog, slices } = newCatalog();
  const templates = new TemplateCatalog();
  for (const [id, items] of Object.entries(servers)) listAll(catalog, items, id);
  const orders = {
    importance: new ImportanceOrder(catalog, slices.newSlice),
    name: new NameOrder(catalog, slices.newSlice),
    server: new ServerOrder(catalog, slices.newSlice),
  };
  const model = new TreeModel(catalog, orders, templates, slices.newSlice, byPath(catalog), noSkills);
  /** Returns every row, indented by its level. */
  const draw = async (options: Partial<TreeOptions>): Promise<string[]> => {
    const all = { ...everything, ...options };
    const lines = async (rows: readonly TreeNode[], indent: string): Promise<string[]> => {
      const drawn: string[] = [];
      for (const row of rows)
        drawn.push(indent + nameOf(row), ...(await lines(await model.children(row, all), `${indent}  `)));
      return drawn;
    };
    return lines(await model.roots(all), '');
  };
  return { catalog, templates, model, draw };
}

function nameOf(row: TreeNode): string {
  switch (row.kind) {
    case 'scheme':
      return `${row.scheme}:`;
    case 'server':
      return `@${row.serverId}`;
    case 'folder':
      return `${row.label}/`;
    case 'range':
      return row.names ? `${row.names.first} … ${row.names.last}` : `${row.from}+${row.rows}`;
    case 'resource':
      return row.entry.resource.name;
    case 'skills':
    case 'skill':
      return row.id;
    case 'template':
      return `<${row.entry.template.name}>`;
  }
}

const shop = {
  ant: [
    resource('wiki://home', { name: 'Page 10', priority: 0.1 }),
    resource('db://z/1', { name: 'one' }),
    resource('db://z/2', { name: 'two', priority: 0.9 }),
    resource('db://a/1', { name: 'Three' }),
    resource('db://a/2', { name: 'four' }),
  ],
  zebra: [resource('wiki://news', { name: 'page 9', priority: 1 }), resource('log://x', { name: 'log' })],
};

describe('grouped by server', () => {
  it('has the schemes of a server below it where there are several', async () => {
    expect(await over({ ...shop, zebra: [resource('log://x', { name: 'log' })] }).draw({ groupBy: 'server' })).toEqual([
      '@ant',
      '  db:',
      '    z/',
      '      two',
      '      one',
      '    a/',
      '      four',
      '      Three',
      '  wiki:',
      '    Page 10',
      '@zebra',
      '  log',
    ]);
  });

  it('puts templates below their scheme, and servers that have nothing else last', async () => {
    const { templates, draw } = over({ zebra: shop.zebra });
    templates.beginList('zebra').append([template('log://{n}', { name: 'a log' })]);
    templates.beginList('ant').append([template('x:{n}', { name: 'x' })]);
    expect(await draw({ groupBy: 'server' })).toEqual([
      '@zebra',
      '  wiki:',
      '    page 9',
      '  log:',
      '    log',
      '    <a log>',
      '@ant',
      '  <x>',
    ]);
  });
});

describe('sorted', () => {
  it('by name: groups by what they are called, numbers by value, folders first', async () => {
    expect(await over(shop).draw({ sortBy: 'name' })).toEqual([
      'db:',
      '  a/',
      '    four',
      '    Three',
      '  z/',
      '    one',
      '    two',
      'log:',
      '  log',
      'wiki:',
      '  @ant',
      '    Page 10',
      '  @zebra',
      '    page 9',
    ]);
  });

  it('in the order of the servers: servers as they are configured, resources as they are listed', async () => {
    const { catalog, draw } = over(shop);
    expect(await draw({ groupBy: 'server', sortBy: 'server' })).toEqual([
      '@zebra',
      '  wiki:',
      '    page 9',
      '  log:',
      '    log',
      '@ant',
      '  wiki:',
      '    Page 10',
      '  db:',
      '    z/',
      '      one',
      '      two',
      '    a/',
      '      Three',
      '      four',
    ]);
    // A server lists again in another order, with a new resource at the top.
    listAll(catalog, [resource('log://new', { name: 'new' }), shop.zebra[1]!, shop.zebra[0]!], 'zebra');
    expect((await draw({ groupBy: 'server', sortBy: 'server' })).slice(0, 6)).toEqual([
      '@zebra',
      '  log:',
      '    new',
      '    log',
      '  wiki:',
      '    page 9',
    ]);
  });

  it('by name with ranges that tell from where to where they go', async () => {
    const many = Array.from({ length: 450 }, (_, at) => resource(`x:${449 - at}`, { name: `row ${449 - at}` }));
    const { model } = over({ ant: many });
    const options: TreeOptions = { ...everything, sortBy: 'name' };
    const [scheme] = await model.roots(options);
    const rows = await model.children(scheme!, options);
    expect(rows.slice(199).map(nameOf)).toEqual(['row 199', 'row 200 … row 399', 'row 400 … row 449']);
    const later = await model.children(scheme!, { ...options, sortBy: 'importance' });
    expect(later.slice(200).map(nameOf)).toEqual(['200+200', '400+50']);
  });

  it('by name with ranges of folders, servers and schemes', async () => {
    const folders = Array.from({ length: 440 }, (_, at) => resource(`x://f${at >> 1}/${at & 1}`));
    const byName: TreeOptions = { ...everything, sortBy: 'name' };
    const { model } = over({ ant: folders });
    const [scheme] = await model.roots(byName);
    expect((await model.children(scheme!, byName)).slice(-1).map(nameOf)).toEqual(['f200 … f219']);
    const ids = Array.from({ length: 201 }, (_, at) => `s${at}`);
    const servers = over(Object.fromEntries(ids.map((id) => [id, [resource('x:1')]])));
    const roots = await servers.model.roots({ ...byName, groupBy: 'server' });
    expect([roots.length, nameOf(roots[200]!)]).toEqual([201, 's200 … s200']);
    expect((await servers.model.children(roots[200]!, { ...byName, groupBy: 'server' })).map(nameOf)).toEqual([
      '@s200',
    ]);
  });
});

it('the text of a folder finds what is below the folder, whatever is in its URIs', () => {
  for (const prefix of ['db://a b/', 'x:[a]{b,c}!/', 'q://say "hi"/*/', 'w:\\dir/', '/abs,x/', 'f:///(a|b)@c+d?/']) {
    const text = searchTextOf({ kind: 'folder', prefix } as GroupNode, () => '');
    const [token, ...others] = tokensOf(text);
    const glob = new UriGlob(token?.values[0]?.text ?? '');
    const matches = [`${prefix}1`, `${prefix}deep/er`, `${prefix.slice(0, -2)}/1`].map((uri) => glob.isMatch(uri));
    expect({ prefix, text, others, matches }).toEqual({ prefix, text, others: [], matches: [true, true, false] });
  }
});

it('the text of skills finds skills', () => {
  expect(searchTextOf({ serverId: 'a', type: 'skill' }, () => 'shop')).toBe('server:shop type:skill');
});

describe('the way from a row to a search', () => {
  const serverName = (id: string): string => (id === 'zebra' ? 'my "zebra" shop' : id);
  async function textOf(options: Partial<TreeOptions>, ...path: readonly string[]): Promise<string> {
    const { model } = over({
      ...shop,
      zebra: [resource('db://a[1]/x', { name: 'x' }), resource('db://a[1]/y', { name: 'y' }), resource('db://b')],
    });
    const all = { ...everything, ...options };
    let rows = await model.roots(all);
    let row: TreeNode | undefined;
    for (const name of path) {
      row = rows.find((one) => nameOf(one) === name);
      rows = await model.children(row!, all);
    }
    return searchTextOf(row as GroupNode, serverName);
  }

  it('names scheme, server and folder, as far as they are known', async () => {
    expect(await textOf({}, 'wiki:')).toBe('scheme:wiki');
    expect(await textOf({}, 'db:', '@ant')).toBe('server:ant scheme:db');
    expect(await textOf({}, 'db:', '@ant', 'z/')).toBe('server:ant uri:db://z/**');
    expect(await textOf({ groupBy: 'server' }, '@ant', 'wiki:')).toBe('server:ant scheme:wiki');
    expect(await textOf({ groupBy: 'server' }, '@zebra')).toBe('server:"my *zebra* shop"');
    expect(await textOf({}, 'db:', '@zebra', 'a[1]/')).toBe('server:"my *zebra* shop" uri:db://a\\[1\\]/**');
  });
});
