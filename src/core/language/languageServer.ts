import {
  CodeActionRequest,
  CodeLensRequest,
  CodeLensRefreshRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  ErrorCodes,
  HoverRequest,
  InitializeRequest,
  LSPErrorCodes,
  PublishDiagnosticsNotification,
  ReferencesRequest,
  ResponseError,
  SemanticTokensRangeRequest,
  SemanticTokensRefreshRequest,
  SemanticTokensRequest,
  ShutdownRequest,
  TextDocumentSyncKind,
  type CancellationToken,
  type ClientCapabilities,
  type InitializeResult,
  type ProtocolConnection,
  type ProtocolRequestType,
} from 'vscode-languageserver-protocol';
import { Coalescer } from '../base/coalescer';
import { DisposableStore, type Disposable } from '../base/disposable';
import { CancelledError, causes, HumanError, isCancelled } from '../base/errors';
import { keyOf } from '../context/contentCache';
import { complete } from './completion';
import { diagnose } from './diagnostics';
import { MentionDocument } from './document';
import { mentionAt, resolvedMentions, type FeatureParts } from './feature';
import { fixes } from './fixes';
import { hover } from './hover';
import { lenses } from './lenses';
import { definition, links, resolveLink } from './links';
import type { LanguagePorts } from './ports';
import { references } from './references';
import { mentionedResources, mentionsOf } from './requests';
import { addressOf } from './resolution';
import { Resolver } from './resolver';
import { legend, semanticTokens } from './semanticTokens';

/** Milliseconds for which typing may go on before a document is checked. */
const checkDelay = 300;
/** Milliseconds for which changes of lists and servers are gathered before everything that is open is checked again. */
const recheckDelay = 500;

interface Open {
  readonly document: MentionDocument;
  readonly check: Coalescer;
  /** Ends the check that is under way. */
  abort: AbortController;
}

interface InDocument {
  readonly textDocument: { readonly uri: string };
}

/** Speaks the Language Server Protocol over one connection, until that ends. It holds what the client opened and nothing of its files. */
export class LanguageServer implements Disposable {
  readonly #store = new DisposableStore();
  readonly #parts: FeatureParts;
  readonly #open = new Map<string, Open>();
  #client: ClientCapabilities = {};

  constructor(
    private readonly connection: ProtocolConnection,
    private readonly ports: LanguagePorts,
  ) {
    this.#parts = { ...ports, resolver: new Resolver(ports) };
    this.#listen();
    this.#followDocuments();
    this.#answer();
    connection.listen();
  }

  dispose(): void {
    for (const { check, abort } of this.#open.values()) {
      check.dispose();
      abort.abort(new CancelledError());
    }
    this.#open.clear();
    this.#store.dispose();
    this.connection.dispose();
  }

  /** The documents that the client has open, by URI. */
  get #documents(): ReadonlyMap<string, MentionDocument> {
    return new Map([...this.#open].map(([uri, { document }]) => [uri, document]));
  }

  #listen(): void {
    const { catalog, templates, connections, onDidChangeFreshness, onDidChangeSettings, clock } = this.ports;
    const recheck = this.#store.add(new Coalescer(clock, recheckDelay, () => this.#recheck()));
    for (const event of [catalog.onDidChange, templates.onDidChange, connections.onDidChange, onDidChangeSettings])
      this.#store.add(event(() => recheck.trigger()));
    this.#store.add(onDidChangeFreshness(() => this.#refreshLenses()));
  }

