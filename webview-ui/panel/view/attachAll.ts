import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewContext } from './context';

/** Attaches all results; the host says where that is offered. */
export function attachAll({ state, commands }: ViewContext): TemplateResult | typeof nothing {
  const label = state.results?.reply.attachAll;
  if (label === undefined || state.selection.ids.size > 0) return nothing;
  return html`<button type="button" class="link attach-all" title=${label} @click=${() => commands.attachAll()}>
    ${label}
  </button>`;
}
