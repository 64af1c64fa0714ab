import type { SearchQuery } from './protocol';
import type { PanelStrings } from './panelStrings';

export interface PanelPageParts {
  /** Fresh for every page; lets this one script run and no other. */
  readonly nonce: string;
  /** The origin that scripts, styles and fonts of the extension come from: `webview.cspSource`. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  readonly strings: PanelStrings;
  /** The last query, for a page that has stored no newer one. */
  readonly query?: SearchQuery | undefined;
  /** Passed to the commands of context menus, as the field `proof`. */
  readonly menuProof?: string;
  /** In an editor the preview always stands beside the list. */
  readonly isEditor?: boolean;
  /** BCP 47 tag of the strings, for screen readers; English where not given. */
  readonly language?: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function escapeHtml(text: string): string {
  return text.replace(/[&"<>]/g, (character) => entities[character] ?? '');
}

/** A script element ends at the first `</script`, whatever its type, and `<!--` changes how it is read. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * The whole HTML of the search panel. Nothing remote, nothing inline that runs. Styles may carry the nonce too, and a meta element holds it
 * for the UI toolkit, which tests the browser with an empty style element:
 * https://github.com/microsoft/fast/blob/46f19de9c175508718a33d93ca024641b00df041/packages/utilities/fast-web-utilities/src/dom.ts (canUseFocusVisible)
 */
export function panelPage(parts: PanelPageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${parts.cspSource} 'nonce-${parts.nonce}'`,
    `font-src ${parts.cspSource}`,
    `img-src ${parts.cspSource} data:`,
    `script-src 'nonce-${parts.nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(parts.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta property="csp-nonce" content="${escapeHtml(parts.nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeHtml(parts.codiconUri)}">
<link rel="stylesheet" href="${escapeHtml(parts.styleUri)}">
<title>${escapeHtml(parts.strings.searchLabel)}</title>
</head>
<body data-vscode-context="${escapeHtml(JSON.stringify({ proof: parts.menuProof }))}">
<main id="panel"${parts.isEditor === true ? ' class="in-editor"' : ''}></main>
<script type="application/json" id="strings">${escapeJson(parts.strings)}</script>
<script type="application/json" id="query">${escapeJson(parts.query ?? null)}</script>
<script nonce="${escapeHtml(parts.nonce)}" src="${escapeHtml(parts.scriptUri)}"></script>
</body>
</html>
`;
}
