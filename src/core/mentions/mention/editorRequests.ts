import { ProtocolRequestType, type Location, type Range } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../../resource/address';

/** Requests that only our own client makes, beside those of the protocol. */

/** The resources that a document mentions, each once, in order. */
export interface MentionedResources {
  readonly resources: readonly ResourceAddress[];
  /** Mentions of resources that no server is known to have, as written: one line each, shortened. */
  readonly unknown: readonly string[];
}

export interface MentionedQuery {
  readonly uri: string;
  /** Limits the answer to a part of the document. */
  readonly range?: Range | undefined;
  /** Text of a Markdown file that need not be open. */
  readonly text?: string;
}

export const mentionedResources = new ProtocolRequestType<MentionedQuery, MentionedResources, never, void, void>(
  'mcpResources/mentionedResources',
);

export interface FoundMentions {
  readonly locations: readonly Location[];
  /** True where there are more files than are searched, or more mentions than are returned. */
  readonly isCut: boolean;
}

/** The places in the workspace where resources are mentioned. */
export const mentionsOf = new ProtocolRequestType<
  { readonly resources: readonly ResourceAddress[] },
  FoundMentions,
  never,
  void,
  void
>('mcpResources/mentionsOf');
