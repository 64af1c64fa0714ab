import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { TreeNode } from '../../../../src/core/tree/treeNode';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { noteRow } from '../../../../src/host/base/proofs';
import { panelCommands, type OpenFromTemplate } from '../../../../src/host/panel/panelCommands';
import { SavedSearches } from '../../../../src/host/panel/savedSearches';
import type { SearchPages } from '../../../../src/host/panel/openPages';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource, template } from '../../catalog/fixtures';
import { askedTexts, CommandWorld, run, runOwn } from '../../actions/host/commandWorld';

let world: CommandWorld;
let shop: ServerDefinition;
let wiki: ServerDefinition;
/** What was searched for. */
let searched: unknown[];
let isInEditor: boolean;
let isPanelVisible: boolean;

beforeEach(async () => {
  world = new CommandWorld();
  const { did, about } = world;
  [searched, isInEditor, isPanelVisible] = [[], false, true];
  const notes = ['a', 'b', 'c'].map((name) => resource(`note:${name}`, { name }));
  const [first, second] = await world.list({ shop: [...notes, resource('db:x')], wiki: [] });
  [shop, wiki] = [first!, second!];
  world.listTemplates(shop, template('note:{id}', { title: 'Any note' }), template('db:{table}'));
  const search = (text: string | undefined): void => {
    searched.push(text);
    void did('search', text);
  };
  const query = { ...emptyQuery, text: 'apples' };
  const { wake, log, workspaceStore } = world;
  const pages = {
    panel: {
      show: (one: unknown) => void did('show', one),
      type: (text: string | undefined) => void did('type', text),
      search: ({ text }: typeof query) => search(text),
      focus: () => search(undefined),
      query,
      get isVisible() {
        return isPanelVisible;
      },
    },
    editor: {
      show: (one: unknown) => void did('showInEditor', one),
      // VS Code reports later that it is active.
      open: ({ text }: typeof query) => void did('openEditor', text),
      get isActive() {
        return isInEditor;
      },
    },
    page: { query },
    savedSearches: new SavedSearches(
      workspaceStore,
      log,
      () => ({ search: () => undefined, isVisible: isPanelVisible, focus: () => undefined }),
      () => query,
    ),
  };
  const openFromTemplate: OpenFromTemplate = async (showInPage) => {
    await did('choose');
    await showInPage(world.templates.find(shop.id, 'note:{id}')!);
  };
  const table = panelCommands(
    {
      base: world.base,
      look: { wake },
      core: world.core,
      context: world.context,
      content: world.content,
      templates: { openFromTemplate },
    },
    pages as unknown as SearchPages,
    { pin: about('pin'), unpin: about('unpin') },
  );
  world.store.add(registerCommands(roomCommands.panel, () => Promise.resolve(table), log));
});

afterEach(() => world.dispose());

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

describe('a command about resources', () => {
  it.each([
    ['pin', 'pin'],
    ['unpin', 'unpin'],
  ])('%s takes the row, or all that are selected with it, each once', (id, action) => world.takesRows(id, action));

  it.each(['preview', 'pin', 'unpin'])('%s needs a row, and says so to a key that has none', (id) =>
    world.needsRow(id),
  );
});

it('previewing shows the resource in the panel, or says why it is not there', async () => {
  await runOwn('preview', world.row('a'));
  await runOwn('preview', { resources: [{ ...world.picks(shop, 'note:a'), uri: 'note:gone', name: 'gone' }] });
  await run('preview');
  expect(world.done).toEqual([['show', { kind: 'resource', id: world.entry('a').id, title: 'a' }]]);
  expect(askedTexts()).toEqual([
    'Couldn’t preview “gone”, because the server doesn’t currently list it. Open the resource instead.',
    'Select a resource in a view first.',
  ]);
  expect(fakeVscode.commands.executed.filter(([id]) => id === 'mcpResources.search.focus')).toHaveLength(1);
});

