import { beforeEach, describe, expect, it } from 'vitest';
import { commands, FileSystemError, type QuickPickItem } from 'vscode';
import { TemplateCatalog } from '../../../../src/core/catalog/templates';
import { Connections } from '../../../../src/core/connection/connections';
import { ImportanceOrder } from '../../../../src/core/catalog/importanceOrder';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { registerContextSets } from '../../../../src/host/context/contextSets';
import { FakeStore } from '../../../support/fakeStore';
import { settle } from '../../../support/fakeClock';
import type { FakeQuickPick } from '../../../support/vscode/quickInputs';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { CountedSlices, listAll, resource } from '../../catalog/fixtures';
import { definition, newWorld, silent } from '../../connection/fakeServer';
import { newIndex } from '../../search/fixtures';
import { own } from '../../../support/own';

type Picker = FakeQuickPick<QuickPickItem>;

const file = '/w/.vscode/mcp-context.json';
const shared = `{
  // Ours
  "sets": {
    "Sales": {
      "description": "For orders",
      "resources": [{ "uri": "db://sales/orders", "checked": false }, { "server": "shop", "glob": "db://hr/*" }]
    }
  }
}
`;

/** How often what is checked was attached. */
let attached: number;

beforeEach(() => {
  fakeVscode.workspace.setFolders('/w');
  files.write(file, shared);
  // The user adds all that a set of the file leads to.
  picks.answerAll(({ canPickMany, labels }) => (canPickMany ? labels : undefined));
  attached = 0;
});

const { shownTexts, files, messages, inputs, picks, workspace } = fakeVscode;
/** Returns the labels of each list that was shown. */
const listed = (): unknown[] => picks.asked.map(({ labels }) => labels);
/** Returns the files that were opened for the user, and the line in each. */
const led = (): unknown[] => fakeVscode.editors.shown.map(({ uri, options }) => [uri, options.selection?.start.line]);
const [inFile, inWorkspace] = ['Save in .vscode/mcp-context.json (shared)', 'Save for Me'];
const place = `file://${file}`;

const shop = definition('shop');
const address = (uri: string, serverId = shop.id) => ({
  serverId,
  uri,
  name: uri,
  title: undefined,
  mimeType: undefined,
  size: undefined,
});

function fixture(names: readonly string[] = ['shop'], store = new FakeStore()) {
  const world = newWorld();
  const { catalog, clock } = world;
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  connections.setDefinitions(names.map((name) => definition(name)));
  const slices = new CountedSlices(1_000_000);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const picked = new ContextSet(new FakeStore());
  const registered = own(
    registerContextSets({
      clock,
      log: silent,
      catalog,
      connections,
      templates: new TemplateCatalog(),
      order,
      index: newIndex(catalog, order, slices),
      isVisible: () => true,
      newSlice: slices.newSlice,
      picked,
      store,
      wake: () => connections.startAll(),
      attachContext: () => Promise.resolve(void (attached += 1)),
    }),
  );
  /** Starts the server and lists these resources. */
  const serve = async (...uris: readonly string[]): Promise<void> => {
    connections.startAll();
    await settle();
    listAll(
      catalog,
      uris.map((uri) => resource(uri)),
      shop.id,
    );
    await clock.advance(200);
  };
  const save = async (): Promise<void> => {
    await commands.executeCommand('mcpResources.saveContextSet');
  };
  /** Opens the list, and does something in it. */
  const open = async (act: (picker: Picker) => void): Promise<void> => {
    const opening = commands.executeCommand('mcpResources.openContextSet');
    await settle();
    const picker = fakeVscode.quickPicks.at(-1);
    if (picker) act(picker);
    await settle();
    // After a change the list is shown again.
    fakeVscode.quickPicks.at(-1)?.leave();
    await opening;
    await settle();
  };
  const uris = (): string[] => picked.items.map(({ uri }) => uri);
  return { ...world, connections, picked, registered, serve, save, open, uris };
}

/** Chooses the row with this label. */
function choose(label: string): (picker: Picker) => void {
  return (picker) => picker.choose(label);
}

/** Presses a button of the row with this label. */
function press(label: string, tooltip: string): (picker: Picker) => void {
  return (picker) => picker.pressOf(label, tooltip);
}

const rows = ({ items }: Picker): unknown[] =>
  items.map(({ label, description, detail }) => [label, description, detail]);

