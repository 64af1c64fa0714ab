import { html, nothing, type TemplateResult } from 'lit/html.js';
import { classMap } from 'lit/directives/class-map.js';
import type { ResourceRow } from '../../src/shared/protocol';
import { fill } from '../../src/shared/strings';
import type { ViewContext } from './context';
import { highlighted } from './highlighted';

/** Longest end of a URI that is kept whole when its middle is cut out. */
const tailLength = 28;
/** What a tooltip holds before it gets in the way. */
const tooltipLength = 800;

export interface RowPlace {
  readonly index: number;
  readonly total: number;
  /** Pixels from the top of the scrolled element. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** What native context menus are told, as JSON. */
  readonly menuContext: string;
}

/** The DOM id of the row at `index`. */
export function rowElementId(index: number): string {
  return `row-${index}`;
}

/** One row of the list; a placeholder of the same size while `row` is not here yet. */
export function resourceRow(context: ViewContext, place: RowPlace, row: ResourceRow | undefined): TemplateResult {
  const classes = { row: true, active: place.isActive, selected: place.isSelected, pending: !row };
  return html`<div
    id=${rowElementId(place.index)}
    class=${classMap(classes)}
    role="option"
    aria-setsize=${place.total}
    aria-posinset=${place.index + 1}
    aria-selected=${place.isSelected}
    aria-label=${row ? spoken(context, row) : context.strings.loading}
    title=${row ? tooltip(row) : nothing}
    data-index=${place.index}
    data-vscode-context=${row ? place.menuContext : nothing}
    .style=${`transform: translateY(${place.top}px)`}
  >
    ${row ? content(context, row) : placeholder}
  </div>`;
}

/** Grey shapes where text will be. */
export const placeholder = html`<div class="line"><span class="bone icon"></span><span class="bone title"></span></div>
  <div class="line"><span class="bone where"></span></div>`;

function content(context: ViewContext, row: ResourceRow): TemplateResult {
  const { strings } = context;
  return html`<div class="line">
      <span class="icon codicon codicon-${row.icon}" aria-hidden="true"></span>
      <span class="title" dir="auto">${highlighted(row.title, row.titleMatches)}</span>
      <span class="age">${row.age}</span>
      <span class="actions" aria-hidden="true">
        <span class="action codicon codicon-attach" data-action="attach" title=${strings.attach}></span>
        <span class="action codicon codicon-go-to-file" data-action="open" title=${strings.open}></span>
      </span>
    </div>
    <div class="line detail">
      ${mark(context, row)}
      <span class="where">${where(row)}</span>
      <span class="marks">${priority(context, row.priority)}${audience(context, row)}${size(row)}</span>
    </div>`;
}

/** Server and URI in two parts, so that both the beginning and the end of it stay in sight when the middle is cut out. */
function where(row: ResourceRow): TemplateResult {
  const text = row.where;
  const cut = Math.max(text.lastIndexOf('/', text.length - 2), text.length - tailLength, 0);
  return html`<bdi class="start" dir="ltr">${highlighted(text, row.whereMatches, 0, cut)}</bdi
    ><span class="end"><bdi dir="ltr">${highlighted(text, row.whereMatches, cut)}</bdi></span>`;
}

function mark({ strings }: ViewContext, row: ResourceRow): TemplateResult {
  if (!row.mark) return html`<span class="mark"></span>`;
  const icon = row.mark === 'picked' ? 'attach' : 'circle-filled';
  return html`<span
    class="mark ${row.mark} codicon codicon-${icon}"
    title=${strings[row.mark]}
    aria-hidden="true"
  ></span>`;
}

function priority(context: ViewContext, value: number | undefined): TemplateResult | typeof nothing {
  if (value === undefined) return nothing;
  return html`<span class="priority" data-level=${level(value)} title=${priorityText(context, value)}
    ><i></i><i></i><i></i
  ></span>`;
}

/** Of three bars, how many are filled. */
function level(value: number): number {
  if (value >= 0.7) return 3;
  return value >= 0.4 ? 2 : 1;
}

function priorityText({ strings, formatNumber }: ViewContext, value: number): string {
  return fill(strings.priority, formatNumber(Math.round(value * 100) / 100));
}

function audience({ strings }: ViewContext, row: ResourceRow): readonly TemplateResult[] {
  return row.audience.map((who) =>
    who === 'user'
      ? html`<span class="codicon codicon-person" title=${strings.forUser}></span>`
      : html`<span class="codicon codicon-robot" title=${strings.forAssistant}></span>`,
  );
}

function size(row: ResourceRow): TemplateResult | typeof nothing {
  return row.size === undefined ? nothing : html`<span class="size">${row.size}</span>`;
}

function tooltip(row: ResourceRow): string {
  const description = row.description ?? '';
  const shown = description.length > tooltipLength ? `${description.slice(0, tooltipLength)}…` : description;
  return [row.title, row.where, ...(shown ? ['', shown] : [])].join('\n');
}

/** What a screen reader says for a row: all that is seen, the important first. */
function spoken(context: ViewContext, row: ResourceRow): string {
  const { strings } = context;
  return [
    row.title,
    row.mark && strings[row.mark],
    row.where,
    row.priority === undefined ? undefined : priorityText(context, row.priority),
    ...row.audience.map((who) => (who === 'user' ? strings.forUser : strings.forAssistant)),
    row.size,
    row.age,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
