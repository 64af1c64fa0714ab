import {
  CodeActionRequest,
  CodeLensRefreshRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  HoverRequest,
  ReferencesRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRefreshRequest,
  SemanticTokensRequest,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type ProtocolRequestType,
} from 'vscode-languageserver-protocol';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Pace } from '../../base/pace';
import { capabilities } from './capabilities';
import { ClientConnection, type ConnectionEnd } from './clientConnection';
import { clientFeatures, type ClientFeatures } from '../mention/clientFeatures';
import { complete } from '../features/completion';
import { diagnose } from '../features/diagnostics';
import { MentionDocument } from '../mention/document';
import { linesOf, type DocumentRequest, type FeatureParts } from '../features/feature';
import { fixes } from '../features/fixes';
import { hover } from '../features/hover';
import { lenses } from '../features/lenses';
import { definition, links, resolveLink } from '../features/links';
import { mentionedIn, type MentionedResources, type WrittenText } from '../features/mentioned';
import { OpenDocuments } from './openDocuments';
import type { LanguagePorts } from '../mention/languagePorts';
import { highlights, referencesAt } from '../features/references';
import { Resolver } from '../mention/resolver';
import { semanticTokens } from '../features/semanticTokens';

/** Refresh interval of results that depend on lists and servers, in ms. */
const refreshEvery = 500;

interface InDocument {
  readonly textDocument: { readonly uri: string };
}

/**
 * Speaks the Language Server Protocol over one connection, until that ends. It keeps the documents that the client has opened and none of
 * its files.
 */
export class LanguageServer implements Disposable {
  readonly #store = new DisposableStore();
  readonly #parts: FeatureParts & { client: ClientFeatures };
  readonly #client: ClientConnection;
  readonly #documents: OpenDocuments;
  /** See {@link ClientConnection.ended}: after that, nothing is left to dispose. */
  readonly ended: Promise<ConnectionEnd>;

  constructor(
    connection: ProtocolConnection,
    private readonly ports: LanguagePorts,
  ) {
    this.#parts = { ...ports, resolver: new Resolver(ports), client: clientFeatures({}) };
    this.#client = new ClientConnection(connection, ports.log, (params) => this.#initialize(params));
    this.#documents = new OpenDocuments({
      ...ports,
      names: () => this.#parts.resolver.names,
      diagnose: (document, signal) => diagnose({ ...this.#parts, document, signal }),
      publish: (params) => this.#client.publish(params),
    });
    this.ended = this.#client.ended;
    void this.ended.then(() => this.dispose());
    this.#followDocuments();
    this.#followChanges();
    this.#answerRequests();
    this.#client.listen();
  }

  /** The resources that a text mentions, for a host in the same process. Rejects with `CancelledError`. */
  mentionedIn({ uri, languageId, text, range }: WrittenText, signal: AbortSignal): Promise<MentionedResources> {
    const document = new MentionDocument(uri, languageId, 0, text, () => this.#parts.resolver.names);
    return mentionedIn({ ...this.#parts, document, signal }, range);
  }

  dispose(): void {
    this.#store.dispose();
    this.#documents.dispose();
    this.#client.dispose();
  }

  async #initialize(params: InitializeParams): Promise<InitializeResult> {
    this.#parts.client = clientFeatures(params.capabilities);
    await this.ports.onInitialize?.(params);
    const hasCommands = this.ports.commands !== undefined;
    return {
      serverInfo: { name: 'mcp-resources-ls' },
      capabilities: capabilities(this.#parts.client, hasCommands),
    };
  }

  #followDocuments(): void {
    const documents = this.#documents;
    this.#client.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument }) =>
      documents.open(textDocument),
    );
    this.#client.onNotification(
      DidChangeTextDocumentNotification.type,
      ({ textDocument: { uri, version }, contentChanges }) => documents.change(uri, version, contentChanges),
    );
    this.#client.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument: { uri } }) =>
      documents.close(uri),
    );
  }

  /** Lists, templates, servers and settings affect every document. */
  #followChanges(): void {
    const { catalog, templates, connections, onDidChangeSettings, clock } = this.ports;
    const documents = this.#store.add(new Pace(clock, refreshEvery, () => this.#documents.recheck()));
    const answers = this.#store.add(new Pace(clock, refreshEvery, () => this.#refresh()));
    for (const event of [catalog.onDidChange, templates.onDidChange, connections.onDidChange, onDidChangeSettings])
      this.#store.add(event(() => [documents, answers].forEach((pace) => pace.trigger())));
  }

  /** Resolves when the client has answered. */
  async #refresh(): Promise<void> {
    if (this.#documents.size === 0) return;
    this.ports.onRefresh?.();
    const { canRefreshLenses, canRefreshTokens } = this.#parts.client;
    await Promise.all([
      canRefreshLenses && this.#client.ask(CodeLensRefreshRequest.type),
      canRefreshTokens && this.#client.ask(SemanticTokensRefreshRequest.type),
    ]);
  }

  #answerRequests(): void {
    this.#about(CompletionRequest.type, (request, { position }) => complete(request, position));
    this.#about(HoverRequest.type, (request, { position }) => hover(request, position));
    this.#about(DefinitionRequest.type, (request, { position }) => definition(request, position));
    this.#about(DocumentHighlightRequest.type, (request, { position }) => highlights(request, position));
    this.#about(ReferencesRequest.type, (request, { position }) =>
      referencesAt(request, position, this.#documents.all()),
    );
    this.#about(CodeActionRequest.type, (request, { range }) => fixes(request, range));
    this.#about(DocumentLinkRequest.type, links);
    this.#client.onRequest(DocumentLinkResolveRequest.type, (link, signal) => resolveLink(this.#parts, link, signal));
    this.#about(CodeLensRequest.type, lenses);
    this.#about(SemanticTokensRequest.type, (request) => semanticTokens(request));
    this.#about(SemanticTokensRangeRequest.type, (request, { range }) => semanticTokens(request, linesOf(range)));
  }

  /** Answers about an open document; `null` for one that is not. */
  #about<P extends InDocument>(
    type: ProtocolRequestType<P, unknown, unknown, unknown, unknown>,
    answer: (request: DocumentRequest, params: P) => Promise<unknown>,
  ): void {
    this.#client.onRequest(type, async (params, signal) => {
      const document = this.#documents.get(params.textDocument.uri);
      return document && answer({ ...this.#parts, document, signal }, params);
    });
  }
}
