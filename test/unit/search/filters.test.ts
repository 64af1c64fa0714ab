import { describe, expect, it } from 'vitest';
import { listAll, resource, template } from '../catalog/fixtures';
import { choice, day, now, over } from './fixtures';

const items = {
  github: [
    resource('file:///a/readme.md', { priority: 0.9, size: 500, lastModified: now - day / 2 }),
    resource('file:///a/data.csv', { mimeType: 'text/plain', priority: 0.5, size: 2_000_000 }),
  ],
  'My GitHub': [
    resource('db://sales/orders', { mimeType: 'application/json', audience: ['user'], lastModified: now - 10 * day }),
    resource('docs://guide.md', { audience: ['assistant'], priority: 0.1, lastModified: now + day }),
  ],
};
const everything = ['file:///a/readme.md', 'file:///a/data.csv', 'docs://guide.md', 'db://sales/orders'];

describe('a filter', () => {
  it.each([
    // An exact name means that server only; a beginning means every server whose name has it.
    ['server:github', ['file:///a/readme.md', 'file:///a/data.csv']],
    ['server:git', ['file:///a/readme.md', 'file:///a/data.csv']],
    ['server:MY', ['docs://guide.md', 'db://sales/orders']],
    ['server:m,g', everything],
    ['server:"my github"', ['docs://guide.md', 'db://sales/orders']],
    ['server:my*', ['docs://guide.md', 'db://sales/orders']],
    ['server:*git', []],
    ['server:*it*ub', everything],
    ['server:my*git*', ['docs://guide.md', 'db://sales/orders']],
    ['server:nobody', []],
    ['-server:github', ['docs://guide.md', 'db://sales/orders']],
    ['scheme:db', ['db://sales/orders']],
    ['scheme:d', ['docs://guide.md', 'db://sales/orders']],
    ['scheme:file,db', ['file:///a/readme.md', 'file:///a/data.csv', 'db://sales/orders']],
    ['scheme:d*s', ['docs://guide.md']],
    ['scheme:d*c*', ['docs://guide.md']],
    // What two stars leave between them overlaps nowhere.
    ['scheme:do*c*cs', []],
    ['scheme:docs*s', []],
    ['type:*/*ma*n', ['file:///a/readme.md', 'docs://guide.md']],
    ['type:*ma*n*ma*', []],
    ['type:markdown', ['file:///a/readme.md', 'docs://guide.md']],
    ['type:text/*', ['file:///a/readme.md', 'file:///a/data.csv', 'docs://guide.md']],
    ['type:json type:text', ['file:///a/data.csv', 'db://sales/orders']],
    ['-type:markdown', ['file:///a/data.csv', 'db://sales/orders']],
    ['audience:user', ['file:///a/readme.md', 'file:///a/data.csv', 'db://sales/orders']],
    ['-audience:user', ['docs://guide.md']],
    ['priority:>=0.5', ['file:///a/readme.md', 'file:///a/data.csv']],
    ['priority:<0.5', ['docs://guide.md']],
    ['priority:<=0.5', ['file:///a/data.csv', 'docs://guide.md']],
    ['priority:>0.5', ['file:///a/readme.md']],
    ['priority:0.50', ['file:///a/data.csv']],
    ['priority:1', []],
    ['priority:none', ['db://sales/orders']],
    ['-priority:<0.5', ['file:///a/readme.md', 'file:///a/data.csv', 'db://sales/orders']],
    ['priority:>0.2 priority:<0.6', ['file:///a/data.csv']],
    ['priority:>0.6,<0.2', ['file:///a/readme.md', 'docs://guide.md']],
    // A time in the future counts as just now.
    ['changed:<7d', ['file:///a/readme.md', 'docs://guide.md']],
    ['changed:>7d', ['db://sales/orders']],
    ['changed:none', ['file:///a/data.csv']],
    ['size:<1kb', ['file:///a/readme.md']],
    ['size:2mb', ['file:///a/data.csv']],
    ['size:<=500', ['file:///a/readme.md']],
    ['size:>500', ['file:///a/data.csv']],
    ['size:2.00mb', ['file:///a/data.csv']],
    ['size:none', ['docs://guide.md', 'db://sales/orders']],
    ['uri:*.md', ['file:///a/readme.md', 'docs://guide.md']],
    ['-uri:*.md -uri:db://**', ['file:///a/data.csv']],
    ['-orders', ['file:///a/readme.md', 'file:///a/data.csv', 'docs://guide.md']],
    ['-"a/data"', ['file:///a/readme.md', 'docs://guide.md', 'db://sales/orders']],
    ['a -guide -type:text', ['file:///a/readme.md', 'db://sales/orders']],
  ])('%s', async (text, uris) => {
    expect(await over(items).find(text)).toEqual(uris);
  });

  it('that is wrong never empties the list', async () => {
    const { find } = over(items);
    for (const text of [
      'priority:high',
      'priority:0.5x',
      'type:nonsense',
      'size:',
      'size:x500',
      'changed:<7x',
      'changed:x7d',
      'uri:',
    ])
      expect(await find(text)).toEqual(everything);
  });

  it.each([
    ['2026', ['x:first', 'x:last', 'x:next']],
    ['2026-01', ['x:first', 'x:last']],
    ['2026-01-31', ['x:last']],
    ['2026-2-1', ['x:next']],
    ['<2026-02', ['x:before', 'x:first', 'x:last']],
    ['<=2026-01', ['x:before', 'x:first', 'x:last']],
    ['>2026-01', ['x:next']],
    ['>=2026-01-31', ['x:last', 'x:next']],
    // These are no dates, and are left out.
    ['2026-02-30', ['x:before', 'x:first', 'x:last', 'x:next']],
    ['2026-01-311', ['x:before', 'x:first', 'x:last', 'x:next']],
    ['x2026', ['x:before', 'x:first', 'x:last', 'x:next']],
  ])('changed:%s is a whole year, month or day', async (period, uris) => {
    const times = {
      before: new Date(2026, 0, 1).getTime() - 1,
      first: new Date(2026, 0, 1).getTime(),
      last: new Date(2026, 0, 31, 23, 59).getTime(),
      next: new Date(2026, 1, 1).getTime(),
    };
    const dated = over(Object.entries(times).map(([name, lastModified]) => resource(`x:${name}`, { lastModified })));
    expect((await dated.find(`changed:${period}`, { sort: 'name' })).toSorted()).toEqual(uris);
  });
});

