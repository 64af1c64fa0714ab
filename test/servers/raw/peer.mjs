// The JSON-RPC part of the raw server, shared by all scenarios. It does without an MCP SDK, which would repair messages that must stay broken.
import { appendFileSync } from 'node:fs';

/**
 * @typedef {{ id?: string | number, method: string, params?: any }} Message
 * @typedef {(params: any, message: Message) => unknown} Handler
 * @typedef {Record<string, string>} Options
 */

/** Returned by a handler that never answers. */
export const noAnswer = Symbol('no answer');

/** A result that is already JSON, and is written in parts as it is. */
export class RawResult {
  /** @param {readonly Buffer[]} parts */
  constructor(parts) {
    this.parts = parts;
  }
}

/** Thrown by a handler to answer with an error. */
export class RpcError extends Error {
  /** @param {number} code @param {string} message @param {unknown} [data] */
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A well-behaved server of the handshake era, unless a scenario changes it. */
export class Peer {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {Message[]} all requests and notifications, in the order of their arrival */
    this.received = [];
    /** @type {Set<string>} */
    this.subscribed = new Set();
    this.revision = '2025-11-25';
    /** @type {Record<string, unknown>} */
    this.capabilities = { resources: {} };
    /** @type {unknown[]} */
    this.resources = [];
    /** @type {(uri: string) => unknown} contents of a read; `undefined` for an unknown URI */
    this.read = () => undefined;
    /** @type {(answer: object, method: string) => string} the line of an answer, without its end */
    this.encode = (answer) => JSON.stringify(answer);
    this.lineEnd = '\n';
    /** @type {Handler} */
    this.onUnknown = (_params, { method }) => {
      throw new RpcError(-32601, `Method not found: ${method}`);
    };
    /** @type {[string, Handler][]} */
    const handlers = [
      ['initialize', () => this.#initialize()],
      ['ping', () => ({})],
      ['resources/list', () => ({ resources: this.resources })],
      ['resources/templates/list', () => ({ resourceTemplates: [] })],
      ['resources/read', ({ uri }) => this.#read(uri)],
      ['resources/subscribe', ({ uri }) => this.subscribe(uri)],
      ['resources/unsubscribe', ({ uri }) => this.unsubscribe(uri)],
    ];
    this.handlers = new Map(handlers);
  }

  /** @param {string} flag @param {number} otherwise */
  number(flag, otherwise) {
    const text = this.options[flag];
    return text === undefined ? otherwise : Number(text);
  }

  /** @param {string} uri @returns {unknown} */
  subscribe(uri) {
    this.subscribed.add(uri);
    return {};
  }

  /** @param {string} uri @returns {unknown} */
  unsubscribe(uri) {
    this.subscribed.delete(uri);
    return {};
  }

  /** @param {string} method @param {unknown} [params] */
  notify(method, params) {
    this.write(JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }) + this.lineEnd);
  }

  /** @param {string} uri */
  notifyUpdated(uri) {
    this.notify('notifications/resources/updated', { uri });
  }

  /** @param {string | Buffer} bytes */
  write(bytes) {
    process.stdout.write(bytes);
  }

  /** @param {Message} message */
  receive(message) {
    this.received.push(message);
    if (this.options['record']) appendFileSync(this.options['record'], `${JSON.stringify(message)}\n`);
    if (message.method === undefined) return;
    const delay = this.number('delay', 0);
    if (delay > 0) setTimeout(() => this.#answer(message), delay);
    else this.#answer(message);
  }

  /** @param {Message} message */
  #answer(message) {
    const { id, method, params } = message;
    const handler = this.handlers.get(method);
    if (id === undefined) {
      handler?.(params ?? {}, message);
      return;
    }
    /** @type {unknown} */
    let result;
    try {
      result = (handler ?? this.onUnknown)(params ?? {}, message);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message: text, data } = error;
      const answer = { jsonrpc: '2.0', id, error: { code, message: text, ...(data === undefined ? {} : { data }) } };
      this.write(this.encode(answer, method) + this.lineEnd);
      return;
    }
    if (result === noAnswer) return;
    if (result instanceof RawResult) {
      this.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
      for (const part of result.parts) this.write(part);
      this.write(`}${this.lineEnd}`);
    } else this.write(this.encode({ jsonrpc: '2.0', id, result }, method) + this.lineEnd);
  }

  #initialize() {
    const serverInfo = { name: 'raw', version: '1' };
    return { protocolVersion: this.revision, capabilities: this.capabilities, serverInfo };
  }

  /** @param {string} uri */
  #read(uri) {
    const contents = this.#readControl(uri) ?? this.read(uri);
    if (contents === undefined) throw new RpcError(-32602, `Resource not found: ${uri}`, { uri });
    return contents instanceof RawResult || contents === noAnswer
      ? contents
      : { contents: Array.isArray(contents) ? contents : [contents] };
  }

  /** Answers resources that every scenario has for tests. @param {string} uri */
  #readControl(uri) {
    if (uri === 'control://log') return jsonContent(uri, this.received);
    if (uri === 'control://subscriptions') return jsonContent(uri, [...this.subscribed]);
    return undefined;
  }
}

/** @param {string} uri @param {unknown} value */
export function jsonContent(uri, value) {
  return { uri, mimeType: 'application/json', text: JSON.stringify(value) };
}

/** @param {string} uri @param {string} text */
export function textContent(uri, text) {
  return { uri, mimeType: 'text/plain', text };
}
