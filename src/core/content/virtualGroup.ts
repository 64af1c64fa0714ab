import { fromBase64Url, toBase64Url } from './base64Url';
import { parseList, safeName, type VirtualPlace } from './virtualPath';

/** Selects the resources of a folder: those that match everything that is defined. */
export interface VirtualGroup {
  readonly scheme: string | undefined;
  /** Common beginning of their URIs. */
  readonly prefix: string | undefined;
}

/** The place of a folder of resources: `/<name>?<base64url of the group>`. Places below it keep the query, as editors do. */
export function groupPlace({ scheme, prefix }: VirtualGroup, label: string): VirtualPlace {
  const name = safeName(label);
  return { path: `/${name}`, query: toBase64Url(JSON.stringify([scheme ?? null, prefix ?? null, name])) };
}

/** Reads a place made by {@link groupPlace}: the group, and which file in its folder the place is, if not the folder itself. */
export function virtualGroup({
  path,
  query,
}: VirtualPlace): { readonly group: VirtualGroup; readonly child: string | undefined } | undefined {
  const list = parseList(fromBase64Url(query) ?? '');
  const [scheme, prefix, name] = list;
  // A list of four names a part.
  if (list.length !== 3 || typeof name !== 'string') return undefined;
  const group = { scheme: textOrNothing(scheme), prefix: textOrNothing(prefix) };
  if (path === `/${name}`) return { group, child: undefined };
  return path.startsWith(`/${name}/`) ? { group, child: path.slice(name.length + 2) } : undefined;
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
