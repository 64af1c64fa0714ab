import * as l10n from '@vscode/l10n';
import { delay, type Clock } from '../base/clock';
import { CancelledError, causes, HumanError, isCancelled } from '../base/errors';
import type { Logger } from '../base/ports';
import type { Catalog } from '../catalog/catalog';
import type { ListWriter } from '../catalog/serverList';
import type { ListLimits, ListEnd, Session } from '../session/session';

/**
 * Streams a server's list into the catalog, page by page. Never rejects: the catalog has the way in which the list ended.
 * @returns time in ms for which the list is fresh, if the server gave one
 */
export async function listInto(
  catalog: Catalog,
  serverId: string,
  session: Session,
  ports: { readonly clock: Clock; readonly log: Logger; readonly limits: () => ListLimits },
): Promise<number | undefined> {
  const writer = catalog.beginList(serverId);
  const abort = new AbortController();
  const closed = session.onDidClose(() => abort.abort(new CancelledError()));
  const startTime = ports.clock.now();
  let ttl: number | undefined;
  try {
    const removeOlder = async (): Promise<void> => {
      for (const _ of writer.removeOlder()) await delay(ports.clock, 0, abort.signal);
    };
    const end = await writePages(session.listResources(ports.limits(), abort.signal), writer, removeOlder);
    if (end.kind === 'complete') {
      await removeOlder();
      ttl = end.ttl;
    }
    writer.end(end);
  } catch (error) {
    if (!isCancelled(error)) ports.log.error(`The list failed: ${causes(error)}`);
    writer.end({ kind: 'failed', error: error instanceof HumanError ? error : listFailed(error) });
  } finally {
    closed.dispose();
    // The next page may be under way.
    abort.abort(new CancelledError());
  }
  const { count, dropped, repaired, duplicates, completeness } = catalog.listInfo(serverId);
  ports.log.info(
    `Listed ${count} resources in ${ports.clock.now() - startTime} ms (${completeness.kind}; ` +
      `${dropped} dropped, ${repaired} repaired, ${duplicates} duplicates)`,
  );
  return ttl;
}

/** If there is no room for both, the server's previous list is removed first. */
async function writePages(
  pages: ReturnType<Session['listResources']>,
  writer: ListWriter,
  removeOlder: () => Promise<void>,
): Promise<ListEnd> {
  let step = await pages.next();
  while (step.done !== true) {
    const left = writer.append(step.value);
    if (left.length > 0) await removeOlder();
    const isFull = left.length > 0 && writer.append({ items: left, dropped: 0, repaired: 0 }).length > 0;
    step = isFull ? await pages.return({ kind: 'cut', by: 'bytes' }) : await pages.next();
  }
  return step.value;
}

function listFailed(cause: unknown): HumanError {
  return new HumanError(
    'disconnected',
    l10n.t('The connection was lost while listing resources. Restart the server to try again.'),
    { cause },
  );
}
