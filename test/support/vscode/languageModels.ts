import type * as vscode from 'vscode';
import { Disposable, EventEmitter } from './events';
import { unexpected } from './unexpected';

export class LanguageModelTextPart implements vscode.LanguageModelTextPart {
  constructor(public value: string) {}
}

/** Added in VS Code 1.106; the installed types are older. */
export class LanguageModelDataPart {
  constructor(
    public data: Uint8Array,
    public mimeType: string,
  ) {}
}

export class LanguageModelToolResult implements vscode.LanguageModelToolResult {
  constructor(public content: unknown[]) {}
}

export class FakeParticipant implements vscode.ChatParticipant {
  iconPath?: vscode.IconPath;
  readonly onDidReceiveFeedback = new EventEmitter<vscode.ChatResultFeedback>().event;

  constructor(
    readonly id: string,
    public requestHandler: vscode.ChatRequestHandler,
  ) {}

  dispose(): void {
    if (participants.get(this.id) === this) participants.delete(this.id);
  }
}

/** Creates a model with the fields a test needs; by default a request to it fails the test. */
export function fakeModel(fields: Partial<vscode.LanguageModelChat>): vscode.LanguageModelChat {
  return {
    id: 'model',
    name: 'Model',
    vendor: 'test',
    family: 'test',
    version: '1',
    maxInputTokens: 100_000,
    countTokens: (text) => Promise.resolve(typeof text === 'string' ? text.length : 0),
    sendRequest: () => Promise.reject(unexpected('Nobody answers for the model.')),
    ...fields,
  };
}

const participants = new Map<string, FakeParticipant>();
const tools = new Map<string, vscode.LanguageModelTool<unknown>>();
const didChangeModels = new EventEmitter<void>();
const state = {
  models: (): Promise<vscode.LanguageModelChat[]> => Promise.resolve([]),
  otherTools: [] as vscode.LanguageModelToolInformation[],
  asked: 0,
};

const toolInformation = (name: string): vscode.LanguageModelToolInformation => ({
  name,
  description: '',
  inputSchema: undefined,
  tags: [],
});

/** For the test: models, tools and participants. */
export const models = {
  participants: participants as ReadonlyMap<string, FakeParticipant>,
  tools: tools as ReadonlyMap<string, vscode.LanguageModelTool<unknown>>,

  /** Number of times the extension asked for the models. */
  get asked(): number {
    return state.asked;
  },

  /** Sets the models that VS Code finds; a function may fail, or never answer. */
  set(find: readonly vscode.LanguageModelChat[] | (() => Promise<vscode.LanguageModelChat[]>)): void {
    state.models = typeof find === 'function' ? find : () => Promise.resolve([...find]);
  },

  /** Fires the event for changed models. */
  changed(): void {
    didChangeModels.fire();
  },

  /** Sets the tools of other extensions, by name. */
  setOtherTools(...names: readonly string[]): void {
    state.otherTools = names.map(toolInformation);
  },

  get listenerCount(): number {
    return didChangeModels.listenerCount;
  },

  reset(): void {
    participants.clear();
    tools.clear();
    didChangeModels.removeAll();
    Object.assign(state, { models: () => Promise.resolve([]), otherTools: [], asked: 0 });
  },
};

export const lm = {
  registerTool<T>(name: string, tool: vscode.LanguageModelTool<T>): Disposable {
    if (tools.has(name)) throw unexpected(`The tool ${name} is registered already.`);
    tools.set(name, tool);
    return new Disposable(() => tools.get(name) === tool && tools.delete(name));
  },
  get tools(): readonly vscode.LanguageModelToolInformation[] {
    return [...[...tools.keys()].map(toolInformation), ...state.otherTools];
  },
  selectChatModels(): Promise<vscode.LanguageModelChat[]> {
    state.asked += 1;
    return state.models();
  },
  onDidChangeChatModels: didChangeModels.event,
} satisfies Partial<typeof vscode.lm>;

export const chat = {
  createChatParticipant(id: string, handler: vscode.ChatRequestHandler): FakeParticipant {
    const participant = new FakeParticipant(id, handler);
    participants.set(id, participant);
    return participant;
  },
} satisfies Partial<typeof vscode.chat>;
