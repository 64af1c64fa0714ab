import { Late } from '../../core/base/onFirstUse';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import { ServerActions } from '../base/serverActions';
import type { ServersNeeds } from './openControl';
import { ServersTree } from './serversTree';
import { SharedSignIns } from './sharedSignIns';

/** The view *Servers*, and what users do about servers. @returns what rows, messages and pages offer about them */
export function openServers(needs: ServersNeeds): ServerActions {
  const { store, log } = needs.base;
  const tree = store.add(new ServersTree(needs));
  needs.look.addTree(tree.view, 'servers');
  const shared = store.add(new SharedSignIns(needs));
  const control = new Late(async () => {
    const { openControl } = await import('./openControl');
    return openControl(needs, (definition, url) => shared.note(definition, url));
  });
  store.add(registerCommands(roomCommands.servers, async () => (await control.get()).commands(), log));
  return new ServerActions(async () => (await control.get()).servers, log);
}