  #followDocuments(): void {
    const { connection } = this;
    connection.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument }) => {
      const { uri, languageId, version, text } = textDocument;
      this.#close(uri);
      const document = new MentionDocument(uri, languageId, version, text);
      const check = new Coalescer(this.ports.clock, checkDelay, () => this.#check(uri));
      this.#open.set(uri, { document, check, abort: new AbortController() });
      check.runNow();
    });
    connection.onNotification(DidChangeTextDocumentNotification.type, ({ textDocument, contentChanges }) => {
      const open = this.#open.get(textDocument.uri);
      if (!open) return;
      open.document.change(contentChanges, textDocument.version);
      open.abort.abort(new CancelledError());
      open.check.trigger();
    });
    connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument: { uri } }) => {
      if (this.#close(uri)) this.#publish(uri, []);
    });
  }

  #close(uri: string): boolean {
    const open = this.#open.get(uri);
    open?.check.dispose();
    open?.abort.abort(new CancelledError());
    return this.#open.delete(uri);
  }

  #answer(): void {
    const { connection } = this;
    const parts = this.#parts;
    connection.onRequest(InitializeRequest.type, ({ capabilities }) => this.#initialize(capabilities));
    connection.onRequest(ShutdownRequest.type, () => undefined);
    this.#about(CompletionRequest.type, (document, { position }, signal) =>
      complete(parts, document, position, signal),
    );
    this.#about(HoverRequest.type, (document, { position }, signal) => hover(parts, document, position, signal));
    this.#about(DefinitionRequest.type, (document, { position }, signal) =>
      definition(parts, document, position, signal),
    );
    this.#about(DocumentLinkRequest.type, (document, _, signal) => links(parts, document, signal));
    this.#on(DocumentLinkResolveRequest.type, (link, signal) => resolveLink(parts, link, signal));
    this.#about(CodeActionRequest.type, (document, { range }, signal) => fixes(parts, document, range, signal));
    this.#about(CodeLensRequest.type, (document, _, signal) => lenses(parts, document, signal));
    this.#about(SemanticTokensRequest.type, (document, _, signal) => semanticTokens(parts, document, signal));
    this.#about(SemanticTokensRangeRequest.type, (document, { range: { start, end } }, signal) =>
      semanticTokens(parts, document, signal, { from: start.line, to: end.line + 1 }),
    );
    this.#about(ReferencesRequest.type, async (document, { position }, signal) => {
      const mention = await mentionAt(parts, document, position, signal);
      const address = mention && addressOf(mention);
      return address && references(parts, this.#documents, address, signal);
    });
    this.#on(mentionsOf, (address, signal) => references(parts, this.#documents, address, signal));
    this.#on(mentionedResources, async ({ uri, range }, signal) => {
      const document = this.#open.get(uri)?.document;
      if (!document) return [];
      const lines = range && { from: range.start.line, to: range.end.line + 1 };
      const found = await resolvedMentions(parts, document, signal, lines);
      const addresses = found.flatMap((one) => {
        const isInside = !range || isWithin(one.mention, one.end, range);
        return isInside ? (addressOf(one) ?? []) : [];
      });
      return [...new Map(addresses.map((address) => [keyOf(address), address])).values()];
    });
  }

  #initialize(capabilities: ClientCapabilities): InitializeResult {
    this.#client = capabilities;
    return {
      serverInfo: { name: 'mcp-resources-ls' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: ['@', ':', '/'] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        documentLinkProvider: { resolveProvider: true },
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        semanticTokensProvider: { legend, full: true, range: true },
        ...(this.ports.commands && { codeLensProvider: {} }),
      },
    };
  }

  /** Answers about an open document; `null` for one that is not. */
  #about<P extends InDocument, R>(
    type: ProtocolRequestType<P, R, never, unknown, unknown> | ProtocolRequestType<P, R, unknown, void, unknown>,
    answer: (document: MentionDocument, params: P, signal: AbortSignal) => Promise<unknown>,
  ): void {
    this.#on(type as ProtocolRequestType<P, unknown, never, void, unknown>, async (params, signal) => {
      const document = this.#open.get(params.textDocument.uri)?.document;
      return document && answer(document, params, signal);
    });
  }

  #on<P, R>(
    type: ProtocolRequestType<P, R, never, void, unknown> | ProtocolRequestType<P, R, never, never, unknown>,
    answer: (params: P, signal: AbortSignal) => Promise<unknown>,
  ): void {
    this.connection.onRequest(type.method, async (params: P, token: CancellationToken) => {
      const abort = new AbortController();
      const stop = token.onCancellationRequested(() => abort.abort(new CancelledError()));
      try {
        return (await answer(params, abort.signal)) ?? null;
      } catch (error) {
        return this.#failed(type.method, error);
      } finally {
        stop.dispose();
      }
    });
  }

  #failed(method: string, error: unknown): ResponseError {
    if (isCancelled(error)) return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled');
    this.ports.log.error(`${method}: ${causes(error)}`);
    const message =
      error instanceof HumanError ? error.message : 'Something unexpected happened. The log has the details.';
    return new ResponseError(ErrorCodes.InternalError, message);
  }

  async #check(uri: string): Promise<void> {
    const open = this.#open.get(uri);
    if (!open) return;
    open.abort = new AbortController();
    const { document } = open;
    const { version } = document;
    try {
      const found = await diagnose(this.#parts, document, open.abort.signal);
      if (this.#open.get(uri) === open && document.version === version) this.#publish(uri, found, version);
    } catch (error) {
      if (!isCancelled(error)) this.ports.log.error(`Checking a document failed: ${causes(error)}`);
    }
  }

  #publish(uri: string, diagnostics: Awaited<ReturnType<typeof diagnose>>, version?: number): void {
    const params = { uri, diagnostics: [...diagnostics], ...(version !== undefined && { version }) };
    void this.connection.sendNotification(PublishDiagnosticsNotification.type, params);
  }

  /** Lists, templates or servers are others now: so may be what stands in every document. */
  #recheck(): void {
    for (const { check } of this.#open.values()) check.trigger();
    if (this.#client.workspace?.semanticTokens?.refreshSupport)
      void this.connection.sendRequest(SemanticTokensRefreshRequest.type).catch(() => undefined);
    this.#refreshLenses();
  }

  #refreshLenses(): void {
    if (this.ports.commands && this.#client.workspace?.codeLens?.refreshSupport)
      void this.connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
  }
}

function isWithin(
  { line, start }: { readonly line: number; readonly start: number },
  end: number,
  range: { readonly start: { line: number; character: number }; readonly end: { line: number; character: number } },
): boolean {
  const isAfter = line > range.start.line || end > range.start.character;
  const isBefore = line < range.end.line || start < range.end.character;
  return isAfter && isBefore;
}
