import type { PickedResource } from '../../core/context/contextSet';
import type { PickedRoom } from '../../core/context/open';
import type { SearchRoom } from '../../core/search/open';
import type { ActionsRoom } from '../actions/open';
import type { Base } from '../base/open';
import type { ChatRoom } from '../chat/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { ContentRoom } from '../content/open';
import type { MentionsRoom } from '../mentions/open';
import type { PanelRoom } from '../panel/open';
import type { FirstLook } from '../startup/firstLook';
import { ContextSets } from './contextSets';
import { setInEveryMessage } from './inEveryMessage';

export interface ContextNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
  readonly actions: ActionsRoom;
  readonly panel: PanelRoom;
  readonly mentions: MentionsRoom;
}

/** Creates the sets, loaded with the first command about them, or at once where one is always on. */
export function openSets(needs: ContextNeeds): ContextSets {
  const { base, look, configuration, core, search, context, chat, actions, panel, mentions } = needs;
  const { store, clock, log, newSlice } = base;
  const { catalog, connections, orders } = core;
  const { picked, sets, live } = context;
  const { visibility } = search;
  return store.add(
    new ContextSets({
      clock,
      log,
      catalog,
      connections,
      picked,
      sets,
      weights: chat.weights,
      order: orders.importance.byAnnotations,
      index: search.withoutTemplates,
      isVisible: visibility.isVisible,
      onDidChangeVisibility: visibility.onDidChange,
      newSlice,
      mentionedIn: mentions.mentionedIn,
      savedSearches: panel.savedSearches,
      configured: configuration.configured,
      wake: () => look.wake(),
      attachContext: async () => (await actions.actions.get()).attachContext(),
      setInEveryMessage: async (resources: readonly PickedResource[], isOn: boolean) =>
        setInEveryMessage(resources, isOn, { picked, live, actions: (await actions.actions.get()).actions }),
    }),
  );
}
