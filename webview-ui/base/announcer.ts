import type { After } from './ask';

/** Delay in ms, so that a typing user hears one sentence, not one for every key. */
const pause = 600;

/** Announces the last of several events to screen readers, once the events stop. */
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