describe('saving the context', () => {
  it('as a set of the workspace gives it to the next window', async () => {
    const store = new FakeStore();
    const { save, picked, registered } = fixture(['shop'], store);
    await picked.add([{ ...address('db://sales/orders'), isChecked: false }]);
    inputs.answer(' Mine ');
    picks.answer(inWorkspace);
    await save();
    expect(shownTexts).toEqual(['Context set “Mine” saved for this workspace']);
    expect(inputs.asked[0]?.value).toBe('db://sales/orders');
    files.remove(file);
    registered.dispose();
    messages.answer(undefined);
    const next = fixture(['shop'], store);
    await next.serve();
    await next.open((picker) => {
      expect(rows(picker)).toEqual([
        ['This workspace only', undefined, undefined],
        ['Mine', 'Entries: 1', undefined],
      ]);
      choose('Mine')(picker);
    });
    expect(next.picked.items).toMatchObject([{ uri: 'db://sales/orders', isChecked: false }]);
  });

  it('into the file keeps what is there, and names a server only where the URI is not enough', async () => {
    const { save, picked, serve } = fixture(['shop', 'wiki']);
    await serve('db://sales/orders', 'db://built');
    await picked.add([
      address('db://sales/orders'),
      address('db://unlisted'),
      { ...address('db://built'), isChecked: false },
    ]);
    inputs.answer('All');
    picks.answer(inFile);
    messages.answer('Open File');
    await save();
    const text = files.text(file) ?? '';
    expect(text).toContain('// Ours');
    expect(text).toContain(
      '"resources": [{ "uri": "db://sales/orders", "checked": false }, { "server": "shop", "glob": "db://hr/*" }]',
    );
    expect(JSON.parse(text.replace('// Ours', ''))).toMatchObject({
      sets: {
        All: {
          resources: [
            'db://sales/orders',
            { server: 'shop', uri: 'db://unlisted' },
            { uri: 'db://built', checked: false },
          ],
        },
      },
    });
    await settle();
    expect([shownTexts, led()]).toEqual([['“All” was saved in .vscode/mcp-context.json.'], [[place, 0]]]);
  });

  it('begins a file, in the folder that is chosen of several', async () => {
    workspace.setFolders('/w', '/v');
    const { save, picked } = fixture();
    await picked.add([address('a:1')]);
    inputs.answer('All');
    picks.answer('Save in .vscode/mcp-context.json (v) (shared)');
    messages.answer(undefined);
    await save();
    expect(listed()).toEqual([
      ['Save for Me', 'Save in .vscode/mcp-context.json (w) (shared)', 'Save in .vscode/mcp-context.json (v) (shared)'],
    ]);
    expect(files.text('/v/.vscode/mcp-context.json')).toContain('"All"');
  });

  it('replaces a set of the same name only when the user says so', async () => {
    const { save, picked } = fixture();
    await picked.add([address('a:1')]);
    inputs.answer('Sales');
    picks.answer(inFile);
    messages.answer(undefined);
    await save();
    expect([shownTexts, files.text(file)]).toEqual([['“Sales” already exists. Replace it?'], shared]);
    inputs.answer('Sales');
    picks.answer(inFile);
    messages.answer('Replace', undefined);
    await save();
    expect(files.text(file)).toContain('"description": "For orders"');
    expect(files.text(file)).not.toContain('db://hr');
  });

  it.each([
    ['has a mistake', () => files.write(file, '{ "sets": {'), '.vscode/mcp-context.json, line 1: a } is missing.'],
    [
      'is not saved',
      () => workspace.open(file, shared, { isDirty: true }),
      '.vscode/mcp-context.json has unsaved changes. Save it and try again.',
    ],
    [
      'cannot be written',
      () => files.refuseWriting(file, FileSystemError.NoPermissions(file)),
      'Couldn’t write to .vscode/mcp-context.json. Check its permissions.',
    ],
    ...['/w/.vscode/mcp-context.json', '/w/.vscode'].map((linked): [string, () => void, string] => [
      `is a link at ${linked}`,
      () => files.link(linked),
      'Couldn’t write to .vscode/mcp-context.json, because its path contains a symbolic link. Replace the link with a file or folder.',
    ]),
  ])('writes nothing into a file that %s, and leads to it', async (_, spoil, message) => {
    spoil();
    const before = files.text(file);
    const { save, picked } = fixture();
    await picked.add([address('a:1')]);
    inputs.answer('All');
    picks.answer(inFile);
    messages.answer('Open File');
    await save();
    await settle();
    expect([shownTexts, files.text(file), led()]).toEqual([[message], before, [[place, 0]]]);
  });

  it('proposes a name in which nothing of a server’s title is hidden, and that is not long', async () => {
    const { picked, save } = fixture();
    await picked.add([{ ...address('a:1'), title: `sa\u202ele\n${'s'.repeat(500)}` }]);
    inputs.answer(undefined);
    await save();
    expect(inputs.asked[0]?.value).toMatch(/^[ -~]{50,99}…$/u);
  });

  it('needs something in the context, and a name', async () => {
    const { save, picked } = fixture();
    await save();
    expect(shownTexts[0]).toContain('The context is empty.');
    await picked.add([address('a:1')]);
    inputs.answer(' ', undefined);
    await save();
    expect([inputs.asked.flatMap(({ refusals }) => refusals), files.text(file)]).toEqual([
      ['A context set needs a name.'],
      shared,
    ]);
  });
});

