// A language model behind an OpenAI-compatible address, for a real chat client: it records each request and answers by script.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { serviceAnswer } from './harness.js';

/** A part of a message as the client sent it; images have `image_url`. */
interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly Part[] | null;
  readonly tool_call_id?: string;
}

export interface ModelTool {
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}

/** The body of one request, as it arrived. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
}

interface ToolCall {
  readonly tool: string;
  readonly input: string;
}

export const textOf = ({ content }: ModelMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');

/** Data URLs of the images of a message. */
export const imagesOf = ({ content }: ModelMessage): readonly string[] =>
  typeof content === 'string' ? [] : (content ?? []).flatMap(({ image_url }) => image_url?.url ?? []);

/**
 * Answers a line `call <tool> <json>` of the user's message by that tool call, one after the other, and everything else by "Done.". Requests that
 * are no message of the user, such as one for a title, are recorded too: see {@link userRequests}.
 */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  #held: Promise<void> | undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ModelServer> {
    const model = new ModelServer();
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  /** Where Copilot's service would be. */
  get serviceUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.serviceUrl}/v1/chat/completions`;
  }

  /** Answers wait, after their first words, until the result is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return () => {
      this.#held = undefined;
      release();
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.url);
    if (!pathname.endsWith('/chat/completions')) {
      const answer = serviceAnswer(this.serviceUrl, pathname);
      request.resume();
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
      return;
    }
    const parsed = (await json(request)) as ModelRequest;
    this.requests.push(parsed);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null = null): void => {
      const chunk = { id: 'answer', object: 'chat.completion.chunk', created: 0, model: parsed.model };
      response.write(
        `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    };
    const call = nextCall(parsed);
    if (call) {
      const id = `call-${this.requests.length}`;
      const named = { name: call.tool, arguments: call.input };
      send({ role: 'assistant', tool_calls: [{ index: 0, id, type: 'function', function: named }] });
      send({}, 'tool_calls');
    } else {
      send({ role: 'assistant', content: 'Done.' });
      await this.#held;
      send({}, 'stop');
    }
    response.end('data: [DONE]\n\n');
  }
}

/** The first scripted call of the last message of the user that has no result yet. */
function nextCall({ messages, tools }: ModelRequest): ToolCall | undefined {
  if (!tools || tools.length === 0) return undefined;
  const last = messages.map(({ role }) => role).lastIndexOf('user');
  const script = messages[last];
  if (!script) return undefined;
  const done = messages.slice(last).filter(({ role }) => role === 'tool').length;
  const [, tool, input = ''] = [...textOf(script).matchAll(/^call (\S+)(.*)$/gmu)][done] ?? [];
  return tool === undefined ? undefined : { tool, input: input.trim() || '{}' };
}
