import { html, type TemplateResult } from 'lit/html.js';
import type { OpenPane } from '../state';
import type { ViewContext } from './context';
import { legible } from '../../base/legible';

/** The pane beside or over the list. */
export function paneView({ strings, commands }: ViewContext, { pane }: OpenPane): TemplateResult {
  const title = legible(pane.title);
  const onKey = (event: KeyboardEvent): void => commands.keys.inPane(event);
  return html`<section class="pane" aria-label=${title} @keydown=${onKey}>
    <header class="pane-head">
      <button
        type="button"
        class="icon-button back"
        title=${strings.back}
        aria-label=${strings.back}
        @click=${() => commands.closePane()}
      >
        <span class="codicon codicon-arrow-left" aria-hidden="true"></span
        ><span class="codicon codicon-close" aria-hidden="true"></span>
      </button>
      <h2 dir="auto" title=${title}>${title}</h2>
    </header>
    <div id="pane" class="pane-content">${pane.content()}</div>
  </section>`;
}
