import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FacetChoice } from '../../../src/shared/protocol';
import { fill } from '../../../src/shared/strings';
import { isSame } from '../queryEditor';
import type { ViewContext } from './context';
import { legible } from '../../base/legible';

/** Each chosen filter, with a button to remove it: the audience first, then the clicked ones. */
export function filterChips(context: ViewContext): TemplateResult | typeof nothing {
  const { state, strings, commands } = context;
  const labels = [...audienceLabel(context), ...state.query.choices.map((choice) => labelOf(context, choice))];
  if (labels.length === 0) return nothing;
  return html`<div class="chips" role="group" aria-label=${strings.activeFilters}>
    ${labels.map((label, index) => chip(context, legible(label), index))}
    ${
      labels.length > 1
        ? html`<button type="button" class="link" @click=${() => commands.clearAll()}>${strings.clearAll}</button>`
        : nothing
    }
  </div>`;
}

function chip({ strings, commands }: ViewContext, label: string, index: number): TemplateResult {
  const name = fill(strings.removeFilter, label);
  return html`<button
    type="button"
    class="chip"
    title=${name}
    aria-label=${name}
    @click=${() => commands.removeChip(index)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Delete' || event.key === 'Backspace') commands.removeChip(index);
      else moveAlong(event);
    }}
  >
    <bdi>${label}</bdi><span class="codicon codicon-close" aria-hidden="true"></span>
  </button>`;
}

function moveAlong(event: KeyboardEvent): void {
  const chip = event.currentTarget as HTMLElement;
  const target = { ArrowRight: chip.nextElementSibling, ArrowLeft: chip.previousElementSibling }[event.key];
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}

function audienceLabel({ state, strings }: ViewContext): readonly string[] {
  const { audience } = state.query;
  if (audience === 'all') return [];
  return [audience === 'user' ? strings.forUser : strings.forAssistant];
}

/** The host's label; for a choice made a moment ago, its label in the facet where it was clicked. */
function labelOf({ state }: ViewContext, choice: FacetChoice): string {
  const index = state.results?.query.choices.findIndex((other) => isSame(other, choice)) ?? -1;
  const clicked = state.facets
    .find(({ name }) => name === choice.facet)
    ?.values.find(({ value }) => value === choice.value);
  return state.results?.reply.choiceLabels[index] ?? clicked?.label ?? choice.value;
}
