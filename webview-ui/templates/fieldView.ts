import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { fill } from '../../src/shared/strings';
import type { TemplateField } from '../../src/shared/templateProtocol';
import { legible } from '../base/legible';
import { boxId, type Place } from './fields';
import type { FormContext } from './formContext';
import type { Suggestion } from './suggestions';

/** A variable: its name, whether it is required, a box for its value or one for each of its values, and its error. */
export function fieldView(context: FormContext, field: TemplateField, fieldIndex: number): TemplateResult {
  const { strings, model } = context;
  const name = legible(field.name);
  const need = field.isRequired ? strings.form.required : strings.form.optional;
  const head = html`<bdi class="name" id="template-${fieldIndex}">${name}</bdi>
    <span class="quiet" id="template-${fieldIndex}-need">${need}</span>`;
  const lines = model.fields?.lines(fieldIndex) ?? [];
  const boxes = lines.map((_, line) => box(context, field, { field: fieldIndex, line }));
  if (!field.isList)
    return html`<div class="field">
      <label class="field-head" for=${boxId({ field: fieldIndex, line: 0 })}>${head}</label
      >${boxes}${problem(context, fieldIndex)}
    </div>`;
  return html`<div class="field" role="group" aria-labelledby="template-${fieldIndex}">
    <div class="field-head">${head}<span class="quiet"> · ${strings.form.oneALine}</span></div>
    ${boxes}${problem(context, fieldIndex)}
  </div>`;
}

function problem({ model }: FormContext, fieldIndex: number): TemplateResult | typeof nothing {
  const text = model.errorOf(fieldIndex);
  if (text === undefined) return nothing;
  return html`<p class="field-error" id="template-${fieldIndex}-error">
    <span class="codicon codicon-error" aria-hidden="true"></span>${text}
  </p>`;
}

function box(context: FormContext, field: TemplateField, place: Place): TemplateResult {
  const { model, suggestions, commands, strings } = context;
  const id = boxId(place);
  const isOpen = suggestions.isOpenAt(place);
  const isWrong = model.errorOf(place.field) !== undefined;
  const active = isOpen ? suggestions.all.findIndex((suggestion) => suggestion === suggestions.active) : -1;
  const notes = `template-${place.field}-need${isWrong ? ` template-${place.field}-error` : ''}`;
  const label = field.isList ? fill(strings.form.line, legible(field.name), place.line + 1) : nothing;
  return html`<div class="box ${isWrong ? 'wrong' : ''}">
    <input
      id=${id}
      type="text"
      role="combobox"
      dir="auto"
      autocomplete="off"
      autocapitalize="off"
      aria-label=${label}
      aria-autocomplete="list"
      aria-expanded=${isOpen}
      aria-controls=${isOpen ? `${id}-list` : nothing}
      aria-activedescendant=${active >= 0 ? `${id}-list-${active}` : nothing}
      aria-describedby=${notes}
      aria-invalid=${isWrong}
      .value=${live(model.fields?.text(place) ?? '')}
      @input=${(event: Event) => commands.type(place, (event.currentTarget as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => commands.boxKey(place, event)}
      @paste=${(event: ClipboardEvent) => commands.paste(place, event)}
      @focus=${() => commands.onFocusIn(place)}
      @blur=${(event: FocusEvent) => commands.onFocusOut(place, event)}
    />
    ${end(context, field, place)}${isOpen ? popupView(context, place) : nothing}
  </div>`;
}

/** Buttons for the mouse: the keyboard has the arrow keys and Backspace for the same. */
function end(context: FormContext, field: TemplateField, place: Place): TemplateResult {
  const { suggestions, commands, strings } = context;
  const isBusy = suggestions.isBusyAt(place);
  const isWritten = context.model.fields?.text(place) !== '';
  return html`${isBusy ? html`<span class="busy codicon codicon-loading" aria-hidden="true"></span>` : nothing}
  ${field.isList && isWritten ? tool(strings.form.removeLine, 'close', () => commands.remove(place)) : nothing}
  ${tool(strings.form.showValues, 'chevron-down', () => commands.show(place))}`;
}

function tool(label: string, icon: string, onClick: () => void): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    tabindex="-1"
    title=${label}
    aria-label=${label}
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${onClick}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

/** The suggestions for a box, below it. Tab skips them, although a browser stops at what scrolls: https://developer.chrome.com/blog/keyboard-focusable-scrollers */
function popupView(context: FormContext, place: Place): TemplateResult {
  const { suggestions, strings, formatNumber, model } = context;
  const { all, hasMore } = suggestions;
  const list = `${boxId(place)}-list`;
  return html`<div class="popup">
    <div
      id=${list}
      class="options"
      role="listbox"
      tabindex="-1"
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
