import { nothingUnlessCancelled } from '../../base/errors';
import { isFields } from '../../base/values';
import { isNotModified, isUnknownMethod, type Dialect } from '../lists/dialect';

/** Sends a request; returns the result as sent by the server. Rejects with a `HumanError`. */
export type Ask = (method: string, params: object | undefined) => Promise<unknown>;

/**
 * The raw result of reading a resource, with `resources/get` where the server speaks the dialect.
 * @param version of the cached content; the server may then answer that it is the same
 */
export async function readRaw(ask: Ask, dialect: Dialect, uri: string, version: string | undefined): Promise<unknown> {
  if (dialect.prefersGet) return get(ask, dialect, uri, version);
  try {
    return await ask('resources/read', { uri });
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    // No list yet: a list shows whether the dialect is an alternative. If listing fails, the read's own failure is reported.
    if (!dialect.hasLooked) dialect.inspect(await ask('resources/list', undefined).catch(nothingUnlessCancelled));
    if (!dialect.mayGet) throw error;
  }
  return get(ask, dialect, uri, version);
}

async function get(ask: Ask, dialect: Dialect, uri: string, version: string | undefined): Promise<unknown> {
  const isPreferred = dialect.prefersGet;
  try {
    const result = await ask('resources/get', { uri, ...(version !== undefined && { version }) });
    dialect.prove();
    return isUnchanged(result, version) ? 'notModified' : result;
  } catch (error) {
    if (version !== undefined && isNotModified(error)) {
      dialect.prove();
      return 'notModified';
    }
    if (!isUnknownMethod(error)) throw error;
    dialect.disprove();
    // It knew the method earlier, or speaks another part of the dialect.
    if (isPreferred) return ask('resources/read', { uri });
    throw error;
  }
}

/** Some servers answer with a result: the resource in the given version, without contents. */
function isUnchanged(result: unknown, version: string | undefined): boolean {
  if (version === undefined || !isFields(result) || (result['contents'] ?? undefined) !== undefined) return false;
  return isFields(result['resource']) && result['resource']['version'] === version;
}
