import { lm, type LanguageModelChat } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import type { ContextSet } from '../../core/context/contextSet';
import { settings } from '../base/ids';
import { contextBudget, onDidChangeSetting } from '../base/settings';

/** What attachments may take in all. */
export interface Budget {
  readonly tokens: number;
  /** The model that it is of; `undefined` where the person set it, or several models are there and none has been seen at work. */
  readonly modelName: string | undefined;
}

type Model = Pick<LanguageModelChat, 'id' | 'name' | 'maxInputTokens'>;

/** Of its input, what an agent gives to all attachments together; measured with Copilot Chat. */
const shareOfAttachments = 1 / 6;
/** Milliseconds that VS Code has to tell of its models: the extension that brings them may have to start first. */
const patience = 3_000;

/**
 * How much a chat model takes, as far as VS Code tells: it names the models and not the chosen one. So it is the one that was last seen at
 * work, or else the smallest. Models are asked for when something is picked, not before.
 */
export class ChatBudget implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new Emitter<void>();
  #models: readonly Model[] = [];
  #seen: Model | undefined;
  #asked: Promise<void> | undefined;
  #isAsking = false;

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly clock: Clock,
    private readonly picked: Pick<ContextSet, 'items' | 'onDidChange'>,
    private readonly log: Logger,
  ) {
    const store = this.#store;
    store.add(this.#didChange);
    store.add(picked.onDidChange(() => this.wake()));
    store.add(onDidChangeSetting(settings.contextBudget, () => this.#didChange.fire()));
    store.add(
      lm.onDidChangeChatModels(() => {
        // The answer that is under way has this change: models come one by one while they are asked for.
        if (this.#asked && !this.#isAsking) this.#asked = this.#ask().then(() => this.#forgetUnlisted());
      }),
    );
  }

  /** Somebody looks: where something is picked, the models are asked for. */
  wake(): void {
    if (this.picked.items.length > 0) this.#asked ??= this.#ask();
  }

  /** As far as it is known now; {@link onDidChange} tells when that is more. */
  current(): Budget | undefined {
    const tokens = contextBudget();
    if (tokens > 0) return { tokens, modelName: undefined };
    const [only, ...others] = this.#models;
    const known = this.#seen ?? (others.length === 0 ? only : undefined);
    if (known) return { tokens: roomOf(known), modelName: known.name };
    return only && { tokens: Math.min(...this.#models.map(roomOf)), modelName: undefined };
  }

  /** {@link current}, once VS Code has told of its models; for that nobody waits long. */
  async known(): Promise<Budget | undefined> {
    const asked = (this.#asked ??= this.#ask());
    await new Promise<void>((resolve) => {
      const timer = this.clock.after(patience, resolve);
      void asked.then(() => {
        timer.dispose();
        resolve();
      });
    });
    return this.current();
  }

  /** This model is at work in the chat. */
  noteModel({ id, name, maxInputTokens }: Model): void {
    if (!isUsable({ id, name, maxInputTokens }) || this.#seen?.id === id) return;
    this.#seen = { id, name, maxInputTokens };
    this.#didChange.fire();
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      this.#models = (await lm.selectChatModels()).filter(isUsable);
    } catch (error) {
      this.log.warn(`The chat models are not known: ${causes(error)}`);
      this.#models = [];
    }
    this.#isAsking = false;
    this.#didChange.fire();
  }

  #forgetUnlisted(): void {
    if (this.#seen === undefined || this.#models.some(({ id }) => id === this.#seen?.id)) return;
    this.#seen = undefined;
    this.#didChange.fire();
  }
}

function isUsable({ maxInputTokens }: Model): boolean {
  return maxInputTokens > 0;
}

function roomOf({ maxInputTokens }: Model): number {
  return Math.floor(maxInputTokens * shareOfAttachments);
}
