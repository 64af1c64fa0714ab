import type { After } from './ask';

/** Milliseconds; long enough that a typing user hears one sentence, not one for every key. */
const quiet = 600;

/** Tells screen readers the last of several events, once they stop. */
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
