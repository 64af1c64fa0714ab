import { html, nothing, type TemplateResult } from 'lit/html.js';
import { classMap } from 'lit/directives/class-map.js';
import type { ResultRow } from '../../../src/shared/protocol';
import { fill } from '../../../src/shared/strings';
import type { ViewContext } from './context';
import { highlighted } from '../../base/highlighted';
import { legible } from '../../base/legible';

/** Longest end of a URI that stays whole when its middle is cut out. */
const tailLength = 28;
/** Maximum length of a tooltip, before it gets in the way. */
const tooltipLength = 800;

export interface RowPlace {
  readonly index: number;
  readonly total: number;
  /** Pixels from the top of the scrolled element. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Context for native context menus, as JSON. */
  readonly menuContext: string;
}

/** The DOM id of the row at `index`. */
export function rowElementId(index: number): string {
  return `row-${index}`;
}

/** One row of the list; a placeholder of the same size while `row` is not here yet. */
export function resourceRow(context: ViewContext, place: RowPlace, row: ResultRow | undefined): TemplateResult {
  const isTemplate = row?.kind === 'template';
  const classes = {
    row: true,
    active: place.isActive,
    selected: place.isSelected,
    pending: !row,
    template: isTemplate,
    stale: row?.origin === 'fromBefore',
    'group-start': row?.group !== undefined && place.index > 0,
  };
  return html`<div
    id=${rowElementId(place.index)}
    class=${classMap(classes)}
    role="option"
    aria-setsize=${place.total}
    aria-posinset=${place.index + 1}
    aria-selected=${isTemplate ? nothing : place.isSelected}
    aria-label=${row ? nothing : context.strings.loading}
    title=${row ? tooltip(row) : nothing}
    draggable=${row?.kind === 'resource' ? 'true' : nothing}
    data-index=${place.index}
    data-vscode-context=${row ? place.menuContext : nothing}
    .style=${`transform: translateY(${place.top}px)`}
  >
    ${row ? content(context, row) : placeholder}
  </div>`;
}

/** Grey shapes in place of text. */
export const placeholder = html`<div class="line"><span class="bone icon"></span><span class="bone title"></span></div>
  <div class="line"><span class="bone where"></span></div>`;

/** The actions of a row's buttons, and their codicons. */
const resourceActions = [
  ['preview', 'eye'],
  ['open', 'go-to-file'],
  ['attach', 'attach'],
] as const;
const templateActions = [['preview', 'edit']] as const;

function content(context: ViewContext, row: ResultRow): TemplateResult {
  return html`<div class="line">
      ${icon(context, row)}
      <span class="title" dir="auto">${highlighted(legible(row.title), row.titleMatches)}</span>
      ${row.group === undefined ? nothing : html`<span class="group">${row.group}</span>`}
      <span class="age" dir="auto">${row.age}</span>
      <span class="actions" aria-hidden="true">
        ${(row.kind === 'template' ? templateActions : resourceActions).map(
          ([action, name]) => html`<span class="action codicon codicon-${name}" data-action=${action}></span>`,
        )}
      </span>
    </div>
    <div class="line detail">
      ${mark(context, row)} ${location(row)}
      <span class="marks"
        >${origin(context, row)}${priority(context, row.priority)}${audience(context, row)}${size(row)}${kind(context, row)}</span
      >
    </div>`;
}

/**
 * Server and URI in two parts, so that both the beginning and the end of it stay visible when the middle is cut out. It is labelled
 * like a picture, because screen readers would read the two parts with a gap.
 */
function location(row: ResultRow): TemplateResult {
  const text = legible(row.where);
  const cut = Math.max(text.lastIndexOf('/', text.length - 2), text.length - tailLength, 0);
  const draw = row.kind === 'template' ? variables : undefined;
  return html`<span class="where" role="img" aria-label=${text}
    ><bdi class="start" dir="ltr">${highlighted(text, row.whereMatches, 0, cut, draw)}</bdi
    ><span class="end"><bdi dir="ltr">${highlighted(text, row.whereMatches, cut, text.length, draw)}</bdi></span></span
  >`;
}

/** A piece of a URI template, with its variables set off. */
function variables(piece: string): unknown {
  return piece
    .split(/(\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="variable">${part}</span>` : part));
}

/** The server's own icon where it has a safe one, in the place of the codicon and of its size. */
function icon({ iconSource }: ViewContext, row: ResultRow): TemplateResult {
  const source = row.serverIcon === undefined ? undefined : iconSource(row.serverIcon);
  if (source === undefined) return html`<span class="icon codicon codicon-${row.icon}" aria-hidden="true"></span>`;
  return html`<img class="icon" src=${source} alt="" draggable="false" />`;
}

/** A picture with a meaning: a tooltip for the eye, a label for screen readers. */
function sign(label: string, classes: string, content?: TemplateResult): TemplateResult {
  return html`<span class=${classes} role="img" title=${label} aria-label=${label}>${content}</span>`;
}

function mark({ strings }: ViewContext, row: ResultRow): TemplateResult {
  if (!row.mark) return html`<span class="mark"></span>`;
  const [name, codicon] = marks[row.mark];
  return sign(strings[name], `mark ${row.mark} codicon codicon-${codicon}`);
}

const marks = {
  picked: ['picked', 'attach'],
  updated: ['updated', 'circle-filled'],
  failed: ['unreadable', 'error'],
} as const;

function origin({ strings }: ViewContext, { origin: value }: ResultRow): TemplateResult | typeof nothing {
  if (!value) return nothing;
  return value === 'kept'
    ? sign(strings.kept, 'codicon codicon-pin')
    : sign(strings.fromBefore, 'codicon codicon-history');
}

function kind({ strings }: ViewContext, row: ResultRow): TemplateResult | typeof nothing {
  return row.kind === 'template' ? html`<span class="tag">${strings.template}</span>` : nothing;
}

function priority({ strings, formatNumber }: ViewContext, value: number | undefined): TemplateResult | typeof nothing {
  if (value === undefined) return nothing;
  const label = fill(strings.priority, formatNumber(Math.round(value * 100) / 100));
  return sign(label, `priority level-${level(value)}`, html`<i></i><i></i><i></i>`);
}

/** Number of filled bars, of three. */
function level(value: number): number {
  if (value >= 0.7) return 3;
  return value >= 0.4 ? 2 : 1;
}

function audience({ strings }: ViewContext, row: ResultRow): readonly TemplateResult[] {
  return row.audience.map((role) =>
    role === 'user'
      ? sign(strings.forUser, 'codicon codicon-person')
      : sign(strings.forAssistant, 'codicon codicon-robot'),
  );
}

function size(row: ResultRow): TemplateResult | typeof nothing {
  return row.size === undefined ? nothing : html`<span class="size">${row.size}</span>`;
}

function tooltip(row: ResultRow): string {
  const description = row.description ?? '';
  const excerpt = description.length > tooltipLength ? `${description.slice(0, tooltipLength)}…` : description;
  return [legible(row.title), legible(row.where), ...(excerpt ? ['', excerpt] : [])].join('\n');
}
