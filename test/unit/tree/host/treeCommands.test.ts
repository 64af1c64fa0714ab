import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from 'vscode';
import type { CatalogEntry } from '../../../../src/core/catalog/catalog';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { builtResource, SavedResources } from '../../../../src/core/templates/savedResources';
import { withProof } from '../../../../src/host/base/proofs';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { followArrangement } from '../../../../src/host/tree/followArrangement';
import { treeCommands } from '../../../../src/host/tree/treeCommands';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource, template } from '../../catalog/fixtures';
import { ResourceWorld } from '../../actions/host/resourceWorld';

let world: ResourceWorld;
let shop: ServerDefinition;
let kept: SavedResources;
/** Calls that the commands made: the name of each, and its arguments. */
let done: [string, ...unknown[]][];

const uris = (resources: readonly { readonly uri: string }[]): string[] => resources.map(({ uri }) => uri);

beforeEach(async () => {
  world = new ResourceWorld();
  done = [];
  const notes = ['a', 'b', 'c'].map((name) => resource(`note:${name}`, { name }));
  const [first] = await world.list({ shop: [...notes, resource('db:x')], wiki: [] });
  shop = first!;
  world.listTemplates(shop, template('note:{id}', { title: 'Any note' }));
  kept = world.store.add(new SavedResources(world.workspaceStore, world.catalog, world.connections));
  const { arrangement, log } = world;
  world.store.add(followArrangement(arrangement));
  const table = treeCommands(world, {
    arrangement,
    saved: kept,
    tree: {
      keepPlace: async (removed, remove) => {
        await did('keepPlace', ...uris(removed));
        await remove();
      },
    },
    reveal: (resources) => did('reveal', ...uris(resources)),
  });
  world.store.add(registerCommands(roomCommands.tree, () => Promise.resolve(table), log));
});

afterEach(() => world.dispose());

function did(...what: [string, ...unknown[]]): Promise<void> {
  done.push(what);
  return Promise.resolve();
}

const run = (id: string, ...args: unknown[]): Thenable<unknown> =>
  commands.executeCommand(`mcpResources.${id}`, ...args);
/** As from a row, a link or a button of this window. */
const runOwn = (id: string, ...args: unknown[]): Thenable<unknown> =>
  run(id, ...(withProof({ title: '', command: `mcpResources.${id}`, arguments: args }).arguments as unknown[]));
const entry = (name: string): CatalogEntry => world.catalog.find(shop.id, `note:${name}`)!;
const row = (name: string): unknown => ({ kind: 'resource', id: name, entry: entry(name) });
const shownTexts = (): string[] => fakeVscode.messages.asked.map(({ text }) => text);
const arranged = () => {
  const { groupBy, sortBy, audience } = world.arrangement;
  return [groupBy, sortBy, audience];
};

describe('a scheme', () => {
  it('is hidden by its row, with others and servers that are selected; one command shows all again', async () => {
    const states: unknown[] = [];
    const note = async (): Promise<void> => void states.push((await world.visibility.summary())?.sentence);
    await run('showHidden');
    await run('hide', { kind: 'scheme', scheme: 'db' });
    await note();
    const server = { kind: 'server', scheme: 'note', serverId: shop.id };
    await run('hide', server, [server, { kind: 'scheme', scheme: 'log' }, { kind: 'server', serverId: 'gone' }]);
    await note();
    await run('showHidden');
    await note();
    expect([states, fakeVscode.shownTexts]).toEqual([
      ['Hidden: db:.', 'Hidden: shop, db:, log:.', undefined],
      ['No resources are hidden.'],
    ]);
  });
});

describe('how the tree is arranged', () => {
  it('is chosen in the title of the view, where menus see it', async () => {
    const keys = () => ['groupBy', 'sortBy'].map((key) => fakeVscode.contextKeys.get(`mcpResources.${key}`));
    expect(keys()).toEqual(['scheme', 'importance']);
    await run('groupByServer');
    await run('sortByName');
    expect([arranged(), keys()]).toEqual([
      ['server', 'name', 'all'],
      ['server', 'name'],
    ]);
    await run('sortByServerOrder');
    await run('groupByServerChecked');
    expect([arranged(), keys()]).toEqual([
      ['scheme', 'server', 'all'],
      ['scheme', 'server'],
    ]);
    await run('sortByImportance');
    expect(arranged()).toEqual(['scheme', 'importance', 'all']);
  });

  it('follows the settings, which a choice replaces until they change', async () => {
    await run('groupByServer');
    fakeVscode.settings.set('mcpResources.tree.sortBy', 'name');
    expect(arranged()).toEqual(['server', 'name', 'all']);
    fakeVscode.settings.set('mcpResources.tree.audience', 'user');
    fakeVscode.settings.set('mcpResources.tree.groupBy', 'server');
    fakeVscode.settings.set('mcpResources.tree.groupBy', 'scheme');
    expect([arranged(), fakeVscode.contextKeys.get('mcpResources.groupBy')]).toEqual([
      ['scheme', 'name', 'user'],
      'scheme',
    ]);
  });

  it('is of an audience that is chosen from a list, which shows the one that holds', async () => {
    fakeVscode.picks.answer('For the assistant', undefined);
    await run('filterByAudience');
    await run('filterByAudience');
    expect([world.arrangement.audience, fakeVscode.picks.asked.map(({ labels }) => labels)]).toEqual([
      'assistant',
      [
        ['$(check) All', 'For the user', 'For the assistant'],
        ['All', 'For the user', '$(check) For the assistant'],
      ],
    ]);
  });
});

describe('a command about resources', () => {
  it.each([['reveal', 'reveal']])(
    '%s takes the row, or all that are selected with it, each once',
    async (id, action) => {
      await runOwn(id, row('a'), undefined);
      await runOwn(id, row('a'), [row('b'), row('a'), { kind: 'scheme', ids: [entry('b').id, entry('c').id] }]);
      await runOwn(id, { resources: [world.picks(shop, 'note:c')] });
      expect(done).toEqual([
        [action, 'note:a'],
        [action, 'note:b', 'note:a', 'note:c'],
        [action, 'note:c'],
      ]);
      expect(world.wakes).toBe(0);
    },
  );

  it.each(['reveal'])('%s needs a row, and says so to a key that has none', async (id) => {
    await run(id);
    expect([done, shownTexts()]).toEqual([[], ['Select a resource in a view first.']]);
  });
});

describe('what was kept of templates', () => {
  const keep = async (...ids: readonly string[]): Promise<void> => {
    const of = world.templates.find(shop.id, 'note:{id}')!;
    for (const id of ids) await kept.keep(builtResource(of, `note:${id}`, new Map([['id', id]])));
  };

  it('is forgotten at its row, where the keyboard stays', async () => {
    await keep('1', '2');
    await run('forgetResource', row('1'), undefined);
    expect([done, uris(kept.items)]).toEqual([[['keepPlace', 'note:1']], ['note:2']]);
  });
});
