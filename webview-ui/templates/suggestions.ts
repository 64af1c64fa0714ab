import { offersFor } from '../../src/shared/templateOffers';
import type { PaneParts } from '../base/pane';
import { isSamePlace, type Place } from './fields';
import type { FormModel } from './formModel';

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

  /** @param onDidArrive called when new values have arrived */
  constructor(
    private readonly parts: Pick<PaneParts, 'after' | 'invalidate'>,
    private readonly model: FormModel,
    private readonly onDidArrive: () => void,
  ) {}

  get all(): readonly Suggestion[] {
    return this.#all;
  }

  /** The suggestion that Enter takes: the chosen one, or the only one that what was typed can mean. */
  get active(): Suggestion | undefined {
    return this.#chosen ?? this.#onlyMatch;
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
    this.#stopTimer = this.parts.after(typingPause, () => void this.#ask(place, text));
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
    this.parts.invalidate();
  }

  close(): void {
    this.stop();
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#active = undefined;
    this.parts.invalidate();
  }

  /** Asks the server nothing more. */
  stop(): void {
    this.#stopTimer();
    this.#abort?.abort();
    this.#abort = undefined;
  }

  get #chosen(): Suggestion | undefined {
    return this.#all[this.#active ?? -1];
  }

  /** The only suggestion, where the server has it, it begins with the typed text, and that isn't a value by itself. */
  get #onlyMatch(): Suggestion | undefined {
    const [only] = this.#all;
    const { text, values, hasMore } = this.#answer;
    const knownValues = [...values, ...this.#used];
    if (!only || this.#all.length > 1 || this.#text === '' || knownValues.includes(this.#text)) return undefined;
    const isWhole = !hasMore && beginsWith(this.#text, text);
    return isWhole && values.includes(only.value) && beginsWith(only.value, this.#text) ? only : undefined;
  }

  /** Earlier values of the field. */
  get #used(): readonly string[] {
    return this.model.fields?.all[this.#place?.field ?? -1]?.used ?? [];
  }

  #reset(place: Place, text: string, enter: 'first' | 'last' | undefined): void {
    this.stop();
    // The server's answer for another field, or for other values around it, does not apply to this one.
    if (!isSamePlace(place, this.#place) || !this.#isWanted) this.#answer = nothing;
    this.#place = place;
    this.#text = text;
    this.#isWanted = true;
    this.#enter = enter;
    this.#active = undefined;
    this.#gather(true);
    this.parts.invalidate();
  }

  async #ask(place: Place, text: string): Promise<void> {
    const abort = (this.#abort = new AbortController());
    this.parts.invalidate();
    // After a failure the user can still type; the host has logged it.
    const answer = await this.model.complete(place, text, abort.signal).catch(() => nothing);
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    const chosen = this.#chosen;
    this.#answer = { ...answer, text };
    this.#gather(false);
    if (chosen) this.#activate(this.#all.findIndex(({ value }) => value === chosen.value));
    this.parts.invalidate();
    this.onDidArrive();
  }

  /** @param isWaiting for an answer: of the one before only values that fit the text are shown */
  #gather(isWaiting: boolean): void {
    const place = this.#place;
    if (!place) return;
    const { used, fromServer } = offersFor({
      text: this.#text,
      used: this.#used,
      answer: this.#answer.values,
      isOutdated: isWaiting,
      isTaken: (value) => this.model.fields?.isElsewhere(place, value) ?? false,
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
}

/** Ignores case. */
function beginsWith(value: string, beginning: string): boolean {
  return value.toLocaleLowerCase().startsWith(beginning.toLocaleLowerCase());
}
