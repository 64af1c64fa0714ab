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
import { ChatView, type ChatSink } from './chatSink';
import { ChatTabs } from './chatTabs';
import { tokensOfSelection } from './editorSelection';
import { MissedAttachments } from './missedAttachments';
import { ShownFiles } from './shownFiles';
import { TokenCounts } from './tokenCounts';

/** Services that know the chat: what it reads, and what fits into its messages. */
export interface ChatRoom {
  readonly sink: ChatSink;
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

export function openChat({ base, look, core, context, serverActions }: ChatNeeds): ChatRoom {
  const { store, clock, log, globalStore } = base;
  const { connections, cache, announced } = core;
  const { picked, seen, describe } = context;
  const shown = store.add(new ShownFiles(clock, log));
  const shownUntil = shown.until;
  const session = store.add(new ChatSession(globalStore, shownUntil, log));
  const budget = store.add(new ChatBudget(clock, session, picked, log));
  store.add(look.onDidWake(() => budget.wake()));
  const tokens = store.add(new TokenCounts(clock, () => budget.model, log));
  const tokensOf = (bytes: Uint8Array) => tokens.of(bytes).tokens;
  const arrivals = store.add(new Arrivals({ clock, session, budget, tokensOf, tokensOfSelection, seen, describe }));
  const reads = store.add(
    new SeenReads({ clock, seen, picked, shownUntil, arrivalsOf: (files) => arrivals.of(files), describe, log }),
  );
  const missed = store.add(
    new MissedAttachments({ clock, connections, describe, seen, shownUntil, serverActions, log }),
  );
  const weights = new ContextWeights({
    peek: (address) => cache.peek(address),
    announced,
    of: (bytes) => tokens.of(bytes),
    counted: (bytes) => tokens.counted(bytes),
  });
  const sink = new ChatView(store.add(new ChatTabs()), log);
  return { sink, session, budget, tokens, weights, shown, arrivals, reads, missed };
}
