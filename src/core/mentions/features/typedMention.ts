import { canBeginMention } from '../text/mentionsInLine';

interface TypedText {
  /** Position of its `@` in the line, in UTF-16 code units. */
  readonly start: number;
  /** From the `@` to the cursor. */
  readonly text: string;
  /** The typed part of the name, or of the URI behind it. */
  readonly word: string;
  /** End of the mention's text behind the cursor. */
  readonly end: number;
}

export interface TypedServer extends TypedText {
  readonly kind: 'server';
  /** End of the name, including its colon. */
  readonly nameEnd: number;
}

export interface TypedUri extends TypedText {
  readonly kind: 'uri';
  /** The name as configured, even if typed in another case. */
  readonly server: string;
  readonly isBracketed: boolean;
  /** The closing `>` is present. */
  readonly isClosed: boolean;
}

/** A mention that is being typed, up to the cursor. */
export type TypedMention = TypedServer | TypedUri;

/** Number of characters before the cursor in which a mention may begin: lines can be as long as a file. */
const maxDistance = 2_000;
const name = /^[^\s@:<>"'`()[\]{},;]*$/u;
/** An apostrophe within a word belongs to it; elsewhere it ends a string of code. */
const uri = /^(?:[^\s<>"'`]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))*$/u;
const bracketed = /^<([^<>]*)$/u;
const nameBehind = /^[^\s@:<>"'`()[\]{},;]*:?/u;
/** Up to the `>` that closes the bracket. */
const bracketedBehind = /^[^<>]*(?=>)/u;
const uriBehind = /^[^\s<>"'`()[\]{},;]*/u;
const punctuation = /[.:!?*_]+$/u;

/** @param names of the configured servers, which may contain spaces and other characters that end a typed name */
export function typedMention(line: string, character: number, names: readonly string[]): TypedMention | undefined {
  const offset = Math.max(0, character - maxDistance);
  const textBefore = line.slice(offset, character);
  const atSigns = Array.from(textBefore.matchAll(/@/gu), ({ index }) => index)
    .filter((atSign) => canBeginMention(line, offset + atSign))
    .reverse();
  const textAfter = line.slice(character, character + maxDistance);
  const end = character + (uriBehind.exec(textAfter)?.[0] ?? '').replace(punctuation, '').length;
  for (const atSign of atSigns) {
    const match = typedUri(textBefore.slice(atSign + 1), names);
    if (!match) continue;
    const closed = match.isBracketed ? bracketedBehind.exec(textAfter)?.[0] : undefined;
    const common = { start: offset + atSign, text: textBefore.slice(atSign), ...match };
    return { ...common, end: closed === undefined ? end : character + closed.length, isClosed: closed !== undefined };
  }
  const [atSign] = atSigns;
  if (atSign === undefined) return undefined;
  const word = textBefore.slice(atSign + 1);
  const lower = word.toLowerCase();
  if (!name.test(word) && !names.some((name) => name.toLowerCase().startsWith(lower))) return undefined;
  const nameEnd = character + (nameBehind.exec(textAfter)?.[0].length ?? 0);
  return { kind: 'server', start: offset + atSign, text: textBefore.slice(atSign), word, end, nameEnd };
}

function typedUri(text: string, names: readonly string[]) {
  const server = serverBefore(text, names);
  if (server === undefined) return undefined;
  const target = text.slice(server.length + 1);
  const inBrackets = bracketed.exec(target)?.[1];
  if (inBrackets === undefined && !uri.test(target)) return undefined;
  return { kind: 'uri', server, word: inBrackets ?? target, isBracketed: inBrackets !== undefined } as const;
}

/** The longest name with a colon that the text begins with; case is ignored where none matches exactly. */
function serverBefore(text: string, names: readonly string[]): string | undefined {
  const sorted = [...names].sort((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  return (
    sorted.find((name) => text.startsWith(`${name}:`)) ??
    sorted.find((name) => lower.startsWith(`${name.toLowerCase()}:`))
  );
}
