import { bareMimeType, canonicalType } from '../content/mimeTypes';
import type { Part } from '../content/part';

/** Types that every Chromium draws, besides the pictures that are known by their first bytes. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^image\/(x-icon|vnd\.microsoft\.icon|ico|icon)$/u, 'image/x-icon'],
  [/^image\/svg\+xml$/u, 'image/svg+xml'],
];

/** MIME type for the picture's `data:` URI; `undefined` if it isn't a picture that the page can show. */
export function pictureType({ mimeType, bytes }: Pick<Part, 'mimeType' | 'bytes'>): string | undefined {
  const bare = bareMimeType(mimeType);
  const canonical = canonicalType(bare);
  if (canonical?.startsWith('image/')) return canonical;
  return types.find(([names]) => names.test(bare))?.[1] ?? (isIcon(bytes) ? 'image/x-icon' : undefined);
}

/** Source: the ICONDIR and ICONDIRENTRY structures. The format has no signature: all that is certain is checked. */
function isIcon(bytes: Uint8Array): boolean {
  const [reserved, , type, typeHigh, count = 0, countHigh, , , , reservedToo] = bytes;
  return (
    bytes.length > 22 &&
    reserved === 0 &&
    bytes[1] === 0 &&
    type === 1 &&
    typeHigh === 0 &&
    count > 0 &&
    count < 64 &&
    countHigh === 0 &&
    reservedToo === 0
  );
}
