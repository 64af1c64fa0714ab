import { describe, expect, it } from 'vitest';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { storedVersion } from '../../../src/shared/storedVersion';
import { readSavedState } from '../../../webview-ui/panel/state';

const mine = { ...emptyQuery, text: 'mine' };
const hosts = { ...emptyQuery, text: 'the host’s' };

describe('what a page begins with', () => {
  it('is what it kept itself while the view was hidden', () => {
    const kept = { version: storedVersion, page: 'one', query: mine, scrollTop: 44 };
    expect(readSavedState(kept, { page: 'one', query: hosts })).toEqual(kept);
  });

  it('is the query that the host kept after the window was loaded anew, for that is never older', () => {
    const kept = { version: storedVersion, page: 'one', query: mine, scrollTop: 44 };
    expect(readSavedState(kept, { page: 'two', query: hosts })).toEqual({ ...kept, page: 'two', query: hosts });
    expect(readSavedState(kept, { page: 'two', query: null }).query).toEqual(mine);
  });

  it('is nothing where neither kept anything, or another version did', () => {
    const fresh = { version: storedVersion, page: 'two', query: emptyQuery, scrollTop: 0 };
    expect(readSavedState(undefined, { page: 'two', query: null })).toEqual(fresh);
    expect(readSavedState({ version: 'v0', query: mine, scrollTop: 9 }, { page: 'two', query: 'x' })).toEqual(fresh);
  });
});
