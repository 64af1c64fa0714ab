import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isEmptyQuery } from '../../../src/shared/searchQuery';
import { iconButton } from '../../controls/button';
import { menuButton, type MenuItem } from '../../controls/menuButton';
import { textField } from '../../controls/textField';
import type { ViewContext } from './context';
import { filterLine } from './filterLine';

/** The search box, the saved searches and the filters. */
export function searchHead(context: ViewContext): TemplateResult {
  return html`<search class="head" spellcheck="false">
    <div class="search-row">${searchBox(context)}${savedSearches(context)}</div>
    ${filterLine(context)}
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
    onText: (text) => commands.query.set({ text }),
    onKey: (event) => commands.keys.inBox(event),
  });
}

function savedSearches({ state, strings, commands }: ViewContext): TemplateResult {
  const saved = state.savedSearches.map((name) => item(name, () => commands.actions.openSavedSearch(name)));
  const save = item(strings.saveSearch, () => commands.actions.saveSearch(state.query), !isEmptyQuery(state.query));
  const manage = item(strings.manageSearches, () => commands.actions.openSavedSearch());
  const items = saved.length > 0 ? [...saved, { ...save, isAfterLine: true }, manage] : [save];
  return menuButton('saved-searches', strings.savedSearches, 'bookmark', items);
}

function item(label: string, onClick: () => void, isEnabled = true): MenuItem {
  return { label, isEnabled, onClick };
}
