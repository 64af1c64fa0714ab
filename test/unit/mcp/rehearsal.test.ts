import { expect, it } from 'vitest';
import type { Effects } from '../../../src/core/mcp/base/effects';
import { rehearse } from '../../../src/core/mcp/rehearsal';
import { FakeClock } from '../../support/fakeClock';

/** Starts nothing and asks nobody. */
function alone(breathe: Effects['breathe']): Effects {
  const fail = (): never => {
    throw new Error('It must reach nothing.');
  };
  return { breathe, fetch: fail, renewer: fail, decodeBase64: fail, createProcess: fail };
}

it('connects and lists without a server, a turn of the event loop for each message, and leaves no timer', async () => {
  let turns = 0;
  const clock = new FakeClock();
  await rehearse(
    alone(async () => {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }),
    clock,
  );
  // The probe, the handshake, and the list.
  expect([turns, clock.pending]).toEqual([3, []]);
});

it('gives up silently', async () => {
  const clock = new FakeClock();
  const rehearsed = rehearse(
    alone(() => new Promise<void>(() => undefined)),
    clock,
  );
  await clock.advance(10_000);
  await expect(rehearsed).resolves.toBeUndefined();
});
