import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewContext } from './context';

/** Attaches all results; the host says where that is offered. Of results that it has not answered yet its label is not true. */
export function attachAll({ state, commands }: ViewContext): TemplateResult | typeof nothing {
  const { reply, isOwn = false } = state.results ?? {};
  const label = reply?.attachAll;
  if (label === undefined || state.selection.ids.size > 0) return nothing;
  const attach = (): void => commands.list.attachAll();
  return html`<button type="button" class="link attach-all" title=${label} ?disabled=${isOwn} @click=${attach}>
    ${label}
  </button>`;
}
