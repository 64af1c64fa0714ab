import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from 'vscode';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { TreeNode } from '../../../../src/core/tree/treeNode';
import { followArrangement } from '../../../../src/host/tree/followArrangement';
import { registerTreeCommands } from '../../../../src/host/tree/treeCommands';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource } from '../../catalog/fixtures';
import { ResourceWorld } from '../../actions/host/resourceWorld';

let world: ResourceWorld;
let shop: ServerDefinition;
let wiki: ServerDefinition;
/** What was searched for. */
let searched: string[];

beforeEach(async () => {
  world = new ResourceWorld();
  searched = [];
  const [first, second] = await world.list({
    shop: ['note:a', 'note:b', 'db:x'].map((uri) => resource(uri)),
    wiki: [],
  });
  [shop, wiki] = [first!, second!];
  const { catalog, connections, picked, files, arrangement, places, visibility, log } = world;
  world.store.add(followArrangement(arrangement));
  world.store.add(
    registerTreeCommands({
      catalog,
      connections,
      picked,
      files,
      arrangement,
      places,
      visibility,
      search: (text) => Promise.resolve(void searched.push(text)),
      log,
    }),
  );
});

afterEach(() => world.dispose());

const run = (id: string, ...args: unknown[]): Thenable<unknown> =>
  commands.executeCommand(`mcpResources.${id}`, ...args);
const arranged = () => {
  const { groupBy, sortBy, audience } = world.arrangement;
  return [groupBy, sortBy, audience];
};
const groups = (): Promise<TreeNode[]> => {
  const { audience, groupBy, sortBy } = world.arrangement;
  const servers = [shop, wiki];
  return world.model.roots({
    audience,
    groupBy,
    sortBy,
    servers,
    isVisible: () => true,
    isTemplateVisible: () => true,
  });
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

describe('a group', () => {
  it('is searched in, and so is a server', async () => {
    const rows = await groups();
    const note = rows.find((row) => row.kind === 'scheme' && row.scheme === 'note');
    await run('searchIn', note, undefined);
    await run('searchIn', { definition: wiki }, undefined);
    await run('searchIn', {}, undefined);
    expect(searched).toEqual(['scheme:note', 'server:wiki', '']);
  });
});

describe('showing a resource in the search', () => {
  it('looks for the words of the name of one that is gone, none of which is an operator', async () => {
    const gone = { serverId: shop.id, uri: 'note:gone', name: '-server:"Orders 2024".sql' };
    await run('showInSearch', { resources: [gone] });
    expect(searched).toEqual(['server Orders 2024 sql']);
  });

  it('looks for its URI', async () => {
    await run('showInSearch', { entry: world.catalog.find(shop.id, 'note:a') }, undefined);
    expect(searched).toEqual(['"note:a"']);
  });
});

it('a fact is copied as it stands, and nothing else is', async () => {
  await run('copyFact', { fact: { label: 'Version', value: '1.2.3' } }, undefined);
  await run('copyFact', { fact: { value: 7 } }, undefined);
  await run('copyFact', {}, undefined);
  expect(fakeVscode.env.copied).toBe('1.2.3');
});
