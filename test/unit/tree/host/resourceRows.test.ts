import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarkdownString } from 'vscode';
import type { ResourceTreeRow } from '../../../../src/host/tree/treeRow';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource, template } from '../../catalog/fixtures';
import { definition } from '../../connection/fakeServer';
import { DrawnTree } from './drawnTree';
import { ResourceWorld } from '../../actions/host/resourceWorld';

let world: ResourceWorld;
let drawn: DrawnTree;

beforeEach(() => {
  world = new ResourceWorld();
  drawn = new DrawnTree(world);
});

afterEach(() => drawn.dispose());

const [a, b] = [resource('note:a'), resource('note:b')];

describe('the rows', () => {
  it('are the groups of resources, with the templates of a group last', async () => {
    const [shop] = await world.list({
      shop: [
        resource('note:a', { title: 'Apples', size: 2_000, priority: 0.9 }),
        b,
        resource('db://x/one'),
        resource('db://x/two'),
      ],
    });
    world.listTemplates(shop!, template('note:{name}', { title: 'Any note' }));
    expect(await drawn.draw()).toEqual([
      { 'note | 3': ['Apples', 'note:b', 'Any note | note:{name}'] },
      { 'db | 2': ['db://x/one', 'db://x/two'] },
    ]);
    expect(drawn.view.description).toBe('5');
  });

  it('speak all that they show, and what their marks say', async () => {
    const day = 24 * 3_600_000;
    const old = { title: 'Apples', lastModified: world.clock.now() - 3 * day, size: 2_000, priority: 0.9 };
    const [shop] = await world.list({
      shop: [resource('note:///2026%20Q1/a', old), resource('note:///2026%20Q1/b'), b, resource('db:x')],
    });
    world.listTemplates(shop!, template('note:{name}', { title: 'Any note' }));
    await world.picked.add([world.picks(shop!, 'note:///2026%20Q1/a')]);
    vi.spyOn(world.live, 'liveness').mockReturnValue({ kind: 'live', isUpdated: true, since: 'sent' });
    const lacks: string[] = [];
    const look = async (parent?: ResourceTreeRow): Promise<void> => {
      for (const row of await drawn.tree.getChildren(parent)) {
        const { label, description, accessibilityInformation } = drawn.tree.getTreeItem(row);
        const facts = [label, ...String(description ?? '').split(' · ')].map(String);
        const spoken = accessibilityInformation?.label ?? '';
        lacks.push(...facts.filter((fact) => !spoken.includes(fact)).map((fact) => `${fact} in ${spoken}`));
        await look(row);
      }
    };
    await look();
    expect(lacks).toEqual([]);
    const item = drawn.tree.getTreeItem(await drawn.rowOf('note:///2026%20Q1/a'));
    expect([item.description, item.accessibilityInformation?.label]).toEqual([
      '3 d',
      'Apples, updated, In the context, 3 d, Priority 0.9, 2.0 kB',
    ]);
  });

  it('name a group by what stands before ://, valid or not, and by nothing where nothing does', async () => {
    await world.list({ shop: [resource('1password://vault/a'), resource('1password://vault/b'), resource('2:c')] });
    expect(await drawn.draw()).toEqual([
      { '1password | 2': ['1password://vault/a', '1password://vault/b'] },
      { 'URIs without a scheme | 1': ['2:c'] },
    ]);
  });

  it('begin with one line about servers at most, which leads to the view Servers', async () => {
    await world.list({ shop: [a], empty: [] });
    expect(await drawn.draw()).toEqual([{ 'note | 1': ['note:a'] }]);
    const { source } = definition('shop');
    const problem = { message: 'Line 1 is wrong.', serverName: undefined, source, line: 1 };
    world.sources.set([definition('shop')], [problem]);
    expect(await drawn.draw()).toEqual([`Problem in ${source.label}`, { 'note | 1': ['note:a'] }]);
    world.sources.set([definition('shop')], [problem, { ...problem, line: 2 }]);
    expect((await drawn.draw())[0]).toBe('2 servers need attention');
    const [line] = await drawn.tree.getChildren();
    await drawn.view.click(line!);
    expect(fakeVscode.commands.executed).toContainEqual(['mcpResources.servers.focus']);
  });

  it('say why they may be out of date, and so does their group', async () => {
    const [shop] = await world.list({ shop: [a, b] });
    world.connections.get(shop!.id)?.stop();
    expect(await drawn.draw()).toEqual([
      { 'note | server stopped · 2': ['note:a | server stopped', 'note:b | server stopped'] },
    ]);
    expect(drawn.tree.getTreeItem((await drawn.tree.getChildren())[0]!)).toMatchObject({
      contextValue: 'group.scheme',
      tooltip: 'Scheme “note”\n2 resources\nserver stopped',
      accessibilityInformation: { label: 'Scheme “note”, 2 resources, server stopped' },
    });
  });

  it('of resources open them, and are dragged as the file that the chat takes', async () => {
    const [shop] = await world.list({ shop: [a] });
    const row = await drawn.rowOf(a.uri);
    const file = world.files.uri(shop!.id, a);
    expect(drawn.tree.getTreeItem(row)).toMatchObject({
      id: `resource:${shop!.id}\nnote:a`,
      collapsibleState: 0,
      contextValue: 'resource',
      resourceUri: world.files.uriForChat(shop!.id, a).with({ fragment: 'L1' }),
    });
    fakeVscode.commands.answer('mcpResources.open');
    await drawn.view.click(row);
    expect(fakeVscode.commands.executed).toContainEqual(['mcpResources.open', file, 'glance', expect.any(String)]);
    await world.picked.add([world.picks(shop!, a.uri)]);
    expect(drawn.tree.getTreeItem(row)).toMatchObject({
      contextValue: 'resource.picked',
      accessibilityInformation: { label: 'note:a, In the context' },
    });
  });

  it('of what a user keeps are called so', async () => {
    const [shop] = await world.list({ shop: [a] });
    world.catalog.keep(shop!.id, b);
    const row = await drawn.rowOf(b.uri);
    expect(drawn.tree.getTreeItem(row)).toMatchObject({ description: 'saved', contextValue: 'resource.kept' });
    await world.picked.add([world.picks(shop!, b.uri)]);
    expect(drawn.tree.getTreeItem(row).contextValue).toBe('resource.picked.kept');
  });

  it('of templates ask for their values', async () => {
    const [shop] = await world.list({ shop: [a] });
    world.listTemplates(shop!, template('note:{name}', { title: 'Any' }));
    const [scheme] = await drawn.tree.getChildren();
    const row = (await drawn.tree.getChildren(scheme)).at(-1)!;
    expect(drawn.tree.getTreeItem(row)).toMatchObject({
      label: 'Any',
      contextValue: 'template',
      accessibilityInformation: { label: 'Any, template, note:{name}' },
    });
    fakeVscode.commands.answer('mcpResources.fillInTemplate');
    await drawn.view.click(row);
    expect(fakeVscode.commands.executed.at(-1)).toMatchObject([
      'mcpResources.fillInTemplate',
      { entry: { serverId: shop!.id } },
      expect.any(String),
    ]);
  });

  it('get their tooltips when somebody looks, with the servers’ texts as text', async () => {
    const [shop] = await world.list({ shop: [resource('note:a', { title: '<b>A</b> [x](y)', description: '*new*' })] });
    world.listTemplates(shop!, template('note:{name}', { description: '**all**' }));
    const [scheme] = await drawn.tree.getChildren();
    const rows = await drawn.tree.getChildren(scheme);
    const tooltips = rows.map((row) => drawn.tree.resolveTreeItem(drawn.tree.getTreeItem(row), row).tooltip);
    const texts = tooltips.map((one) => (one instanceof MarkdownString ? one.value : one));
    expect(texts).toEqual([expect.stringContaining('shop'), expect.stringContaining('shop')]);
    expect(texts.join()).not.toMatch(/<b>|\]\(|\n\*new\*|\*\*all\*\*/u);
    const item = drawn.tree.getTreeItem(scheme!);
    expect(drawn.tree.resolveTreeItem(item, scheme!)).toBe(item);
    world.connections.get(shop!.id)?.stop();
    const stale = drawn.tree.resolveTreeItem(drawn.tree.getTreeItem(rows[0]!), rows[0]!).tooltip;
    expect((stale as MarkdownString).value).toContain('is stopped');
  });

  it('say in their tooltips why they stand where they stand, in the order that is chosen', async () => {
    const [shop] = await world.list({ shop: [a, b, resource('note:c', { priority: 1 })] });
    await world.activity.noteUse([{ serverId: shop!.id, uri: b.uri }]);
    await world.clock.advance(5 * 60_000);
    const places = async (): Promise<unknown[]> => {
      const [scheme] = await drawn.tree.getChildren();
      const rows = await drawn.tree.getChildren(scheme);
      return rows.map((row) => {
        const item = drawn.tree.getTreeItem(row);
        const tooltip = drawn.tree.resolveTreeItem(item, row).tooltip as MarkdownString;
        return `${row.id.split('\n').at(-1)}: ${tooltip.value.split('\n- ').at(-1)}`;
      });
    };
    expect(await places()).toEqual([
      'note:c: Sorted by Priority',
      'note:b: Sorted higher because you used the resource 5 min ago',
      'note:a: Sorted by Name',
    ]);
    await world.arrangement.choose('sortBy', 'name');
    expect((await places())[1]).toBe('note:b: Sorted by Name');
    await world.arrangement.choose('sortBy', 'server');
    expect((await places())[0]).toBe('note:a: Sorted in the server’s order');
  });

  it('stay in their places when one of them is used, until no view shows rows', async () => {
    const [shop] = await drawn.show({ shop: [a, b] });
    drawn.view.setVisible(true);
    world.isShown = true;
    await world.activity.noteUse([{ serverId: shop!.id, uri: b.uri }]);
    await world.clock.advance(60_000);
    expect([await drawn.draw(), drawn.refreshes()]).toEqual([[{ 'note | 2': ['note:a', 'note:b'] }], []]);
    world.isShown = false;
    drawn.view.setVisible(false);
    await world.clock.advance(1_000);
    expect([await drawn.draw(), drawn.refreshes()]).toEqual([[{ 'note | 2': ['note:b', 'note:a'] }], ['all']]);
  });
});

