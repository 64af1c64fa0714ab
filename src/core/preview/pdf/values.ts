/** A value of a PDF file. Source: ISO 32000-1, 7.3 (objects). */
export type PdfValue =
  number | boolean | null | PdfName | PdfString | PdfReference | PdfKeyword | PdfArray | PdfDictionary;

export interface PdfName {
  readonly kind: 'name';
  readonly name: string;
}

export interface PdfString {
  readonly kind: 'string';
  /** Each byte a character. */
  readonly bytes: string;
}

export interface PdfReference {
  readonly kind: 'reference';
  readonly object: number;
}

/** What is no value: `obj`, `stream`, a closing bracket. */
export interface PdfKeyword {
  readonly kind: 'keyword';
  readonly word: string;
}

export interface PdfArray {
  readonly kind: 'array';
  readonly items: readonly PdfValue[];
}

export interface PdfDictionary {
  readonly kind: 'dictionary';
  readonly entries: ReadonlyMap<string, PdfValue>;
}

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return isKind(value, 'dictionary');
}

/** The numbers of an array of numbers; none of anything else. */
export function numbersIn(value: PdfValue | undefined): readonly number[] {
  return isKind(value, 'array') ? value.items.filter((item) => typeof item === 'number') : [];
}

export function isKind<Kind extends Exclude<PdfValue, number | boolean | null>['kind']>(
  value: PdfValue | undefined,
  kind: Kind,
): value is Extract<PdfValue, { kind: Kind }> {
  return typeof value === 'object' && value !== null && value.kind === kind;
}

// The encoding of PDF texts differs from Latin-1 in these. Source: ISO 32000-1, D.2.
const from0x80 = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž';

/** A text string for people: UTF-16 or UTF-8 with its mark, else in PDF's own encoding. */
export function textOfString({ bytes }: PdfString): string {
  const raw = (from: number): Uint8Array => Uint8Array.from(bytes.slice(from), (one) => one.charCodeAt(0));
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(raw(2));
  if (bytes.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(raw(2));
  if (bytes.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(raw(3));
  return bytes.replace(/[\x80-\xa0]/gu, (one) => (one === '\xa0' ? '€' : (from0x80[one.charCodeAt(0) - 0x80] ?? '')));
}
