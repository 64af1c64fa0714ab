import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { AudienceFilter } from '../../../src/shared/audience';
import { sortOrders, type SearchReply, type SortOrder } from '../../../src/shared/protocol';
import { emptyQuery } from '../../../src/shared/searchQuery';
import type { PanelStrings } from '../../../src/shared/panelStrings';
import { fill } from '../../../src/shared/strings';
import type { ViewContext } from './context';

/** Their names in the strings. */
export const sortLabels: Readonly<Record<SortOrder, keyof PanelStrings>> = {
  relevance: 'sortRelevance',
  priority: 'sortPriority',
  lastModified: 'sortLastModified',
  name: 'sortName',
  size: 'sortSize',
};

/** From left to right, with the names of their label and of their tooltip in the strings. */
export const audiences: readonly { value: AudienceFilter; label: keyof PanelStrings; hint: keyof PanelStrings }[] = [
  { value: 'all', label: 'audienceAll', hint: 'audienceAllHint' },
  { value: 'user', label: 'audienceUser', hint: 'audienceUserHint' },
  { value: 'assistant', label: 'audienceAssistant', hint: 'audienceAssistantHint' },
];

/** The line above the list: whose resources it shows, their number and their order. */
export function summaryLine(context: ViewContext): TemplateResult {
  const { summary = '', hidden } = context.state.results?.reply ?? {};
  return html`<div class="summary-line">
    ${audienceFilter(context)}
    <div class="summary-end">
      <div class="summary" aria-hidden="true" title=${summary}>${summary}</div>
      ${hidden ? hiddenButton(context, hidden) : nothing}${order(context)}
    </div>
  </div>`;
}

/** The number of hidden resources, which shows them. */
function hiddenButton(
  { commands }: ViewContext,
  { id, label, title }: NonNullable<SearchReply['hidden']>,
): TemplateResult {
  const show = (): void => commands.actions.run(id);
  return html`<button type="button" class="link hidden-count" title=${title} @click=${show}>${label}</button>`;
}

/** Native radio buttons: one tab stop, arrow keys, and support by every screen reader. */
function audienceFilter({ state, strings, commands }: ViewContext): TemplateResult {
  return html`<div class="audience" role="radiogroup" aria-label=${strings.audienceLabel}>
    ${audiences.map(
      ({ value, label, hint }) =>
        html`<label title=${strings[hint]}
          ><input
            type="radio"
            name="audience"
            value=${value}
            .checked=${state.query.audience === value}
            @change=${() => commands.query.set({ audience: value })}
          /><span>${strings[label]}</span></label
        >`,
    )}
  </div>`;
}

function order({ state, strings, commands }: ViewContext): TemplateResult {
  const { sort } = state.query;
  const title = fill(strings.labelled, strings.sortLabel, strings[sortLabels[sort]] as string);
  const choose = ({ currentTarget }: Event): void =>
    commands.query.set({ sort: (currentTarget as HTMLSelectElement).value as SortOrder });
  return html`<label class="sort ${sort === emptyQuery.sort ? '' : 'chosen'}" title=${title}>
    <span class="codicon codicon-sort-precedence" aria-hidden="true"></span>
    <select aria-label=${strings.sortLabel} .value=${live(sort)} @change=${choose}>
      ${sortOrders.map(
        (order) => html`<option value=${order} .selected=${order === sort}>${strings[sortLabels[order]]}</option>`,
      )}
    </select>
  </label>`;
}
