import { beforeEach, describe, expect, it } from 'vitest';
import { FileSystemError, ThemeIcon, type QuickPickItem } from 'vscode';
import { Connections } from '../../../../src/core/connection/connections';
import { ImportanceOrder } from '../../../../src/core/catalog/importanceOrder';
import { Emitter } from '../../../../src/core/base/event';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { SavedSets } from '../../../../src/core/context/savedSets';
import { ContextSets } from '../../../../src/host/context/contextSets';
import { setPermissions } from '../../../../src/host/servers/setPermissions';
import type { SavedSearch } from '../../../../src/host/panel/savedSearches';
import { sha256 } from '../../../../src/node/base/sha256';
import type { Resource } from '../../../../src/core/resource/resource';
import { writeEntry } from '../../../../src/core/context/setEntry';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { needsOf } from '../../../support/needsOf';
import { newWeights } from '../../../support/newWeights';
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

const logs: SavedSearch = {
  name: 'Logs',
  query: { ...emptyQuery, text: 'log', choices: [{ facet: 'type', value: 'json' }] },
};

/** @param store of the workspace, of earlier windows too */
function fixture(names: readonly string[] = ['shop'], store = new FakeStore()) {
  const world = newWorld();
  const { catalog, clock } = world;
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  connections.setDefinitions(names.map((name) => definition(name)));
  const slices = new CountedSlices(1_000_000);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const picked = new ContextSet(store);
  const savedSets = own(new SavedSets(store, sha256, clock));
  const mentioned: Record<string, readonly string[]> = {};
  const hidden = new Set<number>();
  const didChangeVisibility = new Emitter<void>();
  const sets = own(
    new ContextSets({
      ...needsOf({
        clock,
        log: silent,
        catalog,
        connections,
        orders: { importance: { byAnnotations: order } },
        withoutTemplates: newIndex(catalog, order, slices),
        visibility: { isVisible: (id: number) => !hidden.has(id), onDidChange: didChangeVisibility.event },
        newSlice: slices.newSlice,
        picked,
        sets: savedSets,
        live: { waiting: [] },
        weights: newWeights({ of: () => ({ tokens: 0, isFinal: true }) }),
        configured: Promise.resolve(),
        wake: () => connections.startAll(),
        actions: {
          get: () =>
            Promise.resolve({
              attachContext: () => Promise.resolve(void (attached += 1)),
              actions: { attach: () => Promise.resolve(true) },
            }),
        },
      }),
      panel: { savedSearches: () => Promise.resolve([logs]) },
      mentions: {
        mentionedIn: (path: string) =>
          Promise.resolve((mentioned[path] ?? []).map((uri) => ({ serverId: shop.id, uri }))),
      },
    } as unknown as ConstructorParameters<typeof ContextSets>[0]),
  );
  /** Starts the server and lists these resources. */
  const serve = async (...listed: readonly (string | ReturnType<typeof resource>)[]): Promise<void> => {
    connections.startAll();
    await settle();
    const all = listed.map((one) => (typeof one === 'string' ? resource(one) : one));
    listAll(catalog, all, shop.id);
    await clock.advance(2_000);
  };
  /** Opens the list, and does something in it. */
  const open = async (act: (picker: Picker) => unknown, document?: string): Promise<void> => {
    const opening = sets.show(document);
    await settle();
    const picker = fakeVscode.quickPicks.at(-1);
    if (picker?.isShown) await act(picker);
    await settle();
    fakeVscode.quickPicks.at(-1)?.leave();
    await opening;
    await settle();
  };
  const save = (): Promise<void> => open(choose('Save Context as Set…'));
  const uris = (): string[] => picked.items.map(({ uri }) => uri);
  /** Waits until sets have added what they lead to. */
  const pass = async (): Promise<void> => {
    await settle();
    await clock.advance(2_000);
    await settle();
  };
  const hide = (...ids: readonly number[]): void => {
    for (const id of ids) hidden.add(id);
    didChangeVisibility.fire();
  };
  return { ...world, connections, picked, sets, savedSets, serve, save, open, uris, pass, hide, mentioned };
}

