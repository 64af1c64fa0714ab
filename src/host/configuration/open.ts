import { Emitter, type Event } from '../../core/base/event';
import type { LaunchPorts } from '../../core/configuration/launch/resolveLaunch';
import type { ResolvingPorts } from '../../core/configuration/launch/resolvedParts';
import { Late } from '../../core/base/onFirstUse';
import { distinctName, type ServerDefinition } from '../../core/configuration/serverDefinition';
import { ServerMoves } from '../../core/configuration/serverMoves';
import type { Base } from '../base/open';
import { showErrorsOf } from '../base/tell';
import type { Inputs } from './inputs';
import { launchPorts, resolvingPorts } from './launchPorts';
import { ServerSources } from './serverSources';

/** Something that is saved by servers' ids. */
interface SavedByServer {
  moveServers(moves: ReadonlyMap<string, string>): unknown;
}

/** Services for configured servers and their sources. */
export interface ConfigurationRoom {
  readonly sources: ServerSources;
  /** Resolves once the configuration was read for the first time; never rejects. */
  readonly configured: Promise<void>;
  /** The name of a server, distinct from those of others; empty if it is not configured. */
  readonly nameOf: (serverId: string) => string;
  /** Loaded with the first server that asks for a value. */
  readonly inputs: Late<Inputs>;
  /** The current sources of variables, and of values that the user is asked for. */
  readonly launching: () => LaunchPorts;
  /** The current sources of variables, without those that ask the user. */
  readonly resolving: () => ResolvingPorts;
  /** Has what is saved of a server follow it where another of its places counts from now on. */
  readonly keepWithServers: (...saved: readonly SavedByServer[]) => void;
  /** After a change, once everything saved has followed its server. */
  readonly onDidSettle: Event<void>;
}

/** Begins to read the configuration. */
export function openConfiguration(base: Base): ConfigurationRoom {
  const { store, clock, log, globalStore, workspaceStore, extension } = base;
  const sources = store.add(new ServerSources(extension, clock, log.named('configuration')));
  const moves = new ServerMoves(workspaceStore);
  const kept: SavedByServer[] = [];
  const didSettle = store.add(new Emitter<void>());
  const settle = async (): Promise<void> => {
    const moved = await moves.update(sources.definitions);
    if (moved.size > 0) await Promise.all(kept.map((saved) => saved.moveServers(moved)));
    didSettle.fire();
  };
  store.add(sources.onDidChange(() => void showErrorsOf(settle, log)));
  const askedEnvFiles = new Map<string, string>();
  const nameOf = (serverId: string): string => {
    const definition = sources.definitions.find(({ id }) => id === serverId);
    return definition ? distinctName(definition, sources.definitions) : '';
  };
  const inputs = new Late(async () => {
    const { Inputs } = await import('./inputs');
    return new Inputs(extension.secrets, globalStore, ({ id }: ServerDefinition) => nameOf(id));
  });
  return {
    sources,
    configured: sources.read(),
    nameOf,
    inputs,
    launching: () => launchPorts(inputs, askedEnvFiles),
    resolving: () => resolvingPorts(askedEnvFiles),
    keepWithServers: (...saved) => void kept.push(...saved),
    onDidSettle: didSettle.event,
  };
}
