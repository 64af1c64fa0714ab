const cleanings: (() => unknown)[] = [];

/**
 * Cleans up after every test from now on, in whatever file: for modules that files of tests share. A hook that such a module registers by
 * itself would belong to the first file alone that imports it.
 */
export function afterEveryTest(clean: () => unknown): void {
  cleanings.unshift(clean);
}

/** For the set-up of the runner: what was registered last comes first. */
export async function cleanUp(): Promise<void> {
  for (const clean of cleanings) await clean();
}
