import { StringDecoder } from 'node:string_decoder';
import { MessageText } from '../../core/mcp/wire/messageText';

const lineFeed = 10;

/**
 * Splits a stream of bytes into lines. Each byte is read and decoded once, when it arrives: a line of 67 MB that comes in a
 * thousand chunks costs what it would cost in one.
 */
export class LineReader {
  #decoder = new StringDecoder('utf8');
  readonly #text: MessageText;
  /** True if a part of the current line has arrived, perhaps only half of a character. */
  #isHolding = false;
  #isSkipping = false;

  /**
   * @param maxLength bytes; a longer line is skipped
   * @param onTooLong gets the beginning of such a line
   */
  constructor(
    maxLength: number,
    private readonly onTooLong: (head: string) => void,
  ) {
    this.#text = new MessageText(maxLength);
  }

  /** The lines that end in this chunk, without their line feeds. */
  *take(chunk: Buffer): Generator<string, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      if (!this.#isHolding) yield chunk.toString('utf8', start, end);
      else {
        this.#hold(chunk.subarray(start, end));
        yield* this.end();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Ends the current line, as the end of the stream does. */
  *end(): Generator<string, void, undefined> {
    const remainder = this.#decoder.end();
    if (remainder !== '') this.#add(remainder);
    const isLine = !this.#text.isEmpty && !this.#isSkipping;
    this.#isHolding = this.#isSkipping = false;
    const line = this.#text.take();
    if (isLine) yield line;
  }

  #hold(bytes: Buffer): void {
    this.#isHolding = true;
    if (!this.#isSkipping) this.#add(this.#decoder.write(bytes));
  }

  #add(part: string): void {
    if (part === '' || this.#isSkipping || this.#text.add(part)) return;
    this.onTooLong(this.#text.head() || part);
    this.#text.clear();
    this.#decoder = new StringDecoder('utf8');
    this.#isSkipping = true;
  }
}
