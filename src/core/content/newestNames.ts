/** Names of one thing that are remembered. */
const maxNames = 20;

/** Values by the name that was requested. A thing may get a new name each time, and the most recent ones are enough. */
export class NewestNames<Value> {
  readonly #names = new Map<string, Map<string, Value>>();

  /** @param thing that the name belongs to */
  add(thing: string, name: string, value: Value): void {
    const names = this.#names.get(thing) ?? new Map<string, Value>();
    this.#names.set(thing, names);
    // A map keeps the order of insertion.
    names.delete(name);
    names.set(name, value);
    const [oldest] = names.keys();
    if (names.size > maxNames && oldest !== undefined) names.delete(oldest);
  }

  get values(): readonly Value[] {
    return [...this.#names.values()].flatMap((names) => [...names.values()]);
  }
}