describe('a resource of several files', () => {
  const folder = resource('dir:x', { name: 'x', mimeType: 'inode/directory' });
  const labels = async (): Promise<unknown[]> => {
    const rows = await drawn.tree.getChildren(await drawn.rowOf(folder.uri));
    return rows.map((row) => {
      const { label, description, contextValue } = drawn.tree.getTreeItem(row);
      return [label, description, contextValue];
    });
  };

  it('opens to them: it is read when somebody opens it, and once', async () => {
    await world.list({ shop: [folder, resource('dir:y', { mimeType: 'inode/directory' })] });
    world.contents.set(folder.uri, [
      ['dir:x/one.txt', 'one'],
      ['dir:x/two.txt', 'more'],
    ]);
    const row = await drawn.rowOf(folder.uri);
    expect(drawn.tree.getTreeItem(row)).toMatchObject({ collapsibleState: 1 });
    expect(drawn.tree.getTreeItem(row).command).toBeUndefined();
    expect(world.reads).toEqual([]);
    expect(await labels()).toEqual([
      ['one.txt', '3 B', 'resource.part'],
      ['two.txt', '4 B', 'resource.part'],
    ]);
    await labels();
    expect(world.reads).toEqual([folder.uri]);
    const [part] = await drawn.tree.getChildren(row);
    expect([await drawn.tree.getChildren(part), drawn.tree.getParent(part!)]).toEqual([[], row]);
    expect(drawn.tree.getTreeItem(part!)).toMatchObject({ accessibilityInformation: { label: 'one.txt, 3 B' } });
  });

  it('says why it cannot be read, until it is closed and opened again', async () => {
    await world.list({ shop: [folder] });
    const reason = 'The resource is gone. Refresh the list. Collapse and expand the folder to try again.';
    const failed = [['Couldn’t read the files', reason, 'problem']];
    expect(await labels()).toEqual(failed);
    world.contents.set(folder.uri, [
      ['dir:x/a', '1'],
      ['dir:x/b', '2'],
    ]);
    expect([await labels(), world.reads.length]).toEqual([failed, 1]);
    drawn.view.collapse(await drawn.rowOf(folder.uri));
    expect((await labels()).map((row) => (row as unknown[])[0])).toEqual(['a.txt', 'b.txt']);
  });

  it('is drawn again, alone, when a read finds other files', async () => {
    const [shop] = await drawn.show({ shop: [folder, a] });
    world.contents.set(folder.uri, [
      ['dir:x/a', '1'],
      ['dir:x/b', '2'],
    ]);
    await labels();
    await drawn.draw();
    world.contents.set(folder.uri, [
      ['dir:x/a', '1'],
      ['dir:x/c', '2'],
    ]);
    await world.cache.refresh({ serverId: shop!.id, uri: folder.uri });
    expect(await drawn.refreshesAfter(1_000)).toEqual([['dir:x']]);
    expect((await labels()).map((row) => (row as unknown[])[0])).toEqual(['a.txt', 'c.txt']);
  });
});
