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
  /** Kind of the text, as the extension of a file; empty if it is unknown. */
  readonly extension: string;
}

type TextPart = Pick<Part, 'bytes' | 'mimeType' | 'path' | 'isText'>;

/**
 * The text of a part that is text; otherwise `undefined`.
 *
 * @param maxBytes bytes
 */
export function textOfPart(part: TextPart, maxBytes: number): PartText | undefined {
  const head = part.bytes.subarray(0, maxBytes);
  const isCut = head.length < part.bytes.length;
  const text = part.isText ? headText(head, !isCut) : undefined;
  if (text === undefined) return undefined;
  const detectedType = isTextType(part.mimeType) ? part.mimeType : typeOf({ kind: 'blob', bytes: head });
  return {
    text: text.replace(/\r\n?/gu, '\n'),
    length: head.length,
    isCut,
    extension: extensionFor(part, detectedType),
  };
}

function extensionFor({ mimeType, path }: TextPart, detectedType: string): string {
  const byType = extensionOf(mimeType);
  if (byType !== undefined && byType !== 'txt') return byType;
  const byName = /\.([a-z0-9]{1,12})$/iu.exec(path)?.[1]?.toLowerCase();
  if (byName !== undefined && byName !== 'txt') return byName;
  return bareMimeType(detectedType) === 'text/plain' ? '' : (extensionOf(detectedType) ?? '');
}
