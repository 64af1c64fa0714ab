import { TreeItemCollapsibleState, type MarkdownString, type ThemeIcon } from 'vscode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import type { Resource } from '../../../../src/core/resource/resource';
import type { Skill } from '../../../../src/core/resource/skill';
import { targetsOf } from '../../../../src/host/commands/narrowArguments';
import type { ResourceTreeRow } from '../../../../src/host/tree/treeRow';
import { folder, resource } from '../../catalog/fixtures';
import { definition, info, type SkillsOffer } from '../../connection/fakeServer';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { DrawnTree } from './drawnTree';

let world: ResourceWorld;
let drawn: DrawnTree;

beforeEach(() => {
  world = new ResourceWorld();
  drawn = new DrawnTree(world);
});

afterEach(() => drawn.dispose());

/** A skill of 10 bytes a file, with `SKILL.md` and others by their paths. */
function skillOf(root: string, others: readonly string[] = [], fields: Partial<Skill> = {}): Skill {
  const name = root.slice(root.lastIndexOf('/') + 1);
  const files = ['SKILL.md', ...others].map((path) => ({ uri: `${root}/${path}`, digest: '', size: 10 }));
  const description = `How to ${name}`;
  return { uri: `${root}/SKILL.md`, frontmatter: {}, name, description, files, problem: undefined, ...fields };
}

const refunds = skillOf('skill://refunds', ['forms/EU.md', 'forms/US.md', 'scripts/check.py', 'notes.md']);

type Servers = Readonly<Record<string, { resources?: readonly Resource[] } & Partial<SkillsOffer>>>;

async function list(servers: Servers): Promise<void> {
  const listed: Record<string, readonly Resource[]> = {};
  for (const [name, { resources = [], ...offer }] of Object.entries(servers)) {
    const server = world.server(definition(name));
    server.info = { ...info, hasSkills: true, hasDirectories: true };
    server.skills = { listed: [], unlisted: [], ...offer };
    listed[name] = resources;
  }
  await world.list(listed);
}

async function drawnWith(servers: Servers): Promise<unknown[]> {
  await list(servers);
  return drawn.draw();
}

/** The row of a label, at the end of a path of others. */
async function rowOf(...path: readonly string[]): Promise<ResourceTreeRow> {
  let row: ResourceTreeRow | undefined;
  for (const label of path) {
    const rows: readonly ResourceTreeRow[] = await drawn.tree.getChildren(row);
    row = rows.find((one) => drawn.tree.getTreeItem(one).label === label);
    if (!row) throw new Error(`No ${label}`);
  }
  return row!;
}

const filesOfRefunds = ['SKILL.md', 'forms/EU.md', 'forms/US.md', 'notes.md', 'scripts/check.py'];

