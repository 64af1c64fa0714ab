import { describe, expect, it } from 'vitest';
import { violations } from '../../support/sentMessages';

const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'a:b' } };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('the check of what is sent', () => {
  it('accepts a request in every revision that has it', () => {
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
      expect(violations([read], revision)).toEqual([]);
    expect(violations([{ ...read, params: { uri: 'a:b', _meta: meta } }], '2026-07-28')).toEqual([]);
  });

  it('finds a missing parameter, a missing envelope and what the revision requires of every request', () => {
    expect(violations([{ ...read, params: {} }], '2025-11-25')).toHaveLength(1);
    expect(violations([{ method: 'resources/read', params: { uri: 'a:b' }, id: 1 }], '2024-11-05')).toHaveLength(1);
    expect(violations([read], '2026-07-28')).toHaveLength(1);
  });

  it('finds a method that the revision does not have', () => {
    expect(violations([{ ...read, method: 'resources/get' }], '2025-11-25')).toEqual([
      'resources/get is not in revision 2025-11-25',
    ]);
    expect(violations([{ ...read, method: 'resources/subscribe' }], '2026-07-28')).toHaveLength(1);
    expect(violations([{ ...read, method: 'subscriptions/listen' }], '2025-11-25')).toHaveLength(1);
  });

  it('takes the directory of an extension as a resource that is read, with a cursor', () => {
    const directory = { ...read, method: 'resources/directory/read' };
    expect(violations([directory, { ...directory, params: { uri: 'a:b', cursor: '2' } }], '2025-11-25')).toEqual([]);
    expect(violations([directory], '2026-07-28')).toHaveLength(1);
    expect(violations([{ ...directory, params: { cursor: '2' } }], '2025-11-25')).toHaveLength(1);
    expect(violations([{ ...directory, params: { uri: 'a:b', cursor: 2 } }], '2025-11-25')).toHaveLength(1);
  });

  it('knows the answers to a server', () => {
    const answer = (result: object): object => ({ jsonrpc: '2.0', id: 1, result });
    expect(violations([answer({ action: 'cancel' }) as never, answer({}) as never], '2025-06-18')).toEqual([]);
    expect(violations([answer({ action: 'maybe' }) as never], '2025-06-18')).toHaveLength(1);
    expect(violations([{ jsonrpc: '2.0', id: 1, error: { code: -32601 } }], '2025-11-25')).toHaveLength(1);
  });
});
