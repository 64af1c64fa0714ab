import { isFields } from '../../base/values';
import type { Message } from '../base/envelope';

const place = 'mcp-resource-picker/aside';

/**
 * Messages that pass the SDK's transport as stubs: it would parse the text of each a second time, and hold it four times on the way.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/client/streamableHttp.ts (_handleSseStream)
 */
export class Aside {
  readonly #messages = new Map<unknown, Message>();
  #next = 1;

  /** @returns a message of the same kind and id for the transport, as JSON */
  put(message: Message): string {
    const stub = { [place]: this.#next };
    this.#messages.set(this.#next++, message);
    if ('method' in message) return JSON.stringify({ jsonrpc: '2.0', method: 'aside', params: stub });
    if (message.id === undefined)
      return JSON.stringify({ jsonrpc: '2.0', error: { code: 0, message: '', data: stub } });
    return JSON.stringify({ jsonrpc: '2.0', id: message.id, result: stub });
  }

  /** What a stub stands for, under the id that it has now: the SDK changes that of an answer in a resumed stream. */
  take(message: Message): Message | undefined {
    const stub = 'method' in message ? message.params : 'result' in message ? message.result : message.error.data;
    if (!isFields(stub) || !(place in stub)) return message;
    const taken = this.#messages.get(stub[place]);
    this.#messages.delete(stub[place]);
    if (!taken || 'method' in taken || !('id' in message) || message.id === undefined) return taken;
    return { ...taken, id: message.id };
  }
}
