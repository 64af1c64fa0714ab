import { commands } from 'vscode';
import type { SearchQuery } from '../../shared/protocol';
import { emptyQuery } from '../../shared/searchQuery';
import { views } from '../base/ids';
import type { SearchPanel } from './searchPanel';

/**
 * Shows the panel and searches for `text`, or goes to the search box. A text replaces the whole query but its order: the panel's filters
 * could hide matches.
 */
export async function searchFor(
  text: string | undefined,
  panel: Pick<SearchPanel, 'focus' | 'search'>,
  currentQuery: () => SearchQuery,
): Promise<void> {
  await commands.executeCommand(`${views.search}.focus`);
  if (text === undefined) panel.focus();
  else panel.search({ ...emptyQuery, text, sort: currentQuery().sort });
}