describe('opening a set', () => {
  it('puts what it names into the context, with its marks, and offers to attach it', async () => {
    const { open, serve, picked, server } = fixture();
    await serve('db://hr/people', 'db://sales/orders');
    messages.answer('Attach to Chat');
    await open((picker) => {
      expect(rows(picker)).toEqual([
        ['.vscode/mcp-context.json', undefined, undefined],
        ['Sales', 'Entries: 2', 'For orders'],
      ]);
      choose('Sales')(picker);
    });
    expect(picked.items).toMatchObject([
      { uri: 'db://sales/orders', isChecked: false },
      { uri: 'db://hr/people', isChecked: true },
    ]);
    expect([shownTexts, attached]).toEqual([['Opened “Sales” with 2 resources.'], 1]);
    expect(server.session.reads).toEqual([]);
  });

  it('replaces what was there, which can be undone, but not what rules include', async () => {
    const { open, serve, picked, uris } = fixture();
    await serve('db://hr/people', 'db://sales/orders');
    await picked.add([address('a:mine'), { ...address('a:ruled'), reason: { kind: 'priority' } }]);
    picks.answer('Replace Context');
    messages.answer('Undo');
    const seen: string[][] = [];
    own(picked.onDidChange(() => seen.push(uris())));
    await open(choose('Sales'));
    expect(listed()).toEqual([
      ['Replace Context', 'Add to Context'],
      ['db://sales/orders', 'db://hr/people'],
    ]);
    expect(seen).toEqual([
      ['db://sales/orders', 'db://hr/people', 'a:ruled'],
      ['a:mine', 'a:ruled'],
    ]);
  });

  it('adds to what was there where the user wants that, and nothing when they leave', async () => {
    const { open, serve, picked, uris } = fixture();
    await serve('db://sales/orders');
    await picked.add([address('a:mine')]);
    picks.answer(undefined, 'Add to Context');
    messages.answer(undefined);
    await open(choose('Sales'));
    expect(uris()).toEqual(['a:mine']);
    await open(choose('Sales'));
    expect(uris()).toEqual(['a:mine', 'db://sales/orders']);
  });

  it('of a file first shows what models could then read: all of it, until the user keeps it and it stays the same', async () => {
    const sets = {
      Odd: {
        resources: [
          { server: 'shop', glob: 'db://**' },
          { server: 'shop', uri: 'hr://send?data=x' },
        ],
      },
    };
    files.write(file, JSON.stringify({ sets }));
    const { open, serve, picked, uris } = fixture(['shop', 'wiki']);
    await serve('db://a');
    messages.answerAll(undefined);
    const openNew = async (...answers: readonly (readonly string[] | undefined)[]): Promise<readonly string[]> => {
      await picked.clear();
      picks.answer(...answers);
      await open(choose('Odd'));
      return uris();
    };
    expect(await openNew(undefined)).toEqual([]);
    expect(await openNew(['db://a'])).toEqual(['db://a']);
    expect(await openNew(['db://a', 'send'])).toEqual(['db://a', 'hr://send?data=x']);
    expect(await openNew()).toEqual(['db://a', 'hr://send?data=x']);
    await serve('db://a', 'db://b');
    expect(await openNew(undefined)).toEqual([]);
    expect(picks.asked.map(({ items }) => items.map(({ description, detail }) => [description, detail]))).toEqual([
      ...Array<unknown>(3).fill([
        ['shop', 'db://a'],
        ['shop · not in the server’s list', 'hr://send?data=x'],
      ]),
      [
        ['shop', 'db://a'],
        ['shop', 'db://b'],
        ['shop · not in the server’s list', 'hr://send?data=x'],
      ],
    ]);
    expect(picks.asked[0]).toMatchObject({
      title: 'Open “Odd”',
      placeholder: 'From .vscode/mcp-context.json. Models can read what you add without asking you again.',
    });
  });

  it('of one’s own asks nothing', async () => {
    const { open, serve, save, picked, uris } = fixture();
    await serve('db://a');
    await picked.add([address('db://a')]);
    inputs.answer('Mine');
    picks.answer(inWorkspace);
    await save();
    await picked.clear();
    messages.answer(undefined);
    await open(choose('Mine'));
    expect([uris(), picks.asked.length]).toEqual([['db://a'], 1]);
  });

  it('says what matches nothing and who is not connected', async () => {
    const { open, serve, connections } = fixture(['shop', 'wiki']);
    await serve('db://sales/orders');
    connections.get(definition('wiki').id)?.stop();
    messages.answer(undefined);
    await open(choose('Sales'));
    expect(shownTexts).toEqual([
      'Opened “Sales” with 1 resource. No resources match db://hr/*. Servers not connected: wiki.',
    ]);
  });

  it('leaves the context as it is where nothing is found', async () => {
    files.write(
      file,
      '{ "sets": { "Odd": { "resources": [{ "server": "shop", "glob": "x:*" }, { "server": "$(trash)", "uri": "a:" }] } } }',
    );
    const { open, serve, picked, uris } = fixture();
    await serve();
    await picked.add([address('a:mine')]);
    picks.answer('Replace Context');
    messages.answer(undefined);
    await open(choose('Odd'));
    expect([uris(), shownTexts]).toEqual([
      ['a:mine'],
      [
        'None of the resources in the context set “Odd” were found. The context wasn’t changed. No resources match x:*. a:: Unknown server “$\u200b(trash)”. Correct the name, or add the server to the configuration.',
      ],
    ]);
  });

  it('names each entry that it skips, and leads to the first', async () => {
    const odd = `{ "sets": { "Odd": { "resources": [
      "db://sales/orders",
      { "globb": "db://**" },
      "wiki://nowhere/x", 5, { "server": "shop", "glob": "none:*" }, 6, "wiki://nowhere/y"] } } }`;
    files.write(file, odd);
    const { open, serve, uris, connections } = fixture(['shop', 'wiki']);
    await serve('db://sales/orders');
    connections.get(definition('wiki').id)?.stop();
    messages.answer('Open File');
    await open((picker) => {
      expect(rows(picker)[1]).toEqual(['Odd', 'Entries: 4, plus 3 invalid', undefined]);
      choose('Odd')(picker);
    });
    const kinds = 'An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.';
    expect([uris(), led()]).toEqual([['db://sales/orders'], [[place, 2]]]);
    expect(shownTexts).toEqual([
      `Opened “Odd” with 1 resource. No resources match none:*. { "globb": "db://**" }: ${kinds} 5: ${kinds} 6: ${kinds} More entries skipped: 2. Servers not connected: wiki.`,
    ]);
  });

  it('asks nothing for a set without a valid entry, and says why', async () => {
    files.write(file, '{ "sets": { "Odd": { "resources": [\n{ "globb": "db://**" }] } } }');
    const { open, serve, picked, uris } = fixture();
    await serve('db://sales/orders');
    await picked.add([address('a:mine')]);
    messages.answer('Open File');
    await open(choose('Odd'));
    expect([listed(), uris(), led()]).toEqual([[], ['a:mine'], [[place, 1]]]);
    expect(shownTexts[0]).toContain('{ "globb": "db://**" }: An entry must be');
  });

  it('starts servers, and waits for them until the user gives up', async () => {
    const { open, server, clock, uris } = fixture();
    const opening = open(choose('Sales'));
    await settle();
    expect(server.openings).toHaveLength(1);
    await clock.advance(600);
    const [progress] = fakeVscode.window.progress;
    expect(progress).toMatchObject({ title: 'Opening “Sales”', reports: [{ message: 'waiting for shop' }] });
    progress?.cancel();
    await opening;
    expect([uris(), shownTexts]).toEqual([[], []]);
    messages.answer(undefined);
    const again = open(choose('Sales'));
    await clock.advance(600);
    server.session.list.page('db://hr/people', 'db://sales/orders').end();
    await clock.advance(200);
    await again;
    expect(uris()).toEqual(['db://sales/orders', 'db://hr/people']);
  });
});

