import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview } from 'vscode';
import { panelPage } from '../../shared/panelPage';
import type { SearchQuery } from '../../shared/protocol';
import { pageProof } from '../base/proofs';
import { panelStrings } from '../../shared/panelStrings';

/** Loads the search page into a webview. @param page.query the query to begin with */
export function fillWebview(
  webview: Webview,
  extensionUri: Uri,
  page: { readonly query: SearchQuery | undefined; readonly isEditor: boolean },
): void {
  const dist = Uri.joinPath(extensionUri, 'dist');
  const uri = (name: string): string => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = panelPage({
    nonce: randomBytes(16).toString('hex'),
    cspSource: webview.cspSource,
    scriptUri: uri('webview.js'),
    styleUri: uri('webview-style.css'),
    codiconUri: uri('codicon.css'),
    strings: panelStrings(),
    menuProof: pageProof,
    // Without a translation the texts are English, whatever the editor's language.
    language: l10n.bundle ? env.language : 'en',
    ...page,
  });
}
