import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Selection, type Uri } from 'vscode';
import type { CatalogEntry } from '../../../../src/core/catalog/catalog';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { actionCommands } from '../../../../src/host/actions/actionCommands';
import type { Target } from '../../../../src/host/base/commandMap';
import { views } from '../../../../src/host/base/ids';
import { targetsOf } from '../../../../src/host/commands/narrowArguments';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource, template } from '../../catalog/fixtures';
import { askedTexts, CommandWorld, run, runOwn } from './commandWorld';

let world: CommandWorld;
let shop: ServerDefinition;
/** The resources the user chooses when a command asks for some. */
let chosenEntries: readonly CatalogEntry[];
let rowsOfKey: readonly Target[];

beforeEach(async () => {
  world = new CommandWorld();
  const { did, about } = world;
  [chosenEntries, rowsOfKey] = [[], []];
  const [first] = await world.list({ shop: ['a', 'b', 'c'].map((name) => resource(`note:${name}`, { name })) });
  shop = first!;
  world.listTemplates(shop, template('note:{id}', { title: 'Any note' }), template('db:{table}'));
  const { log } = world;
  world.keyRows.add(views.resources, () => Promise.resolve(rowsOfKey));
  const table = actionCommands(world, {
    actions: {
      attachRows: (resources) => about('attach')(resources).then(() => true),
      addToContext: about('addToContext'),
      open: about('open'),
      copyUris: about('copyUris'),
      copyContents: about('copyContents'),
      save: about('save'),
    },
    attaching: {
      attachExcerpts: ({ uri, part }, file, excerpts) =>
        did('attachExcerpts', uri, part?.uri, file.toString(), ...excerpts.map((one) => Object.values(one).join())),
    },
    pick: (title) => {
      void did('pick', title);
      return Promise.resolve(chosenEntries);
    },
  });
  world.store.add(registerCommands(roomCommands.actions, () => Promise.resolve(table), log));
});

afterEach(() => world.dispose());

describe('a command about resources', () => {
  it.each([
    ['attach', 'attach'],
    ['addToContext', 'addToContext'],
    ['open', 'open'],
    ['copyUri', 'copyUris'],
    ['copyContent', 'copyContents'],
    ['save', 'save'],
  ])('%s takes the row, or all that are selected with it, each once', (id, action) => world.takesRows(id, action));

  it('takes the ids of the panel, and virtual files', async () => {
    await runOwn('attach', { webview: 'mcpResources.search', ids: [world.entry('b').id, 999] });
    await runOwn('attach', world.files.uri(shop.id, world.entry('a').resource));
    expect(world.done).toEqual(['attach note:b', 'attach note:a']);
  });

  it('shows first what others than this window give it, and does with it what the user leaves checked', async () => {
    const unlisted = {
      ...world.picks(shop, 'note:a'),
      uri: 'hr://send?data=\u200bsecret',
      name: '$(check) a',
      title: undefined,
    };
    const given = { resources: [unlisted, world.picks(shop, 'note:b')] };
    fakeVscode.picks.answer(undefined, [], ['b']);
    for (let time = 0; time < 3; time += 1) await run('attach', given);
    expect(world.done).toEqual(['attach note:b']);
    expect(fakeVscode.picks.asked[0]).toMatchObject({
      title: 'Select MCP Resources to Attach',
      items: [
        {
          label: '$\u200b(check) a',
          description: 'shop · not in the server’s list',
          detail: 'hr://send?data=\\u{200b}secret',
          picked: true,
        },
        { label: 'b', description: 'shop', detail: 'note:b', picked: true },
      ],
    });
  });

  it('asks nothing about what the user added before, nor about what a tab shows', async () => {
    await world.picked.add([world.picks(shop, 'note:a')]);
    await run('attach', { resources: [world.picks(shop, 'note:a')] });
    const file = world.files.uri(shop.id, world.entry('b').resource);
    fakeVscode.editors.openTab({ uri: file });
    await run('open', file);
    expect(world.done).toEqual(['attach note:a', 'open note:b']);
  });

  it('asks for resources where it is given none, and wakes the servers for it', async () => {
    chosenEntries = [world.entry('c')];
    await run('attach');
    chosenEntries = [];
    await run('open');
    expect([world.done, world.wakes]).toEqual([
      [['pick', 'Select MCP Resources to Attach'], 'attach note:c', ['pick', 'Select MCP Resources to Open']],
      2,
    ]);
  });

  it('by a key is about the rows of its view, and about nothing where there are none', async () => {
    rowsOfKey = targetsOf([world.row('a'), world.row('b')]);
    await run('attach', { selectedIn: 'mcpResources.resources' });
    rowsOfKey = [];
    await run('attach', { selectedIn: 'mcpResources.resources' });
    expect(world.done).toEqual(['attach note:a note:b']);
  });

  it.each(['save', 'copyUri', 'copyContent'])('%s needs a row, and says so to a key that has none', (id) =>
    world.needsRow(id),
  );

  it('does nothing at a row that VS Code has forgotten, and says so', async () => {
    await run('attach', undefined, [world.row('a')]);
    expect([world.done, askedTexts()]).toEqual([[], ['The list was refreshed. Try again.']]);
  });
});

