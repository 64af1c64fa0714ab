import { ProtocolRequestType, type Location, type Range } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../context/contentCache';

/** What a client of our own can ask beside the protocol's requests. */

/** The resources that a document mentions, each once, in order; of a part of it where a range is given. */
export const mentionedResources = new ProtocolRequestType<
  { readonly uri: string; readonly range?: Range | undefined },
  readonly ResourceAddress[],
  never,
  void,
  void
>('mcpResources/mentionedResources');

/** Where in the workspace a resource is mentioned. */
export const mentionsOf = new ProtocolRequestType<ResourceAddress, readonly Location[], never, void, void>(
  'mcpResources/mentionsOf',
);
