import type { Clock } from '../base/clock';
import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connection/connection';
import type { Connections } from '../connection/connections';
import { isOnItsWay, waitForLists } from '../context/waitForLists';

/** Milliseconds for which a tool call waits for servers that start and lists that arrive. */
const patience = 20_000;

export interface SettlingPorts {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly catalog: Catalog;
}

/** False while the server starts or its list arrives. */
export function isSettled(connection: Connection, catalog: Pick<Catalog, 'shelf'>): boolean {
  return !isOnItsWay(connection, catalog);
}

/** Resolves when every server that starts has started and listed, or failed to; at the latest after 20 s. Rejects with `CancelledError`. */
export async function settled(ports: SettlingPorts, signal: AbortSignal): Promise<void> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const timer = ports.clock.after(patience, stop);
  try {
    await waitForLists(ports, () => true, abort.signal);
  } catch (error) {
    if (signal.aborted) throw error;
  } finally {
    timer.dispose();
    signal.removeEventListener('abort', stop);
  }
}
