import type { Lexer, Part } from './lexer';

/** What the line before was: the last one of front matter, or of a fenced block, or of anything else. */
interface State {
  readonly kind: 'start' | 'front' | 'fence' | 'text' | 'blank' | 'code';
  /** The column at which the content of the list begins that is open; 0 for none. */
  readonly list: number;
  /** Of a fence: how many quotes it stands in. */
  readonly depth: number;
  /** Of a fence: what ends it, or more of the same. */
  readonly marks: string;
}

const quote = /^ {0,3}>[ \t]?/u;
/** Of what follows the indent. */
const fence = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?!`)(?!.*`)|~{3,})/u;
const listItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/u;
const endOfFrontMatter = /^(?:---|\.\.\.)\s*$/u;
const codeIndent = 4;

/** Marks code blocks and inline code as examples. Line by line: inline code that spans lines is taken for text. */
export const markdownLexer: Lexer = {
  isProse: true,
  scan(line, text, parts) {
    const state = parse(text);
    const isFront = state.kind === 'front' || (state.kind === 'start' && line.trimEnd() === '---');
    // A rule at the beginning looks like front matter, which has no fences.
    if (isFront && !fence.test(line.trimStart())) {
      add(parts, line, false);
      return format(state.kind === 'front' && endOfFrontMatter.test(line) ? 'blank' : 'front', 0);
    }
    const { depth, content } = unquote(line);
    if (state.kind === 'fence' && depth >= state.depth) {
      add(parts, line, true);
      return isEndOf(state.marks, content) ? format('blank', state.list) : text;
    }
    return inBlocks(line, content, depth, state, parts);
  },
};

function inBlocks(line: string, content: string, depth: number, state: State, parts: Part[] | undefined): string {
  const own = content.trimStart();
  if (own === '') return format(state.kind === 'code' ? 'code' : 'blank', state.list);
  const indent = content.slice(0, content.length - own.length);
  const column = columns(indent);
  if (state.kind !== 'text' && column >= state.list + codeIndent) {
    add(parts, line, true);
    return format('code', state.list);
  }
  const marker = listItem.exec(own)?.[0];
  const list = marker !== undefined ? columns(indent + marker) : listAt(column, state);
  const marks = fence.exec(own)?.[1];
  if (marks !== undefined) {
    add(parts, line, true);
    return format('fence', list, depth, marks);
  }
  if (parts) inlineCode(line, parts);
  return format('text', list);
}

/** A paragraph goes on whatever its indent is; after it, less indent ends the list. */
function listAt(column: number, { kind, list }: State): number {
  return kind === 'text' ? list : Math.min(list, column);
}

function isEndOf(marks: string, content: string): boolean {
  const text = content.trim();
  return text.length >= marks.length && text === marks.charAt(0).repeat(text.length);
}

function format(kind: State['kind'], list: number, depth = 0, marks = ''): string {
  return `${kind} ${list} ${depth} ${marks}`;
}

function parse(state: string): State {
  const [kind = '', list, depth, marks = ''] = state.split(' ');
  return { kind: (kind || 'start') as State['kind'], list: Number(list ?? 0), depth: Number(depth ?? 0), marks };
}

function columns(text: string): number {
  let width = 0;
  for (const character of text) width += character === '\t' ? codeIndent - (width % codeIndent) : 1;
  return width;
}

function unquote(line: string): { readonly depth: number; readonly content: string } {
  let content = line;
  let depth = 0;
  for (let mark = quote.exec(content); mark; mark = quote.exec(content)) {
    content = content.slice(mark[0].length);
    depth += 1;
  }
  return { depth, content };
}

function add(parts: Part[] | undefined, { length }: string, isExample: boolean): void {
  parts?.push({ from: 0, to: length, isExample });
}

/** Begins with some backticks and ends with as many. */
function inlineCode(line: string, parts: Part[]): void {
  const runs = line.includes('`') ? [...line.matchAll(/`+/gu)] : [];
  const lastOf = new Map(runs.map((run) => [run[0].length, run.index]));
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    if (!open || (lastOf.get(open[0].length) ?? 0) <= open.index) continue;
    let close = index + 1;
    while (runs[close]?.[0].length !== open[0].length) close += 1;
    const [start, end] = [open.index + open[0].length, runs[close]?.index ?? line.length];
    parts.push({ from, to: open.index, isExample: false }, { from: start, to: end, isExample: true });
    from = end + open[0].length;
    index = close;
  }
  parts.push({ from, to: line.length, isExample: false });
}
