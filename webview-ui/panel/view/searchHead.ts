import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AudienceFilter } from '../../../src/shared/audience';
import { isEmptyQuery } from '../../../src/shared/searchQuery';
import { fill, type PanelStrings } from '../../../src/shared/strings';
import { iconButton } from '../../controls/button';
import { menuButton, type MenuItem } from '../../controls/menuButton';
import { textField } from '../../controls/textField';
import type { ViewContext } from './context';

const audiences: readonly { value: AudienceFilter; label: keyof PanelStrings; hint: keyof PanelStrings }[] = [
  { value: 'all', label: 'audienceAll', hint: 'audienceAllHint' },
  { value: 'user', label: 'audienceUser', hint: 'audienceUserHint' },
  { value: 'assistant', label: 'audienceAssistant', hint: 'audienceAssistantHint' },
];

/** The search box with its buttons, and the audience filter. */
export function searchHead(context: ViewContext): TemplateResult {
  return html`<search class="head" spellcheck="false">
    <div class="search-row">${searchBox(context)}${filterButton(context)}${savedSearches(context)}</div>
    ${audienceFilter(context)}
  </search>`;
}

function searchBox({ state, strings, commands }: ViewContext): TemplateResult {
  const { text } = state.query;
  return textField({
    text,
    label: strings.searchLabel,
    placeholder: strings.searchPlaceholder,
    icon: 'search',
    end: text ? iconButton(strings.clearSearch, 'close', () => commands.clearText()) : nothing,
    onText: (text) => commands.type(text),
    onKey: (event) => commands.boxKey(event),
  });
}

/** Opens and closes the filters to click; shows the number of chosen ones. */
function filterButton({ state, strings, commands, formatNumber }: ViewContext): TemplateResult {
  const { length } = state.query.choices;
  const label = length > 0 ? fill(strings.filtersCount, formatNumber(length)) : strings.filters;
  return html`<button
    type="button"
    class="icon-button filter-button"
    title=${label}
    aria-label=${label}
    aria-expanded=${state.isFiltering}
    aria-controls=${state.isFiltering ? 'facets' : nothing}
    @click=${({ detail }: MouseEvent) => commands.toggleFilters(detail === 0)}
  >
    <span class="codicon codicon-filter" aria-hidden="true"></span>${
      length > 0 ? html`<span class="badge" aria-hidden="true">${formatNumber(length)}</span>` : nothing
    }
  </button>`;
}

function savedSearches({ state, strings, commands }: ViewContext): TemplateResult {
  const saved = state.savedSearches.map((name) => item(name, () => commands.openSavedSearch(name)));
  const save = item(strings.saveSearch, () => commands.saveSearch(), !isEmptyQuery(state.query));
  const manage = item(strings.manageSearches, () => commands.openSavedSearch());
  const items = saved.length > 0 ? [...saved, { ...save, isAfterLine: true }, manage] : [save];
  return menuButton('saved-searches', strings.savedSearches, 'bookmark', items);
}

function item(label: string, onClick: () => void, isEnabled = true): MenuItem {
  return { label, isEnabled, onClick };
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
            @change=${() => commands.setAudience(value)}
          /><span>${strings[label]}</span></label
        >`,
    )}
  </div>`;
}
