import { isWide, utf8Length } from '../../base/utf8';

/** Maximum size of one message in bytes of UTF-8: enough for a page of 200,000 resources, and as base64 for a blob of 72 MB. */
export const maxMessageBytes = 96_000_000;
/**
 * Memory in bytes that reading one message may take, by estimate. Its text is held twice, in parts or as values beside the whole; values are
 * small, and a message of nothing but `{}` takes twenty times its size.
 */
const maxHeld = 450_000_000;
/** The most that V8 needs for an opening bracket, a comma or a colon, in bytes: measured with objects like `{"900":0}`. */
const perValue = 70;
const perPart = 40;
/** A text of up to so many characters is not looked at: whatever it holds, it cannot exceed half of {@link maxHeld}. */
const alwaysFits = 3_000_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;

/** The text of one message as it arrives, bounded by its size and by what parsing it would take, which is known before it is parsed. */
export class MessageText {
  #parts: string[] = [];
  #characters = 0;
  #bytes = 0;
  #values = 0;
  #isWide = false;
  #isCounting = false;
  #isInString = false;
  #isEscaped = false;

  constructor(private readonly maxBytes = maxMessageBytes) {}

  get isEmpty(): boolean {
    return this.#characters === 0;
  }

  /** True if handling it takes so long that each step of it gets a turn of its own. */
  get isLarge(): boolean {
    return isLarge(this.#characters);
  }

  /** False if the message is too large with this part, which then is not added. */
  add(part: string): boolean {
    const isPartWide = isWide(part);
    const bytes = isPartWide ? utf8Length(part) : part.length;
    if (this.#bytes + bytes > this.maxBytes) return false;
    this.#parts.push(part);
    this.#bytes += bytes;
    this.#characters += part.length;
    this.#isWide ||= isPartWide;
    if (this.#characters <= alwaysFits) return true;
    for (const uncounted of this.#isCounting ? [part] : this.#parts) this.#count(uncounted);
    this.#isCounting = true;
    return this.#held <= maxHeld;
  }

  /** The beginning of what has arrived, at least 1,000 characters if there are as many. */
  head(): string {
    let head = '';
    for (const part of this.#parts) if (head.length < 1_000) head += part;
    return head;
  }

  /** The whole, which is then forgotten. */
  take(): string {
    const whole = this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    this.clear();
    return whole;
  }

  clear(): void {
    this.#parts = [];
    this.#characters = this.#bytes = this.#values = 0;
    this.#isWide = this.#isCounting = this.#isInString = this.#isEscaped = false;
  }

  get #held(): number {
    return this.#characters * (this.#isWide ? 4 : 2) + this.#parts.length * perPart + this.#values * perValue;
  }

  /** Counts what stands outside of strings. */
  #count(text: string): void {
    let index = this.#isInString ? this.#endOfString(text, 0) : 0;
    for (; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === quote) index = this.#endOfString(text, index + 1) - 1;
      else if (code === comma || code === colon || code === bracket || code === brace) this.#values += 1;
    }
  }

  /** The place after the string's end. A string may go on in the next part. */
  #endOfString(text: string, from: number): number {
    for (let start = from; ;) {
      const end = text.indexOf('"', start);
      const stop = end === -1 ? text.length : end;
      let slashes = 0;
      while (stop - slashes > from && text.charCodeAt(stop - slashes - 1) === backslash) slashes += 1;
      const isEscaped = (slashes % 2 === 1) !== (this.#isEscaped && slashes === stop - from);
      this.#isInString = end === -1;
      this.#isEscaped = end === -1 && isEscaped;
      if (end === -1) return stop;
      if (!isEscaped) return end + 1;
      start = end + 1;
    }
  }
}

export function isLarge(characters: number): boolean {
  return characters > 1_000_000;
}
