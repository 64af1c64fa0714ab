import { describe, expect, it } from 'vitest';
import { messagesIn, unreadable } from '../../../../src/core/mcp/base/envelope';

describe('messagesIn', () => {
  it('leaves a good message as it is, with the very result', () => {
    const result = { resources: [] };
    const [message] = messagesIn({ jsonrpc: '2.0', id: 1, result });
    expect(message).toEqual({ jsonrpc: '2.0', id: 1, result });
    expect((message as unknown as { result: unknown }).result).toBe(result);
  });

  it('mends what a strict parser drops', () => {
    expect(messagesIn({ id: 1, result: { a: 1 }, error: null, took: 3 })).toEqual([
      { jsonrpc: '2.0', id: 1, result: { a: 1 } },
    ]);
    expect(messagesIn({ jsonrpc: '2.0', id: 1, result: null })).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect(messagesIn({ jsonrpc: '2.0', id: 1, result: { a: 1, _meta: null } })).toEqual([
      { jsonrpc: '2.0', id: 1, result: { a: 1 } },
    ]);
    expect(messagesIn({ id: null, error: { code: 'x', message: 5 }, result: null })).toEqual([
      { jsonrpc: '2.0', error: { code: -32603, message: '' } },
    ]);
    expect(messagesIn({ method: 'notifications/x', params: null })).toEqual([
      { jsonrpc: '2.0', method: 'notifications/x' },
    ]);
  });

  it('unpacks batches and leaves out what is no message', () => {
    expect(messagesIn([{ id: 1, result: {} }, null, 5, {}, { method: 'ping', id: 'a' }])).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
    ]);
    for (const value of [null, 5, 'text', {}, [], { result: {} }, { level: 'info' }])
      expect(messagesIn(value)).toEqual([]);
  });

  it('takes an error that is a text for the error, unless there is a result', () => {
    const failure = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'boom' } };
    expect(messagesIn({ id: 1, error: 'boom' })).toEqual([failure]);
    expect(messagesIn({ id: 1, result: null, error: 'boom' })).toEqual([failure]);
    expect(messagesIn({ id: 1, result: {}, error: 'boom' })).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect(messagesIn({ level: 'error', error: 'a line of a log' })).toEqual([]);
  });

  it('fails the request of an answer that cannot be understood', () => {
    for (const error of [null, '', 5, true, ['boom']])
      expect(messagesIn({ jsonrpc: '2.0', id: 7, error })).toEqual([unreadable(7)]);
    expect(messagesIn({ jsonrpc: '2.0', id: 7 })).toEqual([unreadable(7)]);
    expect(messagesIn({ id: 7, message: 'a line of a log' })).toEqual([]);
  });

  it('reads a thousand messages of a batch at most', () => {
    const batch = Array.from({ length: 5_000 }, () => ({ method: 'ping' }));
    expect(messagesIn(batch)).toHaveLength(1_000);
  });
});
