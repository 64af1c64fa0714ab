import type { Message } from '../../core/mcp/base/envelope';
import { addresseeOf } from '../../core/mcp/wire/brokenJson';
import { MessageText } from '../../core/mcp/wire/messageText';
import { readMessages } from '../../core/mcp/wire/readMessages';
import { Turn } from '../../core/mcp/wire/turn';
import { yieldThread } from '../base/clock';
import { LineReader } from './lineReader';

/** Stands right behind the message before it, which has no end of a line. */
const frameHeader = /(?:^|\})Content-Length: *\d+$/i;
const maxFrameHeader = 40;

/**
 * Reads JSON-RPC messages from the stdout of a process: one a line, as the specification asks, and those of servers that print their
 * JSON indented, over several lines. Other lines are skipped and counted. A flood is read in slices, each in a turn of its own.
 */
export class MessageReader {
  /** Number of skipped lines. */
  noise = 0;
  /** True if a header of the framing that language servers use came before any message. */
  isFramed = false;
  #hasMessages = false;
  readonly #lines: LineReader;
  readonly #turn = new Turn(yieldThread);
  /** The lines of a message that is spread, from its opening bracket on. */
  readonly #spread: MessageText;
  #spreadLines = 0;

  /**
   * @param maxBytes of one message; a larger one is skipped
   * @param onTooLarge gets the id of the answer that was skipped; `undefined` if it is not known
   */
  constructor(
    private readonly onMessage: (message: Message) => void,
    maxBytes: number,
    private readonly onTooLarge: (id: string | number | undefined) => void,
  ) {
    this.#lines = new LineReader(maxBytes, (head) => this.#skip(head));
    this.#spread = new MessageText(maxBytes);
  }

  /** @returns what to wait for before the next chunk, where there is more in this one than fits into one turn of the event loop */
  feed(chunk: Buffer): Promise<void> | undefined {
    return this.#turn.run(this.#read(this.#lines.take(chunk)));
  }

  /** Ends the current line, as the end of the stream does. @returns as {@link feed} */
  flush(): Promise<void> | undefined {
    return this.#turn.run(this.#readLast());
  }

  *#read(lines: Iterable<string>): Generator<number, void, undefined> {
    for (const line of lines) yield* this.#line(line);
  }

  *#readLast(): Generator<number, void, undefined> {
    yield* this.#read(this.#lines.end());
    this.#dropSpread();
  }

  *#line(line: string): Generator<number, void, undefined> {
    const text = line.charCodeAt(0) === 0xfeff ? line.slice(1) : line;
    const trimmed = text.trimEnd();
    if (trimmed === '') {
      yield line.length;
    } else if (frameHeader.test(trimmed.slice(-maxFrameHeader))) {
      this.#dropSpread();
      this.isFramed ||= !this.#hasMessages;
      this.noise++;
      yield line.length;
    } else if (trimmed === '{' || trimmed === '[') {
      this.#dropSpread();
      yield* this.#extend(trimmed);
    } else if (this.#spreadLines > 0 && isInside(trimmed)) yield* this.#extend(trimmed);
    else {
      this.#dropSpread();
      yield* this.#deliver(text);
    }
  }

  *#extend(line: string): Generator<number, void, undefined> {
    const isFirst = this.#spreadLines === 0;
    this.#spreadLines += 1;
    if (!this.#spread.add(isFirst ? line : `\n${line}`)) {
      this.#skip(this.#spread.head());
      this.#dropSpread();
    } else if (line === '}' || line === ']') {
      this.#spreadLines = 0;
      yield* this.#deliver(this.#spread.take());
    } else yield line.length;
  }

  #dropSpread(): void {
    this.noise += this.#spreadLines;
    this.#spreadLines = 0;
    this.#spread.clear();
  }

  *#deliver(text: string): Generator<number, void, undefined> {
    // Only a line that begins like JSON-RPC is parsed: a failing parse costs a hundred times more.
    const messages = /^\s*[{[]/.test(text) ? yield* readMessages(text) : undefined;
    if (!messages || messages.length === 0) {
      this.noise++;
      yield 0;
      return;
    }
    this.#hasMessages = true;
    for (const message of messages) {
      this.onMessage(message);
      yield 0;
    }
  }

  /** Only an answer has a request that waits for it. */
  #skip(head: string): void {
    const { id, hasMethod } = addresseeOf(head);
    if (!hasMethod) this.onTooLarge(id);
  }
}

/** An indented line, or the bracket that ends the message; anything else is a line of its own. */
function isInside(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t') || line === '}' || line === ']';
}
