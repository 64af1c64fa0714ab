import type { Resource } from '../resource';
import { readable } from '../tree/uriPath';
import { fromBase64Url, toBase64Url } from './base64Url';
import { extensionOf, isKnownExtension } from './mimeTypes';

/** The scheme of the virtual files. */
export const virtualScheme = 'mcpres';

/** Long enough for every real title, short enough for a tab. */
const longestName = 80;

/** Where a virtual file is: what stands behind its scheme and its server. */
export interface VirtualPlace {
  readonly path: string;
  readonly query: string;
}

/**
 * The place of a resource's virtual file: `/<name>?<base64url of URI and name>`. The name is for people, and it is what a chat client shows
 * to the model as the attachment's id; in the path it stands alone, so that tabs and breadcrumbs show nothing else. It is in the query too:
 * an editor that probes for a `package.json` beside every file keeps the query, and so asks for a place that nobody made.
 */
export function virtualPlace(resource: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>): VirtualPlace {
  const name = fileName(resource);
  return { path: `/${name}`, query: toBase64Url(`${resource.uri}\n${name}`) };
}

/** The same file under another URI, for those who keep what they read by URI. */
export function renewed({ path, query }: VirtualPlace, round: number): VirtualPlace {
  return { path, query: round === 0 ? query : `${query}.${round}` };
}

/** The exact URI that a virtual file stands for; `undefined` for every place that {@link virtualPlace} did not make. */
export function uriOfVirtualPlace({ path, query }: VirtualPlace): string | undefined {
  const decoded = fromBase64Url(query.replace(/\.\d+$/u, ''));
  const end = decoded?.lastIndexOf('\n') ?? -1;
  if (decoded === undefined || end < 0 || `/${decoded.slice(end + 1)}` !== path) return undefined;
  return decoded.slice(0, end);
}

/** A file name that says what the resource is: its name where that looks like a file, else its title with the extension of its type. */
export function fileName(resource: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>): string {
  const last = lastSegment(resource.uri);
  const looksLikeFile = [resource.name, last].find((name) => /^[^/\\]+\.[a-z][a-z0-9]{0,9}$/iu.test(name));
  const base = safeName(looksLikeFile ?? resource.title ?? resource.name);
  const extension = extensionOf(resource.mimeType);
  if (looksLikeFile !== undefined && (extension === undefined || hasTextOrOwnExtension(base, extension))) return base;
  return extension === undefined ? base : `${base}.${extension}`;
}

/** `rows.ts` of type text/plain keeps its own extension; `chart` of type image/png, or `chart.bin`, gets one that says what it is. */
function hasTextOrOwnExtension(name: string, extension: string): boolean {
  const isBinary = /^(png|jpg|gif|webp|bmp|avif|pdf|zip|mp3|mp4|wav)$/u;
  const own = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (own === extension || (own === 'jpeg' && extension === 'jpg')) return true;
  return isKnownExtension(own) && !isBinary.test(extension) && !isBinary.test(own);
}

function lastSegment(uri: string): string {
  return readable(/([^/?#]+)\/?(?:[?#].*)?$/u.exec(uri)?.[1] ?? '');
}

/** Without characters that a path, a tab or a prompt could trip over. */
function safeName(text: string): string {
  const clean = readable(text)
    .replace(/[\s/\\:*?"<>|#%\p{Cs}]+/gu, ' ')
    .trim();
  // By code points: half of a pair would not survive the way through UTF-8.
  const short = Array.from(clean).slice(0, longestName).join('').trim();
  return short.replace(/^[. ]+|[. ]+$/gu, '').replace(/ /gu, '-') || 'resource';
}
