import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

export const legend: SemanticTokensLegend = { tokenTypes: [], tokenModifiers: [] };

/** The colours of mentions, on some lines. */
export function semanticTokens(
  _parts: FeatureParts,
  _document: MentionDocument,
  _signal: AbortSignal,
  _lines?: { readonly from: number; readonly to: number },
): Promise<SemanticTokens> {
  return Promise.resolve({ data: [] });
}
