import type { PdfValue } from './values';

/** Values within values; more is hostile. */
const deepest = 30;
/** Values and characters that are read of one file, wherever it leads: a million take a tenth of a second. */
const mostEffort = 1_000_000;
/** Characters of one string or word. */
const longest = 100_000;
/** Characters between two of them. */
const longestSpace = 1_000_000;

const space = ' \t\r\n\f\0';
const delimiters = `${space}()<>[]{}/%`;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** What is left to be read of one file, by all its lexers together. */
export interface Effort {
  left: number;
}

export function newEffort(): Effort {
  return { left: mostEffort };
}

/** Reads values one after the other. Whatever the bytes are, it ends: at their end it reads the keyword of no letters. */
export class PdfLexer {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
    private readonly effort: Effort,
  ) {}

  /** @throws where values are too deep, too many or too long */
  value(depth = 0): PdfValue {
    if (depth > deepest || this.effort.left-- <= 0) throw new Error('Too deep or too large');
    this.#skipSpace();
    const character = this.#peek();
    if (character === '/') return this.#name();
    if (character === '(') return { kind: 'string', bytes: this.#literal() };
    if (character === '[') return { kind: 'array', items: this.#until(']', depth) };
    if (character !== '<') return this.#wordOrNumber();
    return this.#peek(1) === '<' ? this.#dictionary(depth) : { kind: 'string', bytes: this.#hexadecimal() };
  }

  #dictionary(depth: number): PdfValue {
    this.at += 1;
    const items = this.#until('>>', depth);
    const entries = new Map<string, PdfValue>();
    for (const [index, key] of items.entries())
      if (index % 2 === 0 && typeof key === 'object' && key?.kind === 'name')
        entries.set(key.name, items[index + 1] ?? null);
    return { kind: 'dictionary', entries };
  }

  #until(end: string, depth: number): PdfValue[] {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      const item = this.value(depth + 1);
      if (typeof item === 'object' && item?.kind === 'keyword') {
        if (item.word === end || item.word === '') return items;
        continue;
      }
      items.push(item);
    }
  }

  #name(): PdfValue {
    this.at += 1;
    const name = this.#run((character) => !delimiters.includes(character));
    return { kind: 'name', name: name.replace(/#([\da-f]{2})/giu, (_, digits: string) => fromHex(digits)) };
  }

  #wordOrNumber(): PdfValue {
    const closing = this.#closing();
    if (closing !== undefined) return { kind: 'keyword', word: closing };
    const word = this.#run((character) => !delimiters.includes(character));
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/u.test(word)) return this.#reference(word) ?? Number(word);
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : { kind: 'keyword', word };
  }

  #closing(): string | undefined {
    const character = this.#peek();
    if (!']>{})'.includes(character) || character === '') return undefined;
    const word = character === '>' && this.#peek(1) === '>' ? '>>' : character;
    this.at += word.length;
    return word;
  }

  /** `12 0 R`: two numbers more are looked at, and forgotten where they are something else. */
  #reference(word: string): PdfValue | undefined {
    const start = this.at;
    this.#skipSpace();
    const generation = this.#run((character) => character >= '0' && character <= '9');
    this.#skipSpace();
    const isReference = generation !== '' && this.#peek() === 'R' && delimiters.includes(this.#peek(1) || ' ');
    this.at = isReference ? this.at + 1 : start;
    return isReference ? { kind: 'reference', object: Number(word) } : undefined;
  }

  #literal(): string {
    const start = ++this.at;
    let text = '';
    for (let open = 1; this.at < this.bytes.length && this.at - start < longest; this.at += 1) {
      const character = this.#peek();
      if (character === '\\') text += this.#escape();
      else {
        open += character === '(' ? 1 : character === ')' ? -1 : 0;
        if (open === 0) break;
        text += character;
      }
    }
    this.at += 1;
    this.effort.left -= text.length;
    return text;
  }

  /** Ends at the last character of the escape. */
  #escape(): string {
    this.at += 1;
    const character = this.#peek();
    if (character === '\r' && this.#peek(1) === '\n') this.at += 1;
    if (character === '\r' || character === '\n') return '';
    if (!/[0-7]/u.test(character)) return escapes[character] ?? character;
    let digits = character;
    while (digits.length < 3 && /[0-7]/u.test(this.#peek(1))) {
      this.at += 1;
      digits += this.#peek();
    }
    return String.fromCharCode(Number.parseInt(digits, 8) & 0xff);
  }

  #hexadecimal(): string {
    this.at += 1;
    const digits = this.#run((character) => character !== '>').replace(/[^\da-f]/giu, '');
    this.at += 1;
    return digits.replace(/[\da-f]{1,2}/giu, (pair) => fromHex(pair.padEnd(2, '0')));
  }

  #skipSpace(): void {
    for (;;) {
      this.#run((character) => space.includes(character), longestSpace);
      if (this.#peek() !== '%') return;
      this.#run((character) => character !== '\r' && character !== '\n', longestSpace);
    }
  }

  #run(isPart: (character: string) => boolean, most = longest): string {
    const start = this.at;
    let text = '';
    for (let character = this.#peek(); character !== '' && isPart(character); character = this.#peek()) {
      if (this.at - start >= most) throw new Error('Too long');
      text += character;
      this.at += 1;
    }
    this.effort.left -= text.length;
    return text;
  }

  #peek(ahead = 0): string {
    const byte = this.bytes[this.at + ahead];
    return byte === undefined ? '' : String.fromCharCode(byte);
  }
}

function fromHex(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}
