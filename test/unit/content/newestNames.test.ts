import { describe, expect, it } from 'vitest';
import { NewestNames } from '../../../src/core/content/newestNames';

describe('the names by which something was asked for', () => {
  it('are the newest ones of each thing', () => {
    const names = new NewestNames<string>();
    names.add('other', 'x', 'x');
    for (let round = 0; round < 100; round += 1) {
      names.add('file', 'again', 'again');
      names.add('file', `round ${round}`, `${round}`);
    }
    const newest = Array.from({ length: 18 }, (_, index) => `${81 + index}`);
    expect(names.values).toEqual(['x', ...newest, 'again', '99']);
  });
});
