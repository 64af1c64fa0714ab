import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import { live } from 'lit/directives/live.js';
import type { Facet, FacetName, FacetValue } from '../../../src/shared/protocol';
import { fill, type PanelStrings } from '../../../src/shared/strings';
import { isSame } from '../queryEditor';
import type { ViewContext } from './context';
import { legible } from '../../base/legible';

/** Values of a facet that are shown before the user asks for more; a single further one is shown as well. */
const shownAtFirst = 5;

const facetTitles: Readonly<Record<FacetName, keyof PanelStrings>> = {
  server: 'facetServer',
  scheme: 'facetScheme',
  type: 'facetType',
  changed: 'facetChanged',
  priority: 'facetPriority',
};

/** The filters to click, each with the number of its results. */
export function facetList(context: ViewContext): TemplateResult | typeof nothing {
  const { state, strings, commands } = context;
  if (!state.isFiltering) return nothing;
  return html`<div
    id="facets"
    class="facets"
    role="group"
    aria-label=${strings.filters}
    @keydown=${(event: KeyboardEvent) => commands.filtersKey(event)}
  >
    ${repeat(
      state.facets.filter(({ values }) => values.length > 0),
      ({ name }) => name,
      (facet) => facetGroup(context, facet),
    )}
  </div>`;
}

function facetGroup(context: ViewContext, facet: Facet): TemplateResult {
  const isExpanded = context.state.expanded.has(facet.name);
  const isChosen = ({ value }: FacetValue): boolean => isActive(context, facet.name, value);
  const preferred = facet.values.filter((value, index) => index < shownAtFirst || isChosen(value));
  const visible = isExpanded || preferred.length + 1 >= facet.values.length ? facet.values : preferred;
  const titleId = `facet-${facet.name}`;
  return html`<div class="facet" role="group" aria-labelledby=${titleId}>
    <div id=${titleId} class="facet-title">${context.strings[facetTitles[facet.name]]}</div>
    <div class="facet-values">
      ${repeat(
        visible,
        ({ value }) => value,
        (value) => facetValue(context, facet.name, value),
      )}${moreButton(context, facet, facet.values.length - visible.length)}
    </div>
  </div>`;
}

/** A native check box below a label that looks like a toggle of VS Code's inputs. */
function facetValue(context: ViewContext, facet: FacetName, { value, label, count }: FacetValue): TemplateResult {
  const text = legible(label);
  return html`<label class="facet-value" title=${text}
    ><input
      type="checkbox"
      .checked=${live(isActive(context, facet, value))}
      @change=${() => context.commands.toggleChoice({ facet, value })}
    /><span class="toggle"
      ><bdi class="label">${text}</bdi><span class="count">${context.formatNumber(count)}</span></span
    ></label
  >`;
}

/** `hidden`: values that are loaded and not shown. */
function moreButton({ state, strings, commands, formatNumber }: ViewContext, facet: Facet, hidden: number): unknown {
  const isExpanded = state.expanded.has(facet.name);
  if (!isExpanded && hidden === 0) return nothing;
  const label = isExpanded ? strings.facetFewer : fill(strings.facetMore, formatNumber(hidden + facet.more));
  const remainder = isExpanded && facet.more > 0 ? fill(strings.facetRest, formatNumber(facet.more)) : undefined;
  return html`<button
      type="button"
      class="link more"
      aria-expanded=${isExpanded}
      @click=${() => commands.toggleFacet(facet.name)}
    >
      ${label}</button
    >${remainder === undefined ? nothing : html`<span class="rest">${remainder}</span>`}`;
}

function isActive({ state }: ViewContext, facet: FacetName, value: string): boolean {
  return state.query.choices.some((choice) => isSame(choice, { facet, value }));
}
