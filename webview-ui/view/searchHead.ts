import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AudienceFilter } from '../../src/shared/audience';
import type { PanelStrings } from '../../src/shared/strings';
import { iconButton } from '../controls/button';
import { textField } from '../controls/textField';
import type { ViewContext } from './context';

const audiences: readonly { value: AudienceFilter; label: keyof PanelStrings; hint: keyof PanelStrings }[] = [
  { value: 'all', label: 'audienceAll', hint: 'audienceAllHint' },
  { value: 'user', label: 'audienceUser', hint: 'audienceUserHint' },
  { value: 'assistant', label: 'audienceAssistant', hint: 'audienceAssistantHint' },
];

/** The search box and the audience filter. */
export function searchHead(context: ViewContext): TemplateResult {
  return html`<search class="head" spellcheck="false">${searchBox(context)}${audienceFilter(context)}</search>`;
}

function searchBox({ state, strings, commands }: ViewContext): TemplateResult {
  const { text } = state.query;
  return textField({
    text,
    label: strings.searchLabel,
    placeholder: strings.searchPlaceholder,
    icon: 'search',
    end: text ? iconButton(strings.clearSearch, 'close', () => commands.clearText()) : nothing,
    onText: (typed) => commands.type(typed),
    onKey: (event) => commands.boxKey(event),
  });
}

/** Native radio buttons: one tab stop, arrow keys, and known to every screen reader. */
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