describe('the group of skills', () => {
  it('has the skills with their files, which are in no other group', async () => {
    const resources = [
      resource('skill://refunds/forms/EU.md', { name: 'EU.md' }),
      resource('skill://other', { name: 'o' }),
    ];
    expect(await drawnWith({ shop: { resources, listed: [refunds] } })).toEqual([
      { 'skill | 1': ['o'] },
      { 'Skills | 1': [{ 'refunds | How to refunds': filesOfRefunds }] },
    ]);
  });

  it('has the servers where several have skills', async () => {
    expect(await drawnWith({ shop: { listed: [refunds] }, bank: { listed: [skillOf('skill://refunds')] } })).toEqual([
      {
        'Skills | 2': [
          { 'shop | 1': [{ 'refunds | How to refunds': filesOfRefunds }] },
          { 'bank | 1': [{ 'refunds | How to refunds': ['SKILL.md'] }] },
        ],
      },
    ]);
  });

  it('is beside the schemes of each server, where these come first', async () => {
    await world.arrangement.choose('groupBy', 'server');
    const listed = [skillOf('skill://refunds')];
    const rows = await drawnWith({ shop: { resources: [resource('db://1')], listed }, bank: { listed } });
    expect(rows).toEqual([
      { 'shop | 2': [{ 'db | 1': ['db://1'] }, { 'Skills | 1': [{ 'refunds | How to refunds': ['SKILL.md'] }] }] },
      { 'bank | 1': [{ 'Skills | 1': [{ 'refunds | How to refunds': ['SKILL.md'] }] }] },
    ]);
  });

  it.each<[string, Skill[], unknown[]]>([
    ['is not there without skills', [], []],
    [
      'has skills of one name by where they are',
      [skillOf('skill://a/x/pdf'), skillOf('skill://b/x/pdf'), skillOf('skill://csv')],
      [
        { 'a/x/pdf | How to pdf': ['SKILL.md'] },
        { 'b/x/pdf | How to pdf': ['SKILL.md'] },
        { 'csv | How to csv': ['SKILL.md'] },
      ],
    ],
    [
      'has skills whose names only look the same by what they are',
      [skillOf('skill://pdf'), skillOf('skill://pdf\u200b')],
      [{ 'pdf | How to pdf': ['SKILL.md'] }, { 'pdf\\u{200b} | How to pdf': ['SKILL.md'] }],
    ],
    [
      'has a skill in another one twice',
      [skillOf('skill://a', ['b/SKILL.md']), skillOf('skill://a/b')],
      [{ 'a | How to a': ['SKILL.md', 'b/SKILL.md'] }, { 'b | How to b': ['SKILL.md'] }],
    ],
    [
      'has one that cannot be used as a sentence',
      [skillOf('skill://a', ['b.md'], { problem: 'It lists a file twice.' })],
      ['a | It lists a file twice.'],
    ],
    [
      'has no line breaks of a description, nor what nobody sees',
      [skillOf('skill://a', [], { description: 'One\n\u202etwo\u200b' })],
      [{ 'a | One two': ['SKILL.md'] }],
    ],
  ])('%s', async (_, listed, expected) => {
    const rows = await drawnWith({ shop: { listed } });
    expect(rows).toEqual(expected.length === 0 ? [] : [{ [`Skills | ${listed.length}`]: expected }]);
  });

  it('has only `SKILL.md` of a skill whose files can change', async () => {
    const dynamic = skillOf('skill://live', [], { files: 'dynamic' });
    const resources = [resource('skill://live/SKILL.md'), resource('skill://live/a.md')];
    expect(await drawnWith({ shop: { resources, listed: [dynamic] } })).toEqual([
      { 'skill | 1': ['skill://live/a.md'] },
      { 'Skills | 1': [{ 'live | How to live': ['SKILL.md'] }] },
    ]);
  });

  it.each<[string, Partial<SkillsOffer>, unknown[]]>([
    [
      'were not all listed',
      { listed: [skillOf('skill://a')], isCut: true },
      [{ 'a | How to a': ['SKILL.md'] }, 'Not all skills are shown | 1 skill shown; the server has more'],
    ],
    [
      'could not be listed',
      { failure: new HumanError('timeout', 'No answer.') },
      ['Couldn’t list the skills | Refresh to try again.'],
    ],
  ])('says that skills %s', async (_, offer, expected) => {
    const [group] = await drawnWith({ shop: offer });
    expect(Object.values(group as object)).toEqual([expected]);
  });

  it('follows the servers', async () => {
    await drawn.show({});
    await list({ shop: { listed: [skillOf('skill://a')] } });
    const { session } = world.server(definition('shop'));
    await drawn.draw();
    await world.clock.advance(5_000);
    drawn.refreshes();
    session.skills = {
      listed: [skillOf('skill://a', [], { description: 'Other', frontmatter: { description: 'Other' } })],
      unlisted: [],
    };
    session.changeList.fire();
    await world.clock.advance(5_000);
    session.list.items({ items: [], dropped: 0, repaired: 0 }).end();
    expect(await drawn.refreshesAfter(5_000)).toContain('all');
    expect(await drawn.draw()).toEqual([{ 'Skills | 1': [{ 'a | Other': ['SKILL.md'] }] }]);
    expect(world.reads).toEqual([]);
  });

  it.each([
    ['its list of skills', { ttl: 60_000 }, 600_000],
    ['its list of resources', { ttl: 600_000 }, 60_000],
  ])('is listed again by a server that tells of no changes when the time of %s is over', async (_, offer, ttl) => {
    const server = world.server(definition('shop'));
    server.info = { ...info, hasSkills: true, canListChange: false };
    server.skills = { listed: [skillOf('skill://a')], unlisted: [], ...offer };
    world.sources.set([definition('shop')]);
    world.connections.startAll();
    await world.clock.advance(0);
    server.session.list.items({ items: [], dropped: 0, repaired: 0 }).end({ kind: 'complete', ttl });
    await world.clock.advance(59_000);
    world.connections.wake();
    await world.clock.advance(999);
    expect(server.session.lists.length).toBe(1);
    await world.clock.advance(1);
    world.connections.wake();
    await world.clock.advance(5_000);
    expect(server.session.lists.length).toBe(2);
  });
});

