import type { SemanticTokensLegend } from 'vscode-languageserver-protocol';

/** One coloured mention. Zero-based; UTF-16 code units. */
export interface ReadToken {
  readonly line: number;
  readonly start: number;
  readonly length: number;
  /** True where its server lists no such resource. */
  readonly isGone: boolean;
}

/** Reads semantic tokens in the protocol's relative form: five numbers for each. */
export function readTokens(data: readonly number[], { tokenModifiers }: SemanticTokensLegend): readonly ReadToken[] {
  const goneBit = 1 << tokenModifiers.indexOf('deprecated');
  const tokens: ReadToken[] = [];
  let [line, start] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, , modifiers = 0] = data.slice(at, at + 5);
    start = lines > 0 ? characters : start + characters;
    line += lines;
    tokens.push({ line, start, length, isGone: (modifiers & goneBit) !== 0 });
  }
  return tokens;
}