describe('attaching a selection', () => {
  const select = (...selections: readonly Selection[]): Uri => {
    const uri = world.files.uri(shop.id, world.entry('a').resource);
    fakeVscode.editors.show(fakeVscode.workspace.open(uri, 'one\ntwo\nthree')).selections = selections;
    return uri;
  };

  it('attaches the selected parts, counted from 1 and whichever end has the cursor', async () => {
    const uri = select(new Selection(0, 1, 1, 2), new Selection(2, 0, 2, 0), new Selection(2, 5, 2, 0));
    await run('attachSelection');
    expect(world.done).toEqual([['attachExcerpts', 'note:a', undefined, uri.toString(), '1,2,2,3', '3,1,3,6']]);
  });

  it('attaches the line of the cursor where nothing is selected, as VS Code does', async () => {
    const uri = select(new Selection(1, 2, 1, 2));
    await run('attachSelection');
    expect(world.done).toEqual([['attachExcerpts', 'note:a', undefined, uri.toString(), '2,1,3,1']]);
  });

  it('needs the editor of a resource, and says so', async () => {
    await run('attachSelection');
    fakeVscode.editors.show(fakeVscode.workspace.open('/file.md', 'one'));
    await run('attachSelection');
    select(new Selection(0, 0, 0, 1));
    const uri = world.files.uri(shop.id, world.entry('a').resource).with({ scheme: 'mcpres-seen' });
    fakeVscode.editors.show(fakeVscode.workspace.open(uri, 'a former text'));
    await run('attachSelection');
    const sentence = 'Open an MCP resource and select text in it first.';
    expect([world.done, askedTexts()]).toEqual([[], [sentence, sentence, sentence]]);
  });
});

describe('templates', () => {
  const rowOf = (uriTemplate: string): unknown => ({ entry: world.templates.find(shop.id, uriTemplate) });

  it('are copied, a line each', async () => {
    await run('copyUriTemplate', rowOf('note:{id}'), undefined);
    expect(fakeVscode.env.copied).toBe('note:{id}');
    await run('copyUriTemplate', rowOf('note:{id}'), [rowOf('db:{table}'), rowOf('note:{id}'), world.row('a')]);
    expect(fakeVscode.env.copied).toBe('db:{table}\nnote:{id}');
    await run('copyUriTemplate', world.row('a'), undefined);
    expect([fakeVscode.env.copied, fakeVscode.window.statusBarMessages]).toEqual([
      'db:{table}\nnote:{id}',
      ['Copied to the clipboard', 'Copied to the clipboard'],
    ]);
  });
});
