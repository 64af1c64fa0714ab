import type { LanguageModelChat } from 'vscode';
import { within, type Clock } from '../../core/base/clock';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import { tokensOf } from '../../core/chat/estimateTokens';
import { textOf } from '../../core/content/sniff';

type Model = Pick<LanguageModelChat, 'id' | 'countTokens'>;

/** Longer contents are estimated, in bytes: no message has room for them. */
const maxCounted = 1_000_000;
/** Time in ms to wait for a count: a model that was just started takes longer, and its count is used once it is there. */
const countTimeout = 2_000;

/** Tokens of contents as the chat's model counts them, and estimates until it has. */
export class TokenCounts implements Disposable {
  /** By the bytes, which stay the same object as long as reads return the same content. */
  #tokens = new WeakMap<Uint8Array, number | undefined>();
  #counts = new WeakMap<Uint8Array, Promise<void>>();
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

  /** Tokens as far as known now: an estimate, unless the model has counted. `undefined` for content that is no text. */
  of(bytes: Uint8Array): number | undefined {
    this.#forgetOtherModel();
    void this.#count(bytes);
    return this.#known(bytes);
  }

  /** {@link of} once the model has counted, or takes too long; never rejects. */
  async counted(bytes: Uint8Array): Promise<number | undefined> {
    this.#forgetOtherModel();
    await within(this.clock, countTimeout, this.#count(bytes));
    return this.#known(bytes);
  }

  dispose(): void {
    this.#didCount.dispose();
  }

  #known(bytes: Uint8Array): number | undefined {
    if (!this.#tokens.has(bytes)) this.#tokens.set(bytes, tokensOf(bytes));
    return this.#tokens.get(bytes);
  }

  #forgetOtherModel(): void {
    const model = this.model();
    const isSame = model?.id === this.#model?.id;
    this.#model = model;
    if (isSame) return;
    this.#tokens = new WeakMap();
    this.#counts = new WeakMap();
  }

  /** One after the other: a model counts in a process that others use too. */
  #count(bytes: Uint8Array): Promise<void> {
    const model = this.#model;
    const known = this.#counts.get(bytes);
    if (known || !model || bytes.length > maxCounted) return known ?? Promise.resolve();
    const tokens = this.#tokens;
    const count = this.#last.then(async () => {
      const text = textOf(bytes);
      if (text === undefined || tokens !== this.#tokens) return;
      try {
        const counted = await model.countTokens(text);
        if (!Number.isFinite(counted) || counted < 0) throw new Error(`It counted ${counted}`);
        const isNews = counted !== this.#known(bytes);
        tokens.set(bytes, counted);
        if (isNews && tokens === this.#tokens) this.#didCount.fire();
      } catch (error) {
        this.log.warn(`The model did not count tokens: ${causes(error)}`);
      }
    });
    this.#last = count;
    this.#counts.set(bytes, count);
    return count;
  }
}
