import { languages, type DocumentSelector } from 'vscode';
import type { Disposable } from '../../core/base/disposable';

/**
 * Has VS Code ask for the links of documents again. It does that when a document changes and when a provider comes or goes, and has no
 * other way to hear that a server lists something else now.
 */
export class LinkRefresh implements Disposable {
  #provider: Disposable | undefined;

  constructor(private readonly selector: DocumentSelector) {}

  refresh(): void {
    this.#provider?.dispose();
    this.#provider = languages.registerDocumentLinkProvider(this.selector, { provideDocumentLinks: () => [] });
  }

  dispose(): void {
    this.#provider?.dispose();
  }
}
