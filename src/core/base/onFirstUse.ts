/** A value that is created when it is first asked for. Collators and classes of Unicode take milliseconds, which would delay activation. */
export function onFirstUse<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
