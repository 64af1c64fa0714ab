import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { Emitter } from '../../../src/core/base/event';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { Connections } from '../../../src/core/connection/connections';
import { ContextSet } from '../../../src/core/context/contextSet';
import { registerAutomaticInclusion } from '../../../src/host/automaticInclusion';
import type { SavedSearch } from '../../../src/host/savedSearches';
import { FakeStore } from '../../support/fakeStore';
import { settle } from '../../support/fakeClock';
import { CountedSlices, listAll, resource } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';

const setting = 'mcpResources.context.automatic';

/** What a person does, what they are told, and what their settings say. */
const person = vi.hoisted(() => ({
  ticked: undefined as string[] | undefined,
  typed: [] as (string | undefined)[],
  pressed: undefined as string | undefined,
  told: [] as string[],
  listed: [] as unknown[],
  asked: [] as unknown[],
  ran: [] as unknown[],
  setting: undefined as object | undefined,
  isTrusted: true,
  folders: [{}],
  commands: new Map<string, () => Promise<void>>(),
  changed: (): void => undefined,
  trusted: (): void => undefined,
}));

vi.mock('vscode', () => ({
  ConfigurationTarget: { Workspace: 2 },
  commands: {
    registerCommand: (id: string, run: () => Promise<void>) => {
      person.commands.set(id, run);
      return { dispose: () => person.commands.delete(id) };
    },
    executeCommand: (id: string) => Promise.resolve(person.ran.push(id)),
  },
  window: {
    showInformationMessage: (message: string) => {
      person.told.push(message);
      return Promise.resolve(person.pressed);
    },
    showWarningMessage: (message: string) => {
      person.told.push(message);
      return Promise.resolve(person.pressed);
    },
    setStatusBarMessage: (message: string) => person.told.push(message),
    showQuickPick: (rows: { label: string; description?: string; picked?: boolean }[]) => {
      person.listed.push(...rows.map(({ label, description, picked }) => [label, description, picked]));
      return Promise.resolve(person.ticked && rows.filter(({ label }) => person.ticked?.includes(label)));
    },
    showInputBox: ({
      value,
      validateInput,
    }: {
      value: string;
      validateInput: (value: string) => string | undefined;
    }) => {
      const typed = person.typed.shift();
      person.asked.push([value, typed === undefined ? undefined : validateInput(typed)]);
      return Promise.resolve(typed);
    },
  },
  workspace: {
    get isTrusted() {
      return person.isTrusted;
    },
    get workspaceFolders() {
      return person.folders;
    },
    getConfiguration: () => ({
      get: () => person.setting,
      update: (...args: unknown[]) => Promise.resolve(person.ran.push(args)),
    }),
    onDidChangeConfiguration: (listener: (event: object) => void) => {
      person.changed = () => listener({ affectsConfiguration: (key: string) => key === setting });
      return { dispose: () => undefined };
    },
    onDidGrantWorkspaceTrust: (listener: () => void) => {
      person.trusted = listener;
      return { dispose: () => undefined };
    },
  },
}));

beforeEach(() => {
  Object.assign(person, { ticked: undefined, typed: [], pressed: undefined, told: [], listed: [], asked: [], ran: [] });
  Object.assign(person, { setting: undefined, isTrusted: true, folders: [{}] });
});

const logs: SavedSearch = { name: 'Logs', query: { ...emptyQuery, text: 'log' } };

function fixture() {
  const world = newWorld();
  const { catalog, clock } = world;
  const connections = new Connections(catalog, world.connect, () => undefined);
  const slices = new CountedSlices(1_000_000);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const picked = new ContextSet(new FakeStore());
  const savedSearches = { all: [logs], changed: new Emitter<void>() };
  const registered = registerAutomaticInclusion({
    clock,
    log: silent,
    catalog,
    connections,
    order,
    index: newIndex(catalog, order, slices),
    isVisible: () => true,
    newSlice: slices.newSlice,
    picked,
    cache: { peek: () => undefined },
    savedSearches: { all: savedSearches.all, onDidChange: savedSearches.changed.event },
  });
  connections.setDefinitions([definition('shop')]);
  listAll(
    catalog,
    [
      resource('db://a', { size: 40, priority: 1 }),
      resource('db://b', { size: 40 }),
      resource('log://today', { size: 40 }),
      resource('db://large', { size: 100_000 }),
    ],
    definition('shop').id,
  );
  const pass = (): Promise<void> => clock.advance(2_000);
  const uris = (): string[] => picked.items.map(({ uri }) => uri);
  const choose = (): Promise<void> | undefined => person.commands.get('mcpResources.chooseAutomatic')?.();
  return { ...world, picked, registered, pass, uris, choose, savedSearches };
}

