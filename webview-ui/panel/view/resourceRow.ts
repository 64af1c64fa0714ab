import { html, nothing, type TemplateResult } from 'lit/html.js';
import { classMap } from 'lit/directives/class-map.js';
import type { ResultRow } from '../../../src/shared/protocol';
import type { PanelStrings } from '../../../src/shared/panelStrings';
import { fill } from '../../../src/shared/strings';
import type { Selection } from '../selection';
import type { Results } from '../state';
import type { ViewContext } from './context';
import { legible } from '../../base/legible';
import { detailText, narrowWidth, titleText } from './rowText';

/** Maximum length of a tooltip, before it gets in the way. */
const tooltipLength = 800;

/** The rows whose texts one is compared with, from it. */
const nearby = [-3, -2, -1, 1, 2, 3] as const;

/** The DOM id of the row at `index`. */
export function rowElementId(index: number): string {
  return `row-${index}`;
}

/**
 * One row of the list; a placeholder of the same size while it is not here yet.
 *
 * @param top pixels from the top of the scrolled element
 */
export function resourceRow(
  context: ViewContext,
  { rows, reply }: Results,
  index: number,
  top: number,
): TemplateResult {
  const { active, selection } = context.state;
  const row = rows.at(index);
  const isTemplate = row?.kind === 'template';
  const isSelected = row !== undefined && selection.ids.has(row.id);
  const classes = {
    row: true,
    active: index === active,
    selected: isSelected,
    pending: !row,
    template: isTemplate,
    stale: row?.origin === 'fromBefore',
    'group-start': row?.group !== undefined && index > 0,
  };
  const near = nearby.flatMap((step) => rows.at(index + step) ?? []);
  return html`<div
    id=${rowElementId(index)}
    class=${classMap(classes)}
    role="option"
    aria-setsize=${reply.total}
    aria-posinset=${index + 1}
    aria-selected=${isTemplate ? nothing : isSelected}
    aria-label=${row ? nothing : context.strings.loading}
    aria-description=${row?.description === undefined ? nothing : legible(row.description)}
    draggable=${row?.kind === 'resource' ? 'true' : nothing}
    data-index=${index}
    data-vscode-context=${row ? menuContext(row, selection.ids) : nothing}
    .style=${`transform: translateY(${top}px)`}
  >
    ${row ? content(context, row, near) : placeholder}
  </div>`;
}

/** Context for a row's context menu, as JSON. VS Code passes it to the chosen command; the row itself is the first. */
function menuContext(row: ResultRow, selection: Selection['ids']): string {
  const { kind, id, isSkill, permission, isPinned, mark } = row;
  const ids = selection.has(id) ? new Set([id, ...selection]) : [id];
  const facts = {
    webviewSection: kind,
    isPinned: isPinned === true,
    isInContext: mark !== undefined,
    ...(isSkill && { isSkill, isAllowed: permission === 'allowed' }),
  };
  return JSON.stringify({ ...facts, preventDefaultContextMenuItems: true, ids: [...ids] });
}

/** Grey shapes in place of text. */
export const placeholder = html`<div class="line"><span class="bone icon"></span><span class="bone title"></span></div>
  <div class="line"><span class="bone detail"></span></div>`;

/** The actions of a row's buttons, their codicons and tooltips. */
const resourceActions = [
  ['preview', 'eye', 'preview'],
  ['open', 'go-to-file', 'open'],
  ['attach', 'attach', 'attach'],
] as const;
const templateActions = [['preview', 'edit', 'fillIn']] as const;

const groups = { pinned: 'groupPinned', recent: 'groupRecent' } as const;

