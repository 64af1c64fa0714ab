import { ContextWeights } from '../../core/context/contextWeights';
import type { PickedRoom } from '../../core/context/open';
import { SeenReads } from '../../core/context/seenReads';
import type { Base } from '../base/open';
import type { ServerActions } from '../base/serverActions';
import type { ConnectionRoom } from '../connection/open';
import type { FirstLook } from '../startup/firstLook';
import { Arrivals } from './arrivals';
import { ChatBudget } from './chatBudget';
import { ChatSession } from './chatSession';
import { ChatView } from './chatSink';
import { ChatTabs } from './chatTabs';
import { tokensOfSelection } from './editorSelection';
import { MissedAttachments } from './missedAttachments';
import { reloadTime, ShownFiles } from './shownFiles';
import { TokenCounts } from './tokenCounts';

/** Services that know the chat: what it reads, and what fits into its messages. */
export interface ChatRoom {
  readonly sink: Pick<ChatView, 'isAvailable' | 'attach' | 'addQuietly' | 'attachTool'>;
  readonly session: ChatSession;
  readonly budget: ChatBudget;
  readonly tokens: TokenCounts;
  readonly weights: ContextWeights;
  /** Files that a tab shows. */
  readonly shown: ShownFiles;
  readonly arrivals: Arrivals;
  /** Takes each read of a file. */
  readonly reads: SeenReads;
  readonly missed: MissedAttachments;
}

export interface ChatNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly core: ConnectionRoom;
  readonly context: PickedRoom;
  readonly serverActions: ServerActions;
}

export function openChat(needs: ChatNeeds): ChatRoom {
  const { base, look, core, context } = needs;
  const { store, clock, log, globalStore } = base;
  const { picked, seen, describe } = context;
  const shown = store.add(new ShownFiles(clock, log));
  const shownUntil = shown.until;
  const session = store.add(new ChatSession(globalStore, shownUntil, log));
  const budget = store.add(new ChatBudget(clock, session, picked, log));
  store.add(look.onDidWake(() => budget.wake()));
  const tokens = store.add(new TokenCounts(clock, () => budget.model, log));
  const arrivals = store.add(new Arrivals(needs, { session, budget, tokens }, tokensOfSelection));
  const arrivalsOf: Arrivals['of'] = (files) => arrivals.of(files);
  const reads = store.add(new SeenReads({ clock, seen, picked, shownUntil, reloadTime, arrivalsOf, describe, log }));
  const missed = store.add(new MissedAttachments(needs, shownUntil));
  const weights = new ContextWeights(core, tokens);
  const sink = new ChatView(store.add(new ChatTabs()), log);
  return { sink, session, budget, tokens, weights, shown, arrivals, reads, missed };
}
