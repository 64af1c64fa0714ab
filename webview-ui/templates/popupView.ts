import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../src/shared/strings';
import { legible } from '../base/legible';
import { boxId, type Place } from './fields';
import type { FormContext } from './formContext';
import type { Suggestion } from './suggestions';

/** The suggestions for a box, below it. */
export function popupView(context: FormContext, place: Place): TemplateResult {
  const { suggestions, strings, formatNumber, model } = context;
  const { all, hasMore } = suggestions;
  const list = `${boxId(place)}-list`;
  return html`<div class="popup">
    <div
      id=${list}
      class="options"
      role="listbox"
      aria-label=${legible(model.fields?.all[place.field]?.name ?? '')}
      aria-busy=${suggestions.isBusyAt(place)}
      @mousedown=${(event: Event) => event.preventDefault()}
    >
      ${all.map((suggestion, index) => option(context, place, suggestion, `${list}-${index}`))}
    </div>
    ${hasMore ? html`<p class="quiet more">${fill(strings.form.more, formatNumber(all.length))}</p>` : nothing}
  </div>`;
}

function option(
  { suggestions, commands, strings }: FormContext,
  place: Place,
  suggestion: Suggestion,
  id: string,
): TemplateResult {
  const { value, isUsed } = suggestion;
  return html`<div
    id=${id}
    class="option"
    role="option"
    aria-selected=${suggestion === suggestions.active}
    @click=${() => commands.pick(place, value)}
  >
    <span class="option-value" dir="auto">${legible(value)}</span>
    ${isUsed ? html`<span class="quiet">${strings.form.usedBefore}</span>` : nothing}
  </div>`;
}
