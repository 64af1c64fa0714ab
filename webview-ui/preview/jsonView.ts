import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import { fill } from '../../src/shared/strings';
import type { PaneParts } from '../base/pane';
import { JsonTree, maxStringLength, type JsonRow } from './jsonTree';
import { parseJson } from './jsonNodes';
import { visibleText } from './visibleText';

/** Deeper levels are not indented further: there would be no room for their text. */
const deepestIndent = 12;
/** Characters of a string that was opened. */
const maxOpenedLength = 20_000;

/** A JSON value as a tree that opens step by step. */
export class JsonView {
  readonly #tree: JsonTree;

  constructor(
    json: string,
    private readonly label: string,
    /** Distinguishes the ids of its rows from those of another tree. */
    private readonly key: string,
    private readonly parts: Pick<PaneParts, 'invalidate' | 'strings' | 'formatNumber'>,
  ) {
    this.#tree = new JsonTree(parseJson(json));
  }

  content(): TemplateResult {
    const { rows, active } = this.#tree;
    return html`<div
      class="preview-json"
      role="tree"
      tabindex="0"
      aria-label=${this.label}
      aria-activedescendant=${this.#id(active)}
      @keydown=${this.#keyDown}
    >
      ${repeat(
        rows,
        ({ node }) => node,
        (row, index) => this.#row(row, index),
      )}
    </div>`;
  }

  #row(row: JsonRow, index: number): TemplateResult {
    const { level, position, siblings, isOpen } = row;
    const indent = Math.min(level - 1, deepestIndent) * 12;
    return html`<div
      id=${this.#id(index)}
      class="json-row ${index === this.#tree.active ? 'active' : ''}"
      role="treeitem"
      aria-level=${level}
      aria-posinset=${position}
      aria-setsize=${siblings}
      aria-expanded=${isOpen ?? nothing}
      .style=${`padding-left: ${indent}px`}
      @click=${() => this.#click(index)}
    >
      <span class="codicon ${twistie(isOpen)}" aria-hidden="true"></span
      ><span class="json-value" dir="auto">${nameOf(row)}${this.#value(row)}</span>
    </div>`;
  }

  #value({ node, isOpen }: JsonRow): TemplateResult | typeof nothing {
    const { kind, text, children } = node;
    if (kind === 'range') return nothing;
    if (kind === 'object' || kind === 'array')
      return html`<span class="json-count">${this.#count(kind, children)}</span>`;
    const limit = isOpen === true ? maxOpenedLength : maxStringLength;
    const excerpt = text.length > limit ? `${text.slice(0, limit)}…` : text;
    return html`<span class="json-${kind}">${visibleText(excerpt)}</span>`;
  }

  #count(kind: 'object' | 'array', { length }: { readonly length: number }): string {
    const { strings, formatNumber } = this.parts;
    const brackets = kind === 'object' ? '{}' : '[]';
    const count = length === 1 ? strings.content.oneItem : fill(strings.content.items, formatNumber(length));
    return length === 0 ? brackets : `${brackets.split('').join('…')} ${count}`;
  }

  #id(index: number): string {
    return `json-${this.key}-${index}`;
  }

  #click(index: number): void {
    // Dragging over the text selects it.
    if (getSelection()?.isCollapsed === false) return;
    this.#tree.toggle(index);
    this.parts.invalidate();
  }

  readonly #keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#tree.press(event.key)) return;
    event.preventDefault();
    this.parts.invalidate();
    const tree = event.currentTarget as HTMLElement;
    // The row may only appear with the next frame.
    requestAnimationFrame(() => tree.querySelector('.active')?.scrollIntoView({ block: 'nearest' }));
  };
}

function twistie(isOpen: boolean | undefined): string {
  if (isOpen === undefined) return '';
  return isOpen ? 'codicon-chevron-down' : 'codicon-chevron-right';
}

function nameOf({ node: { kind, name } }: JsonRow): TemplateResult | typeof nothing {
  if (name === undefined) return nothing;
  const excerpt = visibleText(name.length > maxStringLength ? `${name.slice(0, maxStringLength)}…` : name);
  return kind === 'range'
    ? html`<span class="json-count">${excerpt}</span>`
    : html`<span class="json-name">${excerpt}</span>: `;
}
