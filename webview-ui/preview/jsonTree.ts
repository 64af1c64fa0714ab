import { childrenOf, type JsonNode } from './jsonNodes';

/** A row of the tree as it is drawn. */
export interface JsonRow {
  readonly node: JsonNode;
  /** From 1. */
  readonly level: number;
  /** From 1, among {@link siblings}. */
  readonly position: number;
  readonly siblings: number;
  /** `undefined` for a value that does not open. */
  readonly isOpen: boolean | undefined;
}

/** A longer string shows its beginning, and all of it when it is opened. */
export const maxStringLength = 200;
/** With at most this many values at the top, these open too. */
const fewValues = 5;

/** The open values of a JSON text, and the active one. */
export class JsonTree {
  readonly #openNodes = new Set<JsonNode>();
  readonly #children = new Map<JsonNode, readonly JsonNode[]>();
  #rows: readonly JsonRow[] | undefined;
  #active = 0;

  constructor(private readonly root: JsonNode) {
    this.#openNodes.add(root);
    if (root.children.length <= fewValues)
      for (const child of root.children) if (child.children.length <= fewValues) this.#openNodes.add(child);
  }

  /** The visible rows, from the top, flat: levels are not nested, however many there are. */
  get rows(): readonly JsonRow[] {
    return (this.#rows ??= this.#flatten());
  }

  get active(): number {
    return this.#active;
  }

  toggle(index: number): void {
    const row = this.rows[index];
    this.#active = index;
    if (row?.isOpen === undefined) return;
    if (row.isOpen) this.#openNodes.delete(row.node);
    else this.#openNodes.add(row.node);
    this.#rows = undefined;
  }

  /** Handles a key of a tree. Returns true when the key is one. */
  press(key: string): boolean {
    const row = this.rows[this.#active];
    const last = this.rows.length - 1;
    if (key === 'ArrowDown') this.#active = Math.min(this.#active + 1, last);
    else if (key === 'ArrowUp') this.#active = Math.max(this.#active - 1, 0);
    else if (key === 'Home') this.#active = 0;
    else if (key === 'End') this.#active = last;
    else if (key === 'Enter' || key === ' ') this.toggle(this.#active);
    else if (key === 'ArrowRight') this.#openOrDescend(row);
    else if (key === 'ArrowLeft') this.#closeOrAscend(row);
    else return false;
    return true;
  }

  #openOrDescend(row: JsonRow | undefined): void {
    if (row?.isOpen === false) this.toggle(this.#active);
    else if (row?.isOpen === true && this.#isDeeper(this.#active + 1, row)) this.#active += 1;
  }

  #closeOrAscend(row: JsonRow | undefined): void {
    if (row?.isOpen === true) this.toggle(this.#active);
    else if (row)
      this.#active = Math.max(
        0,
        this.rows.findLastIndex(({ level }, index) => index < this.#active && level < row.level),
      );
  }

  #isDeeper(index: number, { level }: JsonRow): boolean {
    return (this.rows[index]?.level ?? 0) > level;
  }

  #flatten(): readonly JsonRow[] {
    const rows: JsonRow[] = [];
    const waiting: JsonRow[] = [this.#row(this.root, 1, 1, 1)];
    for (let row = waiting.pop(); row; row = waiting.pop()) {
      rows.push(row);
      if (row.isOpen !== true) continue;
      const { level } = row;
      const children = this.#childrenOf(row.node);
      waiting.push(...children.map((node, index) => this.#row(node, level + 1, index + 1, children.length)).reverse());
    }
    return rows;
  }

  #row(node: JsonNode, level: number, position: number, siblings: number): JsonRow {
    const canOpen = node.children.length > 0 || node.text.length > maxStringLength;
    return { node, level, position, siblings, isOpen: canOpen ? this.#openNodes.has(node) : undefined };
  }

  /** Ranges are created once, as their identity tells whether they are open. */
  #childrenOf(node: JsonNode): readonly JsonNode[] {
    const children = this.#children.get(node) ?? childrenOf(node);
    this.#children.set(node, children);
    return children;
  }
}
