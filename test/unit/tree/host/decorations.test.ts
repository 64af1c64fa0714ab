import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/core/base/event';
import { ResourceDecorations } from '../../../../src/host/tree/decorations';
import { FakeClock } from '../../../support/fakeClock';

describe('the marks of resources', () => {
  it('are looked at once for all that changes at one go, and soon', async () => {
    const clock = new FakeClock();
    const [live, catalog] = [new Emitter<void>(), new Emitter<void>()];
    const decorations = new ResourceDecorations({
      clock,
      files: { addressOf: () => undefined } as never,
      picked: { has: () => false } as never,
      live: { onDidChange: live.event } as never,
      staleness: () => undefined,
      changes: [catalog.event],
    });
    let looks = 0;
    decorations.onDidChangeFileDecorations(() => (looks += 1));
    for (let mark = 0; mark < 500; mark += 1) live.fire();
    catalog.fire();
    await clock.advance(250);
    expect(looks).toBe(1);
    live.fire();
    await clock.advance(250);
    expect(looks).toBe(2);
    decorations.dispose();
    expect(clock.pending).toEqual([]);
  });
});
