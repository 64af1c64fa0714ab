import type { Uri } from 'vscode';
import { Pace } from '../../core/base/pace';
import { Owner } from '../../core/base/owner';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import { cautiousRoom, shareOfEach } from '../../core/chat/budget';
import { decodedText } from '../../core/content/sniff';
import { linesOf } from '../../core/content/virtualPath';
import type { ContextItem } from '../../core/context/contextSet';
import { outgoingOf, type OutgoingFile } from '../../core/context/outgoing';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import type { ActionsNeeds } from './openLate';

/** Time within which the files of one message become known as sent, in ms. */
const burst = 300;
/** Number of attachments that the user may add: with more of them, the chat may cut a long text, which its row says then. */
const plannedOthers = 2;

interface Needs {
  readonly base: Pick<ActionsNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ActionsNeeds['core'], 'cache'>;
  readonly context: Pick<ActionsNeeds['context'], 'picked' | 'seen' | 'live'>;
  readonly chat: Pick<ActionsNeeds['chat'], 'weights' | 'budget' | 'session' | 'sink'>;
  readonly content: Pick<ActionsNeeds['content'], 'files'>;
}

/** A resource with its files for the chat. */
interface Due {
  readonly item: ContextItem;
  readonly files: readonly OutgoingFile[];
}

/**
 * Attaches the resources with *In Every Message* again once a message has taken them, without showing the chat or moving the focus. What that
 * way cannot attach waits for *Attach Context*: images, which need a folder; texts that are too long for a file, as an excerpt needs a range;
 * what does not fit; what its server does not have, or is not there to tell; and what a set added and the user has not seen yet.
 *
 * A key binding for Enter in the chat could attach in the moment of sending. It would have to repeat the conditions under which VS Code sends,
 * queues, steers and delegates, would put two round trips to the extension host before every message, and would miss the button *Send*. Here a
 * read is known to be a message's after about a second, so a message that follows sooner goes without.
 */
export class EveryMessage extends Owner {
  /** Keys of what a message has taken, or has gone without, until the attempt to attach it again is over. */
  #due: ReadonlySet<string> = new Set();
  readonly #again: Pace;
  readonly #didChange = new Emitter<void>();

  /** Fires when {@link isLeft} may have changed. */
  readonly onDidChange = this.#didChange.event;

  constructor(private readonly needs: Needs) {
    super();
    this.owned.add(this.#didChange);
    this.#again = this.owned.add(new Pace(needs.base.clock, burst, () => this.#attach(), { gathersFirst: true }));
    this.owned.add(needs.context.seen.onDidChange((address) => this.#seen(address)));
  }

  /** True for a resource that has to be in every message, and is not attached to the next one. */
  isLeft(item: ContextItem): boolean {
    return this.#isMissing(item) && !this.#due.has(keyOf(item));
  }

  #isMissing(item: ContextItem): boolean {
    return item.isInEveryMessage && !this.needs.context.seen.isAttachedSinceMessage(item);
  }

  #seen(address: ResourceAddress): void {
    const { picked, seen } = this.needs.context;
    if (seen.last(address)?.kind !== 'sent') return;
    this.#due = new Set(picked.items.filter((item) => this.#isMissing(item)).map(keyOf));
    if (this.#due.size > 0) this.#again.trigger();
  }

  async #attach(): Promise<void> {
    const { base, context, chat, content } = this.needs;
    const attempted = this.#due;
    try {
      const prepared = await this.#ready(this.#able());
      // Its server may have taken its time, and the user, too.
      const able = new Set(this.#able().map(({ item }) => keyOf(item)));
      const ready = prepared.filter(({ item }) => able.has(keyOf(item)));
      await content.files.handOut(ready.map(({ item }) => item));
      const isAdded = await chat.sink.addQuietly(ready.flatMap(({ uris }) => uris));
      if (isAdded) context.live.markAttached(ready.map(({ item }) => item));
    } catch (error) {
      base.log.warn(`Not attached again: ${causes(error)}`);
    }
    if (this.#due === attempted) this.#due = new Set();
    this.#didChange.fire();
  }

  /** The resources to attach, as far as the way without a view can take all of their files. */
  #able(): readonly Due[] {
    const { cache } = this.needs.core;
    const { picked, live } = this.needs.context;
    const { weights, budget, session } = this.needs.chat;
    const { tokens, room = cautiousRoom } = budget.current() ?? {};
    const over = new Set(weights.leftOut(picked.checked, tokens).map(keyOf));
    const all = picked.items.flatMap((item): readonly Due[] => {
      const content = cache.peek(item);
      const { kind } = live.liveness(item);
      const isHere = content !== undefined && (kind === 'live' || kind === 'notLive');
      const isDue = isHere && picked.isChosen(item) && this.#isMissing(item) && !over.has(keyOf(item));
      return isDue ? [{ item, files: outgoingOf(item, content) }] : [];
    });
    const count = all.flatMap(({ files }) => files).length + live.waiting.length + plannedOthers;
    const share = session.isHarness ? Infinity : shareOfEach(room, count);
    return all.filter(({ files }) => files.every((file) => isPlain(file, share)));
  }

  /** Their URIs, without those that are no longer there, or are attached as excerpts. */
  async #ready(due: readonly Due[]): Promise<readonly { readonly item: ContextItem; readonly uris: readonly Uri[] }[]> {
    const { base, content } = this.needs;
    const ready = [];
    for (const { item, files: own } of due) {
      const uris = own.map(({ part }) => content.files.uriForChat(item.serverId, item, part));
      try {
        for (const uri of uris) await content.files.stat(uri);
        if (uris.every((uri) => linesOf(uri) === 0)) ready.push({ item, uris });
      } catch (error) {
        base.log.warn(`Not attached again: ${causes(error)}`);
      }
    }
    return ready;
  }
}

/** @param share in UTF-16 code units, see {@link shareOfEach} */
function isPlain({ kind, bytes }: OutgoingFile, share: number): boolean {
  if (kind === 'image' || kind === 'unusable') return false;
  return kind !== 'text' || bytes.length <= share || (decodedText(bytes)?.length ?? 0) <= share;
}
