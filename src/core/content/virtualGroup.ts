import { fromBase64Url, toBase64Url } from './base64Url';
import { parseList, safeName, type VirtualPlace } from './virtualPath';

/** Which resources a folder of resources is of: those for which all that is defined is true. */
export interface VirtualGroup {
  readonly scheme: string | undefined;
  /** What their URIs begin with. */
  readonly prefix: string | undefined;
}

/** The place of a folder of resources: `/<name>?<base64url of what it is of>`. What is below it keeps the query, as editors do. */
export function groupPlace({ scheme, prefix }: VirtualGroup, label: string): VirtualPlace {
  const name = safeName(label);
  return { path: `/${name}`, query: toBase64Url(JSON.stringify([scheme ?? null, prefix ?? null, name])) };
}

/** What {@link groupPlace} made this place for, and which file in it the place is, if not the folder itself. */
export function virtualGroup({
  path,
  query,
}: VirtualPlace): { readonly group: VirtualGroup; readonly child: string | undefined } | undefined {
  const list = parseList(fromBase64Url(query) ?? '');
  const [scheme, prefix, name] = list;
  // What names a part is a list of four.
  if (list.length !== 3 || typeof name !== 'string') return undefined;
  const group = { scheme: textOrNothing(scheme), prefix: textOrNothing(prefix) };
  if (path === `/${name}`) return { group, child: undefined };
  return path.startsWith(`/${name}/`) ? { group, child: path.slice(name.length + 2) } : undefined;
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
