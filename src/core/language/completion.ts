import type { CompletionList, Position } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** Servers after `@`, resources and templates after `@server:`. */
export function complete(
  _parts: FeatureParts,
  _document: MentionDocument,
  _at: Position,
  _signal: AbortSignal,
): Promise<CompletionList | undefined> {
  return Promise.resolve(undefined);
}
