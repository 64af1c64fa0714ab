/** Names for files of one folder, no two of them equal where the file system does not tell cases or spellings apart. */
export class FreeNames {
  readonly #usedNames: Set<string>;
  /** The last number that each name was tried with. */
  readonly #lastNumbers = new Map<string, number>();

  constructor(usedNames: Iterable<string> = []) {
    this.#usedNames = new Set(Array.from(usedNames, key));
  }

  /** Returns the name itself, or with the first free number (`notes-2.md`), and reserves it. */
  take(name: string): string {
    const start = name.lastIndexOf('/') + 1;
    const dot = name.lastIndexOf('.') > start ? name.lastIndexOf('.') : name.length;
    let free = name;
    let count = this.#lastNumbers.get(key(name)) ?? 1;
    while (this.#usedNames.has(key(free))) {
      count += 1;
      free = `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
    }
    this.#lastNumbers.set(key(name), count);
    this.#usedNames.add(key(free));
    return free;
  }
}

/** Windows and macOS do not tell cases apart, and macOS takes `é` for `e` with an accent. */
function key(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
