/** Names of one thing that are kept. */
const mostNames = 20;

/** What was asked for by which name. A thing may get a new name each time, and those that were last asked for are enough. */
export class NewestNames<Value> {
  readonly #names = new Map<string, Map<string, Value>>();

  /** @param thing what the name is one of */
  add(thing: string, name: string, value: Value): void {
    const names = this.#names.get(thing) ?? new Map<string, Value>();
    this.#names.set(thing, names);
    // A map keeps the order of insertion.
    names.delete(name);
    names.set(name, value);
    const [oldest] = names.keys();
    if (names.size > mostNames && oldest !== undefined) names.delete(oldest);
  }

  get values(): readonly Value[] {
    return [...this.#names.values()].flatMap((names) => [...names.values()]);
  }
}
