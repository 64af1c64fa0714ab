// The clock of the machine is set forward or back, and the laptop sleeps: what is measured by it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { defaultLimits } from '../../../src/core/connection/listLimits';
import { ContentCache } from '../../../src/core/context/contentCache';
import { Polling } from '../../../src/core/context/polling';
import { Emitter } from '../../../src/core/base/event';
import { StdioTransport } from '../../../src/node/mcp/stdioTransport';
import { until } from '../../support/events';
import { FakeClock } from '../../support/fakeClock';
import { own } from '../../support/own';
import { silent } from '../../support/silent';
import { newWorld, definition } from '../connection/fakeServer';
import { collect, never, open, raw } from '../mcp/support';

const hour = 3_600_000;
const address = { serverId: 'user//shop', uri: 'a:1' };

it('a server that ends late is killed after four seconds, although the clock was set back', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clock-'));
  const file = path.join(folder, 'pids');
  const clock = new FakeClock();
  const transport = new StdioTransport(raw('ignoresStdinEnd', '--pid-file', file), clock, () => undefined);
  await transport.start();
  await until(async () => (await readFile(file, 'utf8').catch(() => '')).endsWith('}'));
  let isOver = false;
  const closing = transport.close().then(() => (isOver = true));
  clock.jump(-hour);
  await clock.advance(3_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await closing;
  await rm(folder, { recursive: true });
  expect(transport.exit).toMatchObject({ signal: 'SIGKILL' });
});

it('a content is read again for its next use, although the clock was set back', async () => {
  const clock = new FakeClock();
  let reads = 0;
  const cache = own(
    new ContentCache({
      clock,
      log: silent,
      proofOf: () => '',
      announcedType: () => undefined,
      isLive: () => false,
      read: ({ uri }) => {
        reads += 1;
        const body = { kind: 'text', text: 'a' } as const;
        return Promise.resolve({
          contents: [{ uri, mimeType: 'text/plain', body }],
          problems: [],
          ttl: 60_000,
          version: undefined,
        });
      },
    }),
  );
  await cache.get(address);
  clock.jump(-hour);
  expect(cache.isFresh(address)).toBe(false);
  await cache.get(address);
  expect(reads).toBe(2);
});

it('a list whose time is over is requested again, although the clock was set back', async () => {
  const world = newWorld();
  world.server.info = { ...world.server.info, canListChange: false };
  const connection = world.connect(definition('shop'));
  await connection.start();
  world.server.session.list.page('a:1').end({ kind: 'complete', ttl: 60_000 });
  await world.clock.advance(1_000);
  world.clock.jump(-hour);
  connection.refreshStaleList();
  await world.clock.advance(1_000);
  expect(world.server.session.lists).toHaveLength(2);
  world.server.session.list.end();
});

it('what is looked at every minute is looked at every minute, although the clock was set back', async () => {
  const clock = new FakeClock();
  const looks: number[] = [];
  const [focus, interval] = [new Emitter<void>(), new Emitter<void>()];
  own(
    new Polling(
      {
        base: { clock },
        pollInterval: { value: () => 60_000, onDidChange: interval.event },
        focus: { value: () => true, onDidChange: focus.event },
      },
      {
        unfollowed: [address],
        check: () => {
          looks.push(clock.now());
          return Promise.resolve(true);
        },
      },
      () => 0.5,
    ),
  );
  await clock.advance(3 * 60_000);
  clock.jump(-hour);
  const before = looks.length;
  await clock.advance(2 * 60_000);
  expect(looks.length - before).toBeGreaterThanOrEqual(1);
  for (const emitter of [focus, interval]) emitter.dispose();
});

it.each([24 * hour, -24 * hour])('a list that arrives while the clock is set by %i ms is whole', async (ms) => {
  const clock = new FakeClock();
  const { session } = await open(raw('pages', '--items', '30', '--page', '10'), { clock });
  const pages = session.listResources(defaultLimits, never);
  const first = await pages.next();
  clock.jump(ms);
  const { items, end } = await collect(pages);
  expect([first.done, items.length, end]).toEqual([false, 20, { kind: 'complete' }]);
});
