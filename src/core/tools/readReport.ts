import { legibleText } from '../../shared/hiddenText';
import { hiddenIn, legibleJson } from '../base/legible';
import { words } from '../base/untrusted';
import { chatImageType } from '../content/chatImages';
import { edgesOf } from '../content/imageLimits';
import { bareMimeType } from '../content/mimeTypes';
import type { Part } from '../content/part';
import type { Content } from '../content/content';
import { utf8Length } from '../base/utf8';
import { fitBytes, fitText, type CountTokens } from '../chat/fitText';
import { textOfPart } from '../preview/partText';
import { pictureType } from '../preview/picture';
import { bytesOf, type AnswerSize, type Room } from './answerSize';
import type { TextRange } from './toolInputs';
import { argumentsFor, countLines, lineAt, pieceOf, type TextPiece } from './textRange';
import { ToolError } from './toolError';
import { readingTool } from './toolNames';

/** A part of a tool's result. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** An image, or a PDF. */
  | { readonly kind: 'data'; readonly mimeType: string; readonly bytes: Uint8Array };

export interface Report {
  readonly pieces: readonly Piece[];
  /** True if nothing was left out. */
  readonly isWhole: boolean;
  /** Arguments that, with the same resource, continue the first text that was cut. */
  readonly next?: object | undefined;
}

/** The requested part of a content, and the limits of the result. */
export interface Wanted extends AnswerSize {
  /** 1-based. */
  readonly part: number | undefined;
  readonly range: TextRange | undefined;
  /** Sizes of other answers in the session. */
  readonly room: Room;
  /** Maximum number of bytes of images and PDFs. */
  readonly data: number;
  readonly count: CountTokens;
  /** The line before and after each text: as nobody can know it, no text has it. */
  readonly fence: string;
}

/** Limits of one image or PDF, in bytes and pixels; beyond them models reject the whole message. */
const largestData = 5_000_000;
const maxEdge = 8_000;
/** Maximum number of bytes of images and PDFs in one result. */
export const maxData = 10_000_000;
/** With less room, a text is useless. */
const leastTokens = 40;
const leastBytes = 200;
/** Enough for a label with a note, and a note on what is left out, in bytes. */
const notesBytes = 1_000;
const skippedBytes = 200;
/** Room for longer numbers in a label, and for the counts of invisible characters, in bytes. */
const digitsBytes = 40;
const countsBytes = 120;
const maxParts = 100;
const maxTypeLength = 200;

/** The contents of a read, each labelled with a line of JSON. The result says what was cut or left out, and how to get it. */
export async function reportContent({ parts, problems }: Content, wanted: Wanted): Promise<Report> {
  const { part: number, range } = wanted;
  const chosenPart = number === undefined ? undefined : parts[number - 1];
  if (number !== undefined && !chosenPart)
    throw new ToolError(`It has ${parts.length} contents: "part" is a number from 1 to ${parts.length}.`);
  if (!chosenPart && range && parts.length > 1)
    throw new ToolError(`It has ${parts.length} contents: say with "part" which one the range is of.`);
  const writer = new ReportWriter(parts.length, wanted);
  if (chosenPart) await writer.add(chosenPart, parts.indexOf(chosenPart) + 1);
  else await writer.addAll(parts);
  const report = writer.end();
  const isAskedWhole = range === undefined && (!chosenPart || parts.length === 1);
  return { ...report, isWhole: report.isWhole && isAskedWhole && problems.length === 0 };
}

/** Precedes a content. */
interface Label {
  /** 1-based, of several contents. */
  readonly part?: number | undefined;
}

class ReportWriter {
  readonly #pieces: Piece[] = [];
  #lines: string[] = [];
  #bytes: number;
  #tokens: number;
  #data: number;
  #isWhole = true;
  #next: object | undefined;

  constructor(
    private readonly count: number,
    private readonly wanted: Wanted,
  ) {
    this.#bytes = wanted.bytes;
    this.#tokens = wanted.tokens;
    this.#data = wanted.data;
  }

