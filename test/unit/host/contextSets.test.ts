import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { Connections } from '../../../src/core/connection/connections';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { ContextSet } from '../../../src/core/context/contextSet';
import { registerContextSets } from '../../../src/host/contextSets';
import { FakeStore } from '../../support/fakeStore';
import { settle } from '../../support/fakeClock';
import { CountedSlices, listAll, resource } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';

interface Row {
  label: string;
  description?: string;
  detail?: string;
  kind?: number;
  buttons?: { tooltip: string }[];
}

interface Picker {
  items: Row[];
  activeItems: Row[];
  accept: () => void;
  leave: () => void;
  trigger: (value: unknown) => void;
}

/** What a person does, what they are told and where they are led. */
const person = vi.hoisted(() => ({
  /** What they type into the next input boxes. */
  typed: [] as (string | undefined)[],
  /** Labels of what they choose in the next lists. */
  chosen: [] as (string | undefined)[],
  /** The buttons that they press on the next messages. */
  pressed: [] as (string | undefined)[],
  told: [] as string[],
  refused: [] as (string | undefined)[],
  listed: [] as string[][],
  ran: [] as unknown[][],
  progress: [] as string[],
  cancel: (): void => undefined,
  commands: new Map<string, () => Promise<void>>(),
  picker: undefined as Picker | undefined,
}));

/** The workspace and its files, by path. */
const disk = vi.hoisted(() => ({
  files: new Map<string, string>(),
  folders: ['/w'],
  isTrusted: true,
  isReadonly: false,
  dirty: [] as string[],
  changed: (): void => undefined,
}));

vi.mock('vscode', () => {
  class FileSystemError extends Error {
    constructor(readonly code: string) {
      super(code);
    }
  }
  const uri = (path: string): { path: string; toString: () => string } => ({ path, toString: () => path });
  const tell = (message: string): Promise<string | undefined> => {
    person.told.push(message);
    return Promise.resolve(person.pressed.shift());
  };
  const event = (set: (listener: (value: unknown) => void) => void) => (listener: (value: unknown) => void) => {
    set(listener);
    return { dispose: () => undefined };
  };
  const ignored = () => ({ dispose: () => undefined });
  return {
    FileSystemError,
    FileType: { File: 1, Directory: 2 },
    ProgressLocation: {},
    QuickPickItemKind: { Separator: -1 },
    Range: class {
      constructor(readonly line: number) {}
    },
    ThemeIcon: Object,
    Uri: { joinPath: (base: { path: string }, ...parts: string[]) => uri([base.path, ...parts].join('/')) },
    commands: {
      registerCommand: (id: string, run: () => Promise<void>) => {
        person.commands.set(id, run);
        return { dispose: () => person.commands.delete(id) };
      },
      executeCommand: (...args: unknown[]) => Promise.resolve(person.ran.push(args)),
    },
    workspace: {
      get isTrusted() {
        return disk.isTrusted;
      },
      get workspaceFolders() {
        return disk.folders.map((path) => ({ name: path.slice(1), uri: uri(path) }));
      },
      get textDocuments() {
        return disk.dirty.map((path) => ({ isDirty: true, uri: uri(path) }));
      },
      createFileSystemWatcher: () => ({
        onDidCreate: ignored,
        onDidChange: event((listener) => (disk.changed = () => listener(undefined))),
        onDidDelete: ignored,
        dispose: () => undefined,
      }),
      fs: {
        stat: ({ path }: { path: string }) => {
          const text = disk.files.get(path);
          if (text === undefined) return Promise.reject(new FileSystemError('FileNotFound'));
          return Promise.resolve({ type: 1, size: text.length });
        },
        readFile: ({ path }: { path: string }) => Promise.resolve(Buffer.from(disk.files.get(path) ?? '', 'latin1')),
        writeFile: ({ path }: { path: string }, bytes: Uint8Array) => {
          if (disk.isReadonly) return Promise.reject(new FileSystemError('NoPermissions'));
          disk.files.set(path, Buffer.from(bytes).toString('latin1'));
          return Promise.resolve();
        },
      },
    },
    window: {
      showInputBox: ({ validateInput }: { validateInput: (value: string) => string | undefined }) => {
        const typed = person.typed.shift();
        const refusal = typed === undefined ? undefined : validateInput(typed);
        person.refused.push(refusal);
        return Promise.resolve(refusal === undefined ? typed : undefined);
      },
      showQuickPick: (rows: Row[]) => {
        person.listed.push(rows.map(({ label }) => label));
        const label = person.chosen.shift();
        return Promise.resolve(rows.find((row) => row.label === label));
      },
      showInformationMessage: tell,
      showWarningMessage: tell,
      showErrorMessage: tell,
      setStatusBarMessage: (message: string) => person.told.push(message),
      showTextDocument: ({ path }: { path: string }, { selection }: { selection: { line: number } }) =>
        Promise.resolve(person.ran.push(['show', path, selection.line])),
      withProgress: (
        { title }: { title: string },
        work: (progress: object, token: object) => Promise<unknown>,
      ): Promise<unknown> => {
        person.progress.push(title);
        const report = ({ message }: { message: string }): void => void person.progress.push(message);
        return work({ report }, { onCancellationRequested: (listener: () => void) => (person.cancel = listener) });
      },
      createQuickPick: () => {
        const picker = { items: [], activeItems: [], leave: () => undefined } as unknown as Picker &
          Record<string, unknown>;
        picker['show'] = () => undefined;
        picker['hide'] = () => picker.leave();
        picker['dispose'] = () => undefined;
        picker['onDidAccept'] = event((listener) => (picker.accept = () => listener(undefined)));
        picker['onDidHide'] = event((listener) => (picker.leave = () => listener(undefined)));
        picker['onDidTriggerItemButton'] = event((listener) => (picker.trigger = listener));
        return (person.picker = picker);
      },
    },
  };
});

