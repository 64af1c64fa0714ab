import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import type { AudienceFilter } from '../../shared/audience';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Connections } from '../../core/connection/connections';
import type { HiddenPlaces } from '../../core/search/hiddenPlaces';
import type { Visibility } from '../../core/search/visibility';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { searchTextOf, searchTextOfUri } from '../../core/tree/searchText';
import { groupings, sortings, type GroupBy, type SortBy } from '../../core/tree/treeNode';
import type { ChosenRows, CommandsAbout, Target } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { HostLogger } from '../base/log';
import { resourcesOf, toPicked } from '../content/commandArguments';
import { ownResources, type ShowParts } from '../content/showFirst';
import type { QuickAttach } from '../actions/quickAttach';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import type { ResourceActions } from '../actions/resourceActions';
import { showInformation } from '../base/tell';

export interface TreeCommandParts extends ShowParts {
  readonly connections: Connections;
  readonly actions: Pick<ResourceActions, 'attach' | 'copyUris'>;
  readonly arrangement: TreeArrangement;
  readonly places: Pick<HiddenPlaces, 'hide' | 'showOnly'>;
  readonly visibility: Pick<Visibility, 'summary' | 'showAll'>;
  readonly quickAttach: Pick<QuickAttach, 'pick'>;
  /** Searches in the panel. */
  readonly search: (text: string) => Promise<void>;
  readonly wake: () => void;
  readonly log: HostLogger;
}

/** The entries of the view's title, by what they choose. Its menu offers those that are not chosen. */
const groupCommands: Readonly<Record<GroupBy, CommandsAbout<'nothing'>>> = {
  scheme: ids.groupByScheme,
  server: ids.groupByServer,
};
const sortCommands: Readonly<Record<SortBy, CommandsAbout<'nothing'>>> = {
  importance: ids.sortByImportance,
  name: ids.sortByName,
  server: ids.sortByServerOrder,
};

/** Registers the commands about groups of resources, about the arrangement of the tree, and those that lead to the search panel. */
export function registerTreeCommands(parts: TreeCommandParts): Disposable {
  const store = new DisposableStore();
  const { arrangement, places, actions, connections, search, log } = parts;
  const register = (id: CommandsAbout<'nothing'>, run: () => unknown): Disposable =>
    store.add(registerGuarded(id, run, log));
  const about = (id: CommandsAbout<'resources'>, run: (targets: readonly Target[]) => unknown): Disposable =>
    store.add(registerForRows(id, ({ targets }) => run(targets), log));
  for (const value of groupings) register(groupCommands[value], () => arrangement.choose('groupBy', value));
  for (const value of sortings) register(sortCommands[value], () => arrangement.choose('sortBy', value));
  register(ids.filterByAudience, () => filterByAudience(arrangement));
  store.add(registerForRows(ids.hideScheme, (schemes) => places.hide({ schemes }), log));
  store.add(registerForRows(ids.showOnlyScheme, (schemes) => places.showOnly({ schemes }), log));
  register(ids.showHidden, () => showHidden(parts));
  const attachAll = async (rows: ChosenRows): Promise<void> => {
    const resources = await ownResources(rows, l10n.t('Select MCP Resources to Attach'), parts);
    if (resources) await actions.attach(resources);
  };
  store.add(registerForRows(ids.attachAll, attachAll, log));
  about(ids.copyAllUris, (targets) => actions.copyUris(resourcesOf(targets, parts)));
  about(ids.showInSearch, (targets) => showInSearch(targets, parts));
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
  let [resource] = resourcesOf(targets, parts);
  if (!resource) {
    parts.wake();
    [resource] = (await parts.quickAttach.pick(l10n.t('Select an MCP Resource to Show in Search'))).map(toPicked);
  }
  if (resource) await parts.search(searchTextOfUri(resource.uri));
}

async function copyFact(value: string | undefined): Promise<void> {
  if (value !== undefined) await env.clipboard.writeText(value);
}
