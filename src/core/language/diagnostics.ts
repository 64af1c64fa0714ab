import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** What is wrong with the mentions of a document, as hints. Nothing is while a server is not connected. */
export function diagnose(
  _parts: FeatureParts,
  _document: MentionDocument,
  _signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  return Promise.resolve([]);
}
