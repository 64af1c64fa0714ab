import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/core/base/errors';
import { Normaliser } from '../../../../src/core/mcp/lists/normalise';
import { walk } from '../../../../src/core/mcp/lists/paging';
import type { Resource } from '../../../../src/core/resource/resource';
import type { ListLimits } from '../../../../src/core/session/session';
import { FakeClock, PromptClock, settle } from '../../../support/fakeClock';
import { collect, failure, never, noLimits, open, raw, read, scripted, until, sessionClock } from '../support';

const plain: Omit<Resource, 'uri' | 'name'> = {
  title: undefined,
  description: undefined,
  mimeType: undefined,
  size: undefined,
  audience: undefined,
  priority: undefined,
  lastModified: undefined,
  icons: undefined,
  extra: undefined,
};
const good = (number: number): Resource => ({ uri: `good://${number}`, name: `good ${number}`, ...plain });

async function list(scenario: string, flags: readonly string[] = [], limits: Partial<ListLimits> = {}) {
  const { session } = await open(raw(scenario, ...flags));
  const { items, pages, end } = await collect(session.listResources({ ...noLimits, ...limits }, never));
  return { items, sizes: pages.map((page) => page.items.length), end, session };
}

describe('listing resources', () => {
  it('yields pages as the server sends them, with every field', async () => {
    const { items, sizes, end } = await list('pages', ['--items', '250', '--page', '100']);
    expect({ sizes, end }).toEqual({ sizes: [100, 100, 50], end: { kind: 'complete' } });
    expect(items[7]).toEqual({
      uri: 'ticket://acme/support/campaigns/part0/file7.md',
      name: 'file7.md',
      title: 'export campaigns 7',
      description: 'Shows how to export campaigns of region 7.',
      mimeType: 'text/markdown',
      size: 519,
      audience: ['assistant'],
      priority: 0.07,
      lastModified: Date.UTC(2026, 9, 24, 23, 59, 53),
      icons: [{ src: 'data:image/png;base64,iVBORw0KGgo=', mimeType: 'image/png', theme: undefined }],
      extra: undefined,
    });
  });

  it('yields one huge page in slices, so that nothing is blocked for long', async () => {
    const { sizes, end } = await list('onePage', ['--items', '12000']);
    expect({ sizes, end }).toEqual({ sizes: [5000, 5000, 2000], end: { kind: 'complete' } });
  });

  it('lets other work run between two slices of a page', async () => {
    const clock = new FakeClock();
    const request = {
      pageTimeout: 1,
      key: 'resources',
      fetch: () => Promise.resolve({ resources: new Array(5_001) }),
      normaliser: new Normaliser(),
      item: () => undefined,
    } as const;
    const pages = walk(request, { limits: noLimits, clock, signal: never });
    await pages.next();
    const second = pages.next();
    await settle();
    expect(clock.pending).toEqual([0]);
    await clock.advance(0);
    expect(await second).toMatchObject({ done: false });
  });

  it.each([
    [1_000, [2, 3, 3]],
    [6_000, [1, 1, 2, 2, 3, 3]],
  ])('asks for the next page before one of %i is used, where that is a single slice', async (size, expected) => {
    let asked = 0;
    const request = {
      pageTimeout: 1,
      key: 'resources',
      fetch: (params?: { cursor: unknown }) => {
        asked += 1;
        const page = Number(params?.cursor ?? 1);
        return Promise.resolve({ resources: new Array(size), nextCursor: page < 3 ? page + 1 : undefined });
      },
      normaliser: new Normaliser(),
      item: () => undefined,
    } as const;
    const askedBy: number[] = [];
    for await (const _ of walk(request, { limits: noLimits, clock: new PromptClock(0), signal: never }))
      askedBy.push(asked);
    expect(askedBy).toEqual(expected);
  });

  it('fails with the page that fails, after the one before was used', async () => {
    const request = {
      pageTimeout: 1,
      key: 'resources',
      fetch: (params?: object) =>
        params ? Promise.reject(new Error('gone')) : Promise.resolve({ resources: new Array(1), nextCursor: 'b' }),
      normaliser: new Normaliser(),
      item: () => undefined,
    } as const;
    const pages = walk(request, { limits: noLimits, clock: new PromptClock(0), signal: never });
    expect(await pages.next()).toMatchObject({ done: false });
    await expect(pages.next()).rejects.toThrow('gone');
    const left = walk(request, { limits: noLimits, clock: new PromptClock(0), signal: never });
    await left.next();
    expect(await left.return({ kind: 'complete' })).toEqual({ done: true, value: { kind: 'complete' } });
  });

  it('ends an empty list and one of a server without resources', async () => {
    expect(await list('empty')).toMatchObject({ sizes: [], end: { kind: 'complete' } });
    expect(await list('noResources')).toMatchObject({ sizes: [], end: { kind: 'complete' } });
  });

  it('follows an empty cursor and takes null for the end', async () => {
    expect(await list('oddCursors')).toMatchObject({ items: [good(1), good(2)], end: { kind: 'complete' } });
  });

  it('stops at a cursor that was there before, and keeps what came', async () => {
    const looped = { kind: 'cut', by: 'cursorLoop' };
    expect(await list('cursorLoop')).toMatchObject({ items: [good(1), good(2), good(1)], end: looped });
    expect(await list('sameCursor')).toMatchObject({ items: [good(1), good(2)], end: looped });
  });

  it('stops at the limits of pages and items', async () => {
    expect(await list('endless', [], { pages: 3 })).toMatchObject({
      items: [good(1), good(2), good(3)],
      end: { kind: 'cut', by: 'pages' },
    });
    expect(await list('pages', ['--items', '50', '--page', '20'], { items: 30 })).toMatchObject({
      sizes: [20, 10],
      end: { kind: 'cut', by: 'items' },
    });
  });

  it.each([
    [999_999, 'items'],
    [1_000_000, 'mostItems'],
  ])('says whether a limit of %i items can be raised', async (items, by) => {
    const request = {
      pageTimeout: 1,
      key: 'resources',
      fetch: () => Promise.resolve({ resources: new Array(1_000_001) }),
      normaliser: new Normaliser(),
      item: () => undefined,
    } as const;
    const { end } = await collect(
      walk(request, { limits: { ...noLimits, items }, clock: new PromptClock(0), signal: never }),
    );
    expect(end).toEqual({ kind: 'cut', by });
  });

  it('stops when its time is over, with the pages that have come', async () => {
    const { session } = await open(raw('pageHangs'));
    const pages = session.listResources({ ...noLimits, time: 200 }, never);
    expect(await pages.next()).toMatchObject({ value: { items: [good(1), good(2)] } });
    const second = pages.next();
    await until(() => sessionClock().pending.some((ms) => ms <= 200));
    await sessionClock().advance(200);
    expect(await second).toEqual({ done: true, value: { kind: 'cut', by: 'time' } });
  });

  it('stops at the limit of bytes, over all pages and whatever is in them', async () => {
    const capped = await list('endless', [], { bytes: 250 });
    expect(capped).toMatchObject({ items: [good(1), good(2), good(3)], end: { kind: 'cut', by: 'bytes' } });
    // Of these pages nothing but a URI is kept.
    const page = { result: { resources: [good(1)], _meta: { junk: 'x'.repeat(5_000) } } };
    const pages = Array.from({ length: 5 }, (_, index) => ({ result: { ...page.result, nextCursor: `${index}` } }));
    const { session } = await open(scripted({ scenario: 'empty', answers: { 'resources/list': pages } }));
    const junk = await collect(session.listResources({ ...noLimits, bytes: 12_500 }, never));
    expect([junk.items.length, junk.end]).toEqual([3, { kind: 'cut', by: 'bytes' }]);
  });

  it('counts the characters of a wide text twice, as they are held', async () => {
    const { items } = await list('endless', [], { bytes: 250 });
    const wide = { result: { resources: [{ ...good(1), name: '名' }], nextCursor: 'b' } };
    const { session } = await open(scripted({ scenario: 'empty', answers: { 'resources/list': [wide, wide, wide] } }));
    const { items: wideItems } = await collect(session.listResources({ ...noLimits, bytes: 250 }, never));
    expect([items.length, wideItems.length]).toEqual([3, 2]);
  });

  it('does not send a huge cursor back, and keeps what came before it', async () => {
    const page = (nextCursor: string) => ({ result: { resources: [good(nextCursor.length)], nextCursor } });
    const sized = async (...lengths: number[]) => {
      const answers = { 'resources/list': lengths.map((length) => page('c'.repeat(length))) };
      const { session } = await open(scripted({ scenario: 'empty', answers }));
      return collect(session.listResources({ ...noLimits, pages: 2 }, never));
    };
    expect((await sized(65_536, 9)).end).toEqual({ kind: 'cut', by: 'pages' });
    expect(await sized(9, 65_537)).toMatchObject({
      items: [good(9), good(65_537)],
      end: { kind: 'cut', by: 'cursor' },
    });
  });

  it('is as fresh as the page that is fresh for the shortest time', async () => {
    const pages = (...ttls: unknown[]) =>
      ttls.map((ttlMs, page) => ({
        result: { resources: [good(page)], ttlMs, ...(page < ttls.length - 1 && { nextCursor: `${page}` }) },
      }));
    const ttl = async (...ttls: unknown[]) => {
      const { session } = await open(scripted({ scenario: 'modern', answers: { 'resources/list': pages(...ttls) } }));
      return (await collect(session.listResources(noLimits, never))).end;
    };
    expect([await ttl(5000, 2000, undefined), await ttl(1e12), await ttl(-5), await ttl('7', undefined)]).toEqual(
      [2000, 86_400_000, 0, undefined].map((value) => ({ kind: 'complete', ttl: value })),
    );
  });

  it('does not call a list cut that ends exactly at the limit', async () => {
    expect(await list('pages', ['--items', '40', '--page', '20'], { items: 40, pages: 2 })).toMatchObject({
      sizes: [20, 20],
      end: { kind: 'complete' },
    });
  });

  it('keeps the pages before one that fails', async () => {
    const { session } = await open(raw('pageFails', '--times', '1'));
    const pages = session.listResources(noLimits, never);
    expect(await pages.next()).toMatchObject({ value: { items: [good(1), good(2)] } });
    const error = await failure(pages.next());
    expect(error).toMatchObject({
      reason: 'serverError',
      message: 'The server reported an error: “The second page cannot be made”.',
    });
    expect(await collect(session.listResources(noLimits, never))).toMatchObject({
      items: [good(1), good(2), good(3)],
      end: { kind: 'complete' },
    });
  });

  it('can be cancelled while a page is awaited', async () => {
    const { session } = await open(raw('pageHangs'));
    const stop = new AbortController();
    const pages = session.listResources(noLimits, stop.signal);
    await pages.next();
    const second = pages.next();
    stop.abort();
    await expect(second).rejects.toBeInstanceOf(CancelledError);
  });

  it('can be cancelled between two slices of a page', async () => {
    const { session } = await open(raw('onePage', '--items', '12000'));
    const stop = new AbortController();
    const pages = session.listResources(noLimits, stop.signal);
    await pages.next();
    stop.abort();
    await expect(pages.next()).rejects.toBeInstanceOf(CancelledError);
  });

  it('takes messages in sloppy envelopes', async () => {
    const { session } = await open(raw('envelopes'));
    const resources = await collect(session.listResources(noLimits, never));
    const templates = await collect(session.listTemplates(noLimits, never));
    const { contents } = await read(session, 'good://1', 1000);
    expect({ resources: resources.items, templates: templates.end, contents }).toEqual({
      resources: [good(1), good(2)],
      templates: { kind: 'complete' },
      contents: [{ uri: 'good://1', mimeType: 'text/plain', body: { kind: 'text', text: 'text of good://1\n' } }],
    });
  });

  it('passes over lines that are no messages', async () => {
    expect(await list('noise')).toMatchObject({ items: [good(1), good(2)], end: { kind: 'complete' } });
  });
});

