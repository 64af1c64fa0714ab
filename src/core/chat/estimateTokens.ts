import { onFirstUse } from '../base/onFirstUse';
import { headText } from '../content/sniff';

/**
 * The weights below were fitted to o200k_base, the encoding of most chat models of 2024 and later, on code, prose in thirty languages, logs
 * and data. Tokenizers cut a text into words, digits, punctuation and white space first, then each piece into parts that they have often
 * seen: so a piece costs one token, and unusual characters in it cost more. The encoding's own table would be larger than the extension.
 */

/** Maximum number of characters to count; longer texts are sampled in evenly spread parts. */
const maxCharacters = 200_000;
const parts = 20;
const maxBytes = 1_000_000;

const word = String.raw`([^\r\n\p{L}\p{N}]?)([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+)`;
const nonWord = String.raw`\p{N}{1,3}| ?([^\s\p{L}\p{N}]+)[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`;
const pieces = onFirstUse(() => new RegExp(`${word}|${nonWord}`, 'gu'));
/** Few tokens of signs or white space are longer. */
const maxPieceLength = 32;
/** Long enough to be base64 or hexadecimal digits, which no word is like. */
const runs = /[A-Za-z0-9+/]{24,}={0,2}/gu;

/** Short words of the languages that tokenizers know nearly as well as English. */
const closeWords = new Set(
  'de la le les des et une que el los las para por do da os um der die und den das ist mit di il che per con del van het een og det att och som yang dan untuk dengan'.split(
    ' ',
  ),
);
/** Frequent characters that are written only so in traditional Chinese, which costs more than simplified. */
const traditional = /[個這為來們時會對說國過後發經學與裡無將還關開點讓應該實現樣體訊設檔項類別選擇讀寫連線執變數]/gu;
const simplified = /[个这为来们时会对说国过后发经学与里无将还关开点让应该实现样体讯设档项类别选择读写连线执变数]/gu;

/** About how many tokens a chat model counts for a text: within 15 % for texts of some length. Linear in the length, up to a limit. */
export function estimateTokens(text: string): number {
  if (text.length <= maxCharacters) return Math.round(new Count(text).tokens);
  const size = maxCharacters / parts;
  const step = (text.length - size) / (parts - 1);
  const sample = Array.from({ length: parts }, (_, index) => text.slice(index * step, index * step + size)).join('\n');
  return Math.round((new Count(sample).tokens * text.length) / sample.length);
}

/** {@link estimateTokens} of the text in bytes, for long ones of their beginning; `undefined` if they are no text. */
export function tokensOf(bytes: Uint8Array): number | undefined {
  const head = bytes.subarray(0, maxBytes);
  const text = headText(head, head.length === bytes.length);
  if (text === undefined) return undefined;
  return head.length === bytes.length
    ? estimateTokens(text)
    : Math.round((estimateTokens(text) * bytes.length) / head.length);
}

/** Counts of a text before its language is known, in tokens or in characters to weigh. */
class Count {
  #pieces = 0;
  #words = 0;
  #closeWords = 0;
  #longWords = 0;
  #vowelEnds = 0;
  #accentedWords = 0;
  /** Characters after the third of words that follow a space. */
  #latin = 0;
  /** Characters after the third of words that don't follow a space. */
  #glued = 0;
  #cyrillic = 0;
  #kana = 0;
  #han = 0;

