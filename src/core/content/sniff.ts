import type { ResourceContent } from '../resource/resource';
import { charsetOf, decodeText } from './encodings';
import { bareMimeType, canonicalType, isTextType } from './mimeTypes';

type Body = ResourceContent['body'];

/** Number of bytes to inspect. */
const headLength = 64 * 1024;
/** Number of characters of a text to inspect. */
const hintLength = 1_024;

const unknownType = 'application/octet-stream';
/** Control characters other than white space and escape, which colours logs. */
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/u;
/** Types that say no more than "bytes". */
const unspecific = /^(application|binary)\/(octet-stream|x-binary|binary|unknown|x-unknown|x-octet-stream)$/u;
/** First bytes, each byte a character. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n\x1a\n/u, 'image/png'],
  [/^\xff\xd8\xff/u, 'image/jpeg'],
  [/^GIF8[79]a/u, 'image/gif'],
  [/^RIFF[^]{4}WEBP/u, 'image/webp'],
  [/^RIFF[^]{4}WAVE/u, 'audio/wav'],
  // Two letters are weak evidence: the reserved bytes must be zero, too.
  [/^BM[^]{4}\0{4}/u, 'image/bmp'],
  [/^%PDF-/u, 'application/pdf'],
  [/^PK(\x03\x04|\x05\x06)/u, 'application/zip'],
  [/^\x1f\x8b\x08/u, 'application/gzip'],
  [/^(ID3|\xff[\xfa\xfb\xf2\xf3][^\xf0-\xff])/u, 'audio/mpeg'],
  [/^[^]{4}ftypavi[fs]/u, 'image/avif'],
  [/^[^]{4}ftyp(heic|heix|mif1|msf1)/u, 'image/heic'],
  [/^[^]{4}ftypM4A/u, 'audio/mp4'],
  [/^[^]{4}ftyp/u, 'video/mp4'],
];

interface Found {
  readonly type: string;
  /** Text beyond doubt. */
  readonly isText: boolean;
  /** True if it can be text if a type says so: some logs hold control characters, old files another encoding. */
  readonly mayBeText: boolean;
}

/**
 * The type of content: the first declared one that the bytes do not contradict, else the one that the bytes look like. Unspecific
 * declared types count as absent.
 */
export function typeOf(body: Body, ...declaredTypes: readonly (string | undefined)[]): string {
  return typed(body, declaredTypes, charsetOf(...declaredTypes)).type;
}

/**
 * {@link typeOf}, and whether the content is text: by its type, or by its bytes in UTF-8, with a byte order mark or in the encoding that
 * `charset` names.
 */
export function typed(
  body: Body,
  declaredTypes: readonly (string | undefined)[],
  charset: string | undefined,
): { readonly type: string; readonly isText: boolean } {
  const detected = detect(body, charset);
  const type = declaredTypes.find((declared) => declared !== undefined && fits(declared, detected)) ?? detected.type;
  return { type, isText: isTextType(type) || (detected.isText && isTextType(detected.type)) };
}

/** The text of bytes in UTF-8, or in UTF-16 with its mark; `undefined` if they are no text. */
export function decodedText(bytes: Uint8Array): string | undefined {
  return headText(bytes, true);
}

function fits(declaredType: string, { type, isText, mayBeText }: Found): boolean {
  const bare = bareMimeType(declaredType);
  if (!bare.includes('/') || unspecific.test(bare)) return false;
  const isSeen = type !== unknownType && !isText;
  // A type that names an encoding is believed: the bytes cannot show which it is.
  if (isTextType(bare)) return isText || mayBeText || (!isSeen && charsetOf(declaredType) !== undefined);
  const canonical = canonicalType(bare);
  if (canonical === undefined) return true;
  if (isText) return type === canonical;
  return !isSeen || canonical === canonicalType(type) || isMp4(bare, type);
}

/** Pictures, sound and films share one container; its first bytes do not always tell which of them it holds. */
function isMp4(declaredType: string, type: string): boolean {
  return type.endsWith('/mp4') && declaredType.endsWith('/mp4');
}

function detect(body: Body, charset: string | undefined): Found {
  if (body.kind === 'text') return { type: hintOf(body.text), isText: true, mayBeText: true };
  const head = body.bytes.subarray(0, headLength);
  if (head.length === 0) return { type: unknownType, isText: false, mayBeText: true };
  const text = decodeText(head, head.length === body.bytes.length, charset);
  // Text may begin with any letters; only a PDF may be text by chance.
  if (text !== undefined && !controls.test(text))
    return { type: text.startsWith('%PDF-') ? 'application/pdf' : hintOf(text), isText: true, mayBeText: true };
  const type = magic(head);
  return {
    type: type ?? unknownType,
    isText: false,
    mayBeText: type === undefined && (text === undefined ? isPrintable(head) : isLikeText(text)),
  };
}

/** {@link decodedText} of the beginning of something: it may end within a character unless it `isWhole`. */
export function headText(head: Uint8Array, isWhole: boolean): string | undefined {
  const text = decodeText(head, isWhole);
  return text?.includes('\0') === true ? undefined : text;
}

/** A text may have NUL between its words; much of it is in fields that are filled up, and in UTF-16 of which nobody says so. */
function isLikeText(text: string): boolean {
  const withoutNul = text.replaceAll('\0', '');
  return withoutNul.length === text.length || (withoutNul.length * 3 >= text.length * 2 && !controls.test(withoutNul));
}

function isPrintable(head: Uint8Array): boolean {
  return !controls.test(new TextDecoder('latin1').decode(head));
}

function magic(head: Uint8Array): string | undefined {
  const start = String.fromCharCode(...head.subarray(0, 16));
  return signatures.find(([pattern]) => pattern.test(start))?.[1];
}

function hintOf(text: string): string {
  const head = text
    .slice(0, hintLength)
    .replace(/^\ufeff/u, '')
    .trimStart();
  if (/^<svg[\s>]/iu.test(head) || (/^<(\?xml|!--|!doctype svg)/iu.test(head) && /<svg[\s>]/iu.test(head)))
    return 'image/svg+xml';
  if (/^<(!doctype html|html[\s>])/iu.test(head)) return 'text/html';
  if (/^<\?xml\s/iu.test(head)) return 'application/xml';
  return isLikeJson(head, text.slice(-hintLength).trimEnd()) ? 'application/json' : 'text/plain';
}

/** By its two ends: parsing it all would take as long as reading it. */
function isLikeJson(head: string, tail: string): boolean {
  if (/^\{\s*("|\}$)/u.test(head)) return tail.endsWith('}');
  return /^\[\s*(["{[\]]|-?\d|true|false|null)/u.test(head) && tail.endsWith(']');
}
