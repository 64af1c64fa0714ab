import { bareMimeType, canonicalType } from '../content/mimeTypes';
import { edgesOf, isSafeDrawing } from '../content/imageLimits';
import { typeOf } from '../content/sniff';

/** Bytes of an icon. */
export const largestIcon = 64 * 1024;
/** Pixels of an edge: a few bytes can unpack to an image that takes all memory. */
const maxEdge = 1_024;

const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
]);

/** True for types of images that are shown. */
export function isShownType(mimeType: string): boolean {
  const bare = bareMimeType(mimeType);
  return bare === 'image/svg' || shownTypes.has(canonicalType(bare) ?? bare);
}

/** An icon as a `data:` URI of what its bytes are; `undefined` if they are no image that is safe to show. */
export function imageUri(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > largestIcon) return undefined;
  const type = typeOf({ kind: 'blob', bytes });
  const isSafe = type === 'image/svg+xml' ? isSafeDrawing(bytes) : isSmall(bytes, type);
  return shownTypes.has(type) && isSafe ? `data:${type};base64,${base64(bytes)}` : undefined;
}

/** The bytes of a `data:` URI of an image; `undefined` if it is none or too large. */
export function bytesOfDataUri(uri: string): Uint8Array | undefined {
  const [, head, body] = /^data:([^,]{0,200}),(.*)$/isu.exec(uri) ?? [];
  if (head === undefined || body === undefined || !isShownType(head)) return undefined;
  try {
    const text = decodeURIComponent(body);
    if (!/;\s*base64\s*$/iu.test(head)) return new TextEncoder().encode(text);
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function isSmall(bytes: Uint8Array, type: string): boolean {
  const edges = edgesOf(bytes, type);
  return edges?.every((edge) => edge > 0 && edge <= maxEdge) === true;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
