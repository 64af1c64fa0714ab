// Requests of servers to their client, other than questions to the user.
import { describe, expect, it } from 'vitest';
import { collect, never, noLimits, now, open, raw, readText, scripted, until } from './support';

interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

const request = (id: string, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method, params: {} });

describe('a request of the server', () => {
  it('is answered, or refused in a way that it understands, and nothing else suffers', async () => {
    const methods = ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create', 'no/such/method'];
    const asking = methods.map((method, index) => request(`q${index}`, method)).join('\n');
    const list = `{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"a:1","name":"one"}]}}`;
    const answers = { 'resources/list': { raw: `${asking}\n${list}` } };
    const learned = { era: 'legacy', transport: 'stdio', at: now };
    const { session } = await open(scripted({ scenario: 'empty', answers }), { learned });
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(1);
    const log = async () => JSON.parse(await readText(session, 'control://log')) as Answer[];
    await until(async () => (await log()).filter(({ method }) => method === undefined).length === methods.length);
    const replies = new Map((await log()).filter(({ method }) => method === undefined).map((one) => [one.id, one]));
    expect(methods.map((_, index) => replies.get(`q${index}`)?.error?.code ?? 'answered')).toEqual([
      'answered',
      -32601,
      -32601,
      expect.anything(),
      -32601,
    ]);
  });

  it('leaves a server alone that asks nothing', async () => {
    const { session } = await open(raw('empty'));
    const log = JSON.parse(await readText(session, 'control://log')) as Answer[];
    expect(log.filter(({ method }) => method === undefined)).toEqual([]);
  });
});