describe('the row of a skill', () => {
  const frontmatter = {
    license: 'MIT',
    compatibility: 'Needs\u200bgit',
    'allowed-tools': 'Bash(rm *) <b>',
    metadata: { owner: 'Jun', versions: [1, 2] },
  };
  const legal = skillOf('skill://legal', ['terms.md'], {
    frontmatter,
    description: 'See [here](command:x)\u200b\nMore',
  });

  it('says what its server says of it, and of none of its files that it was verified', async () => {
    await list({ shop: { listed: [legal, skillOf('skill://live', [], { files: 'dynamic' })] } });
    const tooltips = await Promise.all(
      ['legal', 'live'].map(async (label) => {
        const row = await rowOf('Skills', label);
        return (drawn.tree.resolveTreeItem(drawn.tree.getTreeItem(row), row).tooltip as MarkdownString).value;
      }),
    );
    expect(tooltips).toMatchInlineSnapshot(`
      [
        "**legal**

      See \\[here\\]\\(command\\:x\\)\\\\u\\{200b\\}\\
      More

      - URI\\: skill\\:\\/\\/legal\\/SKILL\\.md
      - Skill\\: instructions for models\\, written by the server “shop”
      - Permission\\: not allowed yet
      - Files\\: 2 files\\, 20 B
      - “license”\\: MIT
      - “compatibility”\\: Needs\\\\u\\{200b\\}git
      - “allowed\\-tools”\\: Bash\\(rm \\*\\) \\<b\\> \\(only a request\\: it allows nothing here\\)
      - “metadata”\\: owner\\: Jun\\, versions\\: \\[1\\,2\\]",
        "**live**

      How to live

      - URI\\: skill\\:\\/\\/live\\/SKILL\\.md
      - Skill\\: instructions for models\\, written by the server “shop”
      - Permission\\: not allowed yet
      - Files\\: may differ with each read\\, so they can’t be verified",
      ]
    `);
  });

  it('opens its SKILL.md by a click, and is a resource for the menus', async () => {
    await list({ shop: { listed: [legal] } });
    const row = await rowOf('Skills', 'legal');
    const item = drawn.tree.getTreeItem(row);
    expect(item).toMatchObject({ contextValue: 'skill', collapsibleState: TreeItemCollapsibleState.Collapsed });
    expect((item.iconPath as ThemeIcon).id).toBe('lightbulb');
    const entry = world.catalog.find(definition('shop').id, legal.uri)!;
    expect(targetsOf([row])).toEqual([{ kind: 'ids', ids: [entry.id] }]);
    expect(item.resourceUri?.path).toBe(world.files.uriForChat(entry.serverId, entry.resource).path);
    expect(item.command).toBeDefined();
  });

  it('is drawn again when it is picked', async () => {
    await list({ shop: { listed: [legal] } });
    await drawn.draw();
    await world.clock.advance(5_000);
    drawn.refreshes();
    await world.picked.add([world.picks(definition('shop'), legal.uri)]);
    expect(await drawn.refreshesAfter(1_000)).toEqual([[legal.uri, legal.uri]]);
    expect(drawn.tree.getTreeItem(await rowOf('Skills', 'legal')).contextValue).toBe('skill.picked');
  });

  it('says more by a click where it cannot be used, and has no files', async () => {
    await list({ shop: { listed: [{ ...legal, problem: 'It is too large.' }] } });
    const row = await rowOf('Skills', 'legal');
    const item = drawn.tree.resolveTreeItem(drawn.tree.getTreeItem(row), row);
    expect(item).toMatchObject({ contextValue: 'problem', tooltip: 'legal\nIt is too large.' });
    expect(item.command?.title).toBe('Open');
    expect([(item.iconPath as ThemeIcon).id, await drawn.tree.getChildren(row)]).toEqual(['warning', []]);
  });
});

