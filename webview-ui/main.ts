import type { PanelStrings } from '../src/shared/panelStrings';
import { after } from './base/clock';
import { registerControls } from './controls/register';
import { vscodeHost } from './base/host';
import { Panel } from './panel/panel';

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}`);
  return element;
}

registerControls();
new Panel({
  root: elementOf('panel'),
  host: vscodeHost(),
  strings: JSON.parse(elementOf('strings').textContent) as PanelStrings,
  given: {
    page: document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.content ?? '',
    query: JSON.parse(elementOf('query').textContent),
    isEditor: elementOf('panel').classList.contains('in-editor'),
  },
  theme: () => (/vscode-(high-contrast-)?light/.test(document.body.className) ? 'light' : 'dark'),
  after,
}).start();
