type Method = (...args: never[]) => unknown;

/** The methods of an object that VS Code waits for. */
type Asked<T, Name extends keyof T> = {
  readonly [One in Name]-?: T[One] extends ((...args: infer Args) => infer Result) | undefined
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** An object that answers with the one that is loaded when the first of its methods is called; what that one does not have is `undefined`. */
export function whenAsked<T extends object, Name extends keyof T>(
  load: () => Promise<T>,
  names: readonly Name[],
): Asked<T, Name> {
  const ask =
    (name: Name) =>
    async (...args: never[]) => {
      const loaded = await load();
      return (loaded[name] as Method | undefined)?.apply(loaded, args);
    };
  return Object.fromEntries(names.map((name) => [name, ask(name)])) as Asked<T, Name>;
}
