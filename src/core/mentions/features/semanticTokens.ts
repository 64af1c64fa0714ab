import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver-protocol';
import { resolvedMentions, type DocumentRequest, type Lines } from './feature';
import type { ResolvedMention } from '../mention/resolution';

/**
 * A server is the `namespace` that its resources belong to. A URI is a `function`: themes give it a colour of its own, in text, comments
 * and strings alike, while `string` would not stand out in strings and `variable` has the colour of plain text in many themes.
 * Resources that the server does not list (any longer) are `deprecated`. The last modifier is our own, for themes that want to show unknown
 * ones.
 */
export const legend: SemanticTokensLegend = {
  tokenTypes: ['namespace', 'function'],
  tokenModifiers: ['deprecated', 'unsure'],
};
const [serverType, uriType] = [0, 1];
const [deprecated, unsure] = [1, 2];

/** The colours of mentions on some lines. A server that is not configured has none, like other text. */
export async function semanticTokens(request: DocumentRequest, lines?: Lines): Promise<SemanticTokens> {
  const tokens = new Tokens();
  for (const resolved of await resolvedMentions(request, lines)) {
    if (resolved.resolution.kind === 'unknownServer') continue;
    const { line, start, server, uriStart, isBracketed } = resolved.mention;
    const modifiers = modifiersOf(resolved);
    if (server !== undefined) tokens.add(line, start, isBracketed ? uriStart - 1 : uriStart, serverType, modifiers);
    tokens.add(line, uriStart, isBracketed ? resolved.end - 1 : resolved.end, uriType, modifiers);
  }
  return { data: tokens.data };
}

function modifiersOf({ resolution }: ResolvedMention): number {
  switch (resolution.kind) {
    case 'unlisted':
      return deprecated;
    case 'unsure':
    case 'undecided':
      return unsure;
    case 'listed':
    case 'made':
    case 'unknownServer':
      return 0;
  }
}

/** Five numbers each: lines and characters since the token before, length, type, modifiers. */
class Tokens {
  readonly data: number[] = [];
  #line = 0;
  #start = 0;

  add(line: number, start: number, end: number, type: number, modifiers: number): void {
    const isSameLine = line === this.#line;
    this.data.push(line - this.#line, isSameLine ? start - this.#start : start, end - start, type, modifiers);
    this.#line = line;
    this.#start = start;
  }
}
