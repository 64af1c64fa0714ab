import { displayName } from '../resource/displayName';
import { skillFileName } from '../resource/skill';
import type { Resource } from '../resource/resource';
import { readable } from '../base/uriText';
import { lengthWithin } from '../base/utf8';
import { fromBase64Url, toBase64Url } from './base64Url';
import { extensionOf, isKnownExtension } from './mimeTypes';
import type { Part, PartKey } from './part';

/** Long enough for every real title, short enough for a tab. */
const maxNameLength = 80;
/** Bytes in UTF-8; file systems take 255. */
const maxFileNameBytes = 200;

/** The round and, where there is one, the number of lines. */
const useSuffix = /\.(\d+)(?:\.(\d+))?$/u;

/** The place of a virtual file: the URI's parts behind scheme and server. */
export interface VirtualPlace {
  readonly path: string;
  readonly query: string;
}

/** The target of a virtual place. */
export type VirtualTarget =
  /** All of a resource in one file. */
  | { readonly kind: 'whole'; readonly uri: string }
  /** One block of what the resource's read returns: the one with this URI and as many of the same URI before it. */
  | { readonly kind: 'part'; readonly uri: string; readonly part: PartKey };

/** Changes a file's name where an editor that runs its content would open it. */
export type ToSafeName = (name: string) => string;

/**
 * The place of a resource's virtual file: `/<name>?<base64url of URI and name>`. The name is for users, and it is what a chat client shows
 * to the model as the attachment's id; in the path it stands alone, so that tabs and breadcrumbs show nothing else. It is in the query too:
 * an editor that probes for a `package.json` beside every file keeps the query, and so asks for a place that was never made.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/resources.ts (joinPath)
 */
export function virtualPlace(
  resource: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>,
  toSafeName: ToSafeName,
): VirtualPlace {
  const name = toSafeName(fileName(resource));
  return { path: `/${name}`, query: toBase64Url(`${resource.uri}\n${name}`) };
}

/**
 * A part of a resource as a file, below a folder with the resource's name. The part is named by its URI, which stays the same when others come
 * and go; its path may not.
 */
export function partPlace(
  resource: Pick<Resource, 'uri' | 'name' | 'title'>,
  { uri, occurrence, path }: Pick<Part, 'uri' | 'occurrence' | 'path'>,
  toSafeName: ToSafeName,
): VirtualPlace {
  const full = toSafeName(`${fileName({ ...resource, mimeType: undefined })}/${path}`);
  return { path: `/${full}`, query: toBase64Url(JSON.stringify([resource.uri, uri, occurrence, full])) };
}

/**
 * Gives a file another URI for each round, for readers that cache by URI.
 *
 * @param lines number to which its text is filled with empty ones, so that it can be an excerpt; 0 for the text as it is
 */
export function renewed({ path, query }: VirtualPlace, round: number, lines = 0): VirtualPlace {
  return { path, query: [query, ...(round === 0 ? [] : [round]), ...(lines === 0 ? [] : [lines])].join('.') };
}

/** The `round` that was given to {@link renewed}; 0 for a place that was not renewed. */
export function roundOf({ query }: Pick<VirtualPlace, 'query'>): number {
  return Number(useSuffix.exec(query)?.[1] ?? 0);
}

/** The `lines` that were given to {@link renewed}; 0 for a text as it is. */
export function linesOf({ query }: Pick<VirtualPlace, 'query'>): number {
  return Number(useSuffix.exec(query)?.[2] ?? 0);
}

/** Reads a place made by {@link virtualPlace} or {@link partPlace}; `undefined` for every other place. */
export function virtualTarget({ path, query }: VirtualPlace): VirtualTarget | undefined {
  const decoded = fromBase64Url(query.replace(useSuffix, ''));
  if (decoded === undefined) return undefined;
  // No name holds quotation marks: the two kinds cannot be taken for each other.
  if (decoded.endsWith('"]')) return partTarget(path, decoded);
  const end = decoded.lastIndexOf('\n');
  return end >= 0 && path === `/${decoded.slice(end + 1)}` ? { kind: 'whole', uri: decoded.slice(0, end) } : undefined;
}

function partTarget(path: string, decoded: string): VirtualTarget | undefined {
  const [uri, part, occurrence, full] = parseList(decoded);
  if (typeof uri !== 'string' || typeof part !== 'string' || typeof occurrence !== 'number') return undefined;
  return typeof full === 'string' && path === `/${full}`
    ? { kind: 'part', uri, part: { uri: part, occurrence } }
    : undefined;
}

/** Nothing if the text isn't a list in JSON. */
function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/**
 * A file name that tells users what the resource is: its name where that looks like a file, else its title with its type's extension. A
 * skill's is its own: all are `SKILL.md`, which VS Code would take for one beside its other files.
 */
export function fileName(resource: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>): string {
  const segment = lastSegment(resource.uri);
  const looksLikeFile = [resource.name, ...(segment === skillFileName ? [] : [segment])].find((name) =>
    /^[^/\\]+\.[a-z][a-z0-9]{0,9}$/iu.test(name),
  );
  const base = safeName(looksLikeFile ?? displayName(resource));
  const extension = extensionOf(resource.mimeType);
  if (looksLikeFile !== undefined && (extension === undefined || hasTextOrOwnExtension(base, extension))) return base;
  return extension === undefined ? base : `${base}.${extension}`;
}

/** `rows.ts` of type text/plain keeps its own extension; `chart` of type image/png, or `chart.bin`, gets the extension of its type. */
function hasTextOrOwnExtension(name: string, extension: string): boolean {
  const isBinary = /^(png|jpg|gif|webp|bmp|avif|heic|ico|pdf|zip|gz|mp3|m4a|mp4|ogg|wav|webm)$/u;
  const ownExtension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (ownExtension === extension || (ownExtension === 'jpeg' && extension === 'jpg')) return true;
  // Many formats are one of these inside: `report.docx` is a zip.
  if (/^(zip|gz|mp4)$/u.test(extension)) return !isKnownExtension(ownExtension);
  return isKnownExtension(ownExtension) && !isBinary.test(extension) && !isBinary.test(ownExtension);
}

export function lastSegment(uri: string): string {
  // No regular expression up to the end of the text: it would start again at every character of a server's URI.
  const end = uri.search(/[?#]/u);
  const path = end < 0 ? uri : uri.slice(0, end);
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  return readable(trimmed.slice(trimmed.lastIndexOf('/') + 1));
}

/** Without characters that could break a path, a tab or a prompt; never empty, never `..`, never a device of Windows. */
export function safeName(text: string): string {
  const clean = readable(text)
    // The last two kinds cannot be seen: before a dot, they would make a file that looks like a hidden one.
    .replace(/[\s/\\:*?"<>|#%\p{Cs}\p{Co}\u2800]+/gu, ' ')
    .trim();
  // By code points: half of a pair has no UTF-8.
  const start = Array.from(clean).slice(0, maxNameLength).join('');
  const shortened = start.slice(0, lengthWithin(start, maxFileNameBytes)).trim();
  const name = shortened.replace(/^[. ]+|[. ]+$/gu, '').replace(/ /gu, '-') || 'resource';
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(\.|$)/iu.test(name) ? `_${name}` : name;
}
