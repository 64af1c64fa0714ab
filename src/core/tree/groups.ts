import type { Slice } from '../base/scheduler';
import type { CatalogTable } from '../catalog/catalogRows';
import type { TemplateEntry } from '../catalog/templates';
import type { Below, GroupNode } from './treeNode';
import { pathStart } from '../base/uriText';

/** The servers of everything below a row, each perhaps many times. */
export function* serversBelow(
  { serverId, ids, templates }: GroupNode,
  table: Pick<CatalogTable, 'serverIdOf'>,
): Iterable<string> {
  if (serverId !== undefined) {
    yield serverId;
    return;
  }
  for (const id of ids) yield table.serverIdOf(id);
  for (const template of templates) yield template.serverId;
}

/** Number of resources between two checks of the clock. */
const perLook = 256;

export async function each(ids: ArrayLike<number>, slice: Slice, visit: (id: number) => void): Promise<void> {
  for (let index = 0; index < ids.length; index += 1) {
    if (index % perLook === 0 && slice.isOver()) await slice.next();
    visit(ids[index] ?? -1);
  }
}

interface MutableBelow extends Below {
  readonly ids: number[];
  readonly templates: TemplateEntry[];
}

/** Groups everything below a row by a key, in the order in which the keys come; groups of templates alone come last. */
export async function groupBy(
  { ids, templates }: Below,
  keyOf: { readonly ofId: (id: number) => string; readonly ofTemplate: (entry: TemplateEntry) => string },
  slice: Slice,
): Promise<Map<string, MutableBelow>> {
  const groups = new Map<string, MutableBelow>();
  const group = (key: string): MutableBelow => {
    const members = groups.get(key) ?? { ids: [], templates: [] };
    groups.set(key, members);
    return members;
  };
  await each(ids, slice, (id) => group(keyOf.ofId(id)).ids.push(id));
  for (const entry of templates) group(keyOf.ofTemplate(entry)).templates.push(entry);
  return groups;
}

/**
 * Start of the first segment in which the URIs differ: each segment before it would only be one more row to open.
 *
 * @param from where the segments begin (`undefined`: right behind the scheme); nothing before it counts
 */
export async function commonStart(
  ids: readonly number[],
  uriOf: (id: number) => string,
  from: number | undefined,
  slice: Slice,
): Promise<number | undefined> {
  const [first] = ids;
  if (first === undefined || ids.length < 2) return from;
  const model = uriOf(first);
  let shared = model.length;
  await each(ids, slice, (id) => (shared = sharedLength(model, uriOf(id), shared)));
  const lastSlash = model.lastIndexOf('/', shared - 1);
  return lastSlash >= (from ?? pathStart(model)) ? lastSlash + 1 : from;
}

function sharedLength(a: string, b: string, limit: number): number {
  let index = 0;
  while (index < limit && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return index;
}
