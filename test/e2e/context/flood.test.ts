// Rows that are drawn again all the time, as the server changes them, still take every click.
import { afterAll, beforeAll, it } from 'vitest';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { clickInFlood } from '../base/flood.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { ContextRows, names, textsOf } from './contextRows.js';

let server: ChangingServer;
let workbench: Workbench;
const rows = new ContextRows(() => workbench);

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await rows.pickGroup('note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

it('no click is lost', () => clickInFlood({ workbench, server, names, changesEvery: 120 }, 'Context', 25), 240_000);
