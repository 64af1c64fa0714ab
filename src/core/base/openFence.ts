const container = /^(?: {0,3}> ?)+/u;
const marker = /^(?:[-*+]|\d{1,9}[.)])(?= )/u;
const opening = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;

interface Fence {
  /** The characters that ended a line to begin it. */
  readonly text: string;
  /** Columns before it. */
  readonly indent: number;
  /** Columns that a line needs to be in the same item of a list; 0 outside of lists. */
  readonly least: number;
  readonly isQuoted: boolean;
}

/**
 * What ends a block of code that a Markdown text leaves open, so that what is written below it is no code: a line with its fence, or nothing
 * where none is open. Inside a quote none is needed: an empty line ends that.
 */
export function endOfFence(markdown: string): string {
  let fence: Fence | undefined;
  /** Columns that the items of lists need, from the outermost one. */
  let items: readonly number[] = [];
  let isAfterText = false;
  for (const raw of markdown.replaceAll('\t', '    ').split(/\r\n?|\n/u)) {
    if (fence && isInside(fence, raw)) {
      if (isEndOf(fence, raw)) fence = undefined;
      isAfterText = false;
      continue;
    }
    fence = undefined;
    const [wasAfterText, isQuoted] = [isAfterText, container.test(raw)];
    isAfterText = raw.trim() !== '';
    if (!isAfterText) continue;
    const line = raw.replace(container, '');
    const begun = begin(line, isQuoted ? [] : items);
    // Text right below an item's belongs to it, wherever it begins.
    const isLazy = wasAfterText && begun.isText;
    if (!isQuoted && !isLazy) ({ items } = begun);
    if (begun.fence) fence = { ...begun.fence, isQuoted };
  }
  return fence && !fence.isQuoted ? `\n${' '.repeat(fence.indent)}${fence.text}\n` : '';
}

interface Begun {
  readonly items: readonly number[];
  readonly fence?: Omit<Fence, 'isQuoted'>;
  /** It begins nothing. */
  readonly isText: boolean;
}

/** What a line that is no code begins. */
function begin(line: string, before: readonly number[]): Begun {
  const start = columns(line);
  let indent = start;
  const items = before.filter((least) => least <= indent);
  for (;;) {
    const least = items.at(-1) ?? 0;
    const rest = line.slice(indent);
    // So far to the right it is code without fences.
    if (indent - least > 3) return { items, isText: indent === start };
    const found = marker.exec(rest);
    if (!found) {
      const [, ticks, tildes] = opening.exec(rest) ?? [];
      const text = ticks ?? tildes;
      if (text !== undefined) return { items, fence: { text, indent, least }, isText: false };
      return { items, isText: indent === start && !/^#{1,6}(?: |$)/u.test(rest) };
    }
    const after = rest.slice(found[0].length);
    const spaces = columns(after);
    indent += found[0].length + (spaces > 4 ? 1 : spaces);
    items.push(indent);
  }
}

/** Whether the line belongs to the block of the fence. */
function isInside({ least, isQuoted }: Fence, line: string): boolean {
  if (isQuoted) return container.test(line);
  return line.trim() === '' || columns(line) >= least;
}

function isEndOf({ text, least, isQuoted }: Fence, raw: string): boolean {
  const line = isQuoted ? raw.replace(container, '') : raw;
  const inner = line.trim();
  const isShort = columns(line) - least <= 3;
  return isShort && inner.length >= text.length && inner === (text[0] ?? '').repeat(inner.length);
}

function columns(line: string): number {
  return line.length - line.trimStart().length;
}
