const cleanings: (() => unknown)[] = [];

/**
 * Cleans up after every test from now on, in any file: for modules shared by test files. A hook that such a module registers directly would belong
 * only to the first file that imports it.
 */
export function afterEveryTest(clean: () => unknown): void {
  cleanings.unshift(clean);
}

/** Runs the registered clean-ups, last registered first; called by the set-up of the runner. */
export async function cleanUp(): Promise<void> {
  for (const clean of cleanings) await clean();
}
