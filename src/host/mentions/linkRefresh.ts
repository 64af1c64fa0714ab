import { languages, type DocumentSelector } from 'vscode';
import type { Disposable } from '../../core/base/disposable';

/**
 * Makes VS Code request the links of documents again when the lists of servers have changed. VS Code does that when a document changes and
 * when a provider is registered or removed; there is no event for changed links, https://github.com/microsoft/vscode/issues/317076
 */
export class LinkRefresh implements Disposable {
  #provider: Disposable | undefined;

  constructor(private readonly selector: DocumentSelector) {}

  refresh(): void {
    this.dispose();
    this.#provider = languages.registerDocumentLinkProvider(this.selector, { provideDocumentLinks: () => [] });
  }

  dispose(): void {
    this.#provider?.dispose();
  }
}