/** The same with resources that `shop` lists. */
async function served(listed: readonly (string | Resource)[], ...options: Parameters<typeof fixture>) {
  const made = fixture(...options);
  await made.serve(...listed);
  return made;
}

/** Chooses the row with this label. */
function choose(label: string): (picker: Picker) => void {
  return (picker) => picker.choose(label);
}

/** Presses a button of the row with this label. */
function press(label: string, tooltip: string): (picker: Picker) => void {
  return (picker) => picker.pressOf(label, tooltip);
}

const rows = ({ items }: Picker): (string | undefined)[][] =>
  items.map(({ label, description, detail }) => [label, description, detail]);
const lastRows = ['', 'Save Context as Set…', 'New Set…'].map((label) => [label, undefined, undefined]);

describe('saving the context', () => {
  it('as a set of the workspace gives it to the next window', async () => {
    const store = new FakeStore();
    const { save, picked, sets } = fixture(['shop'], store);
    await picked.add([{ ...address('db://sales/orders'), isChecked: false }]);
    inputs.answer(' Mine ');
    picks.answer(inWorkspace);
    await save();
    expect(shownTexts).toEqual(['Context set “Mine” saved for this workspace']);
    expect(inputs.asked[0]?.value).toBe('db://sales/orders');
    files.remove(file);
    sets.dispose();
    messages.answer(undefined);
    const next = fixture(['shop'], store);
    await next.picked.clear();
    await next.serve();
    await next.open((picker) => {
      expect(rows(picker)).toEqual([
        ['This workspace only', undefined, undefined],
        ['Mine', '1 resource', undefined],
        ...lastRows,
      ]);
      choose('Mine')(picker);
    });
    expect(next.picked.items).toMatchObject([{ uri: 'db://sales/orders', isChecked: false }]);
  });

  it('into the file keeps what is there, and names a server only where the URI is not enough', async () => {
    const { save, picked } = await served(['db://sales/orders', 'db://built'], ['shop', 'wiki']);
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
    ['has a mistake', () => files.write(file, '{ "sets": {'), '.vscode/mcp-context.json: a } is missing.'],
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
    const { open, picked, server } = await served(['db://hr/people', 'db://sales/orders']);
    messages.answer('Attach to Chat');
    await open((picker) => {
      expect(rows(picker)).toEqual([
        ['.vscode/mcp-context.json', undefined, undefined],
        ['Sales', '2 resources', 'For orders'],
        ...lastRows,
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

  it('replaces what was there, which can be undone, but not what other sets keep there', async () => {
    const { open, picked, uris } = await served(['db://hr/people', 'db://sales/orders']);
    await picked.add([address('a:mine'), { ...address('a:ruled'), reason: { set: 'Other', state: 'new' } }]);
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
    const { open, picked, uris } = await served(['db://sales/orders']);
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
    const { open, serve, picked, uris } = await served(['db://a'], ['shop', 'wiki']);
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
    const { open, save, picked, uris } = await served(['db://a']);
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
    const { open, connections } = await served(['db://sales/orders'], ['shop', 'wiki']);
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
    const { open, picked, uris } = await served([]);
    await picked.add([address('a:mine')]);
    picks.answer('Replace Context');
    messages.answer(undefined);
    await open(choose('Odd'));
    expect([uris(), shownTexts]).toEqual([
      ['a:mine'],
      [
        'None of the resources in the context set “Odd” were found. The context wasn’t changed. No resources match x:*, a:. Unknown server “$\u200b(trash)”. Correct the name, or add the server to the configuration.',
      ],
    ]);
  });

  it('says what else of it leads to nothing, and leads to the first entry that is not valid', async () => {
    const odd = `{ "sets": { "Odd": { "resources": [
      "db://sales/orders",
      { "globb": "db://**" },
      "wiki://nowhere/x", 5, { "server": "shop", "glob": "none:*" }, "wiki://nowhere/y"] } } }`;
    files.write(file, odd);
    const { open, uris, connections } = await served(['db://sales/orders'], ['shop', 'wiki']);
    connections.get(definition('wiki').id)?.stop();
    messages.answer('Open File');
    await open((picker) => {
      expect(rows(picker)[1]).toEqual(['Odd', '1 resource · 2 invalid', undefined]);
      choose('Odd')(picker);
    });
    expect([uris(), led()]).toEqual([['db://sales/orders'], [[place, 2]]]);
    expect(shownTexts).toEqual([
      'Opened “Odd” with 1 resource. No resources match wiki://nowhere/x, none:*, wiki://nowhere/y. No server lists this resource. In this entry, set “server” to the name of the server that has the resource. Invalid entries: 2. Servers not connected: wiki.',
    ]);
  });

  it('asks nothing for a set without a valid entry, and says why', async () => {
    files.write(file, '{ "sets": { "Odd": { "resources": [\n{ "globb": "db://**" }] } } }');
    const { open, picked, uris } = await served(['db://sales/orders']);
    await picked.add([address('a:mine')]);
    messages.answer('Open File');
    await open(choose('Odd'));
    expect([listed(), uris(), led()]).toEqual([[], ['a:mine'], [[place, 1]]]);
    expect(shownTexts[0]).toContain('Invalid entries: 1.');
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
  it('says what each set has now, without starting a server', async () => {
    const store = new FakeStore({
      'context.sets': [{ name: 'Big', resources: [{ glob: '**' }], isAlways: false }],
    });
    const { open, serve, server, connections } = fixture(['shop'], store);
    const facts = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      await open((picker) => found.push(...rows(picker).filter(([, fact]) => fact !== undefined)));
      return found;
    };
    expect([await facts(), server.openings]).toEqual([
      [
        ['Big', 'server not connected', undefined],
        ['Sales', '1 resource', 'For orders'],
      ],
      [],
    ]);
    await serve(
      resource('a:1', { size: 8_000 }),
      resource('a:2', { size: 8_000 }),
      resource('a:3', { mimeType: 'image/png' }),
    );
    expect((await facts())[0]).toEqual(['Big', '3 resources · 4.2K tokens and 1 image', undefined]);
    connections.get(shop.id)?.stop();
  });

  it('keeps the row that the user is at while it learns more', async () => {
    const { open } = await served(['db://hr/people']);
    await open(async (picker) => {
      picker.focus('New Set…');
      files.write(file, shared);
      await settle();
      expect(picker.activeItems[0]?.label).toBe('New Set…');
    });
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
    files.write(file, `${shared}]`);
    await open((picker) => {
      expect(picker.items[2]?.detail).toMatch(/^\.vscode\/mcp-context\.json: ./u);
      choose('$(warning) The file has an error')(picker);
    });
    files.write(file, new Uint8Array([0xff]));
    await open(choose('$(warning) The file has an error'));
    expect(led()).toEqual([
      [place, 3],
      [place, 9],
      [place, 0],
    ]);
  });

  it('has what is no set with the reason, and leads to it', async () => {
    files.write(file, '{ "sets": {\n "Fine": { "resources": [] },\n "Bad": 3 } }');
    const { open, picked } = fixture();
    await picked.add([address('a:mine')]);
    await open((picker) => {
      expect(rows(picker).slice(1, 3)).toEqual([
        ['Fine', 'server not connected', undefined],
        [
          '$(warning) Bad',
          undefined,
          '.vscode/mcp-context.json: A context set must be an object with a “resources” array.',
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
        ...lastRows.map(([label]) => label),
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

  it('deletes sets of the file, and the own ones, once the user has confirmed it', async () => {
    const store = new FakeStore({ 'context.sets': [{ name: 'a', resources: ['a:'], isAlways: false }] });
    const { open, savedSets } = fixture(['shop'], store);
    messages.answer(undefined);
    await open(press('Sales', 'Delete'));
    expect([files.text(file), shownTexts]).toEqual([
      shared,
      ['Delete the context set “Sales” from .vscode/mcp-context.json?'],
    ]);
    messages.answer('Delete', 'Delete');
    await open(press('Sales', 'Delete'));
    await open(press('a', 'Delete'));
    expect([files.text(file)?.includes('Sales'), savedSets.own, shownTexts.at(-1)]).toEqual([
      false,
      [],
      'Delete the context set “a”?',
    ]);
  });
});

describe('a new set', () => {
  const globs = 'Resources that match a glob';

  it('leads to what the user chooses, and is always in the context', async () => {
    const { open, savedSets, uris, pass } = await served([...resources]);
    picks.answer([globs, 'Resources with priority 1', 'Results of the search “Logs”']);
    inputs.answer(' db://b *.md ', ' Mine ');
    messages.answer(undefined);
    await open(choose('New Set…'));
    expect(picks.asked[0]?.items.map(({ label, description }) => [label, description])).toEqual([
      ['Resources with priority 1', 'except resources meant only for the user'],
      [globs, 'enter the globs in the next step'],
      ['Results of the search “Logs”', undefined],
    ]);
    expect(inputs.asked.map(({ value }) => value)).toEqual([undefined, 'db://b and 3 more']);
    expect(savedSets.own.map(({ name, entries, isAlways }) => [name, entries.map(writeEntry), isAlways])).toEqual([
      ['Mine', [{ glob: 'db://b' }, { glob: '*.md' }, { priority: 1 }, { search: 'log type:"json"' }], true],
    ]);
    await pass();
    expect([uris(), shownTexts]).toEqual([
      ['db://b', 'db://a'],
      ['2 resources added to Context from “Mine”. Attach them to send them.'],
    ]);
  });

  it('of an instruction file is proposed by its lens, and shown there from then on', async () => {
    const { open, serve, uris, pass, mentioned, savedSets } = fixture();
    mentioned['AGENTS.md'] = ['db://b'];
    await serve(...resources);
    picks.answer(undefined);
    for (const document of ['file:///w/README.md', 'file:///w/AGENTS.md']) await open(() => undefined, document);
    picks.answer(['Resources mentioned in AGENTS.md']);
    inputs.answer('Agents');
    messages.answer(undefined);
    await open(() => undefined, 'file:///w/AGENTS.md');
    const offered = picks.asked.map(({ items }) => items.map(({ label, picked }) => [label, picked])[0]);
    expect(offered).toEqual(Array(2).fill(['Resources mentioned in AGENTS.md', true]));
    expect(inputs.asked[0]?.value).toBe('mentioned in AGENTS.md');
    await pass();
    expect([savedSets.own.map(({ name }) => name), uris()]).toEqual([['Agents'], ['db://b']]);
    await open(press('Agents', 'Stop Keeping in Context'), 'file:///w/AGENTS.md');
    await pass();
    expect(uris()).toEqual([]);
  });

  it.each([
    [undefined, []],
    [[], []],
    [[globs], [undefined]],
    [[globs], [' ', 'db://**', undefined]],
  ])('is none when the user leaves: %j', async (ticked, typed) => {
    picks.answer(ticked);
    inputs.answer(...typed);
    const { open, savedSets } = fixture();
    await open(choose('New Set…'));
    expect([savedSets.own, inputs.asked[0]?.refusals ?? []]).toEqual([
      [],
      typed[0] === ' ' ? ['Enter a glob, such as db://sales/**.'] : [],
    ]);
  });

  it('needs a folder that is trusted, as does one that is kept', async () => {
    const { open, savedSets } = fixture();
    await savedSets.saveOwn({ name: 'a', entries: [] }, { isAlways: false });
    workspace.setTrusted(false);
    messages.answer('Manage Trust', undefined);
    await open(choose('New Set…'));
    await open(press('a', 'Always in Context'));
    workspace.setTrusted(true);
    workspace.setFolders();
    await open(press('a', 'Always in Context'));
    const restricted = '“Always in Context” isn’t available in Restricted Mode. To use it, trust this workspace.';
    expect([shownTexts, picks.asked, savedSets.isAnyAlways]).toEqual([
      [restricted, restricted, '“Always in Context” is set per folder. Open a folder and try again.'],
      [],
      false,
    ]);
    expect(fakeVscode.commands.executed).toEqual([['workbench.trust.manage']]);
  });
});

const resources = [
  resource('db://a', { size: 40, priority: 1 }),
  resource('db://b', { size: 40 }),
  resource('log://today', { size: 40 }),
];

describe('a set that is always in the context', () => {
  const ofOwn = (...entries: unknown[]) =>
    new FakeStore({ 'context.sets': [{ name: 'Mine', resources: entries, isAlways: true }] });

  it('is pinned, says what it added and what did not fit, and goes with what it added', async () => {
    const large = resource('db://large', { size: 100_000 });
    const { open, serve, uris, pass, picked } = fixture(['shop'], ofOwn({ glob: 'db://**' }));
    messages.answer('Undo');
    await serve(...resources, large);
    await settle();
    expect([shownTexts, uris(), picked.canUndoRemoval]).toEqual([
      [
        '2 resources added to Context from “Mine”. Attach them to send them. 1 more didn’t fit: the limit is 10,000 tokens.',
      ],
      [],
      true,
    ]);
    await picked.undoRemoval();
    await open((picker) => {
      expect(rows(picker)[1]).toEqual(['Mine', 'always · 3 resources · 25K tokens', undefined]);
      expect(picker.items[1]?.iconPath).toEqual(new ThemeIcon('pinned'));
      messages.answer('Delete');
      press('Mine', 'Delete')(picker);
    });
    await pass();
    expect(uris()).toEqual([]);
  });

  it('is in every message where the user wants that, with what it has added and what it adds later', async () => {
    const { open, serve, pass, picked } = fixture(['shop'], ofOwn({ glob: 'db://**' }));
    messages.answerAll(undefined);
    const marks = (): unknown => picked.items.map(({ uri, isInEveryMessage }) => [uri, isInEveryMessage]);
    await serve('db://a');
    await open(press('Mine', 'In Every Message'));
    await serve('db://a', 'db://b');
    expect(marks()).toEqual(['db://a', 'db://b'].map((uri) => [uri, true]));
    await open((picker) => {
      expect(rows(picker)[1]?.[1]).toMatch(/^in every message · /u);
      press('Mine', 'Not in Every Message')(picker);
    });
    await pass();
    expect(marks()).toEqual(['db://a', 'db://b'].map((uri) => [uri, false]));
  });

  it.each([
    ['Attach to Chat', ['attach']],
    ['Show', ['mcpResources.context.focus']],
    ['Change…', ['Context Sets']],
  ])('leads on: %s', async (button, where) => {
    messages.answer(button);
    const {} = await served([...resources], ['shop'], ofOwn({ priority: 1 }));
    await settle();
    const ways = [...fakeVscode.commands.executed.flat(), ...fakeVscode.quickPicks.map(({ title }) => title)];
    expect([...(attached > 0 ? ['attach'] : []), ...ways]).toEqual(where);
    fakeVscode.quickPicks.at(-1)?.leave();
    await settle();
  });

  it('leaves out what is hidden, unless a file names it', async () => {
    messages.answerAll(undefined);
    const { serve, uris, hide, pass, mentioned } = fixture(
      ['shop'],
      ofOwn({ glob: 'db://**' }, { mentions: 'AGENTS.md' }),
    );
    mentioned['AGENTS.md'] = ['db://b'];
    await serve(...resources);
    expect(uris()).toEqual(['db://a', 'db://b']);
    hide(0, 1, 2);
    await pass();
    expect(uris()).toEqual(['db://b']);
  });

  it('follows the files whose mentions count', async () => {
    messages.answerAll(undefined);
    const { serve, uris, pass, mentioned } = fixture(['shop'], ofOwn({ mentions: 'AGENTS.md' }));
    mentioned['AGENTS.md'] = ['db://b'];
    await serve(...resources);
    mentioned['AGENTS.md'] = ['log://today'];
    files.write('/w/other.md', '');
    await pass();
    expect(uris()).toEqual(['db://b']);
    files.write('/w/AGENTS.md', '');
    await pass();
    expect(uris()).toEqual(['log://today']);
  });

  it('waits for trust, and ends with its owner', async () => {
    messages.answerAll(undefined);
    workspace.setTrusted(false);
    const { serve, uris, pass, sets } = await served([...resources], ['shop'], ofOwn({ priority: 1 }));
    expect(uris()).toEqual([]);
    workspace.grantTrust();
    await pass();
    expect(uris()).toEqual(['db://a']);
    sets.dispose();
    await serve(resource('db://c', { priority: 1 }));
    expect(uris()).toEqual(['db://a']);
  });
});

describe('a set of a file', () => {
  const hr = ['db://hr/people', 'db://hr/jobs'];

  it('is kept in the context once the user has seen what it leads to, without what they clear', async () => {
    const store = new FakeStore();
    const { open, picked, pass, sets } = await served(['db://sales/orders', ...hr], ['shop'], store);
    messages.answerAll(undefined);
    picks.answer(undefined);
    await open(press('Sales', 'Always in Context'));
    await pass();
    expect(picked.items, 'the user left').toEqual([]);
    picks.answer(['db://sales/orders', 'db://hr/jobs']);
    await open(press('Sales', 'Always in Context'));
    await pass();
    expect(picked.items.map(({ uri, isChecked }) => [uri, isChecked])).toEqual([
      ['db://sales/orders', false],
      ['db://hr/jobs', true],
    ]);
    expect(picked.items.every((item) => picked.isChosen(item))).toBe(true);
    sets.dispose();
    const next = fixture(['shop'], store);
    await next.serve('db://sales/orders', ...hr, 'db://hr/new');
    expect(next.picked.items.slice(2)).toMatchObject([
      { uri: 'db://hr/new', isChecked: false, reason: { set: 'Sales', file: place, state: 'new' } },
    ]);
    await next.open(press('Sales', 'Stop Keeping in Context'));
    await next.pass();
    expect([next.uris(), picks.asked.length]).toEqual([[], 2]);
  });

  it('that has changed leaves, until the user has reviewed it: one message says so', async () => {
    const { open, uris, pass } = await served(['db://sales/orders', ...hr]);
    messages.answerAll(undefined);
    await open(press('Sales', 'Always in Context'));
    await pass();
    expect(uris().length).toBe(3);
    shownTexts.length = 0;
    files.write(file, shared.replace('db://hr/*', 'db://**'));
    await pass();
    files.write(file, shared.replace('db://hr/*', 'db://**').replace('Ours', 'Theirs'));
    await pass();
    const question =
      'The context set “Sales” in .vscode/mcp-context.json has changed. Review it to keep it in the context.';
    expect([uris(), shownTexts]).toEqual([[], [question]]);
    files.write(file, '{ "sets": {');
    await pass();
    files.write(file, shared);
    await pass();
    expect(uris().length, 'as it was reviewed').toBe(3);
    messages.answerAll(({ buttons }) => (buttons.includes('Review') ? 'Review' : undefined));
    files.write(file, shared.replace('db://hr/*', 'db://hr/jobs'));
    await pass();
    await pass();
    expect(uris()).toEqual(['db://sales/orders', 'db://hr/jobs']);
  });

  it('stays as it is while its file is being written', async () => {
    const { open, uris, pass } = await served(['db://sales/orders']);
    messages.answerAll(undefined);
    await open(press('Sales', 'Always in Context'));
    await pass();
    files.write(file, '{ "sets": {');
    await pass();
    expect(uris()).toEqual(['db://sales/orders']);
  });

  it('is among the permissions, which end it', async () => {
    const { open, uris, pass, savedSets, clock } = await served(['db://sales/orders']);
    messages.answerAll(undefined);
    await open(press('Sales', 'Always in Context'));
    await pass();
    const [permission, ...others] = await setPermissions(savedSets, clock).list();
    expect([permission, others]).toMatchObject([
      { label: 'Sales', description: '.vscode/mcp-context.json · just now' },
      [],
    ]);
    await permission?.takeBack();
    await pass();
    expect([uris(), await setPermissions(savedSets, clock).list()]).toEqual([[], []]);
  });
});
