import { html, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { sortOrders, type SortOrder } from '../../../src/shared/protocol';
import type { PanelStrings } from '../../../src/shared/strings';
import { attachAll } from './attachAll';
import type { ViewContext } from './context';

const labels: Readonly<Record<SortOrder, keyof PanelStrings>> = {
  relevance: 'sortRelevance',
  priority: 'sortPriority',
  lastModified: 'sortLastModified',
  name: 'sortName',
  size: 'sortSize',
};

/** The number of results, and their order. */
export function summaryLine(context: ViewContext): TemplateResult {
  const { state, strings, commands } = context;
  const { sort } = state.query;
  const summary = state.results?.reply.summary ?? '';
  return html`<div class="summary-line">
    <div class="summary" aria-hidden="true" title=${summary}>${summary}</div>
    ${attachAll(context)}
    <label class="sort" title=${strings.sortLabel}>
      <span class="codicon codicon-sort-precedence" aria-hidden="true"></span>
      <select
        aria-label=${strings.sortLabel}
        .value=${live(sort)}
        @change=${(event: Event) => commands.setSort((event.currentTarget as HTMLSelectElement).value as SortOrder)}
      >
        ${sortOrders.map(
          (order) => html`<option value=${order} .selected=${order === sort}>${strings[labels[order]]}</option>`,
        )}
      </select>
    </label>
  </div>`;
}
