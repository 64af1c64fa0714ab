import { html, nothing, type TemplateResult } from 'lit/html.js';
import { button } from '../controls/button';
import type { ViewContext } from './context';

/** What stands in the place of an empty list: why, and what to do. */
export function emptyState({ state, commands }: ViewContext): TemplateResult | typeof nothing {
  const empty = state.results?.reply.empty;
  if (!empty) return nothing;
  const isFiltered = state.query.text !== '' || state.query.audience !== 'all';
  return html`<div class="empty">
    <span class="codicon codicon-${isFiltered ? 'search' : 'library'}" aria-hidden="true"></span>
    <h2>${empty.title}</h2>
    <p>${empty.text}</p>
    ${empty.actions.map(({ id, label }, index) =>
      button(label, index === 0 ? 'primary' : 'secondary', () => commands.run(id)),
    )}
  </div>`;
}

/** Stands in the place of everything when page and host do not fit together. */
export function outdatedState({ strings }: ViewContext): TemplateResult {
  return html`<div class="empty" role="alert">
    <span class="codicon codicon-refresh" aria-hidden="true"></span>
    <p>${strings.outdated}</p>
  </div>`;
}
