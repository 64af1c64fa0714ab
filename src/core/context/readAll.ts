import type { Content } from '../content/content';

/** Number of concurrent reads. */
const readsAtOnce = 8;

export interface ReadOutcome<T> {
  readonly resource: T;
  readonly result: { readonly content: Content } | { readonly error: unknown };
}

/** Reads a few at a time; the outcomes are in the order of the resources. Never rejects. */
export async function readAll<T>(
  resources: readonly T[],
  read: (resource: T) => Promise<Content>,
  onRead: () => void = () => undefined,
): Promise<readonly ReadOutcome<T>[]> {
  const outcomes: ReadOutcome<T>[] = [];
  const queue = [...resources.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, resource] = next;
      outcomes[index] = { resource, result: await settle(read(resource)) };
      onRead();
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, work));
  return outcomes;
}

async function settle<T>(reading: Promise<Content>): Promise<ReadOutcome<T>['result']> {
  try {
    return { content: await reading };
  } catch (error) {
    return { error };
  }
}
