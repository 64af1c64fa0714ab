import { workspace } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Connections } from '../../core/connection/connections';
import type { ContextSet } from '../../core/context/contextSet';
import type { Consent } from '../../core/permission/consent';
import { settingsOf } from '../../core/configuration/launch/resolvedParts';
import type { ServerMoves } from '../../core/configuration/serverMoves';
import type { HostLogger } from '../base/log';
import { showErrorsOf } from '../base/tell';
import type { ServerSources } from './serverSources';

interface Followed {
  readonly connections: Connections;
  readonly consent: Consent;
  /** Tells of servers that the user has yet to allow or decline. */
  readonly announceWaiting: () => void;
  readonly sources: ServerSources;
  readonly moves: ServerMoves;
  /** What is saved by servers' ids. */
  readonly saved: readonly { moveServers(moves: ReadonlyMap<string, string>): unknown }[];
  readonly picked: Pick<ContextSet, 'items' | 'withdraw'>;
  readonly log: HostLogger;
}

/** Keeps the servers in step with the configuration, and with all that decides whether they may start: permission, trust and policy. */
export function followConfiguration(parts: Followed): Disposable {
  const { connections, consent, announceWaiting, sources, moves, saved, picked, log } = parts;
  const store = new DisposableStore();
  const move = async (): Promise<void> => {
    const moved = await moves.update(sources.definitions);
    if (moved.size > 0) await Promise.all(saved.map((one) => one.moveServers(moved)));
    // What came by a set goes with its server. While a part of the configuration can't be read, a server may only seem to be removed.
    const isRemoved = (id: string): boolean => sources.problems.length === 0 && !connections.get(id);
    await picked.withdraw(picked.items.filter(({ reason, serverId }) => reason && isRemoved(serverId)));
  };
  store.add(
    sources.onDidChange(() => {
      void showErrorsOf(move, log);
      connections.setDefinitions(sources.definitions);
      announceWaiting();
    }),
  );
  store.add(consent.onDidChange(() => connections.recheckAll()));
  store.add(consent.follow());
  store.add(
    workspace.onDidGrantWorkspaceTrust(() => {
      connections.recheckAll();
      announceWaiting();
    }),
  );
  store.add(
    workspace.onDidChangeConfiguration((event) => {
      const isAffected = ['chat.mcp', ...sources.definitions.flatMap(settingsOf)].some((key) =>
        event.affectsConfiguration(key),
      );
      if (isAffected) connections.recheckAll();
    }),
  );
  // The folder that a user's server names may be another.
  store.add(workspace.onDidChangeWorkspaceFolders(() => connections.recheckAll()));
  return store;
}