const file = '/w/.vscode/mcp-context.json';
const shared = `{
  // Ours
  "sets": {
    "Sales": {
      "description": "For orders",
      "resources": [{ "uri": "db://sales/orders", "once": true }, { "glob": "db://hr/*" }]
    }
  }
}
`;

beforeEach(() => {
  Object.assign(person, {
    typed: [],
    chosen: [],
    pressed: [],
    told: [],
    refused: [],
    listed: [],
    ran: [],
    progress: [],
  });
  Object.assign(disk, { folders: ['/w'], isTrusted: true, isReadonly: false, dirty: [] });
  disk.files = new Map([[file, shared]]);
});

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
  const connections = new Connections(catalog, world.connect, () => undefined);
  connections.setDefinitions(names.map((name) => definition(name)));
  const slices = new CountedSlices(1_000_000);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const picked = new ContextSet(new FakeStore());
  const registered = registerContextSets({
    clock,
    log: silent,
    catalog,
    connections,
    templates: new TemplateCatalog(clock),
    order,
    index: newIndex(catalog, order, slices),
    isVisible: () => true,
    newSlice: slices.newSlice,
    picked,
    store,
    wake: () => connections.startAll(),
  });
  /** The server runs and has listed these. */
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
  const save = (): Promise<void> | undefined => person.commands.get('mcpResources.saveContextSet')?.();
  /** Opens the list, and does something in it. */
  const open = async (act: (picker: Picker) => void): Promise<void> => {
    const opening = person.commands.get('mcpResources.openContextSet')?.();
    await settle();
    if (person.picker) act(person.picker);
    await settle();
    person.picker?.leave();
    await opening;
    await settle();
  };
  const uris = (): string[] => picked.items.map(({ uri }) => uri);
  return { ...world, connections, picked, registered, serve, save, open, uris };
}

/** Chooses the row of this label. */
function choose(label: string): (picker: Picker) => void {
  return (picker) => {
    picker.activeItems = picker.items.filter((row) => row.label === label);
    picker.accept();
  };
}

/** Presses a button of the row of this label. */
function press(label: string, tooltip: string): (picker: Picker) => void {
  return ({ items, trigger }) => {
    const item = items.find((row) => row.label === label);
    trigger({ item, button: item?.buttons?.find((button) => button.tooltip === tooltip) });
  };
}

const rows = ({ items }: Picker): unknown[] =>
  items.map(({ label, description, detail }) => [label, description, detail]);

