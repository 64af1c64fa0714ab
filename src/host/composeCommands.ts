// The commands of all rooms, joined. Loaded with the first of them. Lint allows only `compose.ts` to import it.
import { DisposableStore, type Disposable } from '../core/base/disposable';
import type { Late } from '../core/base/onFirstUse';
import type { SavedSets } from '../core/context/savedSets';
import { QuickAttach } from './actions/quickAttach';
import { registerAgentsWindow } from './startup/agentsWindow';
import { registerGetStarted } from './commands/getStarted';
import { registerResourceCommands, type ResourceCommandParts } from './commands/resourceCommands';
import { commands as ids } from './base/ids';
import { registerGuarded } from './base/registerGuarded';
import { registerContextCommands, type ContextCommandParts } from './context/contextCommands';
import type { ContextSets } from './context/contextSets';
import { setPermissions } from './context/setPermissions';
import { registerMentionCommands, type MentionCommandParts } from './mentions/mentionCommands';
import { registerSavedSearchCommands, type SavedSearches } from './panel/savedSearches';
import { registerManagePermissions } from './servers/managePermissions';
import { permissionKinds, type PermissionParts } from './servers/permissionKinds';
import { registerServerCommands, type ServerCommandParts } from './servers/serverCommands';
import { openFromTemplate, type TemplateInputsParts } from './templates/templateInputs';
import { TemplatePanel, type TemplatePanelParts } from './templates/templatePanel';
import { registerTreeCommands, type TreeCommandParts } from './tree/treeCommands';

export type CommandParts = Omit<ResourceCommandParts, 'quickAttach' | 'openFromTemplate'> &
  TreeCommandParts &
  MentionCommandParts &
  ContextCommandParts &
  Omit<TemplateInputsParts, 'forms'> &
  Omit<TemplatePanelParts, 'loadActions'> & {
    readonly actions: Awaited<ReturnType<TemplatePanelParts['loadActions']>>['actions'];
  } & ServerCommandParts &
  PermissionParts &
  ConstructorParameters<typeof QuickAttach>[0] & {
    readonly extensionId: string;
    readonly savedSearches: SavedSearches;
    readonly contextSets: Late<ContextSets>;
    readonly sets: SavedSets;
  };

/** Registers every command. */
export function composeCommands(commandParts: CommandParts): Disposable {
  const store = new DisposableStore();
  const { extensionId, savedSearches, log } = commandParts;
  const parts = { ...commandParts, quickAttach: new QuickAttach(commandParts) };
  const forms = new TemplatePanel({ ...parts, loadActions: () => Promise.resolve(parts) }).handlers;
  const openTemplate: ResourceCommandParts['openFromTemplate'] = (showInPage) =>
    openFromTemplate({ ...parts, forms }, showInPage);
  store.add(registerResourceCommands({ ...parts, openFromTemplate: openTemplate }));
  store.add(registerContextCommands(parts));
  const { contextSets, sets, clock } = parts;
  store.add(registerGuarded(ids.contextSets, async (file) => (await contextSets.get()).show(file), log));
  store.add(registerSavedSearchCommands(savedSearches, log));
  store.add(registerTreeCommands(parts));
  store.add(registerGetStarted(extensionId, log));
  store.add(registerAgentsWindow(extensionId, log));
  store.add(registerManagePermissions({ kinds: [...permissionKinds(parts), setPermissions(sets, clock)], log }));
  store.add(registerServerCommands(parts));
  store.add(registerMentionCommands(parts));
  return store;
}
