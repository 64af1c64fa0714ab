import { languages, type DocumentSelector } from 'vscode';
import type { FeatureState, StaticFeature } from 'vscode-languageclient/node';
import type { ClientCapabilities } from 'vscode-languageserver-protocol';
import type { Disposable } from '../../core/base/disposable';

/**
 * Makes VS Code request the links of documents again when the lists of servers have changed, which the language server tells by asking for
 * the semantic tokens. VS Code does that when a document changes and when a provider is registered or removed; there is no event for changed
 * links, https://github.com/microsoft/vscode/issues/317076
 */
export class LinkRefresh implements StaticFeature, Disposable {
  #provider: Disposable | undefined;

  constructor(private readonly selector: DocumentSelector) {}

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.workspace = { ...capabilities.workspace, semanticTokens: { refreshSupport: true } };
  }

  initialize(): void {
    // Nothing is registered before the first change.
  }

  getState(): FeatureState {
    return { kind: 'static' };
  }

  refresh(): void {
    this.#provider?.dispose();
    this.#provider = languages.registerDocumentLinkProvider(this.selector, { provideDocumentLinks: () => [] });
  }

  clear(): void {
    this.#provider?.dispose();
  }

  dispose(): void {
    this.clear();
  }
}
