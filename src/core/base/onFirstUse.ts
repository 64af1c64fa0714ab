/** A value that is created when it is first asked for. Collators and classes of Unicode take milliseconds, which would delay activation. */
export function onFirstUse<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}

/** Something that is loaded when it is first needed. After a failure the next caller tries again. */
export class Late<T> {
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  constructor(private readonly load: () => Promise<T>) {}

  get(): Promise<T> {
    return (this.#loading ??= this.#load());
  }

  /** `undefined` until it is there. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  async #load(): Promise<T> {
    try {
      return (this.#loaded = await this.load());
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
