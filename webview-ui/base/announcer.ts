import type { After } from './ask';

/** Milliseconds; long enough that a typing user hears one sentence, not one for every key. */
const pause = 600;

/** Tells screen readers the last of several events, once they stop. */
export class Announcer {
  #announced = '';
  #stop: () => void = () => undefined;

  constructor(
    private readonly after: After,
    private readonly show: (text: string) => void,
  ) {}

  announce(text: string): void {
    if (text === this.#announced) return;
    this.#announced = text;
    this.#stop();
    this.#stop = this.after(pause, () => this.show(text));
  }
}
