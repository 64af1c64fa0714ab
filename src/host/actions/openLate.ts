import type { PickedResource } from '../../core/context/contextSet';
import type { TempFiles } from '../../node/files/tempFiles';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { tokensOfSelection } from '../chat/editorSelection';
import type { Rooms } from '../content/open';
import { actionCommands } from './actionCommands';
import { attachContext } from './attachContext';
import { Attaching } from './attaching';
import { ImageFiles } from './attachImages';
import { quickAttach } from './quickAttach';
import { ResourceActions } from './resourceActions';

export interface ActionsNeeds extends Omit<Rooms, 'configuration' | 'permission'> {
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
}

export interface LoadedActions {
  readonly actions: ResourceActions;
  /** Attaches what is checked in the context. */
  readonly attachContext: () => Promise<void>;
  readonly commands: Commands<CommandOf<'actions'>>;
}

/** @param temp for the images that are attached */
export async function openLate(needs: ActionsNeeds, temp: TempFiles): Promise<LoadedActions> {
  const { store, log } = needs.base;
  const reads = await needs.content.reads.get();
  const images = store.add(new ImageFiles(needs, temp));
  const attaching = new Attaching(needs, { reads, images, tokensOfSelection, actions: () => actions });
  const actions: ResourceActions = new ResourceActions(needs, reads, attaching);
  const pick = (title: string) => quickAttach(title, needs);
  return {
    actions,
    attachContext: () => attachContext(needs.context, actions, log),
    commands: actionCommands(needs, { actions, attaching, pick }),
  };
}
