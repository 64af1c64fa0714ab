import { describe, expect, it } from 'vitest';
import { ServerRequests } from '../../../../src/core/mcp/wire/serverRequests';
import { settle } from '../../../support/fakeClock';

function newRequests() {
  const sending: { readonly id: unknown; readonly arrive: () => void }[] = [];
  let excess = 0;
  const requests = new ServerRequests(
    (id) => new Promise((arrive) => sending.push({ id, arrive })),
    () => (excess += 1),
  );
  const ok = () => Promise.resolve({ result: {} });
  return { requests, sending, ok, excess: () => excess };
}

describe('requests of a server', () => {
  it('are answered a few at a time, in their order', async () => {
    const { requests, sending, ok } = newRequests();
    for (let id = 0; id < 30; id += 1) requests.take(id, ok);
    await settle();
    expect(sending.length).toBe(8);
    const order: unknown[] = [];
    for (let next = sending.shift(); next; next = sending.shift()) {
      order.push(next.id);
      next.arrive();
      await settle();
    }
    expect(order).toEqual(Array.from({ length: 30 }, (_, id) => id));
  });

  it('beyond a thousand that wait get no answer, of which is told once', async () => {
    const { requests, sending, ok, excess } = newRequests();
    let asked = 0;
    for (let id = 0; id < 20_000; id += 1) requests.take(id, () => ((asked += 1), ok()));
    expect([asked, excess()]).toEqual([1_000, 1]);
    for (let answered = 0; answered < 1_000; answered += 1) {
      if (sending.length === 0) await settle();
      sending.shift()?.arrive();
    }
    await settle();
    for (const id of ['x'.repeat(5_000), 'later']) requests.take(id, ok);
    await settle();
    expect(sending.map(({ id }) => id)).toEqual(['later']);
  });

  it('are not answered after they were withdrawn', async () => {
    const { requests, sending } = newRequests();
    requests.take(
      1,
      (withdrawal) => new Promise((resolve) => withdrawal.addEventListener('abort', () => resolve({ result: {} }))),
    );
    expect([requests.withdraw(1), requests.withdraw(2)]).toEqual([true, false]);
    await settle();
    expect([sending, requests.withdraw(1)]).toEqual([[], false]);
  });
});
