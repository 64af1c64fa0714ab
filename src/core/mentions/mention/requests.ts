import { ProtocolRequestType, type Location, type Range } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../../resource/address';

/** What a client of our own can ask beside the protocol's requests. */

/** What a document mentions, each once, in order. */
export interface MentionedResources {
  readonly resources: readonly ResourceAddress[];
  /** Mentions of which no server is known to have what they name, as they are written: one line each, shortened. */
  readonly unknown: readonly string[];
}

/** Of a part of the document where a range is given. */
export const mentionedResources = new ProtocolRequestType<
  { readonly uri: string; readonly range?: Range | undefined },
  MentionedResources,
  never,
  void,
  void
>('mcpResources/mentionedResources');

export interface FoundMentions {
  readonly locations: readonly Location[];
  /** There are more files than are looked through, or more mentions than are told. */
  readonly isCut: boolean;
}

/** Where in the workspace resources are mentioned. */
export const mentionsOf = new ProtocolRequestType<
  { readonly resources: readonly ResourceAddress[] },
  FoundMentions,
  never,
  void,
  void
>('mcpResources/mentionsOf');