describe('a list with bad items', () => {
  for (const scenario of ['badItems', 'modernBadItems']) {
    it(`lives on (${scenario})`, async () => {
      const { session } = await open(raw(scenario));
      const { pages } = await collect(session.listResources(noLimits, never));
      const [first] = pages;
      const summary = { kept: first?.items.length, dropped: first?.dropped, repaired: first?.repaired };
      expect(summary).toEqual({ kept: 40, dropped: 8, repaired: 19 });
      const byName = new Map(first?.items.map((item) => [item.name, item]));
      expect(byName.get('priority above one')).toEqual({
        uri: 'bad://priority-above-one',
        name: 'priority above one',
        ...plain,
        audience: ['user'],
      });
      expect(byName.get('vendor fields')?.extra).toEqual({
        'x-vendor': { colour: 'red' },
        owner: 'acme',
        _meta: { 'acme.example/team': 'blue' },
      });
      expect(byName.get('name-missing')?.uri).toBe('bad://name-missing');
    });
  }

  it('goes on to the next page of a modern server that leaves out what it must send', async () => {
    const { session } = await open(raw('modernBadItems'));
    const { items, end } = await collect(session.listResources(noLimits, never));
    expect({ last: items.at(-1), end }).toEqual({
      last: { uri: 'good://second-page', name: 'second page', ...plain },
      // A negative value counts as 0; the first page had none.
      end: { kind: 'complete', ttl: 0 },
    });
  });
});

describe('listing templates', () => {
  it('keeps those that have a template', async () => {
    const { session } = await open(raw('badItems'));
    const { pages, end } = await collect(session.listTemplates(noLimits, never));
    const { title, description, mimeType, audience, priority } = plain;
    const rest = { title, description, mimeType, audience, priority };
    expect({ pages, end }).toEqual({
      pages: [
        {
          items: [
            { uriTemplate: 'good://{id}', name: 'good', ...rest },
            { uriTemplate: 'nameless://{id}', name: 'nameless://{id}', ...rest },
            { uriTemplate: 'open://{id', name: 'no closing brace', ...rest },
          ],
          dropped: 3,
          repaired: 1,
        },
      ],
      end: { kind: 'complete' },
    });
  });

  it('is an empty list where the server does not know the method', async () => {
    const { session } = await open(raw('templatesMissing'));
    expect(await collect(session.listTemplates(noLimits, never))).toEqual({
      items: [],
      pages: [],
      end: { kind: 'complete' },
    });
  });
});
