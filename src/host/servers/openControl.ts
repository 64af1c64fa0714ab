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
import type { CommandOf, Commands } from '../commands/registerCommands';
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

/** Actions of users on servers. Loaded with the first action. */
export interface Control {
  readonly servers: ServerControl;
  readonly commands: () => Promise<Commands<CommandOf<'servers'>>>;
}

/** @param signedIn called after a sign-in at this address */
export async function openControl(
  { base, mcp, permission, network, core, search, configuration, sets }: ServersNeeds,
  signedIn: (definition: ServerDefinition, url: string) => Promise<void>,
): Promise<Control> {
  const { clock, log, store, extension } = base;
  const { connections, credentials, forgetContents, activity } = core;
  const { consent, allowances, refusal } = permission;
  const { places, visibility } = search;
  const { review, launches } = await permission.review.get();
  const signIns = store.add(
    new SignIns({
      clock,
      log: log.named('sign-in'),
      connections,
      credentials,
      signIn: mcp.signIn,
      signOut: mcp.signOut,
      lookUp: network.lookUp,
      signedIn,
      forgetContents,
      extensionId: extension.id,
    }),
  );
  const servers = new ServerControl({ connections, refusal, signIns, review, visibility });
  return {
    servers,
    commands: async () =>
      serverCommands({
        clock,
        connections,
        activity,
        consent,
        launches,
        web: await network.consent.get(),
        allowances,
        inputs: await configuration.inputs.get(),
        credentials,
        signIns,
        sets,
        places,
        servers,
        log,
      }),
  };
}
