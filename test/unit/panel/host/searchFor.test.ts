import { expect, it } from 'vitest';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { searchFor } from '../../../../src/host/panel/searchFor';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const before = () => ({ ...emptyQuery, text: 'old', audience: 'user', sort: 'name' }) as const;

async function search(...texts: readonly (string | undefined)[]): Promise<readonly unknown[]> {
  const done: unknown[] = [];
  const panel = { focus: () => void done.push('focus'), search: (query: unknown) => void done.push(query) };
  const editor = { open: (query: unknown) => void done.push(['editor', query]) };
  for (const text of texts) await searchFor(text, { panel, editor }, before);
  return done;
}

it('shows the panel and looks for the words alone, in the order that was chosen; without words goes to the box', async () => {
  const done = await search('apples', '', undefined);
  expect([done, fakeVscode.commands.executed]).toEqual([
    [{ ...emptyQuery, text: 'apples', sort: 'name' }, { ...emptyQuery, sort: 'name' }, 'focus'],
    Array(3).fill(['mcpResources.search.focus']),
  ]);
});

it('opens the editor in a window that shows no views, as the Agents window', async () => {
  fakeVscode.commands.withoutViews();
  expect(await search('apples', undefined)).toEqual([
    ['editor', { ...emptyQuery, text: 'apples', sort: 'name' }],
    ['editor', emptyQuery],
  ]);
  expect(fakeVscode.commands.executed).toEqual([]);
});
