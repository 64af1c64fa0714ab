import type { Lexer, Part } from './lexer';
import { MentionFinder, type LineMention } from './mentionsInLine';

const none: readonly LineMention[] = [];

/** What was found on the lines of a document, and with what each line began when it was scanned. */
export class ScannedLines {
  /** One more than there are lines: the last is what the document ends with. */
  #states: (string | undefined)[] = [''];
  #found: (readonly LineMention[] | undefined)[] = [];
  readonly #known = new Map<string, string>();
  #names: readonly string[] = [];
  #finder = new MentionFinder([]);

  constructor(private readonly lexer: Lexer) {}

  /** Forgets what was found with other names of servers. */
  useNames(names: readonly string[]): void {
    const isSame = names.length === this.#names.length && names.every((name, index) => name === this.#names[index]);
    if (isSame) return;
    this.#names = [...names];
    this.#finder = new MentionFinder(names);
    this.#found = [];
  }

  /** Some lines took the place of others; there is at least one of each. */
  replace(first: number, removed: number, added: number): void {
    this.#found = replaced(this.#found, first, removed, added);
    this.#states = replaced(this.#states, first + 1, removed - 1, added - 1);
  }

  /** `undefined` where the line has to be scanned. */
  at(line: number): readonly LineMention[] | undefined {
    return this.#found[line];
  }

  /** Every line before has been scanned. @param isCut true where the line is longer than `text` */
  scan(line: number, text: string, isCut: boolean): readonly LineMention[] {
    const parts: Part[] | undefined = text.includes(':') ? [] : undefined;
    const end = this.lexer.scan(text, this.#state(line), parts);
    const state = isCut ? '' : this.#shared(end);
    if (this.#states[line + 1] !== state) {
      this.#states[line + 1] = state;
      this.#found[line + 1] = undefined;
    }
    return (this.#found[line] = parts ? this.#find(text, parts) : none);
  }

  /** True in a comment or a string, also in one that is not closed yet. Every line before has been scanned. */
  isText(line: number, text: string, character: number): boolean {
    const parts: Part[] = [];
    this.lexer.scan(text, this.#state(line), parts);
    return parts.some(({ from, to }) => from <= character && character <= to);
  }

  /** Documents have many lines and few states. */
  #shared(state: string): string {
    const known = this.#known.get(state);
    if (known === undefined) this.#known.set(state, state);
    return known ?? state;
  }

  #state(line: number): string {
    const state = this.#states[line];
    if (state === undefined) throw new Error('The lines before have not been scanned');
    return state;
  }

  #find(text: string, parts: readonly Part[]): readonly LineMention[] {
    const found: LineMention[] = [];
    for (const part of parts) this.#finder.find(text, part, found);
    return found.length > 0 ? found : none;
  }
}

function replaced<T>(list: readonly (T | undefined)[], first: number, removed: number, added: number) {
  if (list.length <= first) return [...list];
  const fresh = new Array<T | undefined>(added).fill(undefined);
  return list.slice(0, first).concat(fresh, list.slice(first + removed));
}
