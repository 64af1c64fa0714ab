// What VS Code is asked to register in a window with servers.
import { expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { chat, commands, lm, window, workspace } from 'vscode';
import { Late } from '../../../src/core/base/onFirstUse';
import { activate } from '../../../src/extension';
import { commands as ids, enterIn, views } from '../../../src/host/base/ids';
import { searchViewOptions } from '../../../src/host/base/registrar';
import { roomCommands } from '../../../src/host/base/manifest/commandIds';
import { settle } from '../../support/fakeClock';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { server } from './composed';
import { newFolder } from '../../support/newFolder';

/** A command of each room that does nothing, or next to nothing, without an argument. */
const harmless = [
  ids.copyFact,
  ids.copyMention,
  ids.copyUriTemplate,
  ids.getStarted,
  ids.sortByName,
  ids.typeInSearch,
  ids.undoRemoval,
];

/** Activates the extension in a window with a server. */
async function start(): Promise<void> {
  fakeVscode.settings.set('mcp.servers', server('shop'));
  const context = newExtensionContext(await newFolder());
  onTestFinished(() => context.subscriptions.forEach((one) => void one.dispose()));
  await activate(context);
  await settle();
}

/** What a registration is about; commands that belong to a room by that room. */
function named(kind: string, id: string): string {
  const room = Object.entries<readonly string[]>(roomCommands).find(([, all]) => all.includes(id));
  return kind === 'command' && room ? `commands of ${room[0]}` : `${kind} ${id}`;
}

/** All registrations in their order, those of a room's commands together. */
function registrationsOf(spies: Readonly<Record<string, MockInstance>>): readonly string[] {
  const calls = Object.entries(spies).flatMap(([kind, { mock }]) =>
    mock.calls.map(([id], index) => ({ at: mock.invocationCallOrder[index] ?? 0, what: named(kind, String(id)) })),
  );
  const names = calls.toSorted((a, b) => a.at - b.at).map(({ what }) => what);
  return names.filter((name, index) => !name.startsWith('commands of ') || name !== names[index - 1]);
}

it('each command belongs to one room, whose code has what each of its commands does', async () => {
  const all = Object.values<string>(ids).toSorted();
  expect(Object.values<readonly string[]>(roomCommands).flat().toSorted()).toEqual(all);
  await start();
  fakeVscode.press(undefined);
  const loaded = vi.spyOn(Late.prototype, 'get');
  for (const id of harmless) await commands.executeCommand(id);
  const values = new Set(loaded.mock.settledResults.map(({ value }: { readonly value: unknown }) => value));
  const tables = [...values]
    .map((value) => Object.entries(value ?? {}))
    .filter((of) => of.some(([id]) => all.includes(id)));
  const idsOf = (of: readonly (readonly [string, unknown])[]) => of.map(([id]) => id).toSorted();
  const byIds = (rooms: readonly (readonly string[])[]) => rooms.map((room) => room.toSorted().join()).toSorted();
  expect(byIds(tables.map(idsOf))).toEqual(byIds(Object.values<readonly string[]>(roomCommands)));
  expect(tables.flat().filter(([, run]) => typeof run !== 'function')).toEqual([]);
  // The lenses of a review, and Enter in a tree, have commands of their own, which are registered where these are made.
  const own = [views.context, views.resources, views.servers].map(enterIn);
  const registered = [...fakeVscode.commands.registered.keys()];
  expect(registered.toSorted()).toEqual([...all, ...own, '_mcpResources.answerReview'].toSorted());
});

it('everything is registered once, in the order of the rooms', async () => {
  const spies = {
    command: vi.spyOn(commands, 'registerCommand'),
    tree: vi.spyOn(window, 'createTreeView'),
    view: vi.spyOn(window, 'registerWebviewViewProvider'),
    editor: vi.spyOn(window, 'registerWebviewPanelSerializer'),
    files: vi.spyOn(workspace, 'registerFileSystemProvider'),
    document: vi.spyOn(workspace, 'registerTextDocumentContentProvider'),
    tool: vi.spyOn(lm, 'registerTool'),
    participant: vi.spyOn(chat, 'createChatParticipant'),
  } as unknown as Readonly<Record<string, MockInstance>>;
  await start();
  expect(registrationsOf(spies)).toEqual([
    'tree mcpResources.servers',
    'command _mcpResources.servers.enter',
    'commands of servers',
    'files mcpres',
    'tree mcpResources.resources',
    'command _mcpResources.resources.enter',
    'commands of tree',
    'commands of actions',
    'view mcpResources.search',
    'editor mcpResources.searchEditor',
    'commands of panel',
    'commands of mentions',
    'tree mcpResources.context',
    'command _mcpResources.context.enter',
    'document mcpres-seen',
    'commands of context',
    'tool mcpResources_list',
    'tool mcpResources_read',
    'tool mcpResources_context',
    'participant mcpResources.participant',
    'commands of welcome',
  ]);
  expect(fakeVscode.views.webviewOptions(views.search)).toEqual(searchViewOptions.webviewOptions);
});
