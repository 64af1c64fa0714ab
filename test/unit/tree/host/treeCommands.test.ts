import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { builtResource, SavedResources } from '../../../../src/core/templates/savedResources';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { followArrangement } from '../../../../src/host/tree/followArrangement';
import { treeCommands } from '../../../../src/host/tree/treeCommands';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource, template } from '../../catalog/fixtures';
import { CommandWorld, run } from '../../actions/host/commandWorld';

let world: CommandWorld;
let shop: ServerDefinition;
let kept: SavedResources;

const uris = (resources: readonly { readonly uri: string }[]): string[] => resources.map(({ uri }) => uri);

beforeEach(async () => {
  world = new CommandWorld();
  const { about } = world;
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
        await about('keepPlace')(removed);
        await remove();
      },
    },
    reveal: about('reveal'),
  });
  world.store.add(registerCommands(roomCommands.tree, () => Promise.resolve(table), log));
});

afterEach(() => world.dispose());

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
  it.each([['reveal', 'reveal']])('%s takes the row, or all that are selected with it, each once', (id, action) =>
    world.takesRows(id, action),
  );

  it.each(['reveal'])('%s needs a row, and says so to a key that has none', (id) => world.needsRow(id));
});

describe('what was kept of templates', () => {
  const keep = async (...ids: readonly string[]): Promise<void> => {
    const of = world.templates.find(shop.id, 'note:{id}')!;
    for (const id of ids) await kept.keep(builtResource(of, `note:${id}`, new Map([['id', id]])));
  };

  it('is forgotten at its row, where the keyboard stays', async () => {
    await keep('1', '2');
    await run('forgetResource', world.row('1'), undefined);
    expect([world.done, uris(kept.items)]).toEqual([['keepPlace note:1'], ['note:2']]);
  });
});