describe('saving the context', () => {
  it('as a set of the workspace gives it to the next window', async () => {
    const store = new FakeStore();
    const { save, picked } = fixture(['shop'], store);
    await picked.add([{ ...address('db://sales/orders'), isOnce: true }]);
    Object.assign(person, { typed: [' Mine '], chosen: ['This workspace only'] });
    await save();
    expect(person.told).toEqual(['Context set “Mine” saved for this workspace']);
    disk.files.clear();
    const next = fixture(['shop'], store);
    await next.serve();
    await next.open((picker) => {
      expect(rows(picker)).toEqual([
        ['This workspace only', undefined, undefined],
        ['Mine', '1 entry', undefined],
      ]);
      choose('Mine')(picker);
    });
    expect(next.picked.items).toMatchObject([{ uri: 'db://sales/orders', isOnce: true }]);
  });

  it('into the file keeps what is there, and names a server only where the URI does not tell', async () => {
    const { save, picked, serve } = fixture(['shop', 'wiki']);
    await serve('db://sales/orders', 'db://built');
    await picked.add([
      address('db://sales/orders'),
      address('db://unlisted'),
      { ...address('db://built'), isChecked: false },
    ]);
    Object.assign(person, { typed: ['All'], chosen: ['.vscode/mcp-context.json'], pressed: ['Open File'] });
    await save();
    const text = disk.files.get(file) ?? '';
    expect(text).toContain('// Ours');
    expect(text).toContain('"resources": [{ "uri": "db://sales/orders", "once": true }, { "glob": "db://hr/*" }]');
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
    expect([person.told, person.ran]).toEqual([['“All” was saved in .vscode/mcp-context.json.'], [['show', file, 0]]]);
  });

  it('begins a file, in the folder that is chosen of several', async () => {
    disk.folders = ['/w', '/v'];
    const { save, picked } = fixture();
    await picked.add([address('a:1')]);
    Object.assign(person, { typed: ['All'], chosen: ['.vscode/mcp-context.json (v)'] });
    await save();
    expect(person.listed).toEqual([
      ['This workspace only', '.vscode/mcp-context.json (w)', '.vscode/mcp-context.json (v)'],
    ]);
    expect(disk.files.get('/v/.vscode/mcp-context.json')).toContain('"All"');
  });

  it('replaces a set of the same name only when the person says so', async () => {
    const { save, picked } = fixture();
    await picked.add([address('a:1')]);
    Object.assign(person, { typed: ['Sales'], chosen: ['.vscode/mcp-context.json'] });
    await save();
    expect([person.told, disk.files.get(file)]).toEqual([['A set “Sales” is there already. Replace it?'], shared]);
    Object.assign(person, { typed: ['Sales'], chosen: ['.vscode/mcp-context.json'], pressed: ['Replace'] });
    await save();
    expect(disk.files.get(file)).toContain('"description": "For orders"');
    expect(disk.files.get(file)).not.toContain('db://hr');
  });

  it.each([
    [
      'has a mistake',
      () => disk.files.set(file, '{ "sets": {'),
      '.vscode/mcp-context.json, line 1: a closing brace is missing.',
    ],
    [
      'is not saved',
      () => disk.dirty.push(file),
      '.vscode/mcp-context.json has changes that are not saved. Save it and try again.',
    ],
    [
      'cannot be written',
      () => (disk.isReadonly = true),
      '.vscode/mcp-context.json cannot be written. See that you may write it.',
    ],
  ])('writes nothing into a file that %s, and leads to it', async (_, spoil, message) => {
    spoil();
    const before = disk.files.get(file);
    const { save, picked } = fixture();
    await picked.add([address('a:1')]);
    Object.assign(person, { typed: ['All'], chosen: ['.vscode/mcp-context.json'], pressed: ['Open File'] });
    await save();
    await settle();
    expect([person.told, disk.files.get(file), person.ran]).toEqual([[message], before, [['show', file, 0]]]);
  });

  it('needs something in the context, and a name', async () => {
    const { save, picked } = fixture();
    await save();
    expect(person.told[0]).toContain('The context is empty.');
    await picked.add([address('a:1')]);
    person.typed = [' '];
    await save();
    expect([person.refused, disk.files.get(file)]).toEqual([['A set needs a name.'], shared]);
  });
});

