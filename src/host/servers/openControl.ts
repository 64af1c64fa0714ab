import type { PickedRoom } from '../../core/context/open';
import type { SearchRoom } from '../../core/search/open';
import type { Mcp } from '../../node/mcp/lazyMcp';
import type { Base } from '../base/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { NetworkRoom } from '../network/open';
import type { PermissionRoom } from '../permission/open';
import type { FirstLook } from '../startup/firstLook';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import { serverCommands } from './serverCommands';
import { ServerControl } from './serverControl';
import { SignIns } from './signIn';

export interface ServersNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly mcp: Pick<Mcp, 'signIn' | 'signOut'>;
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly network: NetworkRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly sets: PickedRoom['sets'];
}

/** Actions of users on servers. Loaded with the first action. @param signedIn called after a sign-in at this address */
export async function openControl(
  needs: ServersNeeds,
  signedIn: (definition: ServerDefinition, url: string) => Promise<void>,
) {
  const { review } = await needs.permission.review.get();
  const signIns = needs.base.store.add(new SignIns(needs, signedIn));
  const servers = new ServerControl(needs, signIns, review);
  const { consent } = needs.network;
  return { servers, commands: async () => serverCommands(needs, servers, signIns, await consent.get()) };
}
