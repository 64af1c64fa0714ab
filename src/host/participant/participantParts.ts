import type { CancellationToken, ChatContext, ChatRequest, ChatResponseStream, LanguageModelChat } from 'vscode';
import type { Clock } from '../../core/base/clock';
import type { Logger } from '../../core/base/ports';
import type { Slice } from '../../core/base/scheduler';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { Connections } from '../../core/connection/connections';
import type { ContentCache } from '../../core/context/contentCache';
import type { ContextSet } from '../../core/context/contextSet';
import type { SeenContents } from '../../core/context/seenContents';
import type { SearchIndex } from '../../core/search/searchIndex';
import type { ServerSources } from '../servers/serverSources';
import type { VirtualFiles } from '../content/virtualFiles';

/** What the chat participant works with. */
export interface ParticipantParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly sources: Pick<ServerSources, 'problems' | 'read'>;
  /** Without templates. */
  readonly index: Pick<SearchIndex, 'search'>;
  readonly newSlice: () => Slice;
  readonly picked: ContextSet;
  readonly seen: Pick<SeenContents, 'baseline' | 'isOther' | 'mark'>;
  readonly cache: Pick<ContentCache, 'getAnew'>;
  readonly files: VirtualFiles;
  /** Starts the servers: somebody wants to see something of them. */
  readonly wake: () => void;
  /** Told of the model that a person has chosen. */
  readonly noteModel: (model: LanguageModelChat) => void;
}

/** One message to the participant. */
export interface Turn {
  readonly request: ChatRequest;
  readonly context: ChatContext;
  readonly stream: ChatResponseStream;
  readonly token: CancellationToken;
  /** Aborted with {@link token}. */
  readonly signal: AbortSignal;
}

/** What is kept of an answer, for what may be asked next. Plain JSON. */
export interface Outcome {
  readonly kind: 'found' | 'explained' | 'changed' | 'nothing';
  /** What was searched for, or asked. */
  readonly words: string;
  /** Of `found` what was shown. */
  readonly resources?: readonly { readonly serverId: string; readonly uri: string }[];
}
