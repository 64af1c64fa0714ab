import type { Mention } from './mention';
import type { Part } from './lexer';

/** A mention, wherever its line may stand. */
export type LineMention = Omit<Mention, 'line'>;

/** More on a line are left out: such lines are data and nothing that people read. */
const mostOfLine = 1_000;
/** UTF-16 code units. What is longer, such as an image in a `data:` URI, names no resource. */
export const mostOfUri = 4_096;

/** A letter of an alphabet before it makes it a part of a word; scripts that set no spaces between words do not. */
const wordCharacter = /[\p{Lu}\p{Ll}\p{Lt}\p{N}]/u;
/** With `@` these make e-mail addresses, packages and paths. */
const joint = /[_.\-/]/u;
const letter = /[a-zA-Z]/u;
const schemeCharacter = /[a-zA-Z0-9+.-]/u;
const generalName = /[^\s@:<>"'`()[\]{},;]{1,200}(?=:)/uy;
const bracketed = /<([^<>]{1,4096})>/uy;
const anything = /[^\s<>"`]/uy;
const scheme = /[a-zA-Z][a-zA-Z0-9+.-]{0,60}:[^\s<>"`]/uy;
const schemeStart = /^[a-zA-Z][a-zA-Z0-9+.-]{0,60}:[^\s]/u;
/** Ends before a border behind which another URI begins: tables and scripts such as Chinese set no space there. */
const run =
  /(?:[^\s<>"`|\u3001\u3002\uff0c\uff1b]|[|\u3001\u3002\uff0c\uff1b](?![^\sa-zA-Z<>"`]{0,60}[a-zA-Z][a-zA-Z0-9+.-]{0,60}:[^\s<>"`])){1,4097}/uy;

interface Head {
  readonly server: string;
  readonly uriStart: number;
  /** True where the URI stands in `<` and `>`. */
  readonly isBracketed: boolean;
}

/** Finds the mentions in parts of lines. Takes time in proportion to them. */
export class MentionFinder {
  readonly #names: readonly string[];

  /** @param names of configured servers, in any order; several may have one */
  constructor(names: readonly string[]) {
    this.#names = [...new Set(names)].filter((name) => name !== '').sort((one, other) => other.length - one.length);
  }

  /** @param found takes them, in order */
  find(line: string, part: Part, found: LineMention[]): void {
    const text = part.to < line.length ? line.slice(0, part.to) : line;
    let [sign, colon] = [-1, -1];
    for (let at = part.from; found.length < mostOfLine;) {
      if (colon < at) colon = text.indexOf(':', at);
      if (colon === -1) return;
      if (sign < at) sign = indexOf(text, '@', at);
      const mention =
        sign < colon
          ? this.#addressed(text, sign, part)
          : this.#bare(text, schemeOf(text, at, colon, part), colon, part);
      if (mention && mention.uri.length <= mostOfUri) found.push(mention);
      at = mention?.end ?? Math.min(sign, colon) + 1;
    }
  }

  #addressed(text: string, sign: number, part: Part): LineMention | undefined {
    const head = this.#head(text, sign, part.from);
    if (!head) return undefined;
    const { server, uriStart, isBracketed } = head;
    const end = isBracketed ? text.indexOf('>', uriStart) : this.#end(text, sign, uriStart, part);
    const uri = text.slice(uriStart, end);
    return { start: sign, end: isBracketed ? end + 1 : end, server, uriStart, isBracketed, ...kept(uri, end, part) };
  }

  #bare(text: string, start: number | undefined, colon: number, part: Part): LineMention | undefined {
    if (start === undefined) return undefined;
    const end = this.#end(text, start, colon + 1, part);
    if (end === colon + 1) return undefined;
    const uri = text.slice(start, end);
    return { start, end, server: undefined, uriStart: start, isBracketed: false, ...kept(uri, end, part) };
  }

  #head(text: string, sign: number, from: number): Head | undefined {
    if (sign > from && !canPrecedeMention(text[sign - 1] ?? '')) return undefined;
    for (const server of this.#names)
      if (text.startsWith(server, sign + 1) && text[sign + 1 + server.length] === ':') {
        const uriStart = sign + server.length + 2;
        if (isAt(bracketed, text, uriStart)) return { server, uriStart: uriStart + 1, isBracketed: true };
        if (isAt(anything, text, uriStart)) return { server, uriStart, isBracketed: false };
      }
    if (!isAt(generalName, text, sign + 1)) return undefined;
    const server = detached(text.slice(sign + 1, generalName.lastIndex));
    const uriStart = generalName.lastIndex + 1;
    if (isAt(scheme, text, uriStart)) return { server, uriStart, isBracketed: false };
    const isBracketed = isAt(bracketed, text, uriStart) && schemeStart.test(text.slice(uriStart + 1, uriStart + 64));
    return isBracketed ? { server, uriStart: uriStart + 1, isBracketed } : undefined;
  }

  /** Where a URI that began before `from` ends at the latest; `from` where nothing of it follows. */
  #end(text: string, start: number, from: number, part: Part): number {
    if (!isAt(run, text, from)) return from;
    let end = run.lastIndex;
    for (let sign = indexOf(text, '@', from); sign < end; sign = indexOf(text, '@', sign + 1))
      if (this.#head(text, sign, part.from)) end = sign;
    if (text.startsWith('](', start - 2)) end = endOfTarget(text, from, end);
    while (end - start > mostOfUri && isAt(run, text, end)) end = run.lastIndex;
    return end;
  }
}

/** False where an `@` right behind the character begins no mention. */
export function canPrecedeMention(character: string): boolean {
  return !wordCharacter.test(character) && !joint.test(character);
}

/** Where the scheme before a colon begins. */
function schemeOf(text: string, at: number, colon: number, { from }: Part): number | undefined {
  let start = colon;
  while (start > at && schemeCharacter.test(text[start - 1] ?? '')) start -= 1;
  for (; start < colon; start += 1) {
    const isBorder = start === from || !wordCharacter.test(text[start - 1] ?? '');
    if (isBorder && letter.test(text[start] ?? '')) return start;
  }
  return undefined;
}

/** Markdown's `[text](target)` ends its target with the bracket. */
function endOfTarget(text: string, from: number, to: number): number {
  let open = 0;
  for (let at = from; at < to; at += 1) {
    if (text[at] === '(') open += 1;
    else if (text[at] === ')' && (open -= 1) < 0) return at;
  }
  return to;
}

/** What holds a place for something else, such as `{id}`, is an example. */
function kept(uri: string, end: number, { to, isOpen = false, isExample }: Part): Pick<Mention, 'uri' | 'isExample'> {
  return { uri: detached(uri), isExample: isExample || uri.includes('{') || (isOpen && end === to) };
}

/** A part of a text keeps all of that text in memory, which may be a whole document: a copy does not. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function indexOf(text: string, character: string, at: number): number {
  const index = text.indexOf(character, at);
  return index === -1 ? Infinity : index;
}
