import { describe, expect, it } from 'vitest';
import {
  collect,
  failure,
  freePort,
  http,
  withoutBackoffs,
  never,
  next,
  noLimits,
  open,
  quiet,
  raw,
  rawHttp,
  serve,
  stopServers,
  until,
  read,
} from './support';

describe('the end of a session', () => {
  it('is reported once when the process ends, with what it wrote', async () => {
    const { session } = await open(raw('crashAfterList'));
    const closed = next(session.onDidClose);
    await collect(session.listResources(noLimits, never));
    expect(await closed).toMatchObject({ reason: 'exited', detail: 'raw server: out of memory\n' });
    await session.ended;
    expect(await failure(read(session, 'good://1', 1000))).toMatchObject({ reason: 'exited' });
  });

  it('is reported to the others although one listener fails', async () => {
    const errors: string[] = [];
    const log = { ...quiet, error: (line: string) => errors.push(line) };
    const fail = (): never => {
      throw new Error('Not now');
    };
    const ofProcess = await open(raw('crashAfterList'), { log });
    const ofHttp = await open(http(await rawHttp('noStream')), { log });
    for (const { session } of [ofProcess, ofHttp]) session.onDidClose(fail);
    await collect(ofProcess.session.listResources(noLimits, never));
    await stopServers();
    expect((await failure(read(ofHttp.session, 'headers://seen'))).reason).toBe('refused');
    await Promise.all([ofProcess.session.ended, ofHttp.session.ended]);
    expect(errors).toEqual(['A handler failed: Error: Not now', 'A handler failed: Error: Not now']);
  });

  it('is reported although a grandchild holds stdout', async () => {
    const { session } = await open(raw('grandchildHoldsStdout'));
    const closed = next(session.onDidClose);
    await collect(session.listResources(noLimits, never));
    expect(await closed).toMatchObject({ reason: 'exited' });
  });

  it('is none where the server forgets an HTTP session, which is begun anew', async () => {
    const { session } = await open(http(await rawHttp('closesAfterHandshake')));
    const ends: string[] = [];
    session.onDidClose(({ reason }) => ends.push(reason));
    await collect(session.listResources(noLimits, never));
    await collect(session.listResources(noLimits, never));
    expect((await read(session, 'headers://seen', 1000)).contents).toHaveLength(1);
    expect(ends).toEqual([]);
  });

  it('is none where the server has forgotten an HTTP session while it is idle', async () => {
    for (const scenario of ['headers', 'expires400']) {
      const { session } = await open(http(await rawHttp(scenario, '--requests', '1000')), withoutBackoffs());
      const events: string[] = [];
      session.watch(new Set(['live://counter']));
      await until(() => session.isLive('live://counter'));
      session.onDidClose(({ reason }) => events.push(reason));
      session.onDidChangeList(() => events.push('list'));
      await read(session, 'control://forget');
      await until(() => events.length > 0 && session.isLive('live://counter'));
      expect(events).toEqual(['list']);
    }
  });

  it('is not reported for an answer with the status of a lost session', async () => {
    const { session } = await open(http(await rawHttp('statuses')));
    expect((await collect(session.listTemplates(noLimits, never))).items).toEqual([]);
    expect((await failure(read(session, 'gone://1'))).reason).toBe('notFound');
    expect((await read(session, 'live://counter')).contents).toHaveLength(1);
  });

  it('is reported when an HTTP server ends while it is idle', async () => {
    const { session } = await open(http(await rawHttp('headers')), withoutBackoffs());
    session.watch(new Set(['live://counter']));
    await until(() => session.isLive('live://counter'));
    const closed = next(session.onDidClose);
    await stopServers();
    // A process that is ending may have closed its connections before its port.
    expect((await closed).reason).toMatch(/^(refused|network)$/);
    expect(session.isLive('live://counter')).toBe(false);
  });

  it('is reported when the stream of an HTTP+SSE server breaks', async () => {
    const file = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
    const origin = await serve(file, ['sse'], { PORT: String(await freePort()) });
    const { session } = await open(http(`${origin}/sse`));
    const closed = next(session.onDidClose);
    await stopServers();
    expect((await closed).reason).toMatch(/network|disconnected/);
  });

  it('is reported when a request finds the HTTP server gone', async () => {
    const { session } = await open(http(await rawHttp('noStream')));
    const closed = next(session.onDidClose);
    await stopServers();
    expect(await failure(read(session, 'headers://seen', 1000))).toMatchObject({ reason: 'refused' });
    expect(await closed).toMatchObject({ reason: 'refused' });
  });

  it('is not reported when it was intended', async () => {
    const { session } = await open(raw('empty'));
    const errors: unknown[] = [];
    session.onDidClose((error) => errors.push(error));
    session.dispose();
    session.dispose();
    await session.ended;
    expect(errors).toEqual([]);
    expect(await failure(read(session, 'a://b', 1000))).toMatchObject({ reason: 'disconnected' });
  });

  it('rejects what is under way before the server has ended', async () => {
    const { session } = await open(raw('pageHangs', '--stays', 'true'), withoutBackoffs());
    const pages = session.listResources(noLimits, never);
    await pages.next();
    const order: string[] = [];
    const second = failure(pages.next()).then(({ reason }) => order.push(reason));
    const ended = session.ended.then(() => order.push('ended'));
    session.dispose();
    await Promise.all([second, ended]);
    expect(order).toEqual(['disconnected', 'ended']);
  });

  it('takes leave of an HTTP session', async () => {
    const url = await rawHttp('headers');
    const { session } = await open(http(url));
    session.dispose();
    await session.ended;
    const { own } = (await (await fetch(new URL('/seen', url))).json()) as { own: { method: string }[] };
    expect(own.at(-1)?.method).toBe('DELETE');
  });
});
