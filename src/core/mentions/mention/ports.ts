import type { InitializeParams } from 'vscode-languageserver-protocol';
import type { Clock } from '../../base/clock';
import type { Event } from '../../base/event';
import type { Logger } from '../../base/ports';
import type { Slice } from '../../base/scheduler';
import type { Catalog } from '../../catalog/catalog';
import type { FormerTitles } from '../../catalog/formerTitles';
import type { TemplateCatalog } from '../../catalog/templates';
import type { Connections } from '../../connection/connections';
import type { ResourceAddress } from '../../resource/address';
import type { ContentCache } from '../../context/contentCache';
import type { SearchIndex } from '../../search/searchIndex';

/** A file of the workspace, for who looks through all of them. */
export interface WorkspaceFile {
  /** As editors name it in the Language Server Protocol. */
  readonly uri: string;
  /** `undefined` where it is no text, is too large, or cannot be read. */
  readonly text: (signal: AbortSignal) => Promise<string | undefined>;
}

/** Commands that the editor itself has; an editor without them gets no lenses, and no fixes and completions that need one. */
export interface ClientCommands {
  /** These three are called with the document's URI. */
  readonly attachMentioned: string;
  readonly addMentioned: string;
  readonly showMentionedChanges: string;
  /** Each of these is called with `{ serverId }`. */
  readonly startServer: string;
  readonly signIn: string;
  /** Called with nothing: shows what each server would run and asks. */
  readonly reviewServers: string;
  /** Called with nothing: lets the person trust the workspace. */
  readonly manageTrust: string;
  /** Called with `{ serverId }`, or nothing for all. */
  readonly openConfiguration: string;
}

/** What a person chose. */
export interface LanguageSettings {
  /** How loudly is said what is wrong with a mention; that one of several servers of a name is taken is never more than a hint. */
  readonly problems: 'off' | 'hint' | 'information' | 'warning';
  readonly hasLenses: boolean;
}

/** What the language server works with. */
export interface LanguagePorts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly newSlice: () => Slice;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly formerTitles: FormerTitles;
  readonly connections: Connections;
  /** Its own: others narrow down their own queries. */
  readonly index: SearchIndex;
  readonly cache: Pick<ContentCache, 'get' | 'peek'>;
  /** A person looks for resources: servers that may start do. */
  readonly wake: () => void;
  /**
   * The URI of a file with the content of a resource, for the editor to open; `undefined` of a server that is gone. Rejects with
   * `CancelledError` where the person was told already why there is none.
   */
  readonly fileOf: (address: ResourceAddress, signal: AbortSignal) => Promise<string | undefined>;
  /** In a word or two how fresh what the chat got of it is, such as `live` or `updated`; `undefined` where nothing is known. */
  readonly freshness: (address: ResourceAddress) => string | undefined;
  /** True where it differs from what the chat got. */
  readonly isUpdated: (address: ResourceAddress) => boolean;
  readonly onDidChangeFreshness: Event<void>;
  /** Every file in which somebody may have written a mention. */
  readonly workspaceFiles: (signal: AbortSignal) => AsyncIterable<WorkspaceFile>;
  readonly commands: ClientCommands | undefined;
  readonly settings: () => LanguageSettings;
  readonly onDidChangeSettings: Event<void>;
  /** Told what the client says of itself, such as its folders. It is answered once this has resolved. */
  readonly onInitialize?: (params: InitializeParams) => Promise<void>;
}
