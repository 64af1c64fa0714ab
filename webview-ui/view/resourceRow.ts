import { html, nothing, type TemplateResult } from 'lit/html.js';
import { classMap } from 'lit/directives/class-map.js';
import type { ResourceRow } from '../../src/shared/protocol';
import { fill } from '../../src/shared/strings';
import type { ViewContext } from './context';
import { highlighted } from './highlighted';
import { legible } from './legible';

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
    aria-label=${row ? nothing : context.strings.loading}
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
  return html`<div class="line">
      <span class="icon codicon codicon-${row.icon}" aria-hidden="true"></span>
      <span class="title" dir="auto">${highlighted(legible(row.title), row.titleMatches)}</span>
      <span class="age" dir="auto">${row.age}</span>
      <span class="actions" aria-hidden="true">
        <span class="action codicon codicon-attach" data-action="attach"></span>
        <span class="action codicon codicon-go-to-file" data-action="open"></span>
      </span>
    </div>
    <div class="line detail">
      ${mark(context, row)} ${where(row)}
      <span class="marks">${priority(context, row.priority)}${audience(context, row)}${size(row)}</span>
    </div>`;
}

/**
 * Server and URI in two parts, so that both the beginning and the end of it stay in sight when the middle is cut out. It is named
 * like a picture, for the two parts alone would be read with a gap.
 */
function where(row: ResourceRow): TemplateResult {
  const text = legible(row.where);
  const cut = Math.max(text.lastIndexOf('/', text.length - 2), text.length - tailLength, 0);
  return html`<span class="where" role="img" aria-label=${text}
    ><bdi class="start" dir="ltr">${highlighted(text, row.whereMatches, 0, cut)}</bdi
    ><span class="end"><bdi dir="ltr">${highlighted(text, row.whereMatches, cut)}</bdi></span></span
  >`;
}

/** A picture with a meaning: seen with a tooltip, heard by its name. */
function sign(label: string, classes: string, content?: TemplateResult): TemplateResult {
  return html`<span class=${classes} role="img" title=${label} aria-label=${label}>${content}</span>`;
}

function mark({ strings }: ViewContext, row: ResourceRow): TemplateResult {
  if (!row.mark) return html`<span class="mark"></span>`;
  const icon = row.mark === 'picked' ? 'attach' : 'circle-filled';
  return sign(strings[row.mark], `mark ${row.mark} codicon codicon-${icon}`);
}

function priority({ strings, formatNumber }: ViewContext, value: number | undefined): TemplateResult | typeof nothing {
  if (value === undefined) return nothing;
  const label = fill(strings.priority, formatNumber(Math.round(value * 100) / 100));
  return sign(label, `priority level-${level(value)}`, html`<i></i><i></i><i></i>`);
}

/** Of three bars, how many are filled. */
function level(value: number): number {
  if (value >= 0.7) return 3;
  return value >= 0.4 ? 2 : 1;
}

function audience({ strings }: ViewContext, row: ResourceRow): readonly TemplateResult[] {
  return row.audience.map((who) =>
    who === 'user'
      ? sign(strings.forUser, 'codicon codicon-person')
      : sign(strings.forAssistant, 'codicon codicon-robot'),
  );
}

function size(row: ResourceRow): TemplateResult | typeof nothing {
  return row.size === undefined ? nothing : html`<span class="size">${row.size}</span>`;
}

function tooltip(row: ResourceRow): string {
  const description = row.description ?? '';
  const shown = description.length > tooltipLength ? `${description.slice(0, tooltipLength)}…` : description;
  return [legible(row.title), legible(row.where), ...(shown ? ['', shown] : [])].join('\n');
}
