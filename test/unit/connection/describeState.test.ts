import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { Completeness, Shelf } from '../../../src/core/catalog/catalog';
import { describeShelf, describeState, listProblem } from '../../../src/core/connection/describeState';
import { info } from './fakeServer';

function shelf(completeness: Completeness, count = 12, dropped = 0): Shelf {
  return { count, completeness, dropped, repaired: 0, duplicates: 0 };
}

const complete = shelf({ kind: 'complete' });
const error = new HumanError('network', 'The server is gone. Restart it.');

describe('the state of a server in words', () => {
  it('covers every state', () => {
    const notAgreed = new HumanError('notAgreed', 'Agree first.');
    expect([
      describeState({ kind: 'stopped' }, complete, 0),
      describeState({ kind: 'blocked', error: notAgreed }, complete, 0),
      describeState({ kind: 'blocked', error }, complete, 0),
      describeState({ kind: 'connecting' }, complete, 0),
      describeState({ kind: 'failed', error, retryAt: undefined }, complete, 0),
      describeState({ kind: 'failed', error, retryAt: 4_000 }, complete, 500),
      describeState({ kind: 'failed', error, retryAt: 4_000 }, complete, 5_000),
      describeState({ kind: 'ready', info }, complete, 0),
      describeState({ kind: 'ready', info: { ...info, hasResources: false } }, complete, 0),
    ]).toEqual([
      'stopped',
      'waits for your agreement',
      'not allowed to start',
      'connecting…',
      'failed',
      'failed, trying again in 4 s',
      'failed, trying again in 1 s',
      '12 resources',
      'offers no resources',
    ]);
  });

  it('says how far the list has come', () => {
    expect([
      describeShelf(shelf({ kind: 'unknown' }, 0)),
      describeShelf(shelf({ kind: 'arriving' }, 1_200)),
      describeShelf(shelf({ kind: 'fromBefore' }, 1)),
      describeShelf(shelf({ kind: 'complete' }, 1)),
      describeShelf(shelf({ kind: 'complete' }, 12, 3)),
      describeShelf(shelf({ kind: 'cut', by: 'items' })),
      describeShelf(shelf({ kind: 'failed', error })),
    ]).toEqual([
      'listing… 0 so far',
      'listing… 1,200 so far',
      '1 resource from before',
      '1 resource',
      '12 resources, 3 left out',
      '12 resources, list cut short',
      '12 resources, list incomplete',
    ]);
  });

  it('says what is wrong with a list, and what to do', () => {
    const problems = (['pages', 'items', 'bytes', 'time', 'cursorLoop'] as const).map((by) =>
      listProblem(shelf({ kind: 'cut', by })),
    );
    expect(problems.filter((problem) => !/12 resources.*\. (Refresh|Raise|Tell) /u.test(problem ?? ''))).toEqual([]);
    expect(listProblem(shelf({ kind: 'failed', error }))).toBe(
      'The list is incomplete (12 resources): The server is gone. Restart it.',
    );
    expect(listProblem(shelf({ kind: 'failed', error }, 1))).toContain('(1 resource)');
    expect(
      (['unknown', 'fromBefore', 'arriving', 'complete'] as const).map((kind) => listProblem(shelf({ kind }))),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});
