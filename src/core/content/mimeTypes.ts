/** The extension that editors know a MIME type by. Types that are missing here get one from their suffix (`+json`) or their family. */
const extensions: Readonly<Record<string, string>> = {
  'application/gzip': 'gz',
  'application/javascript': 'js',
  'application/json': 'json',
  'application/jsonl': 'jsonl',
  'application/ld+json': 'jsonld',
  'application/pdf': 'pdf',
  'application/sql': 'sql',
  'application/toml': 'toml',
  'application/typescript': 'ts',
  'application/x-httpd-php': 'php',
  'application/x-ndjson': 'jsonl',
  'application/x-sh': 'sh',
  'application/x-yaml': 'yaml',
  'application/xml': 'xml',
  'application/yaml': 'yaml',
  'application/zip': 'zip',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/vnd.microsoft.icon': 'ico',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/javascript': 'js',
  'text/markdown': 'md',
  'text/tab-separated-values': 'tsv',
  'text/typescript': 'ts',
  'text/x-c': 'c',
  'text/x-c++': 'cpp',
  'text/x-csharp': 'cs',
  'text/x-go': 'go',
  'text/x-java': 'java',
  'text/x-java-source': 'java',
  'text/x-kotlin': 'kt',
  'text/x-log': 'log',
  'text/x-php': 'php',
  'text/x-python': 'py',
  'text/x-ruby': 'rb',
  'text/x-rust': 'rs',
  'text/x-script.python': 'py',
  'text/x-shellscript': 'sh',
  'text/x-sql': 'sql',
  'text/x-swift': 'swift',
  'text/x-typescript': 'ts',
  'text/x-yaml': 'yaml',
  'text/xml': 'xml',
  'text/yaml': 'yaml',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** Types that are known by their first bytes, under all their names. */
const typeNames: readonly (readonly [RegExp, string])[] = [
  [/^image\/(x-)?png$/u, 'image/png'],
  [/^image\/(jpeg|jpg|pjpeg)$/u, 'image/jpeg'],
  [/^image\/gif$/u, 'image/gif'],
  [/^image\/webp$/u, 'image/webp'],
  [/^image\/(bmp|x-bmp|x-ms-bmp)$/u, 'image/bmp'],
  [/^image\/avif$/u, 'image/avif'],
  [/^application\/(x-)?pdf$/u, 'application/pdf'],
  [/^application\/(zip|x-zip|x-zip-compressed)$/u, 'application/zip'],
  [/^application\/(x-)?gzip$/u, 'application/gzip'],
  [/^audio\/(wav|x-wav|wave|vnd\.wave)$/u, 'audio/wav'],
  [/^audio\/(mpeg|mp3|x-mp3|x-mpeg)$/u, 'audio/mpeg'],
  [/^video\/mp4$/u, 'video/mp4'],
];

const otherExtensions =
  'tsx jsx mjs cjs mts cts vue svelte ini conf cfg env lock h hpp cc m mm pl lua r jl ex exs erl hs clj scala gradle bat ps1 proto graphql tf ipynb rst tex jpeg htm yml text markdown less scss sass'.split(
    ' ',
  );
const knownExtensions: ReadonlySet<string> = new Set([...Object.values(extensions), ...otherExtensions]);

/** True for an extension that tells editors the type of a file; the one of `sales.orders` does not. */
export function isKnownExtension(extension: string): boolean {
  return knownExtensions.has(extension.toLowerCase());
}

const aliases: Readonly<Record<string, string>> = {
  htm: 'text/html',
  jpeg: 'image/jpeg',
  markdown: 'text/markdown',
  text: 'text/plain',
  txt: 'text/plain',
  yml: 'text/yaml',
};
/** Types by extension: if several share one, the `text/` one, or else the first. */
const typesByExtension: ReadonlyMap<string, string> = new Map([
  ...Object.entries(extensions)
    .map(([type, extension]) => [extension, type] as const)
    .reverse(),
  ...Object.entries(extensions)
    .filter(([type]) => type.startsWith('text/'))
    .map(([type, extension]) => [extension, type] as const)
    .reverse(),
  ...Object.entries(aliases),
]);

/** The usual MIME type of files with this extension. */
export function mimeTypeOf(extension: string): string | undefined {
  return typesByExtension.get(extension.toLowerCase());
}

/** `text/Markdown; charset=utf-8` is `text/markdown`. */
export function bareMimeType(mimeType: string): string {
  return (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The one name of a type that is known by its first bytes; `undefined` for every other type. */
export function canonicalType(bare: string): string | undefined {
  return typeNames.find(([names]) => names.test(bare))?.[1];
}

/** Without the dot; `undefined` if it could only be guessed. */
export function extensionOf(mimeType: string | undefined): string | undefined {
  if (mimeType === undefined) return undefined;
  const declared = bareMimeType(mimeType);
  const bare = canonicalType(declared) ?? declared;
  // A server may write anything, also the name of a property that every object has.
  if (Object.hasOwn(extensions, bare)) return extensions[bare];
  if (bare.endsWith('+json')) return 'json';
  if (bare.endsWith('+xml')) return 'xml';
  return bare.startsWith('text/') ? 'txt' : undefined;
}

/** Extensions that VS Code's Media Preview opens: https://github.com/microsoft/vscode/blob/1.139.1/extensions/media-preview/package.json */
const shownExtensions = new Set('avif bmp gif ico jpg mp3 mp4 ogg png svg wav webm webp'.split(' '));

/** True for pictures, sound and films that VS Code itself can show. */
export function hasViewer(mimeType: string): boolean {
  return shownExtensions.has(extensionOf(mimeType) ?? '');
}

const textTypes =
  /^(text\/.*|.*[+/](json|xml|yaml|x-yaml)|image\/svg\+xml|application\/(jsonl|x-ndjson|javascript|x-javascript|typescript|ecmascript|sql|toml|x-httpd-php|x-sh|graphql))$/u;

/** True for types whose bytes are text. */
export function isTextType(mimeType: string): boolean {
  return textTypes.test(bareMimeType(mimeType));
}

/** True for the type of a resource that stands for several files, or lists others as its children. */
export function isDirectory(mimeType: string | undefined): boolean {
  return bareMimeType(mimeType ?? '') === 'inode/directory';
}

/** Raster images: chat clients take them as pictures and never as text. */
export function isImage(mimeType: string | undefined): boolean {
  const bare = bareMimeType(mimeType ?? '');
  return bare.startsWith('image/') && bare !== 'image/svg+xml';
}

/** The codicon that stands for a resource where no file icon theme does. */
export function codiconOf(mimeType: string | undefined): string {
  const bare = bareMimeType(mimeType ?? '');
  if (bare === 'inode/directory') return 'folder';
  if (bare === 'application/pdf') return 'file-pdf';
  if (bare === 'text/csv' || bare === 'text/tab-separated-values') return 'table';
  if (bare === 'text/markdown') return 'markdown';
  if (bare === 'text/x-log') return 'output';
  if (bare.includes('json')) return 'json';
  if (bare.includes('sql')) return 'database';
  if (/^(image|video|audio)\//u.test(bare)) return 'file-media';
  if (bare === 'application/zip' || bare === 'application/gzip') return 'file-zip';
  if (bare === 'application/octet-stream') return 'file-binary';
  if (/javascript|typescript|xml|html|css|\/x-|yaml|toml/u.test(bare)) return 'file-code';
  return 'file';
}
