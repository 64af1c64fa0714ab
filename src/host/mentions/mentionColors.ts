import {
  languages,
  Range,
  ThemeColor,
  window,
  workspace,
  type DocumentSelector as VsDocumentSelector,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import type { FeatureState, LanguageClient, StaticFeature } from 'vscode-languageclient/node';
import {
  SemanticTokensRangeRequest,
  TokenFormat,
  type ClientCapabilities,
  type DocumentSelector,
  type SemanticTokensLegend,
  type ServerCapabilities,
  type SemanticTokens,
  type SemanticTokensRangeParams,
} from 'vscode-languageserver-protocol';
import { Coalescer } from '../../core/base/coalescer';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { colors } from '../base/ids';
import { readTokens } from './readTokens';

/** Debounce of typing and scrolling, in ms. */
const drawDelay = 80;
/** Lines around the visible ones, so that scrolling a little shows no mention without its colour. */
const margin = 30;

/** The part of the client that the colours need. */
export interface TokensClient {
  readonly code2ProtocolConverter: Pick<LanguageClient['code2ProtocolConverter'], 'asUri'> & {
    asRange(range: Range): SemanticTokensRangeParams['range'];
  };
  readonly protocol2CodeConverter: Pick<LanguageClient['protocol2CodeConverter'], 'asDocumentSelector'>;
  sendRequest(
    type: typeof SemanticTokensRangeRequest.type,
    params: SemanticTokensRangeParams,
  ): Promise<SemanticTokens | null>;
}

/** Draws mentions in the theme's colours, in the visible lines. Their positions are the server's semantic tokens. */
export class MentionColors implements StaticFeature, Disposable {
  readonly #store = new DisposableStore();
  readonly #draw: Coalescer;
  readonly #known: TextEditorDecorationType;
  readonly #gone: TextEditorDecorationType;
  readonly #drawn = new WeakSet<TextEditor>();
  #legend: SemanticTokensLegend | undefined;
  #selector: VsDocumentSelector = [];

  constructor(
    private readonly client: TokensClient,
    clock: Clock,
  ) {
    const store = this.#store;
    this.#known = store.add(window.createTextEditorDecorationType({ color: new ThemeColor(colors.mention) }));
    this.#gone = store.add(window.createTextEditorDecorationType({ color: new ThemeColor(colors.mentionGone) }));
    this.#draw = store.add(new Coalescer(clock, drawDelay, () => this.#drawAll()));
    const draw = (): void => this.#draw.trigger();
    store.add(window.onDidChangeVisibleTextEditors(draw));
    store.add(window.onDidChangeTextEditorVisibleRanges(draw));
    store.add(workspace.onDidOpenTextDocument(draw));
    store.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#hasMentions(document)) draw();
      }),
    );
  }

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.workspace = { ...capabilities.workspace, semanticTokens: { refreshSupport: true } };
    const tokens = { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: [TokenFormat.Relative] };
    capabilities.textDocument = { ...capabilities.textDocument, semanticTokens: tokens };
  }

  initialize({ semanticTokensProvider }: ServerCapabilities, selector: DocumentSelector | undefined): void {
    this.#legend = semanticTokensProvider?.legend;
    this.#selector = this.client.protocol2CodeConverter.asDocumentSelector(selector ?? []);
    this.#draw.trigger();
  }

  /** Called when the lists of servers have changed. */
  refresh(): void {
    // The language server has gathered its changes already.
    this.#draw.runNow();
  }

  getState(): FeatureState {
    return { kind: 'static' };
  }

  clear(): void {
    this.#legend = undefined;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #hasMentions(document: TextDocument): boolean {
    return languages.match(this.#selector, document) > 0;
  }

  async #drawAll(): Promise<void> {
    for (const editor of window.visibleTextEditors)
      // A request that an edit has overtaken is repeated after the edit.
      if (this.#hasMentions(editor.document)) await this.#drawIn(editor).catch(() => undefined);
      else if (this.#drawn.delete(editor)) this.#set(editor, [], []);
  }

  async #drawIn(editor: TextEditor): Promise<void> {
    const { document, visibleRanges } = editor;
    const { version } = document;
    const [known, gone]: [Range[], Range[]] = [[], []];
    for (const range of visibleRanges) {
      if (!this.#legend) return;
      const to = this.client.code2ProtocolConverter;
      const wide = new Range(Math.max(0, range.start.line - margin), 0, range.end.line + margin, 0);
      const params = { textDocument: { uri: to.asUri(document.uri) }, range: to.asRange(wide) };
      const tokens = await this.client.sendRequest(SemanticTokensRangeRequest.type, params);
      for (const { line, start, length, isGone } of readTokens(tokens?.data ?? [], this.#legend))
        (isGone ? gone : known).push(new Range(line, start, line, start + length));
    }
    if (document.version === version) this.#set(editor, known, gone);
  }

  #set(editor: TextEditor, known: readonly Range[], gone: readonly Range[]): void {
    if (known.length + gone.length > 0) this.#drawn.add(editor);
    editor.setDecorations(this.#known, known);
    editor.setDecorations(this.#gone, gone);
  }
}
