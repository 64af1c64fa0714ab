import { DisposableStore, toDisposable, type Disposable } from '../base/disposable';
import { CancelledError, causes, isCancelled } from '../base/errors';
import type { Logger } from '../base/ports';
import type { TemplateCatalog } from '../catalog/templates';
import type { ListLimits } from '../session/session';
import type { Connection } from './connection';
import type { Connections } from './connections';

interface Ports {
  readonly log: Logger;
  readonly limits: () => ListLimits;
}

interface Listed {
  readonly connection: Connection;
  readonly abort: AbortController;
}

/** Lists a server's templates after each list of its resources, and removes those of servers that are gone. */
export function followTemplates(connections: Connections, templates: TemplateCatalog, ports: Ports): Disposable {
  const store = new DisposableStore();
  const lists = new Map<string, Listed>();
  const forget = (serverId: string): void => {
    lists.get(serverId)?.abort.abort(new CancelledError());
    lists.delete(serverId);
    templates.removeServer(serverId);
  };
  store.add(
    connections.onDidList((connection) => {
      const { id } = connection.definition;
      lists.get(id)?.abort.abort(new CancelledError());
      const abort = new AbortController();
      lists.set(id, { connection, abort });
      void listTemplates(connection, templates, ports, abort.signal);
    }),
  );
  store.add(
    connections.onDidChange(() => {
      for (const [id, { connection }] of lists) if (connections.get(id) !== connection) forget(id);
    }),
  );
  store.add(toDisposable(() => lists.forEach(({ abort }) => abort.abort(new CancelledError()))));
  return store;
}

/** Never rejects: a failure is logged, and the previous list stays. */
async function listTemplates(
  connection: Connection,
  templates: TemplateCatalog,
  { log, limits }: Ports,
  signal: AbortSignal,
): Promise<void> {
  const { id, name } = connection.definition;
  if (connection.state.kind !== 'ready') return;
  const writer = templates.beginList(id);
  let count = 0;
  try {
    const session = await connection.session();
    const pages = session.listTemplates(limits(), signal);
    let step = await pages.next();
    for (; step.done !== true; step = await pages.next()) {
      writer.append(step.value.items);
      count += step.value.items.length;
    }
    if (step.value.kind === 'complete') writer.complete();
    log.named(name).info(`Listed ${count} templates (${step.value.kind})`);
  } catch (error) {
    if (!isCancelled(error)) log.named(name).warn(`The list of templates failed: ${causes(error)}`);
  }
}