  constructor(private readonly text: string) {
    const remaining = text.replace(runs, (run) => this.#addRun(run));
    for (const [piece, prefix = '', letters, signs] of remaining.matchAll(pieces())) {
      if (letters !== undefined) this.#addWord(prefix, letters);
      else this.#pieces += (signs === undefined ? 1 : weightOfSigns(signs)) + Math.floor(piece.length / maxPieceLength);
    }
  }

  get tokens(): number {
    const kanaShare = this.#kana / (this.#kana + this.#han || 1);
    const hanWeight = kanaShare > 0.1 ? 0.9 : this.#isTraditional ? 1 : 0.78;
    return (
      this.#pieces +
      this.#latin * this.#strangeness +
      this.#glued * (0.07 + this.#strangeness) +
      this.#cyrillic * (this.#isRussian ? 0.25 : 0.4) +
      this.#kana * 0.65 +
      this.#han * hanWeight
    );
  }

  /** Tokens for each further character of a Latin word: near 0 for English and code, a quarter for text that tokenizers saw little of. */
  get #strangeness(): number {
    const words = Math.max(30, this.#words);
    const close = Math.min(1, this.#closeWords / words / 0.11);
    const accentedShare = Math.min(0.5, this.#accentedWords / words);
    const vowelEnds = Math.min(0.5, this.#vowelEnds / Math.max(10, this.#longWords));
    return 0.01 + 0.1 * close + 0.5 * vowelEnds * (1 - close) + 0.3 * accentedShare * (1 - 0.7 * close);
  }

  get #isTraditional(): boolean {
    return count(this.text, traditional) > count(this.text, simplified);
  }

  get #isRussian(): boolean {
    return count(this.text, /[ыэ]/giu) > Math.max(50, count(this.text, /[а-я]/giu)) * 0.01;
  }

  /** Counts random characters and returns nothing of them; returns any other text for further counting. */
  #addRun(run: string): string {
    const changes = count(run, /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/gu);
    if (changes < run.length * 0.4) return run;
    this.#pieces += run.length * (/[g-zA-Z]/u.test(run) ? 0.64 : 0.57);
    return '';
  }

  #addWord(prefix: string, letters: string): void {
    const { length } = letters;
    const beyond = (from: number): number => Math.max(0, length - from);
    const script = scriptOf(letters.charCodeAt(length - 1));
    const prefixWeight = prefix === '' || prefix === ' ' ? 0 : 0.5;
    this.#pieces += script === 'eastAsian' ? (prefix === '' ? 0 : 0.45) : 1 + prefixWeight;
    if (script === 'latin') this.#addLatin(prefix, letters);
    else if (script === 'cyrillic') this.#cyrillic += beyond(3);
    else if (script === 'hangul') this.#pieces += 0.6 * length - 0.6;
    else if (script === 'unspaced') this.#pieces += 0.54 * length - 1;
    else if (script === 'other') this.#pieces += 0.35 * beyond(2);
    else {
      const han = count(letters, /\p{sc=Han}/gu);
      this.#han += han;
      this.#kana += length - han;
    }
  }

  #addLatin(prefix: string, letters: string): void {
    const beyond = Math.max(0, letters.length - 3);
    if (prefix !== ' ') {
      this.#glued += beyond;
      return;
    }
    this.#latin += beyond;
    this.#words += 1;
    if (closeWords.has(letters)) this.#closeWords += 1;
    if (/[^\0-\x7f]/u.test(letters)) this.#accentedWords += 1;
    if (letters.length < 5) return;
    this.#longWords += 1;
    if (/[aiou]$/u.test(letters)) this.#vowelEnds += 1;
  }
}

/** Signs of ASCII stand together in one token; control characters and other signs do not. */
function weightOfSigns(signs: string): number {
  if (signs.length === 1) return 1;
  const nonAscii = count(signs, /[^ -~]/gu);
  return Math.max(1, nonAscii * 1.3 + (/[ -~]/u.test(signs) ? 1 : 0));
}

/** `unspaced` scripts put no spaces between words. */
function scriptOf(code: number): 'latin' | 'cyrillic' | 'unspaced' | 'eastAsian' | 'hangul' | 'other' {
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return 'latin';
  if (code >= 0x400 && code < 0x530) return 'cyrillic';
  if ((code >= 0xe00 && code < 0x1000) || (code >= 0x1780 && code < 0x1800)) return 'unspaced';
  if (code >= 0xac00 && code < 0xd7b0) return 'hangul';
  return (code >= 0x2e80 && code < 0xa000) || code >= 0xf900 ? 'eastAsian' : 'other';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
