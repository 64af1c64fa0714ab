import * as l10n from '@vscode/l10n';
import { Pace } from '../../core/base/pace';
import { Owner } from '../../core/base/owner';
import { arrivalsOf, isLoss, type Arrival, type Loss } from '../../core/chat/arrivals';
import { cautiousRoom, tokensOfTag } from '../../core/chat/budget';
import { isWithin } from '../../core/chat/excerpt';
import { decodedText } from '../../core/content/sniff';
import type { PickedResource } from '../../core/context/contextSet';
import type { FileRead } from '../../core/context/seenReads';
import { displayName } from '../../core/resource/displayName';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import { showWarning } from '../base/tell';
import type { ChatNeeds } from './open';
import { namesOf } from './names';
import type { ChatRoom } from './open';

/** Time within which the files of one message become known as sent, in ms. */
const burst = 1_500;

/** Warns once per message about attachments that may have been cut or emptied, and suggests what to do. */
export class Arrivals extends Owner {
  #lost: { readonly resource: PickedResource; readonly loss: Loss }[] = [];
  readonly #tell: Pace;
  /** Keys of resources about which the user was warned that they have outgrown their excerpt. */
  readonly #outgrown = new Set<string>();

  constructor(
    private readonly needs: {
      readonly base: Pick<ChatNeeds['base'], 'clock'>;
      readonly context: Pick<ChatNeeds['context'], 'seen' | 'describe'>;
    },
    private readonly chat: Pick<ChatRoom, 'session' | 'budget' | 'tokens'>,
    /** Tokens of what VS Code adds to a message by itself. */
    private readonly tokensOfSelection: () => number,
  ) {
    super();
    const { seen } = needs.context;
    this.#tell = this.owned.add(new Pace(needs.base.clock, burst, () => this.#tellAll(), { gathersFirst: true }));
    this.owned.add(seen.onDidChange((address) => this.#seen(address)));
  }

  /** Estimates how each file of one message arrives. */
  of(files: readonly FileRead[]): readonly Arrival[] {
    const { session, tokens } = this.chat;
    session.sawMessage(files);
    if (session.isHarness) return files.map(({ lines }) => (lines > 0 ? 'excerpt' : 'whole'));
    const arriving = files.map(({ lines, bytes }) => ({
      length: decodedText(bytes)?.length ?? 0,
      tokens: (tokens.of(bytes).tokens ?? 0) + tokensOfTag,
      isExcerpt: lines > 0 && isWithin(bytes, lines),
      isTwice: lines > 0 && !isWithin(bytes, lines),
    }));
    return arrivalsOf(arriving, this.#room);
  }

  /**
   * Says once that a text has more lines than its excerpt, where that matters: it goes twice, and where both do not fit, the chat cuts what is
   * new. Attached again, the old one would go as well: VS Code has no command to remove it.
   *
   * @param bytes of the file that is attached
   */
  outgrew(address: ResourceAddress, bytes: Uint8Array): void {
    const { seen, describe } = this.needs.context;
    const { session, tokens } = this.chat;
    const isWaiting = seen.last(address)?.kind === 'attached' && !this.#outgrown.has(keyOf(address));
    if (!isWaiting || session.isHarness || 2 * (tokens.of(bytes).tokens ?? 0) <= this.#room) return;
    this.#outgrown.add(keyOf(address));
    void showWarning(
      l10n.t(
        '“{0}” got more lines than were attached, and the chat may leave out the last ones. Remove it from the chat and attach it again.',
        displayName(describe(address)),
      ),
    );
  }

  get #room(): number {
    return (this.chat.budget.current()?.room ?? cautiousRoom) - this.tokensOfSelection();
  }

  #seen(address: ResourceAddress): void {
    const last = this.needs.context.seen.last(address);
    this.#outgrown.delete(keyOf(address));
    // Files that the user removed from the chat are no news for them.
    if (last?.kind !== 'sent' || !isLoss(last.arrival) || last.arrival === 'partial') return;
    this.#lost.push({ resource: this.needs.context.describe(address), loss: last.arrival });
    this.#tell.trigger();
  }

  #tellAll(): void {
    const lost = new Map(this.#lost.map((item) => [keyOf(item.resource), item]));
    this.#lost = [];
    const lostAs = (loss: Loss) => {
      const named = [...lost.values()].filter((item) => item.loss === loss);
      return named.map(({ resource }) => ({ name: displayName(resource) }));
    };
    const [excerpt, cut, empty] = [lostAs('excerpt'), lostAs('cut'), lostAs('empty')];
    const sentences = [
      excerpt.length > 0 &&
        l10n.t(
          'Copilot sessions send only the beginning of an excerpt. To send all of it, attach again: {0}.',
          namesOf(excerpt),
        ),
      cut.length > 0 && l10n.t('The chat may have shortened {0} because of the token limit.', namesOf(cut)),
      empty.length > 0 && l10n.t('The chat may not have sent {0} because of the token limit.', namesOf(empty)),
      cut.length + empty.length > 0 &&
        l10n.t('Send fewer resources at once, or add #mcpContext to your message so the model can read them.'),
    ];
    void showWarning(sentences.filter(Boolean).join(' '));
  }
}
