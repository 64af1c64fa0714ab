import { createHash } from 'node:crypto';
import type { Clock } from '../../src/core/base/clock';
import type { KeyValueStore, Logger } from '../../src/core/base/ports';
import { SeenContents } from '../../src/core/context/seenContents';
import { FakeClock } from './fakeClock';
import { FakeStore } from './fakeStore';
import { silent } from './silent';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Creates one window's record of what the model saw; pass the same `store` to the next window. */
export function newSeen(
  store: KeyValueStore = new FakeStore(),
  clock: Clock = new FakeClock(),
  hash = sha256,
  log: Logger = silent,
): SeenContents {
  return new SeenContents(store, hash, clock, log);
}
