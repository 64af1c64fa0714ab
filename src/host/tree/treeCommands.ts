import * as l10n from '@vscode/l10n';
import { commands, env, window } from 'vscode';
import type { AudienceFilter } from '../../shared/audience';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import type { Connections } from '../../core/connection/connections';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { searchTextOf, searchTextOfServer, searchTextOfUri } from '../../core/tree/searchText';
import { groupings, sortings, type GroupBy, type GroupNode, type SortBy } from '../../core/tree/treeNode';
import { isRecord, resourcesOf, serverIdOf, type Lookup } from '../content/commandArguments';
import { commands as ids, contextKeys, settings } from '../base/ids';
import type { QuickAttach } from '../actions/quickAttach';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import type { ResourceActions } from '../actions/resourceActions';
import { onDidChangeSetting } from '../base/settings';

export interface TreeCommandParts extends Lookup {
  readonly connections: Connections;
  readonly actions: Pick<ResourceActions, 'attach' | 'copyUris'>;
  readonly arrangement: TreeArrangement;
  readonly quickAttach: Pick<QuickAttach, 'pick'>;
  readonly wake: () => void;
  readonly log: Logger;
}

interface Choice {
  readonly id: string;
  /** The twin with a check mark, shown while this is chosen. */
  readonly chosen: string;
}

/** The entries of the view's title, by what they choose. */
const groupChoices: Readonly<Record<GroupBy, Choice>> = {
  scheme: { id: ids.groupByScheme, chosen: ids.groupBySchemeChosen },
  server: { id: ids.groupByServer, chosen: ids.groupByServerChosen },
};
const sortChoices: Readonly<Record<SortBy, Choice>> = {
  importance: { id: ids.sortByImportance, chosen: ids.sortByImportanceChosen },
  name: { id: ids.sortByName, chosen: ids.sortByNameChosen },
  server: { id: ids.sortByServerOrder, chosen: ids.sortByServerOrderChosen },
};

/** Registers the commands about groups of resources, about the arrangement of the tree, and those that lead to the search panel. */
export function registerTreeCommands(parts: TreeCommandParts): Disposable {
  const store = new DisposableStore();
  const register = (id: string, run: (...args: unknown[]) => unknown): void => {
    store.add(registerGuarded(id, run, parts.log));
  };
  const registerAbout = (id: string, run: (...args: unknown[]) => unknown): void => {
    store.add(registerForRows(id, run, parts.log));
  };
  const { arrangement, actions } = parts;
  const registerChoice = ({ id, chosen }: Choice, choose: () => unknown): void => {
    register(id, choose);
    // There is nothing to change.
    register(chosen, () => undefined);
  };
  for (const value of groupings) registerChoice(groupChoices[value], () => arrangement.choose('groupBy', value));
  for (const value of sortings) registerChoice(sortChoices[value], () => arrangement.choose('sortBy', value));
  register(ids.filterByAudience, () => filterByAudience(arrangement));
  registerAbout(ids.attachAll, (first, selection) => actions.attach(resourcesOf(first, selection, parts)));
  registerAbout(ids.copyAllUris, (first, selection) => actions.copyUris(resourcesOf(first, selection, parts)));
  registerAbout(ids.searchIn, (row) => searchIn(row, parts));
  registerAbout(ids.showInSearch, (first, selection) => showInSearch(first, selection, parts));
  registerAbout(ids.copyFact, (row) => copyFact(row));
  store.add(followArrangement(arrangement));
  return store;
}

/** Keeps the context keys of the menus up to date, and the arrangement in step with the settings. */
function followArrangement(arrangement: TreeArrangement): Disposable {
  const store = new DisposableStore();
  const tell = (): void => {
    void commands.executeCommand('setContext', contextKeys.groupBy, arrangement.groupBy);
    void commands.executeCommand('setContext', contextKeys.sortBy, arrangement.sortBy);
  };
  tell();
  store.add(arrangement.onDidChange(tell));
  for (const key of [settings.groupBy, settings.sortBy, settings.audience])
    store.add(onDidChangeSetting(key, () => arrangement.settingsChanged()));
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
      item('all', l10n.t('All'), l10n.t('Every resource')),
      item('user', l10n.t('For the user'), l10n.t('Resources meant for you, and those meant for everybody')),
      item(
        'assistant',
        l10n.t('For the assistant'),
        l10n.t('Resources meant for the assistant, and those meant for everybody'),
      ),
    ],
    { title: l10n.t('Whose Resources the Tree Shows') },
  );
  if (chosen) await arrangement.choose('audience', chosen.audience);
}

/** Searches in a group of the tree, or in a server. */
async function searchIn(row: unknown, { connections }: TreeCommandParts): Promise<void> {
  const nameOf = (id: string): string => connections.get(id)?.definition.name ?? '';
  const serverId = serverIdOf(row);
  const text = isGroup(row)
    ? searchTextOf(row, nameOf)
    : serverId === undefined
      ? ''
      : searchTextOfServer(nameOf(serverId));
  await commands.executeCommand(ids.search, text);
}

async function showInSearch(first: unknown, selection: unknown, parts: TreeCommandParts): Promise<void> {
  let [resource] = resourcesOf(first, selection, parts);
  if (!resource) {
    parts.wake();
    const [entry] = await parts.quickAttach.pick(l10n.t('Show an MCP Resource in the Search'));
    resource = entry && { serverId: entry.serverId, ...entry.resource };
  }
  if (resource) await commands.executeCommand(ids.search, searchTextOfUri(resource.uri));
}

async function copyFact(row: unknown): Promise<void> {
  const fact = isRecord(row) ? row['fact'] : undefined;
  if (isRecord(fact) && typeof fact['value'] === 'string') await env.clipboard.writeText(fact['value']);
}

function isGroup(value: unknown): value is GroupNode {
  return isRecord(value) && Array.isArray(value['ids']) && typeof value['kind'] === 'string';
}