describe('the list of sets', () => {
  it('says that there is none', async () => {
    files.remove(file);
    await fixture().open(() => undefined);
    expect(shownTexts[0]).toContain('There are no context sets yet.');
  });

  it('follows the file', async () => {
    await fixture().open((picker) => {
      files.write(file, shared.replace('Sales', '$(zap) Other'));
      void settle().then(() => expect(picker.items[1]?.label).toBe('$\u200b(zap) Other'));
    });
    expect.assertions(1);
  });

  it('leads to a set and to mistakes in the file', async () => {
    const { open } = fixture();
    await open(press('Sales', 'Open File'));
    files.write(file, shared.replace('"glob"', '"globs"'));
    await open((picker) => {
      expect(picker.items[2]?.detail).toBe(
        '.vscode/mcp-context.json, line 6: An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.',
      );
      choose('$(warning) Parts of the file are invalid')(picker);
    });
    files.write(file, new Uint8Array([0xff]));
    await open(choose('$(warning) The file has an error'));
    expect(led()).toEqual([
      [place, 3],
      [place, 5],
      [place, 0],
    ]);
  });

  it('has what is no set with the reason, and leads to it', async () => {
    files.write(file, '{ "sets": {\n "Fine": { "resources": [] },\n "Bad": 3 } }');
    const { open, picked } = fixture();
    await picked.add([address('a:mine')]);
    await open((picker) => {
      expect(rows(picker).slice(1)).toEqual([
        ['Fine', 'Entries: 0', undefined],
        [
          '$(warning) Bad',
          undefined,
          '.vscode/mcp-context.json, line 3: A context set must be an object with a “resources” array.',
        ],
      ]);
      choose('$(warning) Bad')(picker);
    });
    expect([led(), listed(), shownTexts]).toEqual([[[place, 2]], [], []]);
  });

  it('opens no set of a file that is not trusted', async () => {
    workspace.setTrusted(false);
    const { open, save, picked, uris } = fixture();
    messages.answer('Open File');
    await open((picker) => {
      expect(picker.items.map(({ label }) => label)).toEqual([
        '.vscode/mcp-context.json',
        '$(shield) Trust this workspace to open these context sets',
      ]);
      choose('$(shield) Trust this workspace to open these context sets')(picker);
    });
    await settle();
    expect([uris(), shownTexts, led()]).toEqual([
      [],
      ['Context sets in files aren’t available in Restricted Mode. Trust this workspace to open them.'],
      [[place, 0]],
    ]);
    await picked.add([address('a:1')]);
    inputs.answer('Mine');
    await save();
    expect([listed(), files.text(file)]).toEqual([[], shared]);
  });

  it('deletes sets of the file, which can be undone', async () => {
    const { open } = fixture();
    messages.answer(undefined);
    await open(press('Sales', 'Delete'));
    expect([files.text(file)?.includes('Sales'), shownTexts]).toEqual([false, ['“Sales” was deleted.']]);
    files.write(file, shared);
    messages.answer('Undo');
    await open(press('Sales', 'Delete'));
    expect(files.text(file)).toBe(shared);
  });

  it('deletes the own sets, which can be undone', async () => {
    const sets = [
      { name: 'a', resources: ['a:'] },
      { name: 'b', resources: [] },
    ];
    const store = new FakeStore({ 'context.sets': sets });
    const { open } = fixture(['shop'], store);
    messages.answer('Undo');
    await open(press('b', 'Delete'));
    expect(store.get('context.sets')).toEqual(sets);
    messages.answer(undefined);
    await open(press('b', 'Delete'));
    expect(store.get('context.sets')).toEqual([{ name: 'a', resources: ['a:'] }]);
  });

  it('is gone with its commands', () => {
    const { registered } = fixture();
    registered.dispose();
    expect(fakeVscode.commands.registered.size).toBe(0);
  });
});
