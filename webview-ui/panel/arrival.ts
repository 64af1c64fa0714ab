import type { After } from '../base/ask';

/** The text of the search box and what is selected in it, as offsets; without a selection the place of the cursor. */
export interface BoxText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Milliseconds without the focus after which the user was elsewhere: while VS Code passes the focus on, the page may lose it for a moment. */
const goneAfter = 500;

/**
 * Joins what the user types while the focus is on its way to the search box: first into VS Code, which passes it on later, then into the
 * box. It replaces the text that was there.
 */
export class Arrival {
  /** The box before anything was typed into it; text that VS Code passed stands before the cursor. */
  #former: BoxText | undefined;
  #keep: () => void = () => undefined;

  constructor(
    private readonly read: () => BoxText,
    private readonly after: After,
  ) {}

  focused(): void {
    this.#keep();
    this.#former ??= this.read();
  }

  blurred(): void {
    this.#keep();
    this.#keep = this.after(goneAfter, () => (this.#former = undefined));
  }

  /** The user pressed a shortcut in the page: a text that follows begins here. */
  begin(): void {
    this.#former = this.read();
  }

  /** Returns the new text of the box; `undefined` where nothing was typed yet. */
  join({ text, isNew }: { readonly text: string; readonly isNew: boolean }): string | undefined {
    const present = this.read().text;
    const former = this.#former;
    if (!isNew && !former) return present + text;
    const ahead = isNew ? text : (former?.text ?? '') + text;
    const own = former ? typedInto(former, present) : '';
    if (ahead + own === '') return undefined;
    this.#former = { text: ahead, start: ahead.length, end: ahead.length };
    return ahead + own;
  }
}

/** The text that was typed in the place of the selection; empty where the box was changed in another way. */
function typedInto({ text, start, end }: BoxText, present: string): string {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  const isTyped = present !== text && present.startsWith(before) && present.endsWith(behind);
  return isTyped ? present.slice(before.length, Math.max(before.length, present.length - behind.length)) : '';
}