it('searching takes words, and nothing else', async () => {
  await run('search', 'apples');
  await run('search');
  await run('search', { not: 'words' });
  expect(world.done).toEqual([
    ['search', 'apples'],
    ['search', undefined],
    ['search', undefined],
  ]);
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

describe('a folder', () => {
  const { messages, window } = fakeVscode;
  const uris = (): string[] => [...world.catalog.urisOf(shop.id)];
  const known = (uri: string): boolean => world.catalog.idOf(shop.id, uri) !== undefined;
  const rowOf = (...folders: readonly string[]): unknown => {
    const ids = folders.map((uri) => world.catalog.idOf(shop.id, uri));
    const row = { kind: 'folder', serverId: shop.id, scheme: 'x', prefix: `${folders[0] ?? ''}/`, ids };
    noteRow(row);
    return row;
  };

  it('is read, with those below it, before it is searched in', async () => {
    shop = await world.listFolders({ 'x://a': ['b/', '1'], 'x://a/b': ['2'], 'x://c': ['3'] });
    await run('searchIn', rowOf('x://a'));
    expect([searched, ['x://a/1', 'x://a/b/2', 'x://c/3'].map(known), uris()]).toEqual([
      ['server:depot uri:x://a/**'],
      [true, true, false],
      ['x://a'],
    ]);
    expect([messages.asked, window.progress]).toEqual([[], []]);
  });

  it('says what was not read', async () => {
    shop = await world.listFolders({ 'x://a': ['b/', 'c/'], 'x://a/b': [] });
    const searching = run('searchIn', rowOf('x://a'));
    await settle();
    world.server(shop).session.directories.at(-1)?.fail(new HumanError('serverError', 'It broke. Try again.'));
    await searching;
    expect([searched.length, askedTexts()]).toEqual([
      1,
      ['Folders that weren’t read completely: 1. Search in one of them to read more.'],
    ]);
  });

  it('shows progress, and is searched in as far as it was read when the user cancels', async () => {
    shop = await world.listFolders({ 'x://a': ['b/', 'c/', '1'] });
    const searching = run('searchIn', rowOf('x://a'));
    await settle();
    const [, first] = world.server(shop).session.directories;
    await world.clock.advance(500);
    first?.page('x://a/b/2').end();
    await settle();
    expect(window.progress.map(({ title, reports }) => [title, reports])).toEqual([
      ['Reading folders', [{ message: 'Folders: 2, resources: 2' }]],
    ]);
    expect(searched).toEqual([]);
    window.progress[0]?.cancel();
    await searching;
    expect([searched, ['x://a/1', 'x://a/b/2'].map(known), messages.asked]).toEqual([
      ['server:depot uri:x://a/**'],
      [true, true],
      [],
    ]);
  });

  it('is searched in at once where no folder is in it', async () => {
    await run('searchIn', { kind: 'folder', prefix: 'note:', ids: [world.entry('a').id] });
    expect([searched, world.wakes]).toEqual([['uri:note:**'], 0]);
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

describe('templates', () => {
  const rowOf = (uriTemplate: string): unknown => ({ entry: world.templates.find(shop.id, uriTemplate) });

  it('are filled in in the page that the user looks at', async () => {
    const id = world.templates.idOf(world.templates.find(shop.id, 'note:{id}')!);
    const shown = { kind: 'template', id, title: 'Any note' };
    await run('fillInTemplate', rowOf('note:{id}'), undefined);
    await run('fillInTemplate', { ids: [id] });
    isInEditor = true;
    await run('fillInTemplate', rowOf('note:{id}'));
    expect([world.done, world.wakes]).toEqual([
      [
        ['show', shown],
        ['show', shown],
        ['showInEditor', shown],
      ],
      3,
    ]);
    expect(fakeVscode.commands.executed.filter(([one]) => one === 'mcpResources.search.focus')).toHaveLength(2);
  });

  it('are asked for where none is given, and shown in an editor where no page is open', async () => {
    const id = world.templates.idOf(world.templates.find(shop.id, 'note:{id}')!);
    const shown = { kind: 'template', id, title: 'Any note' };
    await run('fillInTemplate', { ids: [world.entry('a').id] });
    await run('fillInTemplate', { entry: { serverId: shop.id, template: { uriTemplate: 'gone:{x}' } } });
    isPanelVisible = false;
    await run('openFromTemplate', rowOf('db:{table}'));
    expect([world.done, world.wakes]).toEqual([
      [
        ...[['choose'], ['show', shown]],
        ...[['choose'], ['show', shown]],
        ...[['choose'], ['openEditor', 'apples'], ['showInEditor', shown]],
      ],
      3,
    ]);
  });
});

describe('the search page', () => {
  it('is opened in an editor with the query of the panel', async () => {
    await run('openSearchInEditor');
    expect([world.done, world.wakes]).toEqual([[['openEditor', 'apples']], 1]);
  });

  it('gets what is typed while it opens, and its key first', async () => {
    await run('typeInSearch');
    await run('typeInSearch', 'a');
    expect(world.done).toEqual([
      ['type', undefined],
      ['type', 'a'],
    ]);
  });

  it('shows previews in the editor where the window shows no views, as the Agents window', async () => {
    fakeVscode.commands.withoutViews();
    await runOwn('preview', world.row('a'));
    const preview = { kind: 'resource', id: world.entry('a').id, title: 'a' };
    expect(world.done).toEqual([
      ['openEditor', 'apples'],
      ['showInEditor', preview],
    ]);
  });

  it('shows previews in the editor while that is active, and else in the view', async () => {
    isInEditor = true;
    await runOwn('preview', world.row('a'));
    const preview = { kind: 'resource', id: world.entry('a').id, title: 'a' };
    const ran = fakeVscode.commands.executed.map(([id]) => id);
    expect([world.done, ran]).toEqual([[['showInEditor', preview]], ['mcpResources.preview']]);
  });
});
