import { describe, expect, it } from 'vitest';
import type { Content } from '../../../../src/core/content/content';
import type { Asking } from '../../../../src/core/context/contentCache';
import { readWithProgress } from '../../../../src/host/base/readWithProgress';
import { FakeClock, settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const shown = (): unknown[] => fakeVscode.window.progress.map(({ title }) => title);
const content = { bytes: new Uint8Array() } as Content;
const report = { serverId: 'shop', uri: 'a:1', name: 'report', title: undefined, mimeType: undefined, size: undefined };

/** Starts a read that the test finishes, and returns the callback for questions. */
function begin(clock: FakeClock) {
  let asking: Asking | undefined;
  let finish: (read: Content) => void = () => undefined;
  const read = (_: unknown, given: Asking): Promise<Content> => {
    asking = given;
    return new Promise((resolve) => (finish = resolve));
  };
  const outcomes = readWithProgress([report], read, clock);
  return { outcomes, ask: (answer: Promise<unknown>) => asking?.onQuestion?.(answer), finish: () => finish(content) };
}

describe('reading with progress', () => {
  it('shows nothing of what is quick', async () => {
    const clock = new FakeClock();
    const { outcomes, finish } = begin(clock);
    await clock.advance(400);
    finish();
    expect([await outcomes, shown()]).toEqual([[{ resource: report, result: { content } }], []]);
  });

  it('shows what takes long', async () => {
    const clock = new FakeClock();
    const { outcomes, finish } = begin(clock);
    await clock.advance(600);
    expect(shown()).toEqual(['Reading report']);
    finish();
    expect(await outcomes).toHaveLength(1);
  });

  it('shows nothing beside a question, and waits again after it', async () => {
    const clock = new FakeClock();
    const { outcomes, ask, finish } = begin(clock);
    let answer: () => void = () => undefined;
    ask(new Promise<void>((resolve) => (answer = resolve)));
    await clock.advance(60_000);
    expect(shown()).toEqual([]);
    answer();
    await settle();
    await clock.advance(400);
    expect(shown()).toEqual([]);
    await clock.advance(200);
    expect(shown()).toEqual(['Reading report']);
    finish();
    expect(await outcomes).toHaveLength(1);
  });
});
