import { bareMimeType, extensionOf, isTextType } from '../content/mimeTypes';
import type { Part } from '../content/part';
import { headText, typeOf } from '../content/sniff';

/** The beginning of a part as text. */
export interface PartText {
  readonly text: string;
  /** Its length in bytes. */
  readonly length: number;
  /** There is more of it. */
  readonly isCut: boolean;
  /** Kind of the text, as the extension of a file; empty where it is unknown. */
  readonly extension: string;
}

type TextPart = Pick<Part, 'bytes' | 'mimeType' | 'path' | 'isText'>;

/**
 * The text of a part whose type or bytes say that it is text; otherwise `undefined`.
 *
 * @param maxBytes bytes
 */
export function textOfPart(part: TextPart, maxBytes: number): PartText | undefined {
  const head = part.bytes.subarray(0, maxBytes);
  const isCut = head.length < part.bytes.length;
  const detectedType = part.isText ? part.mimeType : typeOf({ kind: 'blob', bytes: head });
  if (!part.isText && !isTextType(detectedType)) return undefined;
  const text = headText(head, !isCut) ?? inOtherEncoding(head, part.mimeType);
  if (text === undefined) return undefined;
  return {
    text: text.replace(/\r\n?/gu, '\n'),
    length: head.length,
    isCut,
    extension: extensionFor(part, detectedType),
  };
}

/** Bytes in the encoding that their type names, else in that of old files. */
function inOtherEncoding(bytes: Uint8Array, mimeType: string): string | undefined {
  const charset = /;\s*charset="?([\w.:-]+)/iu.exec(mimeType)?.[1];
  for (const label of [charset, bytes.includes(0) ? undefined : 'windows-1252']) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // No such encoding.
    }
  }
  return undefined;
}

function extensionFor({ mimeType, path }: TextPart, detectedType: string): string {
  const byType = extensionOf(mimeType);
  if (byType !== undefined && byType !== 'txt') return byType;
  const byName = /\.([a-z0-9]{1,12})$/iu.exec(path)?.[1]?.toLowerCase();
  if (byName !== undefined && byName !== 'txt') return byName;
  return bareMimeType(detectedType) === 'text/plain' ? '' : (extensionOf(detectedType) ?? '');
}
