import { workspace } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Connections } from '../../core/connection/connections';
import type { Consent } from '../../core/servers/consent';
import { settingsOf } from '../../core/servers/launch/resolvedParts';
import type { ServerReview } from './reviewServers';
import type { ServerSources } from './serverSources';

interface Followed {
  readonly connections: Connections;
  readonly consent: Consent;
  readonly review: ServerReview;
  readonly sources: ServerSources;
}

/** Keeps the servers in step with the configuration, and with all that decides whether they may start: permission, trust and policy. */
export function followConfiguration({ connections, consent, review, sources }: Followed): Disposable {
  const store = new DisposableStore();
  store.add(
    sources.onDidChange(() => {
      connections.setDefinitions(sources.definitions);
      review.definitionsChanged();
    }),
  );
  store.add(consent.onDidChange(() => connections.recheckAll()));
  store.add(consent.follow());
  store.add(
    workspace.onDidGrantWorkspaceTrust(() => {
      connections.recheckAll();
      review.definitionsChanged();
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
