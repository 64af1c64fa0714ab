import type { LanguageModelChat } from 'vscode';
import { within, type Clock } from '../../core/base/clock';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import { tokensOf } from '../../core/chat/estimateTokens';
import { decodedText } from '../../core/content/sniff';
import type { TokenCount } from '../../core/context/contextWeights';

/** A {@link TokenCount}, and the model's work on it; `undefined` if the model does not count it. */
type Count = { -readonly [Key in keyof TokenCount]: TokenCount[Key] } & { work?: Promise<void> };
type Model = Pick<LanguageModelChat, 'id' | 'countTokens'>;

/** Longer contents are estimated, in bytes: no message has room for them. */
const maxCounted = 1_000_000;
/** Time in ms to wait for a count: a model that was just started takes longer, and its count is used once it is there. */
const countTimeout = 2_000;

/** Tokens of contents as the chat's model counts them, and estimates until it has. */
export class TokenCounts implements Disposable {
  /** By the bytes, which stay the same object as long as reads return the same content. */
  #counts = new WeakMap<Uint8Array, Count>();
  #model: Model | undefined;
  #last: Promise<void> = Promise.resolve();
  readonly #didCount = new Emitter<void>();

  /** Fires when {@link of} knows better. */
  readonly onDidCount = this.#didCount.event;

  constructor(
    private readonly clock: Clock,
    /** The model of the chat, as far as it is known. */
    private readonly model: () => Model | undefined,
    private readonly log: Logger,
  ) {}

  /** As far as known now: an estimate, unless the model has counted. */
  of(bytes: Uint8Array): TokenCount {
    return this.#of(bytes);
  }

  /** {@link of} once the model has counted, or takes too long; never rejects. */
  async counted(bytes: Uint8Array): Promise<TokenCount> {
    const { work } = this.#of(bytes);
    if (work) await within(this.clock, countTimeout, work);
    return this.#of(bytes);
  }

  dispose(): void {
    this.#didCount.dispose();
  }

  #of(bytes: Uint8Array): Count {
    const model = this.model();
    if (model?.id !== this.#model?.id) this.#counts = new WeakMap();
    this.#model = model;
    const knownCount = this.#counts.get(bytes);
    if (knownCount) return knownCount;
    const tokens = tokensOf(bytes);
    const count: Count = { tokens, isFinal: !model || tokens === undefined || bytes.length > maxCounted };
    this.#counts.set(bytes, count);
    if (model && !count.isFinal) count.work = this.#last = this.#count(model, bytes, count, this.#last);
    return count;
  }

  /** One after the other: a model counts in a process that others use too. */
  async #count(model: Model, bytes: Uint8Array, count: Count, previous: Promise<void>): Promise<void> {
    await previous;
    if (this.#counts.get(bytes) !== count) return;
    try {
      const tokens = await model.countTokens(decodedText(bytes) ?? '');
      if (!Number.isFinite(tokens) || tokens < 0) throw new Error(`It counted ${tokens}`);
      count.tokens = tokens;
    } catch (error) {
      this.log.warn(`The model did not count tokens: ${causes(error)}`);
    }
    count.isFinal = true;
    this.#didCount.fire();
  }
}
