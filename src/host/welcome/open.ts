import type { Event } from '../../core/base/event';
import type { PickedRoom } from '../../core/context/open';
import type { SearchRoom } from '../../core/search/open';
import type { Base } from '../base/open';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { PermissionRoom } from '../permission/open';
import { keepContextKeys } from './contextKeys';
import type { FirstLook } from '../startup/firstLook';
import { ViewPreparation } from '../startup/prepareViews';

export interface WelcomeNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly panel: { readonly prepare: () => Promise<unknown>; readonly onDidSearch: Event<void> };
  readonly tree: { readonly prepare: () => Promise<void>; readonly onDidBrowse: readonly Event<unknown>[] };
  /** Loads what speaks MCP. */
  readonly preload: () => void;
}

/** First steps: what is prepared before a user looks, the walkthrough, and the Agents window. */
export function openWelcome(needs: WelcomeNeeds): void {
  const { base, look, configuration, permission, core, search, panel, tree, preload } = needs;
  const { store, clock, log, workspaceStore, extension } = base;
  const { sources, configured } = configuration;
  const { connections, listCache } = core;
  const preparation = store.add(
    new ViewPreparation(clock, workspaceStore, log, async () => {
      await configured;
      connections.restoreAll();
      await Promise.all([listCache.read(), panel.prepare(), search.prepare()]);
      await tree.prepare();
      if (sources.definitions.some((definition) => !permission.refusal(definition))) preload();
    }),
  );
  store.add(look.onDidLook(() => preparation.noteShown()));
  store.add(keepContextKeys(needs));
  const commands = async () => {
    const { welcomeCommands } = await import('./welcomeCommands');
    return welcomeCommands(extension.id, log);
  };
  store.add(registerCommands(roomCommands.welcome, commands, log));
}
