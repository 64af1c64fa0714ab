import { offersFor } from '../../src/shared/templateOffers';
import type { After } from '../base/ask';
import { isSamePlace, type Place } from './fields';

/** Pause in typing, in ms, after which the server is asked. */
const typingPause = 150;

export interface Suggestion {
  readonly value: string;
  /** The user used it before. */
  readonly isUsed: boolean;
}

interface Answer {
  /** The text that was asked about. */
  readonly text: string;
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

export interface SuggestionPorts {
  readonly after: After;
  /** Rejects when the signal is aborted. */
  readonly ask: (place: Place, text: string, signal: AbortSignal) => Promise<Omit<Answer, 'text'>>;
  /** Earlier values of this field. */
  readonly used: (place: Place) => readonly string[];
  /** True for a value that another line of the field has. */
  readonly isWritten: (place: Place, value: string) => boolean;
  /** Called when something has changed. */
  readonly changed: () => void;
  /** Called when new values have arrived. */
  readonly arrived: () => void;
}

const nothing: Answer = { text: '', values: [], hasMore: false };

/** Values for the focused box: earlier ones, and the server's. A new request replaces the one before. */
export class Suggestions {
  #place: Place | undefined;
  #text = '';
  #isWanted = false;
  #answer = nothing;
  #abort: AbortController | undefined;
  #stopTimer: () => void = () => undefined;
  /** The suggestion to activate when there are some. */
  #enter: 'first' | 'last' | undefined;
  #active: number | undefined;
  #all: readonly Suggestion[] = [];

  constructor(private readonly ports: SuggestionPorts) {}

  get all(): readonly Suggestion[] {
    return this.#all;
  }

  /** The suggestion that Enter takes: the chosen one, or the only one that what was typed can mean. */
  get active(): Suggestion | undefined {
    return this.#chosen ?? this.#only;
  }

  get hasMore(): boolean {
    return this.#answer.hasMore;
  }

  isOpenAt(place: Place): boolean {
    return this.#isWanted && this.#all.length > 0 && isSamePlace(place, this.#place);
  }

  isBusyAt(place: Place): boolean {
    return this.#abort !== undefined && isSamePlace(place, this.#place);
  }

  /** Text was typed: the server is asked after a pause in typing. */
  onTyped(place: Place, text: string): void {
    this.#reset(place, text, undefined);
    this.#stopTimer = this.ports.after(typingPause, () => void this.#ask(place, text));
  }

  /** The user wants to see the suggestions for a text. */
  open(place: Place, text: string, enter: 'first' | 'last' | undefined): void {
    this.#reset(place, text, enter);
    void this.#ask(place, text);
  }

  /** Moves in a circle, with the box itself between the last and the first. */
  move(step: 1 | -1): void {
    const stops = this.#all.length + 1;
    const position = ((this.#active ?? -1) + 1 + step + stops) % stops;
    this.#active = position === 0 ? undefined : position - 1;
    this.ports.changed();
  }

  close(): void {
    this.#stop();
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#active = undefined;
    this.ports.changed();
  }

  dispose(): void {
    this.#stop();
  }

  get #chosen(): Suggestion | undefined {
    return this.#all[this.#active ?? -1];
  }

  /** The only suggestion, where the server has it, it begins with the typed text, and that is no value by itself. */
  get #only(): Suggestion | undefined {
    const [only] = this.#all;
    const { text, values, hasMore } = this.#answer;
    const known = [...values, ...(this.#place ? this.ports.used(this.#place) : [])];
    if (!only || this.#all.length > 1 || this.#text === '' || known.includes(this.#text)) return undefined;
    const isWhole = !hasMore && beginsWith(this.#text, text);
    return isWhole && values.includes(only.value) && beginsWith(only.value, this.#text) ? only : undefined;
  }

  #reset(place: Place, text: string, enter: 'first' | 'last' | undefined): void {
    this.#stop();
    // The server's answer for another field, or for other values around it, does not apply to this one.
    if (!isSamePlace(place, this.#place) || !this.#isWanted) this.#answer = nothing;
    this.#place = place;
    this.#text = text;
    this.#isWanted = true;
    this.#enter = enter;
    this.#active = undefined;
    this.#gather(true);
    this.ports.changed();
  }

  async #ask(place: Place, text: string): Promise<void> {
    const abort = (this.#abort = new AbortController());
    this.ports.changed();
    // After a failure the user can still type; the host has logged it.
    const answer = await this.ports.ask(place, text, abort.signal).catch(() => nothing);
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    const chosen = this.#chosen;
    this.#answer = { ...answer, text };
    this.#gather(false);
    if (chosen) this.#activate(this.#all.findIndex(({ value }) => value === chosen.value));
    this.ports.changed();
    this.ports.arrived();
  }

  /** @param isWaiting for an answer: of the one before only values that fit the text are shown */
  #gather(isWaiting: boolean): void {
    const { ports } = this;
    const place = this.#place;
    if (!place) return;
    const { used, fromServer } = offersFor({
      text: this.#text,
      used: ports.used(place),
      answer: this.#answer.values,
      isOutdated: isWaiting,
      isTaken: (value) => ports.isWritten(place, value),
    });
    this.#all = [
      ...used.map((value) => ({ value, isUsed: true })),
      ...fromServer.map((value) => ({ value, isUsed: false })),
    ];
    if (this.#enter === undefined || this.#all.length === 0) return;
    this.#activate(this.#enter === 'first' ? 0 : this.#all.length - 1);
    this.#enter = undefined;
  }

  #activate(index: number): void {
    this.#active = index < 0 ? undefined : index;
  }

  #stop(): void {
    this.#stopTimer();
    this.#abort?.abort();
    this.#abort = undefined;
  }
}

/** Ignores case. */
function beginsWith(value: string, beginning: string): boolean {
  return value.toLocaleLowerCase().startsWith(beginning.toLocaleLowerCase());
}
