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

export type Input = Readonly<Record<string, unknown>>;

interface ToolCall {
  readonly tool: string;
  readonly input: Input;
  readonly asks?: boolean;
}

export interface ScriptedCall {
  readonly tool: string;
  /** May depend on the result of the call before. */
  readonly input: Input | ((result: string) => Input);
  /** True where the user is asked. */
  readonly asks?: boolean;
}

/** A turn with these calls. */
export function inTurn(calls: readonly ScriptedCall[]): Script {
  return (results) => {
    const call = calls[results.length];
    if (!call) return undefined;
    const { tool, input, asks = false } = call;
    return { tool, input: typeof input === 'function' ? input(results.at(-1) ?? '') : input, asks };
  };
}

/** The message whose turn a script is. */
export const scripted = 'Call your tools.';

/** The next call of a turn, by the results that it has so far; none ends the turn. */
export type Script = (results: readonly string[]) => ToolCall | undefined;

export const textOf = ({ content }: ModelMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');

/** Data URLs of the images of a message. */
export const imagesOf = ({ content }: ModelMessage): readonly string[] =>
  typeof content === 'string' ? [] : (content ?? []).flatMap(({ image_url }) => image_url?.url ?? []);

let ofThisProcess: ModelServer | undefined;

/**
 * Answers a line `call <tool> <json>` of the user's message by that tool call, one after the other, and everything else by "Done.". Requests that
 * are no message of the user, such as one for a title, are recorded too: see {@link userRequests}.
 */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  #held: Promise<void> | undefined;
  /** In place of the lines of the message {@link scripted}. */
  script: Script | undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Returns the server of this process without what it recorded: files that share a window have the same one. It ends with the process. */
  static async start(): Promise<ModelServer> {
    const model = (ofThisProcess ??= new ModelServer());
    if (!model.#server.listening) await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve));
    model.#server.unref();
    model.requests.length = 0;
    model.script = undefined;
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
    const call = nextCall(parsed, this.script);
    if (call) {
      const id = `call-${this.requests.length}`;
      const named = { name: call.tool, arguments: JSON.stringify(call.input) };
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

/** The next call of the last message of the user, by the results that it has. */
function nextCall({ messages, tools }: ModelRequest, script: Script | undefined): ToolCall | undefined {
  if (!tools || tools.length === 0) return undefined;
  const last = messages.map(({ role }) => role).lastIndexOf('user');
  const message = messages[last];
  if (!message) return undefined;
  const results = messages.slice(last).filter(({ role }) => role === 'tool');
  if (script && textOf(message).includes(scripted)) return script(results.map(textOf));
  const [, tool, input = ''] = [...textOf(message).matchAll(/^call (\S+)(.*)$/gmu)][results.length] ?? [];
  return tool === undefined ? undefined : { tool, input: JSON.parse(input.trim() || '{}') as Input };
}
