import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { PickedResource } from '../../core/context/contextSet';
import type { PinnedAndRecent } from '../../core/panel/pinnedAndRecent';
import { displayName } from '../../core/resource/displayName';
import { searchTextOf, searchTextOfUri } from '../../core/tree/searchText';
import type { TemplateTarget } from '../base/commandMap';
import { hasSearchView } from '../base/hasSearchView';
import { commands as ids, views } from '../base/ids';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { showInformation } from '../base/tell';
import { describeUnread, readFolders, type FolderNeeds } from '../content/folders';
import { aboutResources, type RowNeeds } from '../content/aboutResources';
import { resourcesOf } from '../content/commandArguments';
import { templateAt } from '../content/templateAt';
import { searchFor } from './searchFor';
import type { PagesNeeds, SearchPages } from './openPages';
import type { SearchPanel } from './searchPanel';

/** Asks for a template and opens its form: with `showInPage`, or as inputs in a window that can show no search page. */
export type OpenFromTemplate = (showInPage: (entry: TemplateEntry) => Promise<void>) => Promise<void>;

interface Needs extends RowNeeds {
  readonly base: RowNeeds['base'] & FolderNeeds['base'];
  readonly look: Pick<PagesNeeds['look'], 'wake'>;
  readonly core: Pick<PagesNeeds['core'], 'catalog' | 'connections' | 'directories' | 'templates'>;
  readonly templates: { readonly openFromTemplate: OpenFromTemplate };
}

/** The commands that lead to the search page. */
export function panelCommands(
  needs: Needs,
  pages: SearchPages,
  onTop: Pick<PinnedAndRecent, 'pin' | 'unpin'>,
): Commands<CommandOf<'panel'>> {
  const { look } = needs;
  const { catalog, connections, templates } = needs.core;
  const { panel, editor, page, savedSearches } = pages;
  const search = (text: string | undefined) => searchFor(text, { panel, editor }, () => page.query);
  const showForm = (entry: TemplateEntry, isFound: boolean) =>
    showInPage({ kind: 'template', id: templates.idOf(entry), title: displayName(entry.template) }, isFound, pages);
  const fillIn = async (target?: TemplateTarget): Promise<void> => {
    look.wake();
    const entry = target && templateAt(target, templates);
    if (entry) await showForm(entry, false);
    else await needs.templates.openFromTemplate((chosen) => showForm(chosen, true));
  };
  return {
    [ids.fillInTemplate]: fillIn,
    [ids.openFromTemplate]: () => fillIn(),
    [ids.openSavedSearch]: () => savedSearches.open(),
    [ids.openSearchInEditor]: () => {
      look.wake();
      editor.open(panel.query);
    },
    [ids.pin]: aboutResources(needs, '', (resources) => onTop.pin(resources)),
    [ids.preview]: aboutResources(needs, l10n.t('Select an MCP Resource to Preview'), ([first]) =>
      preview(first, needs, pages),
    ),
    [ids.saveSearch]: () => savedSearches.save(),
    [ids.search]: search,
    [ids.searchIn]: async (place) => {
      await readBelow(place.ids, needs);
      await search(searchTextOf(place, (id) => connections.get(id)?.definition.name ?? ''));
    },
    [ids.showInSearch]: async ({ targets }) => {
      const [resource] = resourcesOf(targets, needs);
      if (!resource) return;
      const isListed = catalog.find(resource.serverId, resource.uri) !== undefined;
      await search(isListed ? searchTextOfUri(resource.uri) : queryWordsOf(resource));
    },
    [ids.typeInSearch]: (text) => panel.type(text),
    [ids.unpin]: aboutResources(needs, '', (resources) => onTop.unpin(resources)),
  };
}

/** Reads the folders among resources, and those below them. What was read when the user cancels is searched. */
async function readBelow(resourceIds: readonly number[], needs: Needs): Promise<void> {
  const folders = resourceIds.filter((id) => needs.core.directories.isDirectory(id));
  const walked = await readFolders(folders, needs);
  if (walked && walked.unread > 0)
    void showInformation(`${describeUnread(walked)} ${l10n.t('Search in one of them to read more.')}`);
}

type PageRow = Parameters<SearchPanel['show']>[0];

async function preview(first: PickedResource | undefined, { core }: Needs, pages: SearchPages): Promise<void> {
  const entry = first && core.catalog.find(first.serverId, first.uri);
  if (entry) await showInPage({ kind: 'resource', id: entry.id, title: displayName(entry.resource) }, false, pages);
  else if (first) tellUnlisted(first);
}

function tellUnlisted(resource: PickedResource): void {
  void showInformation(
    l10n.t(
      'Couldn’t preview “{0}”, because the server doesn’t currently list it. Open the resource instead.',
      displayName(resource),
    ),
  );
}

/** The words of its name, to search for: a resource that is gone may have moved. */
function queryWordsOf(resource: PickedResource): string {
  return displayName(resource)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim();
}

/** Opens a preview or a form in the page that the user looks at. For what was found in a quick pick, a view that is closed stays closed. */
async function showInPage(row: PageRow, isFound: boolean, { panel, editor }: SearchPages): Promise<void> {
  const isInEditor = editor.isActive || (isFound && !panel.isVisible) || !(await hasSearchView());
  if (isInEditor && !editor.isActive) editor.open(panel.query);
  if (isInEditor) editor.show(row);
  else {
    await commands.executeCommand(`${views.search}.focus`);
    panel.show(row);
  }
}
