import type { After } from './ask';

/** Long enough that a person who types hears one sentence, not one for every key. */
const quiet = 600;

/** Tells screen readers the last of what happened, once it stops happening. */
export class Announcer {
  #last = '';
  #stop: () => void = () => undefined;

  constructor(
    private readonly after: After,
    private readonly say: (text: string) => void,
  ) {}

  announce(text: string): void {
    if (text === this.#last) return;
    this.#last = text;
    this.#stop();
    this.#stop = this.after(quiet, () => this.say(text));
  }
}
