import type { Hover, Position } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** What is known of the resource that is mentioned, and its first lines. */
export function hover(
  _parts: FeatureParts,
  _document: MentionDocument,
  _at: Position,
  _signal: AbortSignal,
): Promise<Hover | undefined> {
  return Promise.resolve(undefined);
}
