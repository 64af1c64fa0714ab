import type { After } from '../base/ask';
import { isSamePlace, type Place } from './fields';

/** Milliseconds for which a person may go on typing before the server is asked. */
const typingPause = 150;

export interface Suggestion {
  readonly value: string;
  /** The person used it before. */
  readonly isUsed: boolean;
}

interface Answer {
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

export interface SuggestionPorts {
  readonly after: After;
  /** Rejects when the signal is aborted. */
  readonly ask: (place: Place, text: string, signal: AbortSignal) => Promise<Answer>;
  /** What was used before in this field. */
  readonly used: (place: Place) => readonly string[];
  /** True for a value that another line of the field has. */
  readonly isWritten: (place: Place, value: string) => boolean;
  /** Something of it is another. */
  readonly changed: () => void;
  /** Other values are there to choose from. */
  readonly arrived: () => void;
}

const nothing: Answer = { values: [], hasMore: false };

/** Values for the one box that is written in: what was used before, and what the server offers. The last question wins. */
export class Suggestions {
  #place: Place | undefined;
  #text = '';
  #isWanted = false;
  #answer = nothing;
  #abort: AbortController | undefined;
  #stopTimer: () => void = () => undefined;
  /** Which one becomes the active one when there are some. */
  #enter: 'first' | 'last' | undefined;
  #active: number | undefined;
  #all: readonly Suggestion[] = [];

  constructor(private readonly ports: SuggestionPorts) {}

  get all(): readonly Suggestion[] {
    return this.#all;
  }

  /** The one that Enter takes. */
  get active(): Suggestion | undefined {
    return this.#all[this.#active ?? -1];
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

  /** Something was typed: the server is asked when the typing pauses. */
  typed(place: Place, text: string): void {
    this.#begin(place, text, undefined);
    this.#stopTimer = this.ports.after(typingPause, () => void this.#ask(place, text));
  }

  /** The person wants to see what there is for a text. */
  open(place: Place, text: string, enter: 'first' | 'last' | undefined): void {
    this.#begin(place, text, enter);
    void this.#ask(place, text);
  }

  /** Goes round, with the box itself between the last and the first. */
  move(step: 1 | -1): void {
    const stops = this.#all.length + 1;
    const at = ((this.#active ?? -1) + 1 + step + stops) % stops;
    this.#active = at === 0 ? undefined : at - 1;
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

  #begin(place: Place, text: string, enter: 'first' | 'last' | undefined): void {
    this.#stop();
    // What the server said of another field, or of other values around it, is nothing to this one.
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
    // A failure leaves the person to type; the host has logged it.
    const answer = await this.ports.ask(place, text, abort.signal).catch(() => nothing);
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#answer = answer;
    const { active } = this;
    this.#gather(false);
    if (active) this.#activate(this.#all.findIndex(({ value }) => value === active.value));
    this.ports.changed();
    this.ports.arrived();
  }

  /** @param isWaiting for an answer: of the one before only what fits the text is shown */
  #gather(isWaiting: boolean): void {
    const { ports } = this;
    const place = this.#place;
    const text = this.#text;
    if (!place) return;
    const isNew = (value: string): boolean => value !== text && !ports.isWritten(place, value);
    const fits = (value: string): boolean => value.toLocaleLowerCase().includes(text.toLocaleLowerCase());
    const used = ports.used(place).filter((value) => isNew(value) && fits(value));
    const offered = this.#answer.values.filter(
      (value) => isNew(value) && !used.includes(value) && (!isWaiting || fits(value)),
    );
    this.#all = [
      ...used.map((value) => ({ value, isUsed: true })),
      ...offered.map((value) => ({ value, isUsed: false })),
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
