import type { DocumentLink, Location, Position } from 'vscode-languageserver-protocol';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** Links to the files of what is mentioned. Their targets come with {@link resolveLink}. */
export function links(
  _parts: FeatureParts,
  _document: MentionDocument,
  _signal: AbortSignal,
): Promise<readonly DocumentLink[]> {
  return Promise.resolve([]);
}

export function resolveLink(_parts: FeatureParts, link: DocumentLink, _signal: AbortSignal): Promise<DocumentLink> {
  return Promise.resolve(link);
}

/** The same for editors that go to a definition. */
export function definition(
  _parts: FeatureParts,
  _document: MentionDocument,
  _at: Position,
  _signal: AbortSignal,
): Promise<Location | undefined> {
  return Promise.resolve(undefined);
}
