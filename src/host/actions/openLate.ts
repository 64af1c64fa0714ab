import type { PickedResource } from '../../core/context/contextSet';
import type { PickedRoom } from '../../core/context/open';
import type { ResourceAddress } from '../../core/resource/address';
import type { SearchRoom } from '../../core/search/open';
import type { TempFiles } from '../../node/files/tempFiles';
import type { Base } from '../base/open';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { tokensOfSelection } from '../chat/editorSelection';
import type { ChatRoom } from '../chat/open';
import type { ConnectionRoom } from '../connection/open';
import type { ContentRoom } from '../content/open';
import type { FirstLook } from '../startup/firstLook';
import { actionCommands } from './actionCommands';
import { attachContext } from './attachContext';
import { Attaching } from './attaching';
import { ImageFiles } from './attachImages';
import { QuickAttach } from './quickAttach';
import { ResourceActions } from './resourceActions';

export interface ActionsNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
}

export interface LoadedActions {
  readonly actions: ResourceActions;
  /** Attaches what is checked in the context. */
  readonly attachContext: () => Promise<void>;
  /** Asks for resources. */
  readonly quickAttach: QuickAttach;
  readonly commands: Commands<CommandOf<'actions'>>;
}

/** @param temp for the images that are attached */
export async function openLate(needs: ActionsNeeds, temp: TempFiles): Promise<LoadedActions> {
  const { base, core, search, context, chat, content, reveal } = needs;
  const { store, clock, log } = base;
  const { catalog, connections, cache, activity, announced } = core;
  const { picked, live, seen } = context;
  const { session, budget, weights, sink } = chat;
  const { files, icons } = content;
  const reads = await content.reads.get();
  const attaching = new Attaching({
    reads,
    picked,
    live,
    files,
    images: store.add(new ImageFiles({ clock, temp, cache, picked, seen, log })),
    chat: sink,
    session,
    budget,
    weights,
    tokensOfSelection,
    announced,
    otherUses: {
      open: (resources) => actions.open(resources),
      copyContents: (resources) => actions.copyContents(resources),
      save: (resources) => actions.save(resources),
      reveal,
    },
    log,
  });
  const noteUse = (resources: readonly ResourceAddress[]) => activity.noteUse(resources);
  const actions: ResourceActions = new ResourceActions({
    clock,
    reads,
    files,
    attaching,
    picked,
    scales: { weights, budget },
    noteUse,
    log,
  });
  const quickAttach = new QuickAttach({ clock, catalog, connections, icons, index: search.withoutTemplates });
  return {
    actions,
    attachContext: () => attachContext(context, actions, log),
    quickAttach,
    commands: actionCommands(needs, { actions, attaching, quickAttach }),
  };
}
