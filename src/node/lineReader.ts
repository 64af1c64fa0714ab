import { StringDecoder } from 'node:string_decoder';

const lineFeed = 10;

/**
 * Splits a stream of bytes into lines. Each byte is read and decoded once, when it arrives: a line of 67 MB that comes in a
 * thousand chunks costs what it would cost in one.
 */
export class LineReader {
  #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #length = 0;
  #isSkipping = false;

  /**
   * @param onLine one line without its line feed
   * @param maxLength bytes; a longer line is skipped
   */
  constructor(
    private readonly onLine: (line: string) => void,
    private readonly maxLength: number,
    private readonly onTooLong: () => void,
  ) {}

  feed(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      if (this.#length === 0 && !this.#isSkipping) this.onLine(chunk.toString('utf8', start, end));
      else {
        this.#hold(chunk.subarray(start, end));
        this.flush();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Ends the current line, as the end of the stream does. */
  flush(): void {
    const line = this.#parts.join('') + this.#decoder.end();
    const isLine = this.#length > 0 && !this.#isSkipping;
    this.#parts = [];
    this.#length = 0;
    this.#isSkipping = false;
    if (isLine) this.onLine(line);
  }

  #hold(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#isSkipping) return;
    if (this.#length <= this.maxLength) {
      this.#parts.push(this.#decoder.write(bytes));
      return;
    }
    this.#parts = [];
    this.#isSkipping = true;
    this.onTooLong();
  }
}