it('a skill whose SKILL.md does not match has the icon of an error', async () => {
  await list({ shop: { listed: [refunds] } });
  const error = new HumanError('unverified', 'It doesn’t match.');
  world.live.liveness = () => ({ kind: 'failed', error });
  const { iconPath } = drawn.tree.getTreeItem(await rowOf('Skills', 'refunds'));
  expect((iconPath as ThemeIcon).id).toBe('error');
});

describe('a file of a skill', () => {
  const outer = skillOf('skill://a', ['b/SKILL.md', 'b/c/d.md']);
  const labelsTo = async (uri: string) => {
    const path = await world.model.pathTo(world.catalog.idOf(definition('shop').id, uri)!, {
      ...{ audience: 'all', groupBy: 'scheme', sortBy: 'name', servers: [definition('shop')] },
      ...{ isVisible: () => true, isTemplateVisible: () => true },
    });
    return path.map((row) => drawn.tree.getTreeItem(row).label);
  };

  it.each([
    ['SKILL.md as the row of its skill', 'skill://a/SKILL.md', ['Skills', 'a']],
    ['another file by its path', 'skill://a/b/c/d.md', ['Skills', 'a', 'b/c/d.md']],
    ['a skill in another one as a row of its own', 'skill://a/b/SKILL.md', ['Skills', 'b']],
  ])('is shown in the tree: %s', async (_, uri, labels) => {
    await list({ shop: { listed: [outer, skillOf('skill://a/b')] } });
    expect(await labelsTo(uri)).toEqual(labels);
  });

  it('has another id in each skill, and is hidden with its scheme', async () => {
    await list({ shop: { listed: [outer, skillOf('skill://a/b')] } });
    const rows = [await rowOf('Skills', 'a', 'b/SKILL.md'), await rowOf('Skills', 'b', 'SKILL.md')];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    await world.places.hide({ servers: [], schemes: ['skill'] });
    expect(await drawn.draw()).toEqual(['3 hidden | Show']);
  });

  it('is elsewhere for a folder that the server lists', async () => {
    const server = world.server(definition('shop'));
    server.folders.set('skill://', [folder('skill://a')]);
    server.folders.set('skill://a', [resource('skill://a/SKILL.md'), resource('skill://a/extra.md')]);
    const resources = [folder('skill://a')];
    expect(await drawnWith({ shop: { resources, listed: [skillOf('skill://a')] } })).toEqual([
      { 'skill | 1': [{ a: ['skill://a/extra.md', '1 shown elsewhere in the tree'] }] },
      { 'Skills | 1': [{ 'a | How to a': ['SKILL.md'] }] },
    ]);
  });
});

describe('the row of a skill that the user allowed', () => {
  it('says so, and once it has changed says that and what differs', async () => {
    await list({ shop: { listed: [refunds] } });
    const serverId = definition('shop').id;
    const look = async () => {
      const { iconPath, contextValue, description } = drawn.tree.getTreeItem(await rowOf('Skills', 'refunds'));
      return [(iconPath as ThemeIcon).id, contextValue, description];
    };
    const tip = async (): Promise<string> => {
      const row = await rowOf('Skills', 'refunds');
      const { value } = drawn.tree.resolveTreeItem(drawn.tree.getTreeItem(row), row).tooltip as MarkdownString;
      return value.replaceAll('\\', '');
    };
    await drawn.draw();
    await world.clock.advance(5_000);
    drawn.refreshes();
    await world.skillPermissions.allow(world.skills.of(serverId)[0]!);
    expect(await drawn.refreshesAfter(1_000)).toEqual([[refunds.uri]]);
    expect(await look()).toEqual(['pass-filled', 'skill.allowed', 'allowed · How to refunds']);
    expect(await tip()).toContain('- Permission: allowed');
    const changed = { listed: [skillOf('skill://refunds', ['forms/EU.md'])], unlisted: [] };
    world.server(definition('shop')).session.skills = changed;
    world.connections.get(serverId)!.refreshList();
    await list({ shop: changed });
    expect(await look()).toEqual(['question', 'skill', 'changed since you allowed it · How to refunds']);
    expect(await tip()).toContain('Removed: “forms/US.md”, “scripts/check.py”, “notes.md”.');
  });
});