describe('a skill', () => {
  const listed = [
    resource('skill://a/SKILL.md', { mimeType: 'text/markdown' }),
    resource('skill://b/SKILL.md', { mimeType: 'text/markdown;skill' }),
    resource('x:skill', { mimeType: 'skill' }),
    resource('x:json', { mimeType: 'application/json' }),
  ];
  const addressOf = (uri: string) => ({ serverId: 'shop', uri });
  const withSkill = (uri = 'skill://a/SKILL.md') => {
    const world = over(listed);
    world.catalog.markSkills('shop', [], [addressOf(uri)]);
    return world;
  };

  it.each([
    ['type:skill', ['skill://a/SKILL.md']],
    ['type:sk', ['skill://a/SKILL.md']],
    ['type:*kill', ['skill://a/SKILL.md']],
    ['type:skill,json', ['skill://a/SKILL.md', 'x:json']],
    ['type:skill type:json', ['skill://a/SKILL.md', 'x:json']],
    ['-type:skill', ['skill://b/SKILL.md', 'x:json', 'x:skill']],
    ['type:markdown', ['skill://a/SKILL.md', 'skill://b/SKILL.md']],
    ['type:*down', ['skill://a/SKILL.md', 'skill://b/SKILL.md']],
    ['type:text/markdown', ['skill://a/SKILL.md', 'skill://b/SKILL.md']],
    ['type:md', ['skill://a/SKILL.md', 'skill://b/SKILL.md']],
  ])('is found by what its server says is one, and by its type: %s', async (text, uris) => {
    expect(await withSkill().find(text)).toEqual(uris);
  });

  it('is one as long as its server says so, also in another list', async () => {
    const { catalog, find } = withSkill();
    listAll(catalog, [resource('skill://a/SKILL.md', { title: 'Renamed' })], 'shop');
    expect(await find('type:skill')).toEqual(['skill://a/SKILL.md']);
    catalog.markSkills('shop', [addressOf('skill://a/SKILL.md')], []);
    expect(await find('type:skill')).toEqual([]);
    catalog.markSkills('shop', [], [addressOf('skill://a/SKILL.md')]);
    listAll(catalog, [], 'shop');
    listAll(catalog, [resource('x:other')], 'shop');
    expect(await find('type:skill')).toEqual([]);
  });
});

describe('choices', () => {
  it('of one facet widen each other, those of different ones narrow down', async () => {
    const { find } = over(items);
    const choices = [choice('type:markdown'), choice('type:json')];
    expect(await find('', { choices })).toEqual(['file:///a/readme.md', 'docs://guide.md', 'db://sales/orders']);
    expect(await find('', { choices: [...choices, choice('changed:<7d')] })).toEqual([
      'file:///a/readme.md',
      'docs://guide.md',
    ]);
    expect(await find('guide', { choices })).toEqual(['docs://guide.md']);
    expect(await find('type:markdown', { choices: [choice('type:json')] })).toEqual([]);
  });

  it('can be added, taken away and changed without a word being typed', async () => {
    const { find } = over(items);
    const one = { choices: [choice('server:github')] };
    expect(await find('a', one)).toEqual(['file:///a/readme.md', 'file:///a/data.csv']);
    expect(await find('a')).toHaveLength(3);
    expect(await find('a', { choices: [choice('server:My GitHub')] })).toEqual(['db://sales/orders']);
  });
});

describe('a name that templates alone have', () => {
  it('is meant by itself among resources, too', async () => {
    const { find } = over(
      { git: [resource('x:1')], gitlab: [resource('x:2')] },
      { templates: { hub: [template('y:{a}')] } },
    );
    expect(await find('server:hub')).toEqual(['y:{a}']);
    expect(await find('server:git')).toEqual(['x:1']);
    const { find: other } = over({ hubble: [resource('x:1')] }, { templates: { hub: [template('y:{a}')] } });
    expect(await other('server:hub')).toEqual(['y:{a}']);
    expect(await other('server:hu')).toEqual(['y:{a}', 'x:1']);
  });
});
