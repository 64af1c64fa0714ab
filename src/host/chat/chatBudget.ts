import { lm, type LanguageModelChat } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import type { ContextSet } from '../../core/context/contextSet';
import { settings } from '../base/ids';
import { contextBudget, onDidChangeSetting } from '../base/settings';

/** Limit for all attachments together. */
export interface Budget {
  readonly tokens: number;
  /**
   * Name of the model with this limit; `undefined` where the user set the limit, or where there are several models and none has been seen
   * in use.
   */
  readonly modelName: string | undefined;
}

type Model = Pick<LanguageModelChat, 'id' | 'name' | 'maxInputTokens'>;

/**
 * Share of its input that an agent gives to all attachments together; measured with Copilot Chat.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/agent/agentPrompt.tsx (AgentUserMessage, TokenLimit)
 */
const shareOfAttachments = 1 / 6;
/** Time that VS Code has to list its models, in ms: the extension that provides them may have to start first. */
const countTimeout = 3_000;

/**
 * The token limit of the chat model, as far as VS Code tells: it lists the models but not the selected one. So this takes the model that
 * was last seen in use, otherwise the smallest limit. Models are requested only once the context has a resource.
 * https://github.com/microsoft/vscode/issues/269681
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
        // The pending request includes this change: models are announced one by one while it runs.
        if (this.#asked && !this.#isAsking) this.#asked = this.#ask().then(() => this.#forgetUnlisted());
      }),
    );
  }

  /** Called when the user looks at the product: requests the models where the context has a resource. */
  wake(): void {
    if (this.picked.items.length > 0) this.#asked ??= this.#ask();
  }

  /** As far as known now; {@link onDidChange} fires when that changes. */
  current(): Budget | undefined {
    const tokens = contextBudget();
    if (tokens > 0) return { tokens, modelName: undefined };
    const [only, ...others] = this.#models;
    const known = this.#seen ?? (others.length === 0 ? only : undefined);
    if (known) return { tokens: roomOf(known), modelName: known.name };
    return only && { tokens: Math.min(...this.#models.map(roomOf)), modelName: undefined };
  }

  /** {@link current}, after a short wait for the list of models. */
  async known(): Promise<Budget | undefined> {
    const asked = (this.#asked ??= this.#ask());
    await new Promise<void>((resolve) => {
      const timer = this.clock.after(countTimeout, resolve);
      void asked.then(() => {
        timer.dispose();
        resolve();
      });
    });
    return this.current();
  }

  /** Notes a model that the chat uses. */
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
