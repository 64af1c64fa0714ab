import type { PickedResource } from '../../core/context/contextSet';
import type { Event } from '../../core/base/event';
import { SavedResources } from '../../core/templates/savedResources';
import { TreeArrangement } from '../../core/tree/arrangement';
import { views } from '../base/ids';
import { targetsOf } from '../commands/narrowArguments';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import { rowsForKey } from '../base/rowsForKey';
import { treeSettings } from '../base/settings';
import type { Rooms } from '../content/open';
import { ResourceDecorations } from './decorations';
import { followArrangement } from './followArrangement';
import { ResourceTree } from './resourceTree';
import { revealResource } from './revealResource';

/** The view *Resources*. */
export interface TreeRoom {
  /** Selects the first of the resources, or says why it is not there. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
  /** Resources that the user built from templates, which the tree lists. */
  readonly saved: SavedResources;
  /** Makes the first rows, where the view is not shown. */
  readonly prepare: () => Promise<void>;
  /** The user has looked into the tree. */
  readonly onDidBrowse: readonly Event<unknown>[];
}

export type TreeNeeds = Omit<Rooms, 'permission' | 'chat'>;

export function openTree(needs: TreeNeeds): TreeRoom {
  const { base, look, core } = needs;
  const { store, log, workspaceStore, keyRows } = base;
  const { catalog, connections } = core;
  const saved = store.add(new SavedResources(workspaceStore, catalog, connections));
  const arrangement = store.add(new TreeArrangement(workspaceStore, treeSettings));
  const tree = store.add(new ResourceTree(needs, arrangement));
  const { view } = tree;
  look.addTree(view, 'resources', 'servers');
  keyRows.add(views.resources, async () => targetsOf(await rowsForKey(view)));
  store.add(new ResourceDecorations(needs));
  store.add(followArrangement(arrangement));
  const reveal = (resources: readonly PickedResource[]) => revealResource(resources, catalog, tree);
  const commands = async () => {
    const { treeCommands } = await import('./treeCommands');
    return treeCommands(needs, { arrangement, saved, tree, reveal });
  };
  store.add(registerCommands(roomCommands.tree, commands, log));
  return {
    reveal,
    saved,
    prepare: async () => (view.visible ? undefined : tree.prepare()),
    onDidBrowse: [tree.onDidOpenRow, view.onDidChangeSelection],
  };
}
