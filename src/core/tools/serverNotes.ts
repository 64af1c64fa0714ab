import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connection/connection';
import { listProblem } from '../connection/describeState';
import { isOnItsWay } from '../context/waitForLists';
import { words } from '../base/untrusted';

/** Why resources of a server may be missing, and what the model or the person can do. */
export interface ServerNote {
  readonly server: string;
  readonly state: string;
  readonly note: string;
}

const longestNote = 500;

/** A note for each server that does not take part, or not with all it has. */
export function serverNotes(connections: readonly Connection[], catalog: Pick<Catalog, 'shelf'>): ServerNote[] {
  return connections.flatMap((connection) => {
    const note = noteOf(connection, catalog);
    const { name } = connection.definition;
    return note === undefined
      ? []
      : [{ server: name, state: connection.state.kind, note: words(note, longestNote) ?? '' }];
  });
}

function noteOf(connection: Connection, catalog: Pick<Catalog, 'shelf'>): string | undefined {
  const { state, definition } = connection;
  switch (state.kind) {
    case 'stopped':
      return 'The person stopped it. Ask them to start it in the view "Servers" of "MCP Resources".';
    case 'blocked':
    case 'signInNeeded':
      return `Only the person can let it start; tell them: ${state.error.message}`;
    case 'failed':
      return `It failed; tell the person: ${state.error.message}`;
    case 'connecting':
      return 'It is still starting. Call again in a moment.';
    case 'ready':
      if (isOnItsWay(connection, catalog)) return 'Its list is still arriving. Call again in a moment for all of it.';
      return listProblem(catalog.shelf(definition.id));
  }
}