/** Three facts, and one icon for the state. The label and the tooltip have the rest. */
function content(context: ViewContext, row: ResultRow, near: readonly ResultRow[]): TemplateResult {
  const { strings, state, widths } = context;
  const isTemplate = row.kind === 'template';
  const fact = kindOf(context, row) ?? factBeside(context, row) ?? '';
  const group = row.group === undefined || row.group === 'others' ? '' : strings[groups[row.group]];
  const text = { row, near, width: state.width, widths };
  const sign = stateIcon(context, row);
  return html`<div class="content" title=${tooltip(context, row)}>
    <div class="line" aria-hidden="true">
      ${icon(context, row)}
      <span class="title" dir="auto">${titleText(text, group, sign !== nothing)}</span>
      ${group ? html`<span class="group">${group}</span>` : nothing}
      <span class="actions">
        ${(isTemplate ? templateActions : resourceActions).map(
          ([action, name, title]) =>
            html`<span class="action codicon codicon-${name}" title=${strings[title]} data-action=${action}></span>`,
        )}
      </span>
      ${sign}
    </div>
    <div class="line" aria-hidden="true">
      <span class="detail">${detailText(text, fact)}</span>
      <span class="fact" dir="auto">${fact}</span>
    </div>
    <span class="spoken">${spoken(context, row, group)}</span>
  </div>`;
}

/** The server's own icon where it has a safe one, in the place of the codicon and of its size. */
function icon({ iconSource }: ViewContext, row: ResultRow): TemplateResult {
  const source = row.serverIcon === undefined ? undefined : iconSource(row.serverIcon);
  if (source === undefined) return html`<span class="icon codicon codicon-${row.icon}"></span>`;
  return html`<img class="icon" src=${source} alt="" draggable="false" />`;
}

/** The states of a row: their texts and codicons. */
const states = {
  failed: ['unreadable', 'error'],
  updated: ['updated', 'circle-filled'],
  picked: ['picked', 'check'],
  unchecked: ['unchecked', 'dash'],
  kept: ['kept', 'pin'],
  fromBefore: ['fromBefore', 'history'],
} as const satisfies Record<string, readonly [keyof PanelStrings, string]>;

/** The state in the context counts more than where the row comes from. */
function stateIcon({ strings }: ViewContext, { mark, origin }: ResultRow): TemplateResult | typeof nothing {
  const state = mark ?? origin;
  return state
    ? html`<span class="state ${state} codicon codicon-${states[state][1]}" title=${strings[states[state][0]]}></span>`
    : nothing;
}

const skillKinds = { allowed: 'allowedSkill', changed: 'changedSkill' } as const;

/** Said of what is more than a resource. */
function kindOf({ strings }: ViewContext, { kind, isSkill, permission }: ResultRow): string | undefined {
  if (kind === 'template') return strings.template;
  return isSkill && strings[permission ? skillKinds[permission] : 'skill'];
}

/** The age, or the size where that decides the order. */
function factBeside({ state }: ViewContext, { age, size }: ResultRow): string | undefined {
  return state.query.sort === 'size' ? size : age;
}

/** Everything that is known of a resource, in words, but for `seen`. */
function factsOf(context: ViewContext, row: ResultRow, seen: string | undefined): readonly string[] {
  const { strings, formatNumber } = context;
  const { mark, origin, audience, priority, age, size } = row;
  const inWords = [mark, origin].flatMap((state) => (state ? strings[states[state][0]] : []));
  return [
    ...inWords,
    ...audience.map((role) => (role === 'user' ? strings.forUser : strings.forAssistant)),
    ...(priority === undefined ? [] : [fill(strings.priority, formatNumber(Math.round(priority * 100) / 100))]),
    ...[age, size].flatMap((fact) => (fact === undefined || fact === seen ? [] : [fact])),
  ];
}

/** For screen readers, in place of the two lines: they are cut, and name the server a second time. */
function spoken(context: ViewContext, row: ResultRow, group: string): string {
  return [row.title, group, kindOf(context, row) ?? '', ...factsOf(context, row, undefined), row.server, row.uri]
    .filter(Boolean)
    .map(legible)
    .join(context.strings.separator);
}

function tooltip(context: ViewContext, row: ResultRow): string {
  const description = row.description ?? '';
  const text = description.length > tooltipLength ? `${description.slice(0, tooltipLength)}…` : description;
  const seen = context.state.width > narrowWidth ? factBeside(context, row) : undefined;
  const facts = [row.server, ...factsOf(context, row, seen)].filter(Boolean).join(' · ');
  const lines = [row.title, row.uri, facts, row.place ?? ''].filter(Boolean).map(legible);
  return [...lines, ...(text ? ['', text] : [])].join('\n');
}
