import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { sortOrders, type Facet, type FacetChoice, type FacetName } from '../../../src/shared/protocol';
import { isEmptyQuery } from '../../../src/shared/searchQuery';
import type { PanelStrings } from '../../../src/shared/panelStrings';
import { fill } from '../../../src/shared/strings';
import { iconButton } from '../../controls/button';
import { menu, menuChoice, menuOpener, openByArrow } from '../../controls/menuButton';
import { isSameChoice } from '../queryEditor';
import type { ViewContext } from './context';
import { legible } from '../../base/legible';
import { audiences, sortLabels } from './summaryLine';

/** From left to right. */
const inOrder: readonly FacetName[] = ['server', 'type', 'changed', 'priority', 'scheme'];

const facetTitles: Readonly<Record<FacetName, keyof PanelStrings>> = {
  server: 'facetServer',
  type: 'facetType',
  changed: 'facetChanged',
  priority: 'facetPriority',
  scheme: 'facetScheme',
};

/**
 * The filters in one line of chips, each of which opens its choices over the list. The chips that do not fit are in the menu at its end, along
 * with all others.
 */
export function filterLine(context: ViewContext): unknown {
  const { hasFilters, offered, facets, query, results } = context.state;
  const isNothingToFilter = results?.reply.total === 0 && isEmptyQuery(query);
  if (!hasFilters || isNothingToFilter) return nothing;
  // There can be hundreds of choices, and the page is drawn for each frame of scrolling.
  return guard([offered, facets, query.choices, query.audience, query.sort, results?.reply.choiceLabels], () =>
    line(context),
  );
}

function line(context: ViewContext): TemplateResult {
  const { state, strings, commands } = context;
  const facets = inOrder.flatMap((name) => facetOf(context, name) ?? []);
  const isSeveral = new Set(state.query.choices.map(({ facet }) => facet)).size > 1;
  return html`<div
      class="filter-line"
      role="toolbar"
      aria-label=${strings.filters}
      @keydown=${(event: KeyboardEvent) => commands.keys.inFilters(event)}
    >
      <div class="chips">
        ${repeat(
          facets,
          ({ name }) => name,
          (facet) => chip(context, facet),
        )}
      </div>
      ${more(context)}${isSeveral ? iconButton(strings.clearAll, 'clear-all', () => commands.clearFilters()) : nothing}
    </div>
    ${repeat(
      facets,
      ({ name }) => name,
      (facet) => menu(menuId(facet.name), titleOf(context, facet.name), choices(context, facet)),
    )}
    ${menu(
      'all-filters',
      strings.allFilters,
      html`${facets.map((facet) => group(titleOf(context, facet.name), choices(context, facet)))}
        <div class="line-below">${lineBelow(context)}</div>`,
    )}`;
}

function group(title: string, content: unknown): TemplateResult {
  return html`<div role="group" aria-label=${title}>
    <div class="menu-title" aria-hidden="true">${title}</div>
    ${content}
  </div>`;
}

/** The choices of the line below, for which a low panel may have no room. */
function lineBelow({ state, strings, commands }: ViewContext): readonly TemplateResult[] {
  const { audience, sort } = state.query;
  const choiceFor = (label: string, isChosen: boolean, onToggle: () => void): TemplateResult =>
    menuChoice({ label, detail: '', isChosen, onToggle, isOneOfSeveral: true });
  return [
    group(
      strings.audienceLabel,
      audiences.map(({ value, label }) =>
        choiceFor(strings[label] as string, value === audience, () => commands.query.set({ audience: value })),
      ),
    ),
    group(
      strings.sortLabel,
      sortOrders.map((order) =>
        choiceFor(strings[sortLabels[order]] as string, order === sort, () => commands.query.set({ sort: order })),
      ),
    ),
  ];
}

/** A facet with something to choose, or to unchoose. */
function facetOf({ state }: ViewContext, name: FacetName): Facet | undefined {
  const facet = state.facets.find((counted) => counted.name === name) ?? { name, values: [], more: 0 };
  return state.offered.has(name) || state.query.choices.some((choice) => choice.facet === name) ? facet : undefined;
}

function chip(context: ViewContext, { name }: Facet): TemplateResult {
  const { state, strings, commands } = context;
  const labels = state.query.choices.filter(({ facet }) => facet === name).map((choice) => labelOf(context, choice));
  const title = titleOf(context, name);
  const [first] = labels;
  const text = first === undefined ? title : labels.length > 1 ? `${first} +${labels.length - 1}` : first;
  const all = labels.join(strings.separator);
  return html`<span class="chip ${first === undefined ? '' : 'chosen'}" data-facet=${name}
    ><button
      type="button"
      class="open"
      aria-haspopup="menu"
      aria-label=${all ? fill(strings.labelled, title, [text, ...labels.slice(1)].join(strings.separator)) : title}
      title=${all ? fill(strings.labelled, title, all) : title}
      popovertarget=${menuId(name)}
      @keydown=${(event: KeyboardEvent) => {
        if (all && (event.key === 'Delete' || event.key === 'Backspace')) commands.clearFacet(name);
        else openByArrow(event, menuId(name));
      }}
    >
      <bdi>${text}</bdi>${
        all ? nothing : html`<span class="codicon codicon-chevron-down" aria-hidden="true"></span>`
      }</button
    >${all ? iconButton(fill(strings.removeFilter, all), 'close', () => commands.clearFacet(name)) : nothing}</span
  >`;
}

/** Shown where the chips do not all fit; names what is chosen, as it may be out of sight. */
function more(context: ViewContext): TemplateResult {
  const { state, strings } = context;
  const { choices, audience } = state.query;
  const narrowed = audiences.filter(({ value }) => value !== 'all' && value === audience);
  const chosen = [
    ...choices.map((choice) => labelOf(context, choice)),
    ...narrowed.map(({ label }) => strings[label] as string),
  ].join(strings.separator);
  const label = chosen ? fill(strings.labelled, strings.allFilters, chosen) : strings.allFilters;
  return menuOpener('all-filters', label, 'ellipsis', 'all-filters');
}

function choices(context: ViewContext, { name, values, more: moreCount }: Facet): unknown {
  const { state, strings, commands, formatNumber } = context;
  return [
    repeat(
      values,
      ({ value }) => value,
      ({ value, label, count }) =>
        menuChoice({
          label: legible(label),
          detail: formatNumber(count),
          isChosen: state.query.choices.some((choice) => isSameChoice(choice, { facet: name, value })),
          onToggle: () => commands.query.toggle({ facet: name, value }),
        }),
    ),
    moreCount > 0 ? html`<div class="menu-rest">${fill(strings.facetRest, formatNumber(moreCount))}</div>` : nothing,
  ];
}

function titleOf({ strings }: ViewContext, name: FacetName): string {
  return strings[facetTitles[name]] as string;
}

function menuId(name: FacetName): string {
  return `filter-${name}`;
}

/** The host's label; for a choice made a moment ago, its label in the menu where it was clicked. */
function labelOf({ state }: ViewContext, choice: FacetChoice): string {
  const index = state.results?.query.choices.findIndex((other) => isSameChoice(other, choice)) ?? -1;
  const clicked = state.facets
    .find(({ name }) => name === choice.facet)
    ?.values.find(({ value }) => value === choice.value);
  return legible(state.results?.reply.choiceLabels[index] ?? clicked?.label ?? choice.value);
}
