import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstLevel, TreeRefresh } from '../../../src/core/tree/treeRefresh';
import { FakeClock } from '../../support/fakeClock';

interface Row {
  readonly id: string;
}

const group = { id: 'group', parent: firstLevel };
const [a, b]: [Row, Row] = [{ id: 'a' }, { id: 'b' }];

let clock: FakeClock;
let start: number;
let state: string;
let marks: Map<string, string>;
let refresh: TreeRefresh<Row>;
/** Milliseconds from the start, with the redrawn rows. */
let redrawn: string[];
/** VS Code asks for all rows after a redraw of all. */
let asked: () => unknown;

beforeEach(() => {
  clock = new FakeClock();
  start = clock.now();
  state = 'first';
  marks = new Map();
  redrawn = [];
  asked = () => refresh.measure(() => Promise.resolve([{ id: 'group' }]));
  refresh = new TreeRefresh<Row>(
    clock,
    () => state,
    ({ id }) => marks.get(id) ?? '',
    (rows) => {
      redrawn.push([clock.now() - start, ...(rows?.map(({ id }) => id) ?? ['all'])].join(' '));
      if (!rows) asked();
    },
  );
});

afterEach(() => {
  refresh.dispose();
  expect(clock.pending).toEqual([]);
});

/** Draws rows as VS Code does: asks for all of them, then for each item. */
async function draw(...rows: readonly Row[]): Promise<void> {
  await refresh.measure(() => Promise.resolve([...rows]));
  for (const row of rows) refresh.drew(row);
}

/** Draws the tree and waits until no refresh is due. */
async function drawnAtRest(...rows: readonly Row[]): Promise<void> {
  refresh.redrawAll();
  await draw(...rows);
  redrawn = [];
}

const change = (): void => refresh.stateChanged();
const mark = (): void => refresh.marksChanged();

describe('all rows are redrawn', () => {
  it('at once for a state that changes alone, and then at a pace, however often it changes', async () => {
    await drawnAtRest(a);
    for (let time = 0; time < 500; time += 10) {
      state = `at ${time}`;
      change();
      expect(clock.pending.length).toBeLessThanOrEqual(3);
      await clock.advance(10);
    }
    await clock.advance(10_000);
    expect(redrawn).toEqual(['0 all', '250 all', '500 all']);
  });

  it('not again before VS Code has got all rows, so that it is never without them, but not for ever', async () => {
    await drawnAtRest(a);
    await refresh.measure(() => Promise.resolve([]), group);
    asked = () => undefined;
    const changeAll = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        state = `change ${redrawn.length} ${clock.now()}`;
        change();
        await clock.advance(100);
      }
    };
    await changeAll(30);
    expect(redrawn).toEqual(['0 all']);
    // The rows of a group come after those of the first level, however late.
    await refresh.measure(() => Promise.resolve([{ id: 'group' }]));
    await changeAll(10);
    expect(redrawn.length).toBe(1);
    await refresh.measure(() => Promise.resolve([]), group);
    await changeAll(5);
    expect(redrawn.length).toBe(2);
    // A group that is closed is not waited for.
    await refresh.measure(() => Promise.resolve([{ id: 'group' }]));
    refresh.closed('group');
    await changeAll(5);
    expect(redrawn.length).toBe(3);
    // Neither is one that is gone.
    await refresh.measure(() => Promise.resolve([{ id: 'group' }]));
    await refresh.measure(() => Promise.resolve([]), group);
    await changeAll(5);
    expect(redrawn.length).toBe(4);
    await refresh.measure(() => Promise.resolve([]));
    await changeAll(5);
    expect(redrawn.length).toBe(5);
    await changeAll(60);
    expect(redrawn.length).toBe(6);
    refresh.dispose();
  });

  it('for a state that came and went, as rows may have been made in it', async () => {
    await drawnAtRest(a);
    state = 'passing';
    change();
    state = 'first';
    await clock.advance(1_000);
    await draw(a);
    state = 'unannounced';
    await draw(a);
    state = 'first';
    change();
    await clock.advance(0);
    expect(redrawn).toEqual(['0 all', '1000 all']);
  });

  it('not for a change that leaves the state as it is, which does not put off the next one either', async () => {
    await drawnAtRest(a);
    change();
    expect(clock.pending).toEqual([]);
    state = 'second';
    change();
    await clock.advance(0);
    expect(redrawn).toEqual(['0 all']);
  });

  it('where something made them out of date that is no part of the state', async () => {
    await drawnAtRest(a);
    refresh.outdated();
    await clock.advance(1_000);
    change();
    await clock.advance(1_000);
    expect(redrawn).toEqual(['0 all']);
  });

  it('without a timer where that is asked for', async () => {
    await drawnAtRest(a);
    refresh.redrawAll();
    expect([redrawn, clock.pending]).toEqual([['0 all'], []]);
  });

  it('before a row is revealed, only if they are out of date', async () => {
    await drawnAtRest(a);
    refresh.catchUp();
    expect(redrawn).toEqual([]);
    state = 'second';
    refresh.catchUp();
    refresh.catchUp();
    expect(redrawn).toEqual(['0 all']);
  });
});

describe('a row alone is redrawn', () => {
  it('where its marks change, until it is drawn with them', async () => {
    await drawnAtRest(a, b);
    marks.set('b', 'picked');
    mark();
    await clock.advance(1_000);
    refresh.drew(b);
    mark();
    await clock.advance(1_000);
    expect(redrawn).toEqual(['0 b']);
  });

  it('not where the state changes too', async () => {
    await drawnAtRest(a, b);
    marks.set('b', 'picked');
    state = 'second';
    mark();
    await clock.advance(1_000);
    expect(redrawn).toEqual(['0 all']);
  });

  it('not where it was not drawn since all were redrawn', async () => {
    await drawnAtRest(a, b);
    refresh.redrawAll();
    await draw(a);
    marks.set('a', 'picked').set('b', 'picked');
    mark();
    await clock.advance(1_000);
    expect(redrawn).toEqual(['0 all', '0 a']);
  });
});

it('rests ten times as long as rows take to be made', async () => {
  await drawnAtRest(a);
  asked = () => refresh.measure(() => new Promise<Row[]>((resolve) => clock.after(60, () => resolve([]))));
  await refresh.measure(() => clock.advance(60).then(() => []));
  for (const wait of [100, 400, 200, 1_000]) {
    state = `after ${wait}`;
    change();
    await clock.advance(wait);
  }
  expect(redrawn).toEqual(['60 all', '660 all', '1260 all']);
});

it('rests longer while the pages of a list come, and not for what comes alone', async () => {
  await drawnAtRest(a);
  for (let time = 0; time < 2_500; time += 50) {
    state = `page ${time}`;
    refresh.stateChanged(true);
    await clock.advance(50);
  }
  state = 'complete';
  change();
  await clock.advance(1_000);
  expect(redrawn).toEqual(['0 all', '1000 all', '2500 all']);
});

it('redraws nothing after the end', async () => {
  await drawnAtRest(a);
  state = 'second';
  change();
  refresh.dispose();
  change();
  await clock.advance(10_000);
  expect(redrawn).toEqual([]);
});
