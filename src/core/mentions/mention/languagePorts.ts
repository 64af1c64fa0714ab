import type { Command, InitializeParams } from 'vscode-languageserver-protocol';
import type { Clock } from '../../base/clock';
import type { Event } from '../../base/event';
import type { Logger } from '../../base/ports';
import type { Slice } from '../../base/scheduler';
import type { Catalog } from '../../catalog/catalog';
import type { TemplateCatalog } from '../../catalog/templates';
import type { Connections } from '../../connection/connections';
import type { Directories } from '../../directories/directories';
import type { ResourceAddress } from '../../resource/address';
import type { ContentCache } from '../../context/contentCache';
import type { SearchIndex } from '../../search/searchIndex';
import type { Visibility } from '../../search/visibility';

/** A file of the workspace, for a search through all of them. */
export interface WorkspaceFile {
  /** URI in the form of the Language Server Protocol. */
  readonly uri: string;
  /** `undefined` if it is not text, is too large, or cannot be read. */
  readonly text: (signal: AbortSignal) => Promise<string | undefined>;
}

type AboutDocument = (title: string, documentUri: string) => Command;
type LinkAbout = (address: ResourceAddress) => string;
type AboutServer = (title: string, serverId: string) => Command;

/** Commands of the editor; an editor without them gets no lenses, and no completions that need one. */
export interface ClientCommands {
  readonly attachMentioned: AboutDocument;
  /** Targets of links in a hover, which run a command. */
  readonly attachLink: LinkAbout;
  readonly previewLink: LinkAbout;
  readonly addMentioned: AboutDocument;
  /** Lets the user keep what a document mentions in the context. */
  readonly contextSets: (title: string, document: string) => Command;
  readonly startServer: AboutServer;
  readonly signIn: AboutServer;
  /** Lets the user trust the workspace. */
  readonly manageTrust: (title: string) => Command;
}

/** The user's settings. */
export interface LanguageSettings {
  /** Severity of problems of mentions; that one of several servers of a name is used is never more than a hint. */
  readonly problems: 'off' | 'hint' | 'information' | 'warning';
  readonly hasLenses: boolean;
}

/** Services that the language server uses. */
export interface LanguagePorts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly newSlice: () => Slice;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly directories: Pick<Directories, 'isDirectory' | 'peek' | 'read' | 'readMore'>;
  /** An index of its own: other users of an index narrow down their own queries. */
  readonly index: Pick<SearchIndex, 'search'>;
  /** False for what completion does not offer; what a document names is found all the same. */
  readonly visibility: Pick<Visibility, 'isVisible' | 'isServerVisible' | 'isTemplateVisible'>;
  readonly cache: Pick<ContentCache, 'get' | 'peek'>;
  /** Reports that the user looks for resources: starts the servers that may start. */
  readonly wake: () => void;
  /** False if looking at a document reads nothing from servers. */
  readonly mayRead: () => boolean;
  /**
   * The URI of a file with the content of a resource, for the editor to open; `undefined` for a server that is no longer configured.
   * Rejects with `CancelledError` if the user has already been shown why there is none.
   */
  readonly fileOf: (address: ResourceAddress, signal: AbortSignal) => Promise<string | undefined>;
  /**
   * Target of a link, if the editor can get it beforehand: while VS Code asks for the links of a document again, those that it shows
   * can no longer be resolved, and a click fails with “its target is missing”.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/contrib/links/browser/links.ts (computeLinksNow)
   */
  readonly linkTarget?: (address: ResourceAddress) => string | undefined;
  /** Freshness of the resource for the chat in a word or two, such as `live` or `updated`; `undefined` if nothing is known. */
  readonly freshness: (address: ResourceAddress) => string | undefined;
  /** Every file that may contain mentions. */
  readonly workspaceFiles: (signal: AbortSignal) => AsyncIterable<WorkspaceFile>;
  readonly commands: ClientCommands | undefined;
  readonly settings: () => LanguageSettings;
  readonly onDidChangeSettings: Event<void>;
  /** Called when results may be others, beside the requests that the protocol has for it. */
  readonly onRefresh?: () => void;
  /** Called with the client's own description, such as its folders. The client is answered once this has resolved. */
  readonly onInitialize?: (params: InitializeParams) => Promise<void>;
}
