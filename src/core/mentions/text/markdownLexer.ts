import { isLetter, type Part } from './mentionsInLine';

/** The line before: the last one of front matter, of a fenced block, or of anything else. */
export interface MarkdownState {
  readonly kind: 'start' | 'front' | 'fence' | 'text' | 'blank' | 'code';
  /** Column at which the content of the open list begins; 0 for none. */
  readonly list: number;
  /** For a fence: number of quotes that it is nested in. */
  readonly depth: number;
  /** For a fence: the marks that end it, or more of the same. */
  readonly marks: string;
}

export const markdownStart: MarkdownState = { kind: 'start', list: 0, depth: 0, marks: '' };
/** The state after most lines. */
const common = new Map<MarkdownState['kind'], MarkdownState>(
  (['text', 'blank'] as const).map((kind) => [kind, { ...markdownStart, kind }]),
);

const quote = /^ {0,3}>[ \t]?/u;
/** Matched after the indent. */
const fence = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?!`)(?!.*`)|~{3,})/u;
const listItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/u;
const endOfFrontMatter = /^(?:---|\.\.\.)\s*$/u;
const codeIndent = 4;

/**
 * Marks code blocks and inline code as examples. Line by line: inline code that spans lines is taken for text.
 * @param state state after the previous line
 * @param parts receives those of the line that can contain mentions, in order; `undefined` for a line without mentions
 * @returns the state before the next line
 */
export function scanMarkdown(line: string, state: MarkdownState, parts: Part[] | undefined): MarkdownState {
  const isFront = state.kind === 'front' || (state.kind === 'start' && line.trimEnd() === '---');
  // A rule at the beginning looks like front matter, which has no fences.
  if (isFront && !fence.test(line.trimStart())) {
    add(parts, line, false);
    return stateAfter(state.kind === 'front' && endOfFrontMatter.test(line) ? 'blank' : 'front', 0);
  }
  const { depth, content } = unquote(line);
  if (state.kind === 'fence' && depth >= state.depth) {
    add(parts, line, true);
    return isClosingFence(state.marks, content) ? stateAfter('blank', state.list) : state;
  }
  return inBlocks(line, content, depth, state, parts);
}

function inBlocks(
  line: string,
  content: string,
  depth: number,
  state: MarkdownState,
  parts: Part[] | undefined,
): MarkdownState {
  const text = content.trimStart();
  if (text === '') return stateAfter(state.kind === 'code' ? 'code' : 'blank', state.list);
  const indent = content.slice(0, content.length - text.length);
  const column = columns(indent);
  if (state.kind !== 'text' && column >= state.list + codeIndent) {
    add(parts, line, true);
    return stateAfter('code', state.list);
  }
  // Most lines begin with a letter, and no list item or fence does.
  if (isLetter(text.charCodeAt(0))) {
    if (parts) inlineCode(line, parts);
    return stateAfter('text', listAt(column, state));
  }
  const marker = listItem.exec(text)?.[0];
  const list = marker !== undefined ? columns(indent + marker) : listAt(column, state);
  const marks = fence.exec(text)?.[1];
  if (marks !== undefined) {
    add(parts, line, true);
    return stateAfter('fence', list, depth, marks);
  }
  if (parts) inlineCode(line, parts);
  return stateAfter('text', list);
}

/** A paragraph continues at any indent; after it, less indent ends the list. */
function listAt(column: number, { kind, list }: MarkdownState): number {
  return kind === 'text' ? list : Math.min(list, column);
}

function isClosingFence(marks: string, lineContent: string): boolean {
  const text = lineContent.trim();
  return text.length >= marks.length && text === marks.charAt(0).repeat(text.length);
}

function stateAfter(kind: MarkdownState['kind'], list: number, depth = 0, marks = ''): MarkdownState {
  return (list === 0 ? common.get(kind) : undefined) ?? { kind, list, depth, marks };
}

/** True if the same lines would give the same result. */
export function isSameState(a: MarkdownState, b: MarkdownState): boolean {
  const { kind, list, depth, marks } = b;
  return a === b || (a.kind === kind && a.list === list && a.depth === depth && a.marks === marks);
}

function columns(text: string): number {
  let width = 0;
  for (const character of text) width += character === '\t' ? codeIndent - (width % codeIndent) : 1;
  return width;
}

function unquote(line: string): { readonly depth: number; readonly content: string } {
  if (!line.includes('>')) return { depth: 0, content: line };
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

/** Inline code begins with some backticks and ends with as many. */
function inlineCode(line: string, parts: Part[]): void {
  const runs = line.includes('`') ? [...line.matchAll(/`+/gu)] : [];
  const lastOf = new Map(runs.map((run) => [run[0].length, run.index]));
  let start = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const opening = runs[index];
    if (!opening || (lastOf.get(opening[0].length) ?? 0) <= opening.index) continue;
    let close = index + 1;
    while (runs[close]?.[0].length !== opening[0].length) close += 1;
    const [codeStart, codeEnd] = [opening.index + opening[0].length, runs[close]?.index ?? line.length];
    parts.push({ from: start, to: opening.index, isExample: false }, { from: codeStart, to: codeEnd, isExample: true });
    start = codeEnd + opening[0].length;
    index = close;
  }
  parts.push({ from: start, to: line.length, isExample: false });
}
