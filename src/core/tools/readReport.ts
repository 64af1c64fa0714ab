import { words } from '../base/untrusted';
import { chatImageType } from '../content/chatImages';
import { edgesOf } from '../content/imageLimits';
import { bareMimeType } from '../content/mimeTypes';
import type { Part } from '../content/part';
import type { Content } from '../content/content';
import { fitText, type CountTokens } from '../chat/fitText';
import { textOfPart } from '../preview/partText';
import { pictureType } from '../preview/picture';
import type { TextRange } from './toolInputs';
import { countLines, lineAt, pieceOf } from './textRange';
import { ToolError } from './toolError';

/** A part of a tool's result. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** An image, or a PDF. */
  | { readonly kind: 'data'; readonly mimeType: string; readonly bytes: Uint8Array };

export interface Report {
  readonly pieces: readonly Piece[];
  /** True where nothing was left out. */
  readonly isWhole: boolean;
}

/** The requested part of a content, and the limits of the result. */
export interface Wanted {
  /** 1-based. */
  readonly part: number | undefined;
  readonly range: TextRange | undefined;
  readonly tokens: number;
  /** Maximum number of bytes of images and PDFs. */
  readonly data: number;
  readonly count: CountTokens;
}

/** Limits of one image or PDF, in bytes and pixels; beyond them models reject the whole message. */
const largestData = 5_000_000;
const maxEdge = 8_000;
/** Maximum number of bytes of images and PDFs in one result. */
export const maxData = 10_000_000;
/** With fewer tokens, a text is useless. */
const leastTokens = 40;
const maxParts = 100;
const maxTypeLength = 200;

/** The contents of a read, each labelled with a line of JSON. The result says what was cut or left out, and how to get it. */
export async function reportContent({ parts, problems }: Content, wanted: Wanted): Promise<Report> {
  const { part: number, range } = wanted;
  if (number !== undefined && number > parts.length)
    throw new ToolError(`It has ${parts.length} contents: "part" is a number from 1 to ${parts.length}.`);
  if (number === undefined && range && parts.length > 1)
    throw new ToolError(`It has ${parts.length} contents: say with "part" which one the range is of.`);
  const writer = new ReportWriter(parts.length, wanted);
  for (const [index, part] of parts.entries()) {
    if (number === undefined ? index >= maxParts : index !== number - 1) continue;
    await writer.add(part, index + 1);
  }
  if (number === undefined && parts.length > maxParts) writer.leaveOutFrom(maxParts);
  const report = writer.end();
  const isAskedWhole = range === undefined && (number === undefined || parts.length === 1);
  return { ...report, isWhole: report.isWhole && isAskedWhole && problems.length === 0 };
}

class ReportWriter {
  readonly #pieces: Piece[] = [];
  #lines: string[] = [];
  #tokens: number;
  #data: number;
  #isWhole = true;

  constructor(
    private readonly count: number,
    private readonly wanted: Wanted,
  ) {
    this.#tokens = wanted.tokens;
    this.#data = wanted.data;
  }

  async add(part: Part, number: number): Promise<void> {
    const { uri, mimeType, bytes } = part;
    const partLabel = this.count > 1 ? { part: number, of: this.count, uri } : {};
    const label = { ...partLabel, mimeType: words(mimeType, maxTypeLength), size: bytes.length };
    const picture = pictureType(part);
    if (picture !== undefined && picture !== 'image/svg+xml') this.#addPicture(part, label);
    else if (bareMimeType(mimeType) === 'application/pdf' && !part.isText) this.#addPdf(part, label);
    else await this.#addText(part, number, label);
  }

  leaveOutFrom(index: number): void {
    this.#leaveOut({}, `The contents from ${index + 1} on are left out. Read each of them with "part".`);
  }

  end(): Report {
    this.#flush();
    return { pieces: this.#pieces, isWhole: this.#isWhole };
  }

  async #addText(part: Part, number: number, label: object): Promise<void> {
    const { count, range } = this.wanted;
    const fullText = textOfPart(part, part.bytes.length)?.text;
    if (fullText === undefined) {
      this.#leaveOut(label, 'It is no text, and no image that models take. Ask the user to open or save it.');
      return;
    }
    const partArgument = this.count > 1 ? `"part": ${number}` : undefined;
    const { start, end } = pieceOf(fullText, range);
    const requested = fullText.slice(start, end);
    if (this.#tokens < leastTokens && requested !== '') {
      this.#leaveOut(
        label,
        `There is no room left for it here. Read it alone${partArgument ? `, with ${partArgument}` : ''}.`,
      );
      return;
    }
    const textEnd = start + (await fitText(requested, this.#tokens, count));
    const text = fullText.slice(start, textEnd);
    this.#tokens -= await count(text);
    if (textEnd < end) this.#isWhole = false;
    const isPiece = text.length < fullText.length;
    const next = [partArgument, nextRange(fullText, textEnd)].flatMap((argument) => argument ?? []).join(' and ');
    this.#addLine({
      ...label,
      ...(isPiece && {
        lines: `${lineAt(fullText, start)}-${lineAt(fullText, Math.max(start, textEnd - 1))} of ${countLines(fullText)}`,
        characters: `${start}-${textEnd} of ${fullText.length}`,
      }),
      ...(textEnd < end && { cut: `There is more. To go on, read it again with ${next}.` }),
    });
    this.#fence(text);
  }

  #addPicture(part: Part, label: object): void {
    const mimeType = chatImageType(part.bytes);
    if (mimeType === undefined) {
      this.#leaveOut(label, 'Models take no images of this type. Ask the user to open it.');
      return;
    }
    const edge = Math.max(...(edgesOf(part.bytes, mimeType) ?? [0]));
    const isLarge = part.bytes.length > largestData || edge > maxEdge;
    if (isLarge)
      this.#leaveOut(label, `Models take images up to ${largestData} bytes and ${maxEdge} pixels: this is larger.`);
    else this.#addData(part, mimeType, label, 'The image follows.');
  }

  #addPdf(part: Part, label: object): void {
    if (part.bytes.length > largestData)
      this.#leaveOut(label, 'The PDF is too large for a tool. Ask the user to attach it to the chat.');
    else
      this.#addData(
        part,
        'application/pdf',
        label,
        'The PDF follows. If you do not see it, this chat takes no PDFs from tools: ask the user to attach it.',
      );
  }

  #addData({ bytes }: Part, mimeType: string, label: object, note: string): void {
    if (bytes.length > this.#data) {
      this.#leaveOut(label, 'There is no room left for it here. Read it alone.');
      return;
    }
    this.#data -= bytes.length;
    this.#addLine({ ...label, note });
    this.#flush();
    this.#pieces.push({ kind: 'data', mimeType, bytes });
  }

  #leaveOut(label: object, note: string): void {
    this.#isWhole = false;
    this.#addLine({ ...label, note });
  }

  #addLine(line: object): void {
    this.#lines.push(JSON.stringify(line));
  }

  /** Puts the text between two equal lines that do not occur in it: it cannot end the fence and continue as our own text. */
  #fence(text: string): void {
    let fence = '=====';
    while (text.includes(fence)) fence += '=';
    this.#lines.push(fence, text.endsWith('\n') ? text.slice(0, -1) : text, fence);
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#pieces.push({ kind: 'text', text: this.#lines.join('\n') });
    this.#lines = [];
  }
}

function nextRange(text: string, offset: number): string {
  return offset === 0 || text[offset - 1] === '\n' ? `"startLine": ${lineAt(text, offset)}` : `"offset": ${offset}`;
}
