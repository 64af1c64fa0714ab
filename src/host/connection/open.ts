import path from 'node:path';
import { composeCore, type Core } from '../../core/compose';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import { resolveLaunch } from '../../core/configuration/launch/resolveLaunch';
import type { Interaction } from '../../core/questions/interaction';
import { SkillPermissions } from '../../core/skills/allowed';
import { FileListStore } from '../../node/files/fileListStore';
import type { Mcp } from '../../node/mcp/lazyMcp';
import type { Base } from '../base/open';
import { listLimits, listFilter, maxReadBytes } from '../base/settings';
import type { ConfigurationRoom } from '../configuration/open';
import type { NetworkRoom } from '../network/open';
import type { PermissionRoom } from '../permission/open';
import type { FirstLook } from '../startup/firstLook';
import { LearnedProtocolStore } from './learnedProtocolStore';
import { SecretCredentials } from './secretCredentials';

/** The servers with their lists, templates and contents. */
export interface ConnectionRoom extends Core {
  /** Users' sign-ins. */
  readonly credentials: SecretCredentials;
  /** The skills that models may load. */
  readonly skillPermissions: SkillPermissions;
  /** Drops a server's contents and lists, in this window and from the cache for the next one. */
  readonly forgetContents: (definition: ServerDefinition) => Promise<void>;
}

export interface ConnectionNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly mcp: Pick<Mcp, 'openSession'>;
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly network: NetworkRoom;
  /** For reads at the user's request, by the server's id. */
  readonly interactionWith: (serverId: string) => Interaction;
}

/** Starts no server: servers start when one of our views is first shown. */
export function openConnection(needs: ConnectionNeeds): ConnectionRoom {
  const { base, look, mcp, configuration, permission, network, interactionWith } = needs;
  const { store, clock, log, newSlice, workspaceStore, userFolder, extension } = base;
  const { sources, launching } = configuration;
  const credentials = store.add(new SecretCredentials(extension.secrets));
  const core = composeCore({
    store,
    clock,
    log,
    newSlice,
    activityStore: workspaceStore,
    isShown: () => look.isShown('resources'),
    lists: new FileListStore(path.join(userFolder, 'lists')),
    connecting: {
      openSession: mcp.openSession,
      gate: permission.refusal,
      resolveLaunch: (definition) => resolveLaunch(definition, launching()),
      learnedProtocols: new LearnedProtocolStore(base.globalStore),
      credentials,
      limitsOf: ({ name }) => ({ ...listLimits(), filter: listFilter(name) }),
      limits: listLimits,
    },
    reading: {
      maxBytes: maxReadBytes,
      interactionWith,
      fetchFromWeb: network.fetchFromWeb,
      allowWebsite: network.allowWebsite,
      skillCheck: async () => (await import('../../node/skills/skillTools')).checkSkill,
    },
  });
  store.add(look.onDidWake(() => core.connections.wake()));
  store.add(sources.onDidChange(() => core.connections.setDefinitions(sources.definitions)));
  store.add(permission.onDidChange(() => core.connections.recheckAll()));
  configuration.keepWithServers(core.activity);
  const { skills, connections } = core;
  const skillPermissions = store.add(new SkillPermissions(workspaceStore, skills, connections, clock));
  return { ...core, credentials, skillPermissions, forgetContents: (definition) => forgetContents(core, definition) };
}

type Contents = Pick<Core, 'cache' | 'directories' | 'skills' | 'templates' | 'listCache'>;

/** See {@link ConnectionRoom.forgetContents}. */
export async function forgetContents(of: Contents, definition: ServerDefinition): Promise<void> {
  of.cache.removeServer(definition.id);
  of.templates.removeServer(definition.id);
  of.directories.removeServer(definition.id);
  of.skills.removeServer(definition.id);
  await of.listCache.forget(definition);
}
