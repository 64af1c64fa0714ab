import { messagesIn, type Message } from '../core/mcp/base/envelope';
import { LineReader } from './lineReader';

/** Maximum length of one message that is spread over lines, in characters; longer text is no message. */
const maxSpread = 64_000_000;

/**
 * Reads JSON-RPC messages from the stdout of a process: one a line, as the specification asks, and those of servers that print their
 * JSON indented, over several lines. Other lines are skipped and counted.
 */
export class MessageReader {
  /** Number of skipped lines. */
  noise = 0;
  readonly #lines: LineReader;
  /** The lines of a message that is spread, from its opening bracket on. */
  #spread: string[] = [];
  #length = 0;

  /** @param maxBytes of one line; `onTooLarge` reports a longer one, which is skipped */
  constructor(
    private readonly onMessage: (message: Message) => void,
    maxBytes: number,
    onTooLarge: () => void,
  ) {
    this.#lines = new LineReader((line) => this.#line(line), maxBytes, onTooLarge);
  }

  feed(chunk: Buffer): void {
    this.#lines.feed(chunk);
  }

  /** Ends the current line, as the end of the stream does. */
  flush(): void {
    this.#lines.flush();
    this.#dropSpread();
  }

  #line(line: string): void {
    const text = line.charCodeAt(0) === 0xfeff ? line.slice(1) : line;
    const trimmed = text.trimEnd();
    if (trimmed === '') return;
    if (trimmed === '{' || trimmed === '[') {
      this.#dropSpread();
      this.#extend(trimmed);
    } else if (this.#spread.length > 0 && this.#isInside(trimmed)) this.#extend(trimmed);
    else {
      this.#dropSpread();
      this.#deliver(text);
    }
  }

  /** An indented line, or the bracket that ends the message; anything else is a line of its own. */
  #isInside(line: string): boolean {
    return line.startsWith(' ') || line.startsWith('\t') || line === '}' || line === ']';
  }

  #extend(line: string): void {
    this.#spread.push(line);
    this.#length += line.length;
    if (line === '}' || line === ']') {
      const text = this.#spread.join('\n');
      this.#spread = [];
      this.#length = 0;
      this.#deliver(text);
    } else if (this.#length > maxSpread) this.#dropSpread();
  }

  #dropSpread(): void {
    this.noise += this.#spread.length;
    this.#spread = [];
    this.#length = 0;
  }

  #deliver(text: string): void {
    const messages = parse(text);
    if (messages.length === 0) this.noise++;
    for (const message of messages) this.onMessage(message);
  }
}

/** Empty for text that is not JSON-RPC. Only a line that begins like it is parsed: a failing parse costs a hundred times more. */
function parse(text: string): Message[] {
  if (!/^\s*[{[]/.test(text)) return [];
  try {
    return messagesIn(JSON.parse(text));
  } catch {
    return [];
  }
}
