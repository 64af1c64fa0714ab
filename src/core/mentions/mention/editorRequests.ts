import { ProtocolRequestType, type Range } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../../resource/address';

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

/** A request that only our own client makes, beside those of the protocol. */
export const mentionedResources = new ProtocolRequestType<MentionedQuery, MentionedResources, never, void, void>(
  'mcpResources/mentionedResources',
);
