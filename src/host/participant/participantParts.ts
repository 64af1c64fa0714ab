import type { ChatResponseStream } from 'vscode';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { ContentCache } from '../../core/context/contentCache';
import type { ContextSet, PickedResource } from '../../core/context/contextSet';
import type { SeenContents } from '../../core/context/seenContents';
import type { WakePorts } from '../../core/context/waitForLists';
import type { Visibility } from '../../core/search/visibility';
import type { FindPorts } from '../../core/tools/findResources';
import type { Registrar } from '../base/registrar';
import type { VirtualFiles } from '../content/virtualFiles';
import type { ServerSources } from '../servers/serverSources';

/** Services of the chat participant; its index has no templates. */
export interface ParticipantParts extends FindPorts, WakePorts {
  readonly log: Logger;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: WakePorts['connections'];
  readonly visibility: Pick<Visibility, 'summary'>;
  readonly sources: Pick<ServerSources, 'problems'>;
  readonly picked: ContextSet;
  readonly seen: Pick<SeenContents, 'baseline' | 'isOther' | 'latest'>;
  readonly cache: Pick<ContentCache, 'getAnew'>;
  readonly files: Pick<VirtualFiles, 'uri' | 'addressOf' | 'partOf'>;
  readonly register: Registrar['chat'];
}

/** One message to the participant. */
export interface Turn {
  readonly command: 'ask' | 'find' | 'explain' | 'changed';
  /** Without the references that were typed in it. */
  readonly text: string;
  /** The resources attached to the message, each once. The chat takes them out of its input with the message. */
  readonly attached: readonly PickedResource[];
  readonly stream: ChatResponseStream;
  readonly signal: AbortSignal;
}

/** Saved with an answer, for the follow-up questions that the chat offers. Plain JSON. */
export interface Outcome {
  readonly kind: 'found' | 'changed' | 'nothing';
}
