import { html, type TemplateResult } from 'lit/html.js';

/** A button with a text. */
export function button(label: string, kind: 'primary' | 'secondary', onClick: () => void): TemplateResult {
  return html`<vscode-button appearance=${kind} @click=${onClick}>${label}</vscode-button>`;
}

/** A button that is only a codicon; `label` is its name and its tooltip. */
export function iconButton(label: string, icon: string, onClick: () => void): TemplateResult {
  // The toolkit's icon button cannot be made as small as those inside VS Code's inputs.
  // https://github.com/microsoft/vscode-webview-ui-toolkit/blob/v1.4.0/src/button/button.styles.ts (IconButtonStyles)
  return html`<button type="button" class="icon-button" title=${label} aria-label=${label} @click=${onClick}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}
