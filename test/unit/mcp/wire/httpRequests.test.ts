import { expect, it } from 'vitest';
import { HttpRequests } from '../../../../src/core/mcp/wire/httpRequests';
import { FakeClock } from '../../../support/fakeClock';
import { never } from '../support';

it.each([
  ['GET', 301, 'http://a.test/mcp', '/v2', true],
  ['POST', 308, 'http://a.test/mcp', '/v2', true],
  ['POST', 301, 'http://a.test/mcp', '/v2', false],
  ['POST', 307, 'http://a.test/mcp', 'https://a.test/mcp', true],
  ['POST', 307, 'http://a.test/mcp', 'https://a.test:444/mcp', false],
  ['POST', 307, 'http://a.test/mcp', 'https://b.test/mcp', false],
  ['POST', 307, 'https://a.test/mcp', 'http://a.test/mcp', false],
  ['POST', 307, 'http://a.test/mcp', 'http://me@a.test/mcp', false],
  ['POST', 307, 'http://a.test/mcp', 'http://:pass@a.test/mcp', false],
  ['POST', 307, 'http://me:pass@a.test/mcp', 'http://me:other@a.test/mcp', false],
  ['POST', 307, 'http://me:pass@a.test/mcp', 'http://me:pass@a.test/v2', true],
] as const)(
  'a redirect of %s with %i from %s to %s is followed: %s',
  async (method, status, url, location, isFollowed) => {
    const asked: string[] = [];
    const fetch = (address: unknown) => {
      asked.push(String(address));
      return Promise.resolve(new Response(null, asked.length === 1 ? { status, headers: { location } } : {}));
    };
    const launch = { kind: 'http', url, headers: {} } as const;
    const requests = new HttpRequests(launch, { fetch, clock: new FakeClock(), signIn: undefined });
    const sent = requests.send({ method, headers: {}, signal: never }).catch(() => undefined);
    expect([(await sent)?.status, asked.slice(1)]).toEqual(
      isFollowed ? [200, [new URL(location, url).href]] : [undefined, []],
    );
  },
);

it('a token that is refused is renewed once', async () => {
  const statuses: number[] = [];
  const fetch = () => Promise.resolve(new Response(null, { status: statuses.push(401) < 9 ? 401 : 500 }));
  const signIn = {
    token: () => Promise.resolve('token'),
    notice: () => Promise.resolve({ isStepUp: false }),
    renew: () => Promise.resolve(true),
  };
  const launch = { kind: 'http', url: 'http://a.test/mcp', headers: {} } as const;
  const requests = new HttpRequests(launch, { fetch, clock: new FakeClock(), signIn });
  await expect(requests.send({ method: 'GET', headers: {}, signal: never })).rejects.toThrow();
  expect(statuses).toEqual([401, 401]);
});
