import { InitializeRequest, NotificationType, RequestType } from 'vscode-languageserver-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { LanguageServer } from '../../../../src/core/mentions/server/languageServer';
import { connectionOver, memoryTransports } from '../../../../src/core/mentions/server/memoryConnection';
import { settle } from '../../../support/fakeClock';
import { newWire, paramsOf } from './wire';

const count = new NotificationType<{ readonly number: number }>('count');
const double = new RequestType<{ readonly number: number }, number, void>('double');
const ends: { dispose(): void }[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end.dispose();
});

function newPair() {
  const transports = memoryTransports();
  const [here, there] = [connectionOver(transports[0]), connectionOver(transports[1])];
  ends.push(here, there);
  const received: number[] = [];
  there.onNotification(count, ({ number }) => void received.push(number));
  there.onRequest(double, ({ number }) => number * 2);
  const events: string[] = [];
  here.onClose(() => events.push('here closed'));
  there.onClose(() => events.push('there closed'));
  return { transports, here, there, received, events };
}

describe('messages', () => {
  it('arrive in order, those from before the other side listens too, and behind who sent them', async () => {
    const { here, there, received } = newPair();
    here.listen();
    for (const number of [1, 2, 3]) void here.sendNotification(count, { number });
    await settle();
    there.listen();
    for (const number of [4, 5, 6]) void here.sendNotification(count, { number });
    expect(received).toEqual([]);
    expect(await here.sendRequest(double, { number: 21 })).toBe(42);
    expect(received).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are handed over without a copy', async () => {
    const [one, other] = memoryTransports();
    const received: unknown[] = [];
    other.reader.listen((message) => received.push(message));
    const message = { jsonrpc: '2.0', method: 'count' };
    await one.writer.write(message);
    await settle();
    expect(received[0]).toBe(message);
  });

  it('that the other side cannot take are an error of its, and the next one arrives', async () => {
    const [one, other] = memoryTransports();
    const [received, errors]: [unknown[], string[]] = [[], []];
    other.reader.onError(({ message }) => errors.push(message));
    other.reader.listen((message) => {
      received.push(message);
      if (received.length === 1) throw new Error('A bug');
    });
    for (let number = 0; number < 2; number += 1) await one.writer.write({ jsonrpc: '2.0' });
    await settle();
    expect([received.length, errors]).toEqual([2, ['A bug']]);
  });
});

describe('the end', () => {
  it('is heard by the other side behind what was sent before', async () => {
    const { here, there, received, events } = newPair();
    here.listen();
    there.listen();
    void here.sendNotification(count, { number: 1 });
    here.end();
    await settle();
    expect([received, events]).toEqual([[1], ['there closed']]);
  });

  it.each(['here', 'there'] as const)('comes with the end of the one that is %s', async (side) => {
    const { events, ...pair } = newPair();
    pair.here.listen();
    pair.there.listen();
    const other = side === 'here' ? pair.there : pair.here;
    pair[side].dispose();
    pair[side].dispose();
    await settle();
    expect(events).toEqual([other === pair.there ? 'there closed' : 'here closed']);
    await pair.transports[side === 'here' ? 1 : 0].writer.write({ jsonrpc: '2.0' }).then(
      () => expect.unreachable(),
      (error: unknown) => expect(error).toEqual(new Error('The connection is closed')),
    );
  });

  it('leaves nothing to hear for who is disposed', async () => {
    const { here, there, received } = newPair();
    here.listen();
    there.listen();
    void here.sendNotification(count, { number: 1 });
    there.dispose();
    await settle();
    expect(() => here.sendNotification(count, { number: 2 })).toThrow('Connection is closed.');
    expect(received).toEqual([]);
  });

  it('of the server ends the client, and the other way round', async () => {
    for (const side of ['client', 'server'] as const) {
      const [toServer, toClient] = memoryTransports();
      const server = new LanguageServer(connectionOver(toServer), newWire({}).ports);
      const client = connectionOver(toClient);
      ends.push(server, client);
      const closed = new Promise<void>((resolve) => client.onClose(resolve));
      client.listen();
      await client.sendRequest(InitializeRequest.type, paramsOf());
      if (side === 'client') client.dispose();
      else server.dispose();
      await (side === 'client' ? server.ended : closed);
    }
  });
});
