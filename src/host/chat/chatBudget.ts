import { lm, type LanguageModelChat } from 'vscode';
import { roomForAttachments } from '../../core/chat/budget';
import { estimateTokens } from '../../core/chat/estimateTokens';
import type { Clock } from '../../core/base/clock';
import { Owner } from '../../core/base/owner';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import type { ContextSet } from '../../core/context/contextSet';
import { settings } from '../base/ids';
import { contextBudget, onDidChangeSetting } from '../base/settings';
import type { ChatSession } from './chatSession';

/** Limit for all attachments together. */
export interface Budget {
  readonly tokens: number;
  /** The chat's own limit, in tokens, whatever the user set; `undefined` if no model is known. */
  readonly room: number | undefined;
  /** Name of the model with this limit; `undefined` if the user set the limit, or if there are several models. */
  readonly modelName: string | undefined;
}

type Model = Pick<LanguageModelChat, 'id' | 'name' | 'maxInputTokens' | 'countTokens'>;

/** Time that VS Code has to list its models, in ms: the extension that provides them may have to start first. */
const countTimeout = 3_000;

/**
 * The token limit of the chat model, as far as VS Code tells: it lists the models but not the selected one, and which model answered last says
 * nothing of the next message. So this takes the smallest limit. Models are requested only once the context has a resource.
 * https://github.com/microsoft/vscode/issues/269681
 */
export class ChatBudget extends Owner {
  readonly #didChange = this.owned.add(new Emitter<void>());
  #models: readonly Model[] = [];
  #asked: Promise<void> | undefined;
  #isAsking = false;
  /** How many times models were announced while we were asking for them. */
  #announced = 0;
  #toolTokens = 0;

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly clock: Clock,
    private readonly session: Pick<ChatSession, 'isHarness' | 'onDidChange'>,
    private readonly picked: Pick<ContextSet, 'items' | 'onDidChange'>,
    private readonly log: Logger,
  ) {
    super();
    const store = this.owned;
    store.add(picked.onDidChange(() => this.wake()));
    store.add(session.onDidChange(() => this.#didChange.fire()));
    store.add(onDidChangeSetting(settings.contextBudget, () => this.#didChange.fire()));
    store.add(
      lm.onDidChangeChatModels(() => {
        if (this.#isAsking) this.#announced += 1;
        else if (this.#asked) this.#asked = this.#ask();
      }),
    );
  }

  /** Called when one of our views is shown: requests the models if the context has a resource. */
  wake(): void {
    if (this.picked.items.length > 0) this.#asked ??= this.#ask();
  }

  /** As far as known now; {@link onDidChange} fires when that changes. Sessions of the Copilot harness have no limit but that of the user. */
  current(): Budget | undefined {
    const { model } = this;
    const room = model && roomForAttachments(model.maxInputTokens, this.#toolTokens);
    const tokens = contextBudget();
    if (tokens > 0) return { tokens, room, modelName: undefined };
    const modelName = this.#models.length === 1 ? model?.name : undefined;
    return room === undefined || this.session.isHarness ? undefined : { tokens: room, room, modelName };
  }

  /** The one with the smallest limit; `undefined` if none is known. */
  get model(): Model | undefined {
    const [smallest] = [...this.#models].sort((first, second) => first.maxInputTokens - second.maxInputTokens);
    return smallest;
  }

  /** {@link current}, after a short wait for the list of models. */
  async known(): Promise<Budget | undefined> {
    const loading = (this.#asked ??= this.#ask());
    await new Promise<void>((resolve) => {
      const timer = this.clock.after(countTimeout, resolve);
      void loading.then(() => {
        timer.dispose();
        resolve();
      });
    });
    return this.current();
  }

  /** Asks once more if models were announced meanwhile: they come one by one, and the answer may be older than the last of them. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    const announced = this.#announced;
    this.#models = await this.#list();
    if (announced !== this.#announced) this.#models = await this.#list();
    this.#toolTokens = tokensOfTools();
    this.#isAsking = false;
    this.#didChange.fire();
  }

  async #list(): Promise<readonly Model[]> {
    try {
      return (await lm.selectChatModels()).filter(({ maxInputTokens }) => maxInputTokens > 0);
    } catch (error) {
      this.log.warn(`The chat models are not known: ${causes(error)}`);
      return [];
    }
  }
}

/** Tokens of all tools that are registered. A model is offered some of them: an upper bound. */
function tokensOfTools(): number {
  const tools = lm.tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }));
  return tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
}
