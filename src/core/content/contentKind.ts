import { bareMimeType, extensionOf, isKnownExtension, mimeTypeOf } from './mimeTypes';

/** Names of the kinds of content, as users type and see them. */
export const contentKinds = [
  'markdown',
  'code',
  'json',
  'text',
  'table',
  'image',
  'audio',
  'video',
  'pdf',
  'archive',
  'other',
] as const;

export type ContentKind = (typeof contentKinds)[number];

/** Stands for the type of a resource template; no resource's type reads so. */
export const templateType = 'template';

/** Stands for the type of a skill's `SKILL.md`, which has its own beside it. */
export const skillType = 'skill';

/** Types without a family of their own, by their kind. The first match counts. */
const patterns: readonly (readonly [RegExp, ContentKind])[] = [
  [/^text\/(x-)?markdown$/u, 'markdown'],
  [/json|^application\/x-ndjson$/u, 'json'],
  [/^text\/(csv|tab-separated-values)$|spreadsheet|excel|parquet/u, 'table'],
  [/^application\/(x-)?pdf$/u, 'pdf'],
  [/^image\//u, 'image'],
  [/^audio\//u, 'audio'],
  [/^video\//u, 'video'],
  [/^application\/.*(zip|compressed|x-tar|x-xz|zstd|x-rar|vnd\.rar)/u, 'archive'],
  [
    /javascript|typescript|ecmascript|[+/](x-)?(xml|yaml|toml|sql|sh|graphql|css|html)$|^application\/x-httpd-php$/u,
    'code',
  ],
  [/^text\/x-log$/u, 'text'],
  [/^text\/x-/u, 'code'],
  [/^text\//u, 'text'],
];
/** Known extensions without a MIME type of their own that are not code. */
const textExtensions: ReadonlySet<string> = new Set(['.rst', '.tex', '.env', '.lock', '.conf', '.cfg', '.ini']);

/**
 * The type of a resource before it is read: the MIME type that its server announces, else the one that its URI ends like, else
 * that ending itself with its dot, such as `.lua`. Empty if it is unknown.
 */
export function announcedType(mimeType: string | undefined, uri: string): string {
  const bare = mimeType === undefined ? '' : bareMimeType(mimeType);
  if (bare.includes('/')) return bare;
  const extension = extensionOfUri(uri);
  if (extension === undefined) return '';
  return mimeTypeOf(extension) ?? (isKnownExtension(extension) ? `.${extension}` : '');
}

function extensionOfUri(uri: string): string | undefined {
  const end = uri.search(/[?#]/u);
  const path = end < 0 ? uri : uri.slice(0, end);
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot + 1).toLowerCase() : undefined;
}

/** @param type of {@link announcedType} */
export function contentKindOf(type: string): ContentKind {
  if (type.startsWith('.')) return textExtensions.has(type) ? 'text' : 'code';
  return patterns.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/**
 * Understands a type as users write it, in lower case: a kind, a MIME type or an extension, also one that is not finished yet. `undefined`
 * for any other text. The returned function takes a type of {@link announcedType}, {@link templateType} or {@link skillType}.
 */
export function typeMatcher(query: string): ((type: string) => boolean) | undefined {
  if (query.includes('/')) return (type) => type.startsWith(query);
  const names: readonly string[] = typeNames;
  const kinds = names.includes(query) ? [query] : names.filter((name) => name.startsWith(query));
  const extension = query.replace(/^\./u, '');
  const knownExtension = extensionOf(mimeTypeOf(extension)) ?? (isKnownExtension(extension) ? extension : undefined);
  if (knownExtension !== undefined && !names.includes(query))
    return (type) => type === `.${extension}` || extensionOf(type) === knownExtension;
  if (kinds.length === 0) return undefined;
  return (type) => kinds.includes(typeName(type));
}

/** What users may call a type, besides MIME types and extensions. */
export const typeNames = [...contentKinds, templateType, skillType] as const;

/** The name of a type that the function of {@link typeMatcher} takes. */
export function typeName(type: string): (typeof typeNames)[number] {
  return type === templateType || type === skillType ? type : contentKindOf(type);
}
