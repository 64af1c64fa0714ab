import type { CodeLens } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** What can be done with all that a document mentions, in its first line. */
export function lenses(
  _parts: FeatureParts,
  _document: MentionDocument,
  _signal: AbortSignal,
): Promise<readonly CodeLens[]> {
  return Promise.resolve([]);
}
