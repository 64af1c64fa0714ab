import type { Clock } from '../base/clock';
import { DisposableStore, toDisposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connection/connection';
import type { ConfiguredServer } from '../connection/connectionState';
import type { Connections } from '../connection/connections';

export interface WaitPorts {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly catalog: Catalog;
}

export interface WakePorts extends WaitPorts {
  /** Resolves once the configuration was read. */
  readonly configured: Promise<void>;
  /** Starts the servers that may start, as the user looking at the product does. */
  readonly wake: () => void;
}

export interface WaitOptions {
  /** Selects the servers to wait for; all if absent. */
  readonly isRelevant?: (connection: Connection) => boolean;
  /** Timeout in ms, after which it resolves all the same; none if absent. */
  readonly atMost?: number;
}

/** Timeout in ms of an answer that waits for starting servers and arriving lists. */
const listsTimeout = 20_000;

/** True while a server is starting, or its list is arriving. */
export function isOnItsWay({ state, definition }: ConfiguredServer, catalog: Pick<Catalog, 'listInfo'>): boolean {
  if (state.kind === 'connecting') return state.lastError === undefined;
  if (state.kind !== 'ready') return false;
  const { kind } = catalog.listInfo(definition.id).completeness;
  return kind === 'unknown' || kind === 'fromBefore' || kind === 'arriving';
}

/** Resolves when none of the selected servers is starting or listing any more. Rejects with `CancelledError`. */
export function waitForLists(
  { clock, connections, catalog }: WaitPorts,
  signal: AbortSignal,
  { isRelevant = () => true, atMost }: WaitOptions = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const store = new DisposableStore();
    const end = (settle: () => void): void => {
      store.dispose();
      settle();
    };
    const check = (): void => {
      if (signal.aborted) end(() => reject(new CancelledError()));
      else if (!connections.all.some((connection) => isRelevant(connection) && isOnItsWay(connection, catalog)))
        end(resolve);
    };
    signal.addEventListener('abort', check);
    store.add(toDisposable(() => signal.removeEventListener('abort', check)));
    store.add(connections.onDidChange(check));
    store.add(catalog.onDidChange(check));
    if (atMost !== undefined) store.add(clock.after(atMost, () => end(resolve)));
    check();
  });
}

/** Starts the servers and waits for their lists, for an answer that the user waits for. Rejects with `CancelledError`. */
export async function wakeAndWait(
  ports: WakePorts,
  signal: AbortSignal,
  onConnecting: () => void = () => undefined,
): Promise<void> {
  await ports.configured;
  ports.wake();
  if (ports.connections.all.some(({ state }) => state.kind === 'connecting')) onConnecting();
  await waitForLists(ports, signal, { atMost: listsTimeout });
}
