import type { Location } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../context/contentCache';
import type { MentionDocument } from './document';
import type { FeatureParts } from './feature';

/** Where in the workspace a resource is mentioned. What is open counts as it is in the editor. */
export function references(
  _parts: FeatureParts,
  _open: ReadonlyMap<string, MentionDocument>,
  _address: ResourceAddress,
  _signal: AbortSignal,
): Promise<readonly Location[]> {
  return Promise.resolve([]);
}
