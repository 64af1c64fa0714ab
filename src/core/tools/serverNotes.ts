import type { Catalog } from '../catalog/catalog';
import type { ConfiguredServer } from '../connection/connectionState';
import { statusOf } from '../connection/serverStatus';
import { isOnItsWay } from '../context/waitForLists';
import { words } from '../base/untrusted';

/** Explains why resources of a server may be missing, and what the model or the user can do. */
export interface ServerNote {
  readonly server: string;
  readonly state: string;
  readonly note: string;
}

const maxNoteLength = 500;

/** A note for each server whose resources are missing or incomplete. */
export function serverNotes(servers: readonly ConfiguredServer[], catalog: Pick<Catalog, 'listInfo'>): ServerNote[] {
  return servers.flatMap((server) => {
    const note = noteOf(server, catalog);
    const { definition, state } = server;
    return note === undefined
      ? []
      : [{ server: definition.name, state: state.kind, note: words(note, maxNoteLength) ?? '' }];
  });
}

/** A model can only wait, or tell the user what to do. */
function noteOf(server: ConfiguredServer, catalog: Pick<Catalog, 'listInfo'>): string | undefined {
  const list = { resources: catalog.listInfo(server.definition.id), templates: 0 };
  const { severity, sentence, remedy, recovers } = statusOf(server, list);
  if (recovers) return 'The server is still starting. Call again in a moment.';
  if (isOnItsWay(server, catalog)) return 'The resource list is still loading. Call again in a moment for all of it.';
  if (remedy) return `Only the user can start this server. Tell them: ${sentence}`;
  return severity === 'warning' || severity === 'error'
    ? `Not all resources of this server are known. Tell the user: ${sentence}`
    : undefined;
}
