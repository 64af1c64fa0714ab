import { commands } from 'vscode';
import type { SearchQuery } from '../../shared/protocol';
import { emptyQuery } from '../../shared/searchQuery';
import { hasSearchView } from '../base/hasSearchView';
import { views } from '../base/ids';
import type { SearchEditor } from './searchEditor';
import type { SearchPanel } from './searchPanel';

/**
 * Shows the panel, or the editor in a window without views, and searches for `text`, or goes to the search box. A text replaces the whole query
 * but its order: the panel's filters could hide matches.
 */
export async function searchFor(
  text: string | undefined,
  {
    panel,
    editor,
  }: { readonly panel: Pick<SearchPanel, 'focus' | 'search'>; readonly editor: Pick<SearchEditor, 'open'> },
  currentQuery: () => SearchQuery,
): Promise<void> {
  const query = text === undefined ? emptyQuery : { ...emptyQuery, text, sort: currentQuery().sort };
  const isInView = await hasSearchView();
  if (isInView) await commands.executeCommand(`${views.search}.focus`);
  if (!isInView) editor.open(query);
  else if (text === undefined) panel.focus();
  else panel.search(query);
}
