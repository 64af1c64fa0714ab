import type { ChatFollowup, ChatRequest, ChatResult } from 'vscode';
import type { ResourceAddress } from '../../../src/core/context/contentCache';

type Handler = (request: ChatRequest, context: object, stream: object, token: object) => Promise<ChatResult>;

export interface Participant {
  readonly id: string;
  readonly handler: Handler;
  followupProvider?: { provideFollowups: (result: ChatResult) => ChatFollowup[] };
  dispose: () => void;
}

export const participants: Participant[] = [];

/** The API that VS Code has for participants and models, as far as it is used. */
export function fakeVscode(): object {
  class Uri {
    constructor(
      readonly path: string,
      readonly address: ResourceAddress | undefined,
    ) {}
    toString = (): string => this.path;
  }
  class LanguageModelError extends Error {
    static NotFound = (): LanguageModelError => new LanguageModelError('NotFound');
    static Blocked = (): LanguageModelError => new LanguageModelError('Blocked');
    static NoPermissions = (): LanguageModelError => new LanguageModelError('NoPermissions');
    constructor(readonly code: string) {
      super(code);
    }
  }
  class Turn {
    readonly response: unknown;
    readonly result: unknown;
    constructor({ response, result }: { readonly response: unknown; readonly result: unknown }) {
      this.response = response;
      this.result = result;
    }
  }
  class Value {
    constructor(readonly value: unknown) {}
  }
  return {
    chat: {
      createChatParticipant: (id: string, handler: Handler) => {
        const participant: Participant = { id, handler, dispose: () => undefined };
        participants.push(participant);
        return participant;
      },
    },
    ChatResponseTurn: Turn,
    ChatResponseMarkdownPart: class {
      readonly value: Value;
      constructor(text: string) {
        this.value = new Value(text);
      }
    },
    LanguageModelChatMessage: {
      User: (text: string) => ({ role: 'user', text }),
      Assistant: (text: string) => ({ role: 'assistant', text }),
    },
    LanguageModelError,
    Location: class {
      constructor(
        readonly uri: Uri,
        readonly range: string,
      ) {}
    },
    ThemeIcon: Value,
    Uri,
    workspace: {
      openTextDocument: (uri: Uri) =>
        uri.path.endsWith('.txt')
          ? Promise.resolve({ getText: (range?: string) => `text of ${uri.path} ${range ?? ''}`.trim() })
          : Promise.reject(new Error('Binary')),
    },
  };
}
