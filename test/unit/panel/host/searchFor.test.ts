import { expect, it } from 'vitest';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { searchFor } from '../../../../src/host/panel/searchFor';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

it('shows the panel and looks for the words alone, in the order that was chosen; without words goes to the box', async () => {
  const done: unknown[] = [];
  const panel = { focus: () => void done.push('focus'), search: (query: unknown) => void done.push(query) };
  const before = () => ({ ...emptyQuery, text: 'old', audience: 'user', sort: 'name' }) as const;
  await searchFor('apples', panel, before);
  await searchFor('', panel, before);
  await searchFor(undefined, panel, before);
  expect([done, fakeVscode.commands.executed]).toEqual([
    [{ ...emptyQuery, text: 'apples', sort: 'name' }, { ...emptyQuery, sort: 'name' }, 'focus'],
    Array(3).fill(['mcpResources.search.focus']),
  ]);
});
