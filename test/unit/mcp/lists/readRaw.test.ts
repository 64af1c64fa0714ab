import { ProtocolError } from '../../../../src/core/mcp/errors/wireErrors';
import { describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import { Dialect } from '../../../../src/core/mcp/lists/dialect';
import { readRaw } from '../../../../src/core/mcp/reads/reading';
import { ProtocolMemory } from '../../../../src/core/mcp/base/learnedProtocol';
import { FakeClock } from '../../../support/fakeClock';

const unknown = new HumanError('unsupported', 'No such method.', { cause: new ProtocolError(-32601, 'no') });

function dialect() {
  const events: string[] = [];
  const memory = new ProtocolMemory({ learned: undefined, onDidLearn: () => undefined, clock: new FakeClock() });
  const own = new Dialect(
    memory,
    () => events.push('proof'),
    () => events.push('doubt'),
  );
  return { own, events };
}

function readWhereListFails(error: Error): Promise<unknown> {
  const ask = (method: string) => Promise.reject(method === 'resources/read' ? unknown : error);
  return readRaw(ask, dialect().own, 'a:1', undefined);
}

describe('a read that is refused before the first list', () => {
  it('fails of that, whatever the list fails of', async () => {
    await expect(readWhereListFails(new HumanError('timeout', 'Too late.'))).rejects.toBe(unknown);
  });

  it('is cancelled with the list', async () => {
    await expect(readWhereListFails(new CancelledError())).rejects.toBeInstanceOf(CancelledError);
  });
});

describe('signs of the dialect', () => {
  it('are no proof', () => {
    const { own, events } = dialect();
    own.inspect({ resources: [{ uri: 'a:1', kind: 'file' }] });
    expect(events).toEqual(['doubt']);
    own.prove();
    expect(events).toEqual(['doubt', 'proof']);
  });
});
