import type { Lexer, Part } from './lexer';

/** Something that begins and ends in code, such as a comment, a string, or the code inside of a template literal. Texts are regular expressions. */
export interface Mode {
  readonly begin: string;
  /** Without one it lasts to the end of the line. */
  readonly end?: string;
  /** What is passed over in it, such as escaped characters. */
  readonly skip?: string;
  /** True where mentions can be: in comments and strings. */
  readonly isText: boolean;
  /** True for what goes on in the next line. Others end with theirs, so that a lone quote swallows one line at most. */
  readonly isLong?: boolean;
  /** What begins inside of it. */
  readonly inside?: () => readonly Mode[];
}

interface Compiled {
  readonly mode: Mode;
  /** Stands for it in a state. */
  readonly key: string;
  /** What may come next, each in a group of its own: what is passed over, its end, the beginnings of others. */
  readonly next: RegExp;
  readonly inside: readonly Compiled[];
}

/** Code nests this deep at most; what is deeper is taken for what surrounds it. */
const mostOpen = 40;
const firstKey = 0x30;

/** Finds comments and strings. Its states are stacks of open modes, a character each. */
export class CodeLexer implements Lexer {
  readonly isProse = false;
  readonly #modes: readonly Compiled[];

  /** @param skip what is passed over in code, such as regular expressions */
  constructor(modes: readonly Mode[], skip?: string) {
    const code: Mode = { begin: '', isText: false, isLong: true, inside: () => modes, ...(skip && { skip }) };
    this.#modes = compileAll(code);
  }

  scan(line: string, state: string, parts: Part[] | undefined): string {
    let stack = state;
    let from = 0;
    for (let at = 0; ;) {
      const { mode, next, inside } = this.#top(stack);
      next.lastIndex = at;
      const match = next.exec(line);
      const group = match ? groupOf(match) : 0;
      if (match && group === 1) {
        at = next.lastIndex;
        continue;
      }
      const opened = inside[group - 3];
      if (parts && mode.isText) add(parts, from, match?.index ?? line.length, opened !== undefined);
      if (!match) return this.#long(stack);
      if (group === 2) stack = stack.slice(0, -1);
      else if (opened && stack.length < mostOpen) stack += opened.key;
      at = from = next.lastIndex;
    }
  }

  #top(stack: string): Compiled {
    const index = stack === '' ? 0 : stack.charCodeAt(stack.length - 1) - firstKey;
    const top = this.#modes[index];
    if (!top) throw new Error('A state of another language');
    return top;
  }

  #long(stack: string): string {
    let long = stack;
    while (long !== '' && !this.#top(long).mode.isLong) long = long.slice(0, -1);
    return long;
  }
}

function groupOf(match: readonly (string | undefined)[]): number {
  let group = 1;
  while (match[group] === undefined) group += 1;
  return group;
}

function add(parts: Part[], from: number, to: number, isOpen: boolean): void {
  parts.push({ from, to, isExample: false, ...(isOpen && { isOpen }) });
}

function compileAll(code: Mode): readonly Compiled[] {
  const compiled = new Map<Mode, Compiled>();
  const compile = (mode: Mode): Compiled => {
    const known = compiled.get(mode);
    if (known) return known;
    const inner = mode.inside?.() ?? [];
    const inside: Compiled[] = [];
    const never = '(?!)';
    const groups = [mode.skip ?? never, mode.end ?? never, ...inner.map(({ begin }) => begin)];
    const next = new RegExp(groups.map((group) => `(${group})`).join('|'), 'gu');
    const one: Compiled = { mode, key: String.fromCharCode(firstKey + compiled.size), next, inside };
    compiled.set(mode, one);
    for (const other of inner) inside.push(compile(other));
    return one;
  };
  compile(code);
  return [...compiled.values()];
}