const everything = { priority: true, globs: ['db://**'], searches: ['Logs', 'Unknown'], budget: 1_000 };

describe('what is included', () => {
  it('is told with its reasons and what did not fit, and can be taken out again', async () => {
    person.setting = everything;
    person.pressed = 'Undo';
    const { pass, uris, picked } = fixture();
    await pass();
    await settle();
    expect(person.told).toEqual([
      '3 resources were added to the context: priority 1 (1), db://** (1), search “Logs” (1). They are in no message before you attach them. 1 more did not fit into 1,000 tokens.',
    ]);
    expect([uris(), picked.canUndoRemoval]).toEqual([[], true]);
    person.changed();
    await pass();
    expect([uris(), person.told.length]).toEqual([[], 1]);
  });

  it.each([
    ['Attach to Chat', 'mcpResources.attachContext'],
    ['Show', 'mcpResources.context.focus'],
    ['Change…', 'mcpResources.chooseAutomatic'],
  ])('leads on: %s', async (button, command) => {
    Object.assign(person, { setting: { priority: true }, pressed: button });
    const { pass } = fixture();
    await pass();
    expect([person.told, person.ran]).toEqual([
      ['1 resource was added to the context: priority 1 (1). It is in no message before you attach it.'],
      [command],
    ]);
  });

  it('is nothing by mistakes in the setting, and nothing without trust', async () => {
    person.setting = { priority: 'yes', globs: 'db://**', searches: [1], budget: 'much' };
    const { pass, uris } = fixture();
    await pass();
    expect(uris()).toEqual([]);
    Object.assign(person, { setting: everything, isTrusted: false });
    person.changed();
    await pass();
    expect(uris()).toEqual([]);
    person.isTrusted = true;
    person.trusted();
    await pass();
    expect(uris()).toEqual(['db://a', 'db://b', 'log://today']);
  });

  it('follows the saved searches', async () => {
    person.setting = { searches: ['Logs'] };
    const { pass, uris, savedSearches } = fixture();
    await pass();
    expect(uris()).toEqual(['log://today']);
    savedSearches.all.pop();
    savedSearches.changed.fire();
    await pass();
    expect(uris()).toEqual([]);
  });

  it('ends with its owner', async () => {
    person.setting = everything;
    const { pass, uris, registered } = fixture();
    registered.dispose();
    await pass();
    expect([uris(), person.commands.size]).toEqual([[], 0]);
  });
});

describe('choosing what is included', () => {
  it('asks for globs and the budget, and keeps all of it for the workspace', async () => {
    Object.assign(person, {
      ticked: ['What matches a glob', 'What the search “Logs” finds'],
      typed: [' db://** *.md ', '500'],
    });
    await fixture().choose();
    expect(person.listed).toEqual([
      ['Everything of priority 1', 'but not what is for the user alone', false],
      ['What matches a glob', 'asked for next', false],
      ['What the search “Logs” finds', undefined, false],
    ]);
    expect(person.asked).toEqual([
      ['', undefined],
      ['10000', undefined],
    ]);
    const value = { priority: false, globs: ['db://**', '*.md'], searches: ['Logs'], budget: 500 };
    expect(person.ran).toEqual([[setting, value, 2]]);
  });

  it('begins with what was chosen, and asks nothing more to switch it off', async () => {
    Object.assign(person, { setting: everything, ticked: [] });
    await fixture().choose();
    expect(person.listed).toEqual([
      ['Everything of priority 1', 'but not what is for the user alone', true],
      ['What matches a glob', 'db://**', true],
      ['What the search “Logs” finds', undefined, true],
    ]);
    expect(person.ran).toEqual([[setting, { priority: false, globs: [], searches: [], budget: 1_000 }, 2]]);
    expect(person.told).toEqual(['Nothing is included automatically any more']);
  });

  it.each([
    [undefined, []],
    [['What matches a glob'], [undefined]],
    [['Everything of priority 1'], [undefined]],
  ])('changes nothing when the person leaves: %j', async (ticked, typed) => {
    Object.assign(person, { ticked, typed });
    await fixture().choose();
    expect(person.ran).toEqual([]);
  });

  it('refuses what is no number and no glob', async () => {
    Object.assign(person, { ticked: ['What matches a glob'], typed: [' ', '1e5'] });
    await fixture().choose();
    expect(person.asked).toEqual([
      ['', 'Type a glob such as db://sales/**.'],
      ['10000', 'Type a number such as 10000.'],
    ]);
  });

  it('needs a folder that is trusted', async () => {
    const { choose } = fixture();
    person.isTrusted = false;
    await choose();
    Object.assign(person, { isTrusted: true, folders: [] });
    await choose();
    expect([person.told.length, person.listed, person.ran]).toEqual([2, [], []]);
  });
});