  /** Adds contents for as long as their labels fit, beside a note on what is left out. */
  async addAll(parts: readonly Part[]): Promise<void> {
    for (const [index, part] of parts.entries()) {
      if (index >= maxParts || this.#bytes < utf8Length(part.uri) + notesBytes) {
        const note = `The contents from ${index + 1} on were skipped. Read each of them with ${readingTool} and "part".`;
        this.#leaveOut({}, note);
        return;
      }
      await this.add(part, index + 1);
    }
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

  end(): Report {
    this.#flush();
    return { pieces: this.#pieces, isWhole: this.#isWhole, next: this.#next };
  }

  async #addText(part: Part, number: number, label: Label): Promise<void> {
    const { count, range, room, fence } = this.wanted;
    const fullText = textOfPart(part, part.bytes.length)?.text;
    if (fullText === undefined) {
      this.#leaveOut(label, 'This is neither text nor an image that models accept. Ask the user to open or save it.');
      return;
    }
    const { start, end } = pieceOf(fullText, range);
    const requested = fullText.slice(start, end);
    const wanted = { fullText, start, end, room, part: this.count > 1 ? { part: number } : {} };
    const more = (this.count > 1 ? skippedBytes : 0) + (hiddenIn(requested.slice(0, this.#bytes)) ? countsBytes : 0);
    const bytes =
      this.#bytes -
      bytesOf([legibleJson({ ...label, ...pieceFields(wanted, start) }), fence, fence]) -
      digitsBytes -
      more;
    if (requested !== '' && (this.#tokens < leastTokens || bytes < leastBytes)) {
      this.#leaveForLater(label);
      return;
    }
    const fittingText = requested.slice(0, fitLegible(requested, bytes));
    const textEnd = start + (await fitText(fittingText, this.#tokens, count));
    const text = fullText.slice(start, textEnd);
    const legible = legibleText(text);
    this.#tokens -= await count(legible);
    if (textEnd < end) {
      this.#isWhole = false;
      this.#next ??= restOf(wanted, textEnd).next;
    }
    const invisibleCharacters = legible === text ? undefined : { ...hiddenIn(text), shownAs: '\\u{…}' };
    this.#addLine({ ...label, invisibleCharacters, ...pieceFields(wanted, textEnd) });
    this.#fence(legible);
  }

  #addPicture(part: Part, label: Label): void {
    const mimeType = chatImageType(part.bytes);
    if (mimeType === undefined) {
      this.#leaveOut(label, 'Models do not accept images of this type. Ask the user to open it.');
      return;
    }
    const edge = Math.max(...(edgesOf(part.bytes, mimeType) ?? [0]));
    const isLarge = part.bytes.length > largestData || edge > maxEdge;
    if (isLarge)
      this.#leaveOut(
        label,
        `Models accept images up to ${largestData} bytes and ${maxEdge} pixels. Ask the user to open it.`,
      );
    else this.#addData(part, mimeType, label, 'The image follows.');
  }

  #addPdf(part: Part, label: Label): void {
    if (part.bytes.length > largestData)
      this.#leaveOut(label, 'The PDF is too large for a tool. Ask the user to attach it to the chat.');
    else
      this.#addData(
        part,
        'application/pdf',
        label,
        'The PDF follows. If you do not see it, this chat does not accept PDFs from tools: ask the user to attach it.',
      );
  }

  #addData({ bytes }: Part, mimeType: string, label: Label, note: string): void {
    if (bytes.length > this.#data) {
      this.#leaveForLater(label);
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

  #leaveForLater(label: Label): void {
    const part = label.part === undefined ? '' : `, with "part": ${label.part}`;
    this.#leaveOut(label, `It does not fit here. Read it separately with ${readingTool}${part}.`);
  }

  #addLine(line: object): void {
    this.#add(legibleJson(line));
  }

  #fence(text: string): void {
    const { fence } = this.wanted;
    this.#add(fence, text.endsWith('\n') ? text.slice(0, -1) : text, fence);
  }

  #add(...lines: readonly string[]): void {
    for (const line of lines) this.#bytes -= utf8Length(line) + 1;
    this.#lines.push(...lines);
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#pieces.push({ kind: 'text', text: this.#lines.join('\n') });
    this.#lines = [];
  }
}

/** Number of characters from the beginning of a text that fit into a budget of bytes where all of them are legible. */
function fitLegible(text: string, bytes: number): number {
  for (let budget = bytes; ;) {
    const length = fitBytes(text, budget);
    const size = utf8Length(legibleText(text.slice(0, length)));
    if (size <= bytes) return length;
    budget = Math.floor((budget * bytes) / size);
  }
}

/** The requested piece of a text, of which an answer may have less. */
interface WantedText extends TextPiece {
  readonly fullText: string;
  /** The argument that selects this text if the resource has several contents. */
  readonly part: object;
  readonly room: Room;
}

/** The piece of a text in an answer that ends there, and how to get the rest; nothing for all of a text. */
function pieceFields(wanted: WantedText, textEnd: number): object {
  const { fullText, start, end } = wanted;
  if (start === 0 && textEnd === fullText.length) return {};
  return {
    lines: `${lineAt(fullText, start)}-${lineAt(fullText, Math.max(start, textEnd - 1))} of ${countLines(fullText)}`,
    characters: `${start}-${textEnd} of ${fullText.length}`,
    ...(textEnd < end && { cut: restOf(wanted, textEnd).note }),
  };
}

/** Tells the model how to read the rest: in another part of the usual size or, if that is allowed, in a larger one. */
function restOf(
  { fullText, end, part, room }: WantedText,
  start: number,
): { readonly note: string; readonly next: object } {
  const { usual, range } = room;
  const size = utf8Length(fullText.slice(start, end));
  const whole = { ...part, ...argumentsFor(fullText, { start, end }, true) };
  const next = end < fullText.length ? whole : { ...part, ...argumentsFor(fullText, { start, end }, false) };
  const isOneWay = next === whole || usual === range || size < usual.bytes - 2 * notesBytes;
  const choice = isOneWay
    ? ''
    : ` for at most ${usual.bytes} of them, or with ${named(whole)} for at most ${range.bytes}`;
  const note = `${size} bytes follow. Give ${readingTool} the same resource with ${named(next)}${choice}.`;
  return { note, next };
}

function named(input: object): string {
  return Object.entries(input)
    .map(([name, value]) => `"${name}": ${value}`)
    .join(', ');
}
