import type { GroupNode } from './treeNode';

/** The text that finds everything below a row of the tree in the search panel. */
export function searchTextOf(row: GroupNode, serverName: (id: string) => string): string {
  const { serverId, scheme } = row;
  const prefix = 'prefix' in row ? row.prefix : undefined;
  const filters = [];
  if (serverId !== undefined) filters.push(filter('server', serverName(serverId)));
  if (prefix !== undefined) filters.push(filter('uri', `${literal(prefix)}**`));
  else if (scheme !== undefined && scheme !== '') filters.push(filter('scheme', scheme));
  return filters.join(' ');
}

export function searchTextOfServer(name: string): string {
  return filter('server', name);
}

/** The exact text in quotes; a quoted part in it is left to the words before and after. */
export function searchTextOfUri(uri: string): string {
  return uri
    .split('"')
    .filter((part) => part.trim() !== '')
    .map((part) => `"${part}"`)
    .join(' ');
}

/** There is no way to write a quotation mark: `*` stands for it. */
function filter(name: string, value: string): string {
  return /[\s",]/u.test(value) ? `${name}:"${value.replaceAll('"', '*')}"` : `${name}:${value}`;
}

/** A glob that matches only this text. */
function literal(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|]/gu, '\\$&');
}
