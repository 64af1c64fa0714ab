import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Content } from '../../../src/core/context/content';
import type { Asking } from '../../../src/core/context/contentCache';
import { readWithProgress } from '../../../src/host/readWithProgress';
import { FakeClock, settle } from '../../support/fakeClock';

const editor = vi.hoisted(() => ({ shown: [] as string[] }));

vi.mock('vscode', () => ({
  ProgressLocation: { Notification: 15 },
  window: {
    withProgress: ({ title }: { title: string }, run: (...args: unknown[]) => unknown) => {
      editor.shown.push(title);
      return run({ report: () => undefined }, { onCancellationRequested: () => undefined });
    },
  },
}));

beforeEach(() => {
  editor.shown.length = 0;
});

const content = { bytes: new Uint8Array() } as Content;
const report = { serverId: 'shop', uri: 'a:1', name: 'report', title: undefined, mimeType: undefined, size: undefined };

/** A read that the test ends, and what it was given to tell of questions. */
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
    expect([await outcomes, editor.shown]).toEqual([[{ resource: report, result: { content } }], []]);
  });

  it('shows what takes long', async () => {
    const clock = new FakeClock();
    const { outcomes, finish } = begin(clock);
    await clock.advance(600);
    expect(editor.shown).toEqual(['Reading report']);
    finish();
    expect(await outcomes).toHaveLength(1);
  });

  it('shows nothing beside a question, and waits anew after it', async () => {
    const clock = new FakeClock();
    const { outcomes, ask, finish } = begin(clock);
    let answer: () => void = () => undefined;
    ask(new Promise<void>((resolve) => (answer = resolve)));
    await clock.advance(60_000);
    expect(editor.shown).toEqual([]);
    answer();
    await settle();
    await clock.advance(400);
    expect(editor.shown).toEqual([]);
    await clock.advance(200);
    expect(editor.shown).toEqual(['Reading report']);
    finish();
    expect(await outcomes).toHaveLength(1);
  });
});
