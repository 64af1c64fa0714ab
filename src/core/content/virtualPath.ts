import type { Resource } from '../resource';
import { readable } from '../tree/uriPath';
import { fromBase64Url, toBase64Url } from './base64Url';
import { extensionOf } from './mimeTypes';

/** The scheme of the virtual files. */
export const virtualScheme = 'mcpres';

/** Long enough for every real title, short enough for a tab. */
const longestName = 80;

/**
 * The path of a resource's virtual file: `/<base64url of URI and name>/<name>`. The name is for people, and it is what a chat client shows
 * to the model as the attachment's id. It stands in the first part too, so that a path which nobody made, such as the `package.json` that
 * editors probe for beside every file, is known to name nothing without asking anybody.
 */
export function virtualPath(resource: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>): string {
  const name = fileName(resource);
  return `/${toBase64Url(`${resource.uri}\n${name}`)}/${name}`;
}

/** The exact URI that a virtual path stands for; `undefined` for every path that {@link virtualPath} did not make. */
export function uriOfVirtualPath(path: string): string | undefined {
  const [root, encoded = '', name, ...more] = path.split('/');
  const decoded = fromBase64Url(encoded);
  const end = decoded?.lastIndexOf('\n') ?? -1;
  if (decoded === undefined || end < 0 || root !== '' || more.length > 0 || decoded.slice(end + 1) !== name)
    return undefined;
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
  return (
    own === extension || (own === 'jpeg' && extension === 'jpg') || (!isBinary.test(extension) && !isBinary.test(own))
  );
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
