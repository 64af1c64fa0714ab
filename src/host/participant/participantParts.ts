import type { ChatRequest, ChatResponseStream, LanguageModelChat } from 'vscode';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { ContentCache } from '../../core/context/contentCache';
import type { ContextSet } from '../../core/context/contextSet';
import type { SeenContents } from '../../core/context/seenContents';
import type { WakePorts } from '../../core/context/waitForLists';
import type { FindPorts } from '../../core/tools/findResources';
import type { VirtualFiles } from '../content/virtualFiles';
import type { ServerSources } from '../servers/serverSources';

/** Services of the chat participant; its index has no templates. */
export interface ParticipantParts extends FindPorts, WakePorts {
  readonly log: Logger;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: WakePorts['connections'];
  readonly sources: Pick<ServerSources, 'problems'>;
  readonly picked: Pick<ContextSet, 'items' | 'checked' | 'get'>;
  readonly seen: Pick<SeenContents, 'baseline' | 'isOther'>;
  readonly cache: Pick<ContentCache, 'getAnew'>;
  readonly files: Pick<VirtualFiles, 'uri'>;
  /** Notes the model that the user has chosen. */
  readonly noteModel: (model: LanguageModelChat) => void;
}

/** One message to the participant. */
export interface Turn {
  readonly request: Pick<ChatRequest, 'command' | 'prompt'>;
  readonly stream: ChatResponseStream;
  readonly signal: AbortSignal;
}

/** Saved with an answer, for the follow-up questions that the chat offers. Plain JSON. */
export interface Outcome {
  readonly kind: 'found' | 'changed' | 'nothing';
}
