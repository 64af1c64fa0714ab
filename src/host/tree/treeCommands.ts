import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import type { AudienceFilter } from '../../shared/audience';
import type { PickedResource } from '../../core/context/contextSet';
import type { SavedResources } from '../../core/templates/savedResources';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { commands as ids } from '../base/ids';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { showInformation } from '../base/tell';
import { aboutResources, type RowNeeds } from '../content/aboutResources';
import { resourcesOf } from '../content/commandArguments';
import type { TreeNeeds } from './open';
import type { ResourceTree } from './resourceTree';

interface Needs extends RowNeeds {
  readonly core: RowNeeds['core'] & Pick<TreeNeeds['core'], 'directories'>;
  readonly search: Pick<TreeNeeds['search'], 'places' | 'visibility'>;
}

interface Own {
  readonly arrangement: TreeArrangement;
  readonly saved: SavedResources;
  readonly tree: Pick<ResourceTree, 'keepPlace'>;
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
}

/**
 * The commands about rows of the tree, and about its arrangement. VS Code lets extensions check no entry of a menu, so a second command, whose
 * title has the check mark, stands in for each entry of the submenu *Arrange* that is chosen:
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/actions/common/menusExtensionPoint.ts
 */
export function treeCommands(needs: Needs, { arrangement, saved, tree, reveal }: Own): Commands<CommandOf<'tree'>> {
  const { core, search } = needs;
  const choose = arrangement.choose.bind(arrangement);
  const sortByImportance = () => choose('sortBy', 'importance');
  const sortByName = () => choose('sortBy', 'name');
  const sortByServerOrder = () => choose('sortBy', 'server');
  return {
    [ids.filterByAudience]: () => filterByAudience(arrangement),
    [ids.forgetResource]: async ({ targets }) => {
      const given = resourcesOf(targets, needs);
      await tree.keepPlace(given, () => saved.forget(given));
    },
    [ids.groupByServer]: () => choose('groupBy', 'server'),
    [ids.groupByServerChecked]: () => choose('groupBy', 'scheme'),
    [ids.hide]: ({ servers, schemes }) =>
      search.places.hide({ servers: servers.filter((id) => core.connections.get(id)), schemes }),
    [ids.loadMore]: aboutResources(needs, l10n.t('Load More'), async (folders) => {
      for (const directory of folders) await core.directories.readMore(directory);
    }),
    [ids.reveal]: aboutResources(needs, l10n.t('Select an MCP Resource to Show in Tree'), reveal),
    [ids.showHidden]: () => showHidden(search),
    [ids.sortByImportance]: sortByImportance,
    [ids.sortByImportanceChecked]: sortByImportance,
    [ids.sortByName]: sortByName,
    [ids.sortByNameChecked]: sortByName,
    [ids.sortByServerOrder]: sortByServerOrder,
    [ids.sortByServerOrderChecked]: sortByServerOrder,
  };
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

async function showHidden({ visibility }: Needs['search']): Promise<void> {
  if (await visibility.summary()) await visibility.showAll();
  else void showInformation(l10n.t('No resources are hidden.'));
}
