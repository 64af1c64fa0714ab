import type { CodeAction, Range } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** The nearest names, and what brings a server back. */
export function fixes(
  _parts: FeatureParts,
  _document: MentionDocument,
  _range: Range,
  _signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  return Promise.resolve([]);
}
