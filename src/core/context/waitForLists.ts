import type { Clock } from '../base/clock';
import { DisposableStore, toDisposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import type { Event } from '../base/event';
import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog } from '../catalog/templates';
import type { Connection } from '../connection/connection';
import type { ConfiguredServer } from '../connection/connectionState';
import type { Connections } from '../connection/connections';

export interface WaitPorts {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly catalog: Catalog;
}

interface TemplatePorts extends Pick<WaitPorts, 'clock' | 'connections'> {
  readonly templates: Pick<TemplateCatalog, 'isComplete' | 'onDidChange'>;
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
/** Timeout in ms for lists of templates, which arrive after those of resources. A list that failed never does. */
const templatesTimeout = 3_000;

/** True while a server is starting, or its list is arriving. */
export function isOnItsWay({ state, definition }: ConfiguredServer, catalog: Pick<Catalog, 'listInfo'>): boolean {
  if (state.kind === 'connecting') return state.lastError === undefined;
  if (state.kind !== 'ready') return false;
  const { kind } = catalog.listInfo(definition.id).completeness;
  return kind === 'unknown' || kind === 'fromBefore' || kind === 'arriving';
}

/** Resolves when none of the selected servers is starting or listing any longer. Rejects with `CancelledError`. */
export function waitForLists(
  { clock, connections, catalog }: WaitPorts,
  signal: AbortSignal,
  { isRelevant = () => true, atMost }: WaitOptions = {},
): Promise<void> {
  const isWaiting = (): boolean =>
    connections.all.some((connection) => isRelevant(connection) && isOnItsWay(connection, catalog));
  return waitWhile(isWaiting, [connections.onDidChange, catalog.onDidChange], { clock, signal, atMost });
}

/** Resolves when the templates of these servers are listed, as far as they are connected. Rejects with `CancelledError`. */
export function waitForTemplates(
  { clock, connections, templates }: TemplatePorts,
  servers: readonly Connection[],
  signal: AbortSignal,
): Promise<void> {
  const isWaiting = (): boolean =>
    servers.some(({ state, definition }) => state.kind === 'ready' && !templates.isComplete(definition.id));
  const events = [connections.onDidChange, templates.onDidChange];
  return waitWhile(isWaiting, events, { clock, signal, atMost: templatesTimeout });
}

interface Wait {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly atMost: number | undefined;
}

function waitWhile(
  isWaiting: () => boolean,
  events: readonly Event<unknown>[],
  { clock, signal, atMost }: Wait,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const store = new DisposableStore();
    const end = (settle: () => void): void => {
      store.dispose();
      settle();
    };
    const check = (): void => {
      if (signal.aborted) end(() => reject(new CancelledError()));
      else if (!isWaiting()) end(resolve);
    };
    signal.addEventListener('abort', check);
    store.add(toDisposable(() => signal.removeEventListener('abort', check)));
    for (const event of events) store.add(event(check));
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
