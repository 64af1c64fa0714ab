import type { GroupNode } from './treeNode';

/** What to type into the search panel to find what is below a row of the tree. */
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

/** The exact text in quotes; what is quoted in it is left to the words before and after. */
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

/** As a glob that means nothing but itself. */
function literal(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|]/gu, '\\$&');
}
