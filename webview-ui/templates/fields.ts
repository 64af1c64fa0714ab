import type { TemplateField, TemplateValues } from '../../src/shared/templateProtocol';

/** A box: the number of a field, and of a line in it. Only lists have more than the first line. */
export interface Place {
  readonly field: number;
  readonly line: number;
}

/** DOM id of the box at a place. */
export function boxId({ field, line }: Place): string {
  return `template-${field}-${line}`;
}

export function isSamePlace(a: Place, b: Place | undefined): boolean {
  return a.field === b?.field && a.line === b.line;
}

/** The texts in the fields of a form. A list always ends with an empty line to go on writing in. */
export class Fields {
  readonly #lines: string[][];
  #all: readonly TemplateField[];

  constructor(all: readonly TemplateField[]) {
    this.#all = all;
    this.#lines = all.map(({ value, isList }) => (isList ? withRoom(value.split('\n')) : [value]));
  }

  get all(): readonly TemplateField[] {
    return this.#all;
  }

  /** Takes the host's new description of the same fields; the texts stay. */
  renew(all: readonly TemplateField[]): void {
    if (all.length === this.#all.length) this.#all = all;
  }

  lines(field: number): readonly string[] {
    return this.#lines[field] ?? [];
  }

  text({ field, line }: Place): string {
    return this.lines(field)[line] ?? '';
  }

  /** True for a value that another line of the same field has. */
  isElsewhere({ field, line }: Place, value: string): boolean {
    return this.lines(field).some((text, index) => index !== line && text === value);
  }

  write({ field, line }: Place, text: string): void {
    this.#set(field, this.lines(field).with(line, text));
  }

  /** Replaces one line by several. */
  paste({ field, line }: Place, lines: readonly string[]): void {
    this.#set(field, this.lines(field).toSpliced(line, 1, ...lines));
  }

  remove({ field, line }: Place): void {
    this.#set(field, this.lines(field).toSpliced(line, 1));
  }

  /** The next box to write in; `undefined` after the last. An empty line ends a list. */
  next(place: Place): Place | undefined {
    const { field, line } = place;
    if (this.text(place) !== '' && line + 1 < this.lines(field).length) return { field, line: line + 1 };
    return field + 1 < this.all.length ? { field: field + 1, line: 0 } : undefined;
  }

  /** The first empty box that the URI requires, else the first one of all. */
  get first(): Place | undefined {
    const missing = this.all.findIndex(({ isRequired }, field) => isRequired && this.lines(field).join('') === '');
    return this.all.length === 0 ? undefined : { field: Math.max(0, missing), line: 0 };
  }

  get values(): TemplateValues {
    return this.#valuesBut(undefined);
  }

  /** The values for a completion request about one box: in its field, `text` alone. */
  valuesAbout({ field }: Place, text: string): TemplateValues {
    return this.#valuesBut(field, text);
  }

  #valuesBut(field: number | undefined, text = ''): TemplateValues {
    const values = this.all.map(
      ({ name }, index) => [name, index === field ? text : this.lines(index).join('\n')] as const,
    );
    return Object.fromEntries(values);
  }

  #set(field: number, lines: readonly string[]): void {
    this.#lines[field] = this.all[field]?.isList === true ? withRoom(lines) : [...lines];
  }
}

function withRoom(lines: readonly string[]): string[] {
  return lines.at(-1) === '' ? [...lines] : [...lines, ''];
}
