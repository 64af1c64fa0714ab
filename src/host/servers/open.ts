import { Late } from '../../core/base/onFirstUse';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import { ServerActions } from '../base/serverActions';
import type { ServersNeeds } from './openControl';
import { ServersTree } from './serversTree';
import { SharedSignIns } from './sharedSignIns';

/** The view *Servers*, and what users do about servers. @returns what rows, messages and pages offer about them */
export function openServers(needs: ServersNeeds): ServerActions {
  const { base, look, configuration, permission, core, search } = needs;
  const { store, clock, log } = base;
  const { sources } = configuration;
  const { catalog, templates, connections, credentials, forgetContents } = core;
  const { allowances } = permission;
  const { visibility } = search;
  const tree = store.add(
    new ServersTree({ clock, log, connections, sources, catalog, templates, allowances, visibility }),
  );
  look.addTree(tree.view, 'servers');
  const shared = store.add(
    new SharedSignIns({ clock, log: log.named('sign-in'), credentials, connections, sources, forgetContents }),
  );
  const control = new Late(async () => {
    const { openControl } = await import('./openControl');
    return openControl(needs, (definition, url) => shared.note(definition, url));
  });
  store.add(registerCommands(roomCommands.servers, async () => (await control.get()).commands(), log));
  return new ServerActions(async () => (await control.get()).servers, log);
}
