import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isEmptyQuery } from '../../../src/shared/searchQuery';
import { button } from '../../controls/button';
import type { ViewContext } from './context';

/** Shown in place of an empty list: the reason, and what to do. */
export function emptyState({ state, strings, commands }: ViewContext): TemplateResult | typeof nothing {
  const empty = state.results?.reply.empty;
  if (!empty) return nothing;
  const { text, audience, choices } = state.query;
  const isFiltered = choices.length > 0 || audience !== 'all';
  const words = empty.canLoosen && text ? [{ label: strings.clearSearch, run: () => commands.clearText() }] : [];
  const filters =
    empty.canLoosen && isFiltered ? [{ label: strings.clearFilters, run: () => commands.clearFilters() }] : [];
  const actions = empty.actions.map(({ id, label }) => ({ label, run: () => commands.actions.run(id) }));
  const buttons = empty.loosen === 'words' ? [...words, ...filters, ...actions] : [...actions, ...filters, ...words];
  return html`<div class="empty">
    <div class="empty-words">
      <span class="codicon codicon-${isEmptyQuery(state.query) ? 'library' : 'search'}" aria-hidden="true"></span>
      <h2>${empty.title}</h2>
      ${empty.text === '' ? nothing : html`<p>${empty.text}</p>`}
    </div>
    ${buttons.map(({ label, run }, index) => button(label, index === 0 ? 'primary' : 'secondary', run))}
  </div>`;
}

/** Shown in place of everything when page and host are of different versions. */
export function outdatedState({ strings }: ViewContext): TemplateResult {
  return html`<div class="empty" role="alert">
    <div class="empty-words">
      <span class="codicon codicon-refresh" aria-hidden="true"></span>
      <p>${strings.outdated}</p>
    </div>
  </div>`;
}
