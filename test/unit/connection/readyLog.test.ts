import { expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Connection } from '../../../src/core/connection/connection';
import type { Logger } from '../../../src/core/base/ports';
import type { Launch } from '../../../src/core/session/session';
import { openSession } from '../../../src/node/mcp/mcp';
import { PromptClock } from '../../support/fakeClock';
import { http, noLimits, raw, rawHttp, until } from '../mcp/support';
import { definition } from './fakeServer';

const shop = definition('shop');

/** Returns the log up to the complete list of the server. */
async function logOf(launch: Launch): Promise<string> {
  const lines: string[] = [];
  const keep = (line: string): void => void lines.push(line);
  const log: Logger = { isTracing: false, trace: keep, info: keep, warn: keep, error: keep, named: () => log };
  const clock = new PromptClock(500);
  const catalog = new Catalog();
  const connection = new Connection(shop, catalog, {
    clock,
    random: () => 0.5,
    log,
    openSession,
    gate: () => undefined,
    resolveLaunch: () => Promise.resolve(launch),
    learnedProtocols: { get: () => undefined, set: () => undefined },
    limits: () => ({ ...noLimits, connectTimeout: 10_000 }),
  });
  await connection.start();
  await until(() => catalog.listInfo(shop.id).completeness.kind === 'complete');
  connection.dispose();
  await connection.ended;
  return lines.join('\n');
}

it('the log says which revision is spoken over which transport', async () => {
  expect(await logOf(raw('modern'))).toMatch(/^Ready after \d+ ms: 2026-07-28 over stdio$/m);
  expect(await logOf(http(await rawHttp('headers')))).toMatch(/^Ready after \d+ ms: 2025-11-25 over HTTP$/m);
});

it('the log says how many entries were dropped, repaired and merged', async () => {
  expect(await logOf(raw('badItems'))).toMatch(
    /^Listed 39 resources in \d+ ms \(complete; 8 dropped, 19 repaired, 1 duplicates\)$/m,
  );
});
