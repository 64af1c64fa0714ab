import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import type { AudienceFilter } from '../../shared/audience';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Connections } from '../../core/connection/connections';
import type { HiddenPlaces, Places } from '../../core/search/hiddenPlaces';
import type { Visibility } from '../../core/search/visibility';
import type { TreeArrangement } from '../../core/tree/arrangement';
import type { PickedResource } from '../../core/context/contextSet';
import { displayName } from '../../core/resource/displayName';
import { searchTextOf, searchTextOfUri } from '../../core/tree/searchText';
import { groupings, sortings, type GroupBy, type SortBy } from '../../core/tree/treeNode';
import type { CommandsAbout, Target } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { HostLogger } from '../base/log';
import { resourcesOf, type Lookup } from '../content/commandArguments';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import { showInformation } from '../base/tell';

export interface TreeCommandParts extends Lookup {
  readonly connections: Connections;
  readonly arrangement: TreeArrangement;
  readonly places: Pick<HiddenPlaces, 'hide'>;
  readonly visibility: Pick<Visibility, 'summary' | 'showAll'>;
  /** Searches in the panel. */
  readonly search: (text: string) => Promise<void>;
  readonly log: HostLogger;
}

/**
 * Entries of the submenu *Arrange*, by what they choose. VS Code lets extensions check no entry of a menu, so a second command, whose title has
 * the check mark, stands in for each that is chosen: https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/actions/common/menusExtensionPoint.ts
 */
const groupCommands: Readonly<Record<GroupBy, CommandsAbout<'nothing'>>> = {
  scheme: ids.groupByServerChecked,
  server: ids.groupByServer,
};
const sortCommands: Readonly<Record<SortBy, readonly CommandsAbout<'nothing'>[]>> = {
  importance: [ids.sortByImportance, ids.sortByImportanceChecked],
  name: [ids.sortByName, ids.sortByNameChecked],
  server: [ids.sortByServerOrder, ids.sortByServerOrderChecked],
};

/** Registers the commands about groups of resources, about the arrangement of the tree, and those that lead to the search panel. */
export function registerTreeCommands(parts: TreeCommandParts): Disposable {
  const store = new DisposableStore();
  const { arrangement, places, connections, search, log } = parts;
  const register = (id: CommandsAbout<'nothing'>, run: () => unknown): Disposable =>
    store.add(registerGuarded(id, run, log));
  for (const value of groupings) register(groupCommands[value], () => arrangement.choose('groupBy', value));
  for (const value of sortings)
    for (const id of sortCommands[value]) register(id, () => arrangement.choose('sortBy', value));
  register(ids.filterByAudience, () => filterByAudience(arrangement));
  const hide = async ({ servers, schemes }: Places): Promise<void> =>
    places.hide({ servers: servers.filter((id) => connections.get(id)), schemes });
  store.add(registerForRows(ids.hide, hide, log));
  register(ids.showHidden, () => showHidden(parts));
  store.add(registerForRows(ids.showInSearch, ({ targets }) => showInSearch(targets, parts), log));
  const nameOf = (id: string): string => connections.get(id)?.definition.name ?? '';
  store.add(registerForRows(ids.searchIn, (place) => search(searchTextOf(place, nameOf)), log));
  store.add(registerForRows(ids.copyFact, copyFact, log));
  return store;
}

async function filterByAudience(arrangement: TreeArrangement): Promise<void> {
  const item = (audience: AudienceFilter, label: string, detail: string) => ({
    label: `${audience === arrangement.audience ? '$(check) ' : ''}${label}`,
    detail,
    audience,
  });
  const chosen = await window.showQuickPick(
    [
      item('all', l10n.t('All'), l10n.t('All resources')),
      item('user', l10n.t('For the user'), l10n.t('All resources except those meant only for the assistant')),
      item('assistant', l10n.t('For the assistant'), l10n.t('All resources except those meant only for you')),
    ],
    { title: l10n.t('Filter by Audience') },
  );
  if (chosen) await arrangement.choose('audience', chosen.audience);
}

async function showHidden({ visibility }: TreeCommandParts): Promise<void> {
  if (await visibility.summary()) await visibility.showAll();
  else void showInformation(l10n.t('No resources are hidden.'));
}

async function showInSearch(targets: readonly Target[], parts: TreeCommandParts): Promise<void> {
  const [resource] = resourcesOf(targets, parts);
  if (!resource) return;
  const isListed = parts.catalog.find(resource.serverId, resource.uri) !== undefined;
  await parts.search(isListed ? searchTextOfUri(resource.uri) : wordsOf(resource));
}

/** The words of its name, to search for: a resource that is gone may have moved. */
function wordsOf(resource: PickedResource): string {
  return displayName(resource)
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim();
}

async function copyFact(value: string | undefined): Promise<void> {
  if (value !== undefined) await env.clipboard.writeText(value);
}
