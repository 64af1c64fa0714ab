import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import { handled } from '../../base/handled';
import type { ListGeometry } from '../listGeometry';
import { geometryOf, type PanelState, type Results } from '../state';
import type { ViewContext } from './context';
import { putFiles } from './dragging';
import { placeholder, resourceRow, rowElementId } from './resourceRow';

/** The list of found resources: the page has only the visible rows and a few more, whatever the total. */
function resultList(context: ViewContext, results: Results): TemplateResult {
  const { state, strings, commands } = context;
  const geometry = geometryOf(state);
  return html`<div
    id="results"
    class="list"
    role="listbox"
    tabindex="0"
    aria-label=${strings.resultsLabel}
    aria-multiselectable="true"
    aria-activedescendant=${rowElementId(state.active)}
    @keydown=${(event: KeyboardEvent) => commands.keys.inList(event)}
    @copy=${(event: ClipboardEvent) => {
      event.preventDefault();
      commands.list.actOnSelection('copyUri');
    }}
    @scroll=${(event: Event) => commands.scroll((event.currentTarget as HTMLElement).scrollTop)}
    @mouseover=${(event: Event) => hover(context, event)}
    @mousedown=${(event: MouseEvent) => press(context, event)}
    @click=${(event: MouseEvent) => click(context, event)}
    @dblclick=${(event: MouseEvent) => doubleClick(context, event)}
    @dragstart=${(event: DragEvent) => drag(context, event)}
    @contextmenu=${openMenuAtActiveRow}
  >
    <div class="spacer" role="presentation" .style=${`height: ${geometry.height}px`}>
      ${repeat(
        drawnRows(geometry, state),
        (index) => index,
        (index) => resourceRow(context, results, index, geometry.top(index, state.scrollTop)),
      )}
    </div>
  </div>`;
}

/** The rows in view and around it, and the active one wherever it is: assistive technology must be able to find it. */
function drawnRows(geometry: ListGeometry, { scrollTop, active, isDrawnAhead }: PanelState): readonly number[] {
  const { from, to } = isDrawnAhead ? geometry.rowsToDraw(scrollTop) : geometry.visibleRows(scrollTop);
  const rows = Array.from({ length: to - from }, (_, offset) => from + offset);
  if (active < from) return [active, ...rows];
  return active >= to && active < geometry.total ? [...rows, active] : rows;
}

/** The index of the row that an event happened on. */
function rowIndexOf(event: Event): number | undefined {
  const row = (event.target as Element).closest<HTMLElement>('.row');
  return row ? Number(row.dataset['index']) : undefined;
}

function inlineAction(event: Event): string | undefined {
  return (event.target as Element).closest<HTMLElement>('.action')?.dataset['action'];
}

function hover({ commands }: ViewContext, event: Event): void {
  const index = rowIndexOf(event);
  if (index !== undefined && inlineAction(event) === undefined) commands.prepareDrag(index);
}

function press({ commands }: ViewContext, event: MouseEvent): void {
  const index = rowIndexOf(event);
  if (index !== undefined && event.button === 2) commands.list.goTo(index);
  // The buttons of a row must not move the focus or begin a selection.
  if (inlineAction(event) !== undefined) event.preventDefault();
}

function click({ commands }: ViewContext, event: MouseEvent): void {
  const index = rowIndexOf(event);
  if (index === undefined) return;
  const action = inlineAction(event);
  if (action === 'attach') commands.list.act('attach', index);
  else if (action === 'open') commands.list.act('open', index);
  else if (action === 'preview') commands.list.openPane(index);
  else commands.click(index, event);
}

/** Adds files to the drag, or prevents it if there are none. */
function drag({ commands }: ViewContext, event: DragEvent): void {
  const index = rowIndexOf(event);
  const files = index === undefined ? [] : commands.draggedFiles(index);
  if (!event.dataTransfer || !putFiles(event.dataTransfer, files)) event.preventDefault();
}

function doubleClick({ commands }: ViewContext, event: MouseEvent): void {
  const index = rowIndexOf(event);
  if (index !== undefined && inlineAction(event) === undefined) commands.list.act('pin', index);
}

/** The menu key targets the list itself: pass it on to the active row, which knows its ids and where the menu belongs. */
function openMenuAtActiveRow(event: MouseEvent): void {
  const list = event.currentTarget as HTMLElement;
  if (event.target !== list) return;
  const row = list.querySelector<HTMLElement>('.row.active');
  handled(event);
  if (!row) return;
  const box = row.getBoundingClientRect();
  const place = { clientX: box.left + 40, clientY: box.top + box.height / 2 };
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
}

/** Shown in place of the list while the first answer is slow. */
const skeletonList = html`<div class="list skeleton" aria-hidden="true">
  ${Array.from({ length: 6 }, () => html`<div class="row pending">${placeholder}</div>`)}
</div>`;

/** Everything below the summary: list, skeleton or nothing yet. */
export function resultArea(context: ViewContext, empty: (context: ViewContext) => unknown): unknown {
  const { results, isSlow } = context.state;
  if (!results) return isSlow ? skeletonList : nothing;
  return results.reply.total > 0 ? resultList(context, results) : empty(context);
}
