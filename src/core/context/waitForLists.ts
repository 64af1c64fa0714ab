import { DisposableStore, toDisposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connection/connection';
import type { Connections } from '../connection/connections';

/** True while a server that starts, or whose list arrives, will have more to say in a moment. */
export function isOnItsWay({ state, definition }: Connection, catalog: Pick<Catalog, 'shelf'>): boolean {
  if (state.kind === 'connecting') return state.lastError === undefined;
  if (state.kind !== 'ready') return false;
  const { kind } = catalog.shelf(definition.id).completeness;
  return kind === 'unknown' || kind === 'fromBefore' || kind === 'arriving';
}

/** Resolves when none of the servers that are meant is on its way any more. Rejects with `CancelledError`. */
export function waitForLists(
  { connections, catalog }: { readonly connections: Connections; readonly catalog: Catalog },
  isMeant: (connection: Connection) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const store = new DisposableStore();
    const end = (how: () => void): void => {
      store.dispose();
      how();
    };
    const look = (): void => {
      if (signal.aborted) end(() => reject(new CancelledError()));
      else if (!connections.all.some((one) => isMeant(one) && isOnItsWay(one, catalog))) end(resolve);
    };
    signal.addEventListener('abort', look);
    store.add(toDisposable(() => signal.removeEventListener('abort', look)));
    store.add(connections.onDidChange(look));
    store.add(catalog.onDidChange(look));
    look();
  });
}
