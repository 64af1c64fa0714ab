import { it } from 'vitest';
import { openSession } from '../../../src/node/mcp';
import { systemClock } from '../../../src/node/clock';
import path from 'node:path';
const log: any = { isTracing: true, trace: console.log, info: console.log, warn: console.log, error: console.log, named: () => log };
it('works', async () => {
  const s = await openSession({ kind: 'stdio', command: 'node', args: [path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'], cwd: process.cwd(), env: process.env as any }, { clock: systemClock, log, signal: new AbortController().signal, connectTimeout: 10000, verdict: undefined, onDidLearn: (v) => console.log(v), onStderr: (l) => console.log('ERR', l) });
  console.log(s.info);
  for await (const p of s.listResources({ pages: 10, items: 1000, time: 10000 }, new AbortController().signal)) console.log(p.items.length, p.items[0]);
  for await (const p of s.listTemplates({ pages: 10, items: 1000, time: 10000 }, new AbortController().signal)) console.log(p.items);
  console.log(await s.read('demo://resource/dynamic/text/1', 1000, new AbortController().signal));
  console.log(await s.read('demo://resource/dynamic/blob/1', 1000, new AbortController().signal));
  console.log(await s.complete('demo://resource/dynamic/text/{resourceId}', { name: 'resourceId', value: '1' }, {}, new AbortController().signal));
  s.watch(new Set(['demo://resource/dynamic/text/1']));
  await new Promise((r) => setTimeout(r, 300));
  console.log('live', s.isLive('demo://resource/dynamic/text/1'));
  try { await s.read('demo://nope', 1000, new AbortController().signal); } catch (e) { console.log(e); }
  s.dispose(); const t = Date.now(); await s.ended; console.log('ended', Date.now() - t);
});
