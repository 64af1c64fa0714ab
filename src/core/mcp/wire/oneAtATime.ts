/** Lets one user of something in after the other. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when all before have left, with what to call for leaving. */
  async enter(): Promise<() => void> {
    const previous = this.#last;
    let leave: () => void = () => undefined;
    this.#last = new Promise((resolve) => (leave = resolve));
    await previous;
    return leave;
  }
}