describe('opening a set', () => {
  it('puts what it names into the context, with its marks, and offers to attach it', async () => {
    const { open, serve, picked, server } = fixture();
    await serve('db://hr/people', 'db://sales/orders');
    person.pressed = ['Attach to Chat'];
    await open((picker) => {
      expect(rows(picker)).toEqual([
        ['.vscode/mcp-context.json', undefined, undefined],
        ['Sales', '2 entries', 'For orders'],
      ]);
      choose('Sales')(picker);
    });
    expect(picked.items).toMatchObject([
      { uri: 'db://sales/orders', isOnce: true },
      { uri: 'db://hr/people', isOnce: false },
    ]);
    expect([person.told, person.ran]).toEqual([
      ['“Sales” is in the context: 2 resources.'],
      [['mcpResources.attachContext']],
    ]);
    expect(server.session.reads).toEqual([]);
  });

  it('replaces what was there, which can be undone, but not what rules include', async () => {
    const { open, serve, picked, uris } = fixture();
    await serve('db://hr/people', 'db://sales/orders');
    await picked.add([address('a:mine'), { ...address('a:ruled'), reason: { kind: 'priority' } }]);
    Object.assign(person, { chosen: ['Replace the Context'], pressed: ['Undo'] });
    const seen: string[][] = [];
    picked.onDidChange(() => seen.push(uris()));
    await open(choose('Sales'));
    expect(person.listed).toEqual([['Replace the Context', 'Add to the Context']]);
    expect(seen).toEqual([
      ['db://sales/orders', 'db://hr/people', 'a:ruled'],
      ['a:mine', 'a:ruled'],
    ]);
  });

  it('adds to what was there where the person wants that, and nothing when they leave', async () => {
    const { open, serve, picked, uris } = fixture();
    await serve('db://sales/orders');
    await picked.add([address('a:mine')]);
    await open(choose('Sales'));
    expect(uris()).toEqual(['a:mine']);
    person.chosen = ['Add to the Context'];
    await open(choose('Sales'));
    expect(uris()).toEqual(['a:mine', 'db://sales/orders']);
  });

  it('says what matches nothing and who is not connected', async () => {
    const { open, serve, connections } = fixture(['shop', 'wiki']);
    await serve('db://sales/orders');
    connections.get(definition('wiki').id)?.stop();
    await open(choose('Sales'));
    expect(person.told).toEqual([
      '“Sales” is in the context: 1 resource. Nothing matches: db://hr/*. Not connected: wiki.',
    ]);
  });

  it('leaves the context as it is where nothing is found', async () => {
    disk.files.set(
      file,
      '{ "sets": { "Odd": { "resources": [{ "glob": "x:*" }, { "server": "$(trash)", "uri": "a:" }] } } }',
    );
    const { open, serve, picked, uris } = fixture();
    await serve();
    await picked.add([address('a:mine')]);
    person.chosen = ['Replace the Context'];
    await open(choose('Odd'));
    expect([uris(), person.told]).toEqual([
      ['a:mine'],
      [
        '“Odd” names nothing that is there now, and the context stays as it is. Nothing matches: x:*. a:: No server is called “$\u200b(trash)”.',
      ],
    ]);
  });

  it('names each entry that it skips, and leads to the first', async () => {
    const odd = `{ "sets": { "Odd": { "resources": [
      "db://sales/orders",
      { "globb": "db://**" },
      "wiki://nowhere/x", 5, { "glob": "none:*" }, 6, "wiki://nowhere/y"] } } }`;
    disk.files.set(file, odd);
    const { open, serve, uris, connections } = fixture(['shop', 'wiki']);
    await serve('db://sales/orders');
    connections.get(definition('wiki').id)?.stop();
    person.pressed = ['Open File'];
    await open((picker) => {
      expect(rows(picker)[1]).toEqual(['Odd', '4 entries, 3 not understood', undefined]);
      choose('Odd')(picker);
    });
    const kinds = 'An entry is a URI in quotes, or an object with “uri”, “glob”, “template” or “search”.';
    expect([uris(), person.ran]).toEqual([['db://sales/orders'], [['show', file, 2]]]);
    expect(person.told).toEqual([
      `“Odd” is in the context: 1 resource. Nothing matches: none:*. { "globb": "db://**" }: ${kinds} 5: ${kinds} 6: ${kinds} 2 more entries were skipped. Not connected: wiki.`,
    ]);
  });

  it('asks nothing for a set of which nothing was understood, and says why', async () => {
    disk.files.set(file, '{ "sets": { "Odd": { "resources": [\n{ "globb": "db://**" }] } } }');
    const { open, serve, picked, uris } = fixture();
    await serve('db://sales/orders');
    await picked.add([address('a:mine')]);
    person.pressed = ['Open File'];
    await open(choose('Odd'));
    expect([person.listed, uris(), person.ran]).toEqual([[], ['a:mine'], [['show', file, 1]]]);
    expect(person.told[0]).toContain('{ "globb": "db://**" }: An entry is');
  });

  it('starts servers, and waits for them until the person gives up', async () => {
    const { open, server, clock, uris } = fixture();
    const opening = open(choose('Sales'));
    await settle();
    expect(server.openings).toHaveLength(1);
    await clock.advance(600);
    expect(person.progress).toEqual(['Opening “Sales”', 'waiting for shop']);
    person.cancel();
    await opening;
    expect([uris(), person.told]).toEqual([[], []]);
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
    disk.files.clear();
    await fixture().open(() => undefined);
    expect(person.told[0]).toContain('There is no context set yet.');
  });

  it('follows the file', async () => {
    await fixture().open((picker) => {
      disk.files.set(file, shared.replace('Sales', '$(zap) Other'));
      disk.changed();
      void settle().then(() => expect(picker.items[1]?.label).toBe('$\u200b(zap) Other'));
    });
    expect.assertions(1);
  });

  it('leads to a set and to mistakes in the file', async () => {
    const { open } = fixture();
    await open(press('Sales', 'Open File'));
    disk.files.set(file, shared.replace('"glob"', '"globs"'));
    await open((picker) => {
      expect(picker.items[2]?.detail).toBe(
        '.vscode/mcp-context.json, line 6: An entry is a URI in quotes, or an object with “uri”, “glob”, “template” or “search”.',
      );
      choose('$(warning) Not all of the file was understood')(picker);
    });
    disk.files.set(file, '\xff');
    await open(choose('$(warning) The file has a mistake'));
    expect(person.ran).toEqual([
      ['show', file, 3],
      ['show', file, 5],
      ['show', file, 0],
    ]);
  });

  it('has what is no set with the reason, and leads to it', async () => {
    disk.files.set(file, '{ "sets": {\n "Fine": { "resources": [] },\n "Bad": 3 } }');
    const { open, picked } = fixture();
    await picked.add([address('a:mine')]);
    await open((picker) => {
      expect(rows(picker).slice(1)).toEqual([
        ['Fine', '0 entries', undefined],
        ['$(warning) Bad', undefined, '.vscode/mcp-context.json, line 3: A set is an object with a list “resources”.'],
      ]);
      choose('$(warning) Bad')(picker);
    });
    expect([person.ran, person.listed, person.told]).toEqual([[['show', file, 2]], [], []]);
  });

  it('opens no set of a file that is not trusted', async () => {
    disk.isTrusted = false;
    const { open, save, picked, uris } = fixture();
    person.pressed = ['Open File'];
    await open((picker) => {
      expect(picker.items.map(({ label }) => label)).toEqual([
        '.vscode/mcp-context.json',
        '$(shield) Its sets are for trusted workspaces',
      ]);
      choose('$(shield) Its sets are for trusted workspaces')(picker);
    });
    await settle();
    expect([uris(), person.told, person.ran]).toEqual([
      [],
      ['The sets of a file are opened only in a workspace that you trust.'],
      [['show', file, 0]],
    ]);
    await picked.add([address('a:1')]);
    person.typed = ['Mine'];
    await save();
    expect([person.listed, disk.files.get(file)]).toEqual([[], shared]);
  });

  it('renames and deletes sets of the file, which can be undone', async () => {
    const { open } = fixture();
    person.typed = ['Turnover'];
    await open(press('Sales', 'Rename'));
    const renamed = shared.replace('"Sales"', '"Turnover"');
    expect(disk.files.get(file)).toBe(renamed);
    await open(press('Turnover', 'Delete'));
    expect([disk.files.get(file)?.includes('Turnover'), person.told]).toEqual([false, ['“Turnover” was deleted.']]);
    disk.files.set(file, renamed);
    person.pressed = ['Undo'];
    await open(press('Turnover', 'Delete'));
    expect(disk.files.get(file)).toBe(renamed);
  });

  it('renames and deletes the own sets, and refuses a name that is taken', async () => {
    const store = new FakeStore({
      'context.sets': [
        { name: 'a', resources: ['a:'] },
        { name: 'b', resources: [] },
      ],
    });
    const { open } = fixture(['shop'], store);
    Object.assign(person, { typed: ['b'] });
    await open(press('a', 'Rename'));
    person.typed = ['c'];
    await open(press('a', 'Rename'));
    expect(person.refused).toEqual(['There is a set of this name already.', undefined]);
    person.pressed = ['Undo'];
    await open(press('b', 'Delete'));
    expect(store.get('context.sets')).toEqual([
      { name: 'c', resources: ['a:'] },
      { name: 'b', resources: [] },
    ]);
    await open(press('b', 'Delete'));
    expect(store.get('context.sets')).toEqual([{ name: 'c', resources: ['a:'] }]);
  });

  it('is gone with its commands', () => {
    const { registered } = fixture();
    registered.dispose();
    expect(person.commands.size).toBe(0);
  });
});
