import { describe, expect, it } from 'vitest';
import type { ResultRow } from '../../../src/shared/protocol';
import type { Range } from '../../../webview-ui/panel/listGeometry';
import { RowBlocks } from '../../../webview-ui/panel/rowBlocks';
import { makeRow } from '../../support/panel/resources';

/** A source whose answers the test releases. */
class SlowSource {
  readonly asked: Range[] = [];
  readonly aborted: number[] = [];
  readonly failed: unknown[] = [];
  loaded = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly answer: (range: Range) => readonly ResultRow[] | undefined = rowsOf) {}

  load(range: Range, signal: AbortSignal): Promise<readonly ResultRow[] | undefined> {
    this.asked.push(range);
    signal.addEventListener('abort', () => this.aborted.push(range.from));
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.answer(range));
  }

  onLoaded(): void {
    this.loaded++;
  }

  onFailed(error: unknown): void {
    this.failed.push(error);
  }

  async answerAll(): Promise<void> {
    for (const answer of this.#waiting.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function rowsOf({ from, to }: Range): readonly ResultRow[] {
  return Array.from({ length: to - from }, (_, offset) =>
    makeRow(from + offset, { title: `row ${from + offset}`, where: '' }),
  );
}

describe('the rows of a query', () => {
  it('are here at once where the answer brought them along, and are asked for beyond', async () => {
    const source = new SlowSource();
    const rows = new RowBlocks(250, source, rowsOf({ from: 0, to: 20 }));
    await rows.load({ from: 0, to: 20 });
    expect([source.asked, rows.at(19)?.id, rows.at(20)]).toEqual([[], 19, undefined]);
    rows.want({ from: 2, to: 21 });
    await source.answerAll();
    expect([source.asked, rows.at(20)?.id]).toEqual([[{ from: 0, to: 100 }], 20]);
  });

  it('tell the ids of resources and leave templates out', () => {
    const first = rowsOf({ from: 1, to: 4 }).map((row) => (row.id === 2 ? { ...row, kind: 'template' as const } : row));
    expect(new RowBlocks(3, new SlowSource(), first).ids({ from: 0, to: 3 })).toEqual([1, 3]);
  });

  it('come in blocks of a hundred, each asked for once', async () => {
    const source = new SlowSource();
    const rows = new RowBlocks(250, source);
    rows.want({ from: 95, to: 105 });
    rows.want({ from: 96, to: 106 });
    rows.want({ from: 190, to: 230 });
    expect(source.asked).toEqual([
      { from: 0, to: 100 },
      { from: 100, to: 200 },
      { from: 200, to: 250 },
    ]);
    await source.answerAll();
    expect(source.aborted).toEqual([0]);
    expect([rows.at(99), rows.at(100)?.title, rows.at(249)?.title, rows.at(250)]).toEqual([
      undefined,
      'row 100',
      'row 249',
      undefined,
    ]);
    expect(source.loaded).toBe(2);
  });

  it('are forgotten when forty younger blocks are here', async () => {
    const source = new SlowSource();
    const rows = new RowBlocks(100_000, source);
    for (let block = 0; block < 41; block++) {
      rows.want({ from: block * 100, to: block * 100 + 10 });
      await source.answerAll();
      rows.want({ from: 0, to: 10 });
    }
    expect([rows.at(5)?.id, rows.at(105), rows.at(4005)?.id]).toEqual([5, undefined, 4005]);
  });

  it('can be waited for', async () => {
    const source = new SlowSource();
    const rows = new RowBlocks(500, source);
    const whole = rows.load({ from: 150, to: 250 });
    await source.answerAll();
    await whole;
    expect(rows.ids({ from: 198, to: 202 })).toEqual([198, 199, 200, 201]);
    expect(rows.ids({ from: 298, to: 302 })).toBeUndefined();
  });

  it('that failed are told once and not asked for again', async () => {
    const broken = new Error('broken');
    const source = new SlowSource(() => {
      throw broken;
    });
    const rows = new RowBlocks(100, source);
    const whole = rows.load({ from: 0, to: 10 });
    await source.answerAll();
    await whole;
    rows.want({ from: 0, to: 10 });
    expect([source.failed, source.asked.length, rows.at(0)]).toEqual([[broken], 1, undefined]);
  });

  it('of a moment ago stand in until the new ones are here', async () => {
    const before = new SlowSource();
    const old = new RowBlocks(100, before);
    old.want({ from: 0, to: 10 });
    await before.answerAll();
    const source = new SlowSource(({ from, to }) => rowsOf({ from: from + 1000, to: to + 1000 }));
    const rows = new RowBlocks(90, source);
    rows.standIn(old);
    expect([rows.at(5)?.id, rows.at(95)]).toEqual([5, undefined]);
    rows.want({ from: 0, to: 10 });
    await source.answerAll();
    expect(rows.at(5)?.id).toBe(1005);
  });

  it('stop loading when they are let go', () => {
    const source = new SlowSource();
    const rows = new RowBlocks(300, source);
    rows.want({ from: 0, to: 300 });
    rows.dispose();
    expect(source.aborted).toEqual([0, 100, 200]);
  });
});
