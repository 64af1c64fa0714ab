import { decodedText } from './sniff';

/** Parts of a drawing that stand for other parts: each can double what has to be drawn. */
const maxReferences = 8;
const reference = /^(\w+:)?(use|pattern|feImage)\b/iu;
/** Elements that have nothing below them that is drawn. */
const shape = /^(\w+:)?(path|rect|circle|ellipse|line|polyline|polygon)\b/iu;

/** Markup that disguises names: character references, and animations that lead a reference elsewhere. */
const disguise = /\b(id|href)\s*=\s*["'][^"'<]*[&%]|\battributeName\s*=\s*["']\s*(\w+:)?href/iu;

/**
 * False for a drawing that could be made to take for ever, although in an `img` it runs and loads nothing: one with entities, or with many
 * references, unless each is to a single shape, as programs that plot repeat their letters.
 */
export function isSafeDrawing(bytes: Uint8Array): boolean {
  const text = decodedText(bytes);
  if (text === undefined || /<!(ENTITY|ATTLIST)/iu.test(text)) return false;
  const elements = text.split('<');
  const references = elements.filter((element) => reference.test(element));
  if (references.length <= maxReferences) return true;
  if (disguise.test(text) || !references.every((element) => /^(\w+:)?use\b/iu.test(element))) return false;
  const targets = new Set(
    references.flatMap((element) => namesIn(element, /\bhref\s*=\s*["'](?:[^"'#]*#)?([^"']*)/giu)),
  );
  const isTarget = (element: string): boolean =>
    namesIn(element, /\bid\s*=\s*["']([^"']*)/giu).some((id) => targets.has(id));
  return elements.every((element) => shape.test(element) || !isTarget(element));
}

function namesIn(element: string, pattern: RegExp): readonly string[] {
  return [...element.matchAll(pattern)].map(([, name = '']) => name.trim());
}

/** Width and height in pixels, as the image's header says; `undefined` if that is not known. */
export function edgesOf(bytes: Uint8Array, type: string): readonly number[] | undefined {
  const bigEndian = (offset: number): number => ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
  const littleEndian = (offset: number): number => (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8);
  switch (type) {
    case 'image/png':
      return [16, 20].map((offset) => bigEndian(offset) * 65_536 + bigEndian(offset + 2));
    case 'image/gif':
      return [littleEndian(6), littleEndian(8)];
    case 'image/webp':
      return edgesOfWebp(bytes, littleEndian);
    case 'image/jpeg':
      return edgesOfJpeg(bytes, bigEndian);
    default:
      return undefined;
  }
}

/** Source: RFC 9649, the three kinds of first chunk. */
function edgesOfWebp(bytes: Uint8Array, littleEndian: (offset: number) => number): readonly number[] | undefined {
  const chunk = String.fromCharCode(...bytes.subarray(12, 16));
  if (chunk === 'VP8 ') return [littleEndian(26) & 0x3fff, littleEndian(28) & 0x3fff];
  if (chunk === 'VP8L')
    return [(littleEndian(21) & 0x3fff) + 1, (((littleEndian(22) >> 6) | ((bytes[24] ?? 0) << 10)) % 0x4000) + 1];
  return chunk === 'VP8X'
    ? [24, 27].map((offset) => littleEndian(offset) + ((bytes[offset + 2] ?? 0) << 16) + 1)
    : undefined;
}

/** Source: ITU-T T.81, annex B: segments until the one that describes the frame. */
function edgesOfJpeg(bytes: Uint8Array, bigEndian: (offset: number) => number): readonly number[] | undefined {
  for (let offset = 2; offset + 9 < bytes.length; offset += 2 + bigEndian(offset + 2)) {
    if (bytes[offset] !== 0xff) return undefined;
    // Any number of these may stand before a marker.
    while (bytes[offset + 1] === 0xff) offset += 1;
    const marker = bytes[offset + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bigEndian(offset + 5), bigEndian(offset + 7)];
  }
  return undefined;
}
