import type { After } from '../base/ask';

/** The text of the search box and what is selected in it, as offsets; without a selection the place of the cursor. */
export interface BoxText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Milliseconds without the focus after which the user was elsewhere: while VS Code passes the focus on, the page may lose it for a moment. */
const goneAfter = 500;

/** Milliseconds after a shortcut, or after the page got the focus, in which letters typed into a pane may be meant for the search box. */
const wantedWithin = 2000;

interface Former extends BoxText {
  /** Text that VS Code passed, which stands before what is typed into the box. */
  readonly passed: string;
}

/**
 * Joins what the user types while the focus is on its way to the search box: first into VS Code, which passes it on later, then into a pane
 * that is open, then into the box. It replaces the text that was there.
 */
export class Arrival {
  /** The box before anything was typed into it. */
  #former: Former | undefined;
  /** Typed into a pane; `undefined` if that is meant for the pane. */
  #elsewhere: string | undefined;
  /** Events of an arrival that are still to come: the text that VS Code passes first, and VS Code's notice of the focus. */
  #isAwaited = { text: true, focus: true };
  #keep: () => void = () => undefined;
  #stopWanting: () => void = () => undefined;

  constructor(
    private readonly read: () => BoxText,
    private readonly after: After,
  ) {}

  focused(): void {
    this.#keep();
    if (!this.#former) this.begin();
  }

  blurred(): void {
    this.#keep();
    const { text, focus } = this.#isAwaited;
    // Who leaves the page after an arrival may come back by the key at once.
    if (text || focus) this.#keep = this.after(goneAfter, () => this.#forget());
    else this.#forget();
  }

  /** VS Code knows that the page has the focus, and passes nothing any longer. */
  arrived(): void {
    this.#isAwaited.focus = false;
  }

  /** The user pressed a shortcut in the page: a text that follows begins here. */
  begin(): void {
    const box = this.read();
    this.#former = { ...box, passed: box.text };
    this.#isAwaited = { text: true, focus: true };
    this.#elsewhere = '';
    this.#stopWanting();
    this.#stopWanting = this.after(wantedWithin, () => (this.#elsewhere = undefined));
  }

  /** A letter was typed into a pane. */
  typedElsewhere(letter: string): void {
    if (this.#elsewhere !== undefined) this.#elsewhere += letter;
  }

  /** Returns the new text of the box; `undefined` if nothing was typed yet, and the box is to be selected. */
  join({ text, isNew }: { readonly text: string; readonly isNew: boolean }): string | undefined {
    const present = this.read().text;
    const former = this.#former;
    if (!isNew && !former) return present + text;
    const passed = isNew ? text : (former?.passed ?? '') + text;
    const own = (isNew ? (this.#elsewhere ?? '') : '') + (former ? typedInto(former, present) : '');
    if (isNew) {
      this.#elsewhere = undefined;
      this.#isAwaited.text = false;
    }
    const isTyped = passed + own !== '';
    this.#former = isTyped
      ? { text: passed, start: passed.length, end: passed.length, passed }
      : { text: present, start: 0, end: present.length, passed };
    return isTyped ? passed + own : undefined;
  }

  #forget(): void {
    this.#former = undefined;
    this.#elsewhere = undefined;
  }
}

/** The text that was typed in the place of the selection; empty if the box was changed in another way. */
function typedInto({ text, start, end }: BoxText, present: string): string {
  const [textBefore, textBehind] = [text.slice(0, start), text.slice(end)];
  const isTyped = present !== text && present.startsWith(textBefore) && present.endsWith(textBehind);
  return isTyped
    ? present.slice(textBefore.length, Math.max(textBefore.length, present.length - textBehind.length))
    : '';
}
