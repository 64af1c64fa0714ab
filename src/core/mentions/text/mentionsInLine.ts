import type { Mention } from './mention';

/** A mention, without its line. */
export type LineMention = Omit<Mention, 'line'>;

/** The current names that mentions can use. Anything else is text, in any notation. */
export interface Names {
  /** Names of configured servers, in any order; several may have one. */
  readonly servers: readonly string[];
  /** With their colons: no other scheme begins a bare URI. */
  readonly schemes: Pick<ReadonlySet<string>, 'has'>;
}

/** A part of a line that can contain mentions. */
export interface Part {
  readonly from: number;
  readonly to: number;
  /** As `Mention.isExample`. */
  readonly isExample: boolean;
}

/** Maximum number of mentions on a line: lines with more are data that is not read as text. */
const maxMentions = 1_000;
/** In UTF-16 code units. A longer one, such as an image in a `data:` URI, isn't a resource's URI. */
export const maxUriLength = 4_096;

/** A preceding letter of an alphabet makes it part of a word; a letter of a script without spaces between words does not. */
const wordCharacter = /[\p{Lu}\p{Ll}\p{Lt}\p{N}]/u;
/** With `@` these form e-mail addresses, packages and paths. Two of the same kind begin comments. */
const joint = /[_.\-/]/u;
const generalName = /[^\s@:<>"'`()[\]{},;]{1,200}(?=:)/uy;
const bracketed = /<([^<>]{1,4096})>/uy;
const anything = /[^\s<>"`]/uy;
const scheme = /[a-zA-Z][a-zA-Z0-9+.-]{0,60}:[^\s<>"`]/uy;
const schemeStart = /^[a-zA-Z][a-zA-Z0-9+.-]{0,60}:[^\s]/u;
/** Ends before a separator that is followed by another URI: tables, lists of strings and scripts such as Chinese put no space there. */
const run =
  /(?:(?!(?:[|\u3001\u3002\uff0c\uff1b][^\sa-zA-Z<>"`]{0,60}|'[^\sa-zA-Z<>"'`]{0,60}')[a-zA-Z][a-zA-Z0-9+.-]{0,60}:[^\s<>"`])[^\s<>"`]){1,4097}/uy;

interface Head {
  readonly server: string;
  readonly uriStart: number;
  /** True if the URI is in `<` and `>`. */
  readonly isBracketed: boolean;
}

/** Finds the mentions in parts of lines, in time proportional to their length. */
export class MentionFinder {
  readonly #servers: readonly string[];

  /** @param isProse also finds mentions of servers that are not configured: in code much else begins with an `@` */
  constructor(
    readonly names: Names,
    private readonly isProse: boolean,
  ) {
    this.#servers = [...new Set(names.servers)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  }

  /** @param mentions receives them, in order */
  find(line: string, part: Part, mentions: LineMention[]): void {
    const text = part.to < line.length ? line.slice(0, part.to) : line;
    let [sign, colon] = [-1, -1];
    for (let offset = part.from; mentions.length < maxMentions;) {
      if (colon < offset) colon = text.indexOf(':', offset);
      if (colon === -1) return;
      if (sign < offset) sign = indexOf(text, '@', offset);
      const mention =
        sign < colon ? this.#addressed(text, sign, part) : this.#bare(text, schemeOf(text, offset, colon), colon, part);
      if (mention && this.#isKept(mention)) mentions.push(mention);
      offset = mention?.end ?? Math.min(sign, colon) + 1;
    }
  }

  #isKept({ server, uri }: LineMention): boolean {
    return uri.length <= maxUriLength && (this.isProse || server === undefined || this.#servers.includes(server));
  }

  #addressed(text: string, sign: number, part: Part): LineMention | undefined {
    const head = this.#head(text, sign);
    if (!head) return undefined;
    const { server, uriStart, isBracketed } = head;
    const end = isBracketed ? text.indexOf('>', uriStart) : this.#end(text, sign, uriStart);
    const uri = text.slice(uriStart, end);
    return { start: sign, end: isBracketed ? end + 1 : end, server, uriStart, isBracketed, ...mentionUri(uri, part) };
  }

  #bare(text: string, start: number | undefined, colon: number, part: Part): LineMention | undefined {
    if (start === undefined || !this.names.schemes.has(text.slice(start, colon + 1))) return undefined;
    const end = this.#end(text, start, colon + 1);
    if (end === colon + 1) return undefined;
    const uri = text.slice(start, end);
    return { start, end, server: undefined, uriStart: start, isBracketed: false, ...mentionUri(uri, part) };
  }

  #head(text: string, sign: number): Head | undefined {
    if (!canBeginMention(text, sign)) return undefined;
    for (const server of this.#servers)
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

  /** Returns the maximum end of a URI that began before `offset`; `offset` where nothing of it follows. */
  #end(text: string, start: number, offset: number): number {
    if (!isAt(run, text, offset)) return offset;
    let end = run.lastIndex;
    for (let sign = indexOf(text, '@', offset); sign < end; sign = indexOf(text, '@', sign + 1))
      if (this.#head(text, sign)) end = sign;
    if (text.startsWith('](', start - 2)) end = endOfTarget(text, offset, end);
    while (end - start > maxUriLength && isAt(run, text, end)) end = run.lastIndex;
    return end;
  }
}

/** False for an `@` that belongs to the preceding word. */
export function canBeginMention(text: string, sign: number): boolean {
  const previous = text[sign - 1] ?? '';
  return !wordCharacter.test(previous) && (!joint.test(previous) || /^(?:\/\/|--)$/u.test(text.slice(sign - 2, sign)));
}

/** Start of the scheme before a colon. */
function schemeOf(text: string, offset: number, colon: number): number | undefined {
  let start = colon;
  while (start > offset && isSchemeCharacter(text.charCodeAt(start - 1))) start -= 1;
  for (; start < colon; start += 1)
    if (isLetter(text.charCodeAt(start)) && !wordCharacter.test(text[start - 1] ?? '')) return start;
  return undefined;
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** One of `a-z`, `A-Z`, `0-9`, `+`, `-` and `.`. */
function isSchemeCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46;
}

/** Markdown's `[text](target)` ends its target with the bracket. */
function endOfTarget(text: string, start: number, end: number): number {
  let depth = 0;
  for (let index = start; index < end; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')' && (depth -= 1) < 0) return index;
  }
  return end;
}

/** A URI with a placeholder, such as `{id}`, is an example. */
function mentionUri(uri: string, { isExample }: Part): Pick<Mention, 'uri' | 'isExample'> {
  return { uri: detached(uri), isExample: isExample || uri.includes('{') };
}

/** A substring keeps the whole text in memory, which may be an entire document: a copy does not. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

function isAt(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** Offset of the next colon that may belong to a mention: a URI follows it. `Infinity` where there is none. */
export function mentionColon(text: string, offset: number): number {
  let colon = text.indexOf(':', offset);
  while (colon !== -1 && isNoUri(text.charCodeAt(colon + 1))) colon = text.indexOf(':', colon + 1);
  return colon === -1 ? Infinity : colon;
}

/** True for white space, `"`, `>` and a backtick, which begin no URI. */
function isNoUri(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 34 || code === 62 || code === 96;
}

/** `Infinity` where it is not there. */
export function indexOf(text: string, character: string, offset: number): number {
  const index = text.indexOf(character, offset);
  return index === -1 ? Infinity : index;
}
