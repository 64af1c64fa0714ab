import { panelPage } from '../../../src/shared/panelPage';
import { panelStrings } from './strings';
import type { PanelTheme } from './themes';

/** Returns the panel's page with VS Code's additions: theme, body class and default styles. */
export function testPage(theme: PanelTheme, origin: string, isEditor = false): string {
  const page = panelPage({
    nonce: 'dGVzdA',
    cspSource: origin,
    scriptUri: `${origin}/webview.js`,
    styleUri: `${origin}/webview-style.css`,
    codiconUri: `${origin}/codicon.css`,
    strings: panelStrings,
    isEditor,
  });
  return page
    .replace(
      '<head>',
      `<head>\n<link rel="stylesheet" id="theme" href="${origin}/theme-${theme.name}.css">\n<link rel="stylesheet" href="${origin}/defaults.css">`,
    )
    .replace('<body ', `<body class="${theme.kind}" data-vscode-theme-kind="${theme.kind}" role="document" `);
}

/** Returns a theme's style sheet: VS Code sets its variables on the root element. */
export function themeCss(theme: PanelTheme): string {
  const variables = Object.entries(theme.variables).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `:root { ${variables.join(' ')} }`;
}

/** Styles that VS Code puts before the page's own in every theme. */
export const defaultsCss = `
:root { background: var(--vscode-sideBar-background); }
html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
body {
  overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size);
  margin: 0; padding: 0 20px;
}
a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
::-webkit-scrollbar { width: 10px; height: 10px; }
::-webkit-scrollbar-thumb { background-color: var(--vscode-scrollbarSlider-background); }
`;
