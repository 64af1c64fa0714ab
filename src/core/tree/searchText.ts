/** A server, a scheme, a folder of URIs or skills to search in; everything without any of them. */
export interface SearchPlace {
  readonly serverId?: string | undefined;
  readonly scheme?: string | undefined;
  /** Common beginning of URIs. */
  readonly prefix?: string | undefined;
  readonly type?: 'skill' | undefined;
}

/** The text that finds everything in a place in the search panel. */
export function searchTextOf(
  { serverId, scheme, prefix, type }: SearchPlace,
  serverName: (id: string) => string,
): string {
  const filters = [];
  if (serverId !== undefined) filters.push(filter('server', serverName(serverId)));
  if (type !== undefined) filters.push(filter('type', type));
  if (prefix !== undefined) filters.push(filter('uri', `${literal(prefix)}**`));
  else if (scheme !== undefined && scheme !== '') filters.push(filter('scheme', scheme));
  return filters.join(' ');
}

/** The exact text in quotes. Quotation marks in it split the text into several phrases. */
export function searchTextOfUri(uri: string): string {
  return uri
    .split('"')
    .filter((part) => part.trim() !== '')
    .map((part) => `"${part}"`)
    .join(' ');
}

/** The query language cannot escape a quotation mark, so `*` replaces it. */
function filter(name: string, value: string): string {
  return /[\s",]/u.test(value) ? `${name}:"${value.replaceAll('"', '*')}"` : `${name}:${value}`;
}

/** A glob that matches only this text. */
function literal(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|]/gu, '\\$&');
}
