import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ThemeIcon } from 'vscode';
import type { Connection } from '../../../../src/core/connection/connection';
import type { ResourceIcon } from '../../../../src/core/resource/resource';
import { ServerIcons } from '../../../../src/host/content/serverIcons';
import { createWebFetch } from '../../../../src/node/network/webFetch';
import { pngOfOnePixel, startWebServer } from '../../../servers/webServer';
import { FakeClock } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { trustingFetch } from '../../../support/trustingFetch';
import { definition } from '../../connection/fakeServer';
import { until } from '../../mcp/support';

let server: Awaited<ReturnType<typeof startWebServer>>;
let web: Awaited<ReturnType<typeof trustingFetch>>;
const png = `data:image/png;base64,${pngOfOnePixel}`;

beforeAll(async () => {
  server = await startWebServer();
  web = await trustingFetch();
});

afterAll(async () => {
  await web.close();
  await server.close();
});

function addressOf(path: string, host = 'docs.example'): string {
  return `https://${host}:${server.port}${path}`;
}

function icon(src: string, fields: Partial<ResourceIcon> = {}): ResourceIcon {
  return { src, mimeType: undefined, theme: undefined, size: undefined, ...fields };
}

const process = definition('local');

/** The server `web` is reached over HTTPS at the test's site, `local` is a process. */
function newIcons(isReady = () => true) {
  const clock = new FakeClock();
  const icons = new ServerIcons({
    base: { clock, log: silent },
    network: {
      fetchFromWeb: createWebFetch(web.fetch, clock, () => Promise.reject(new Error('Nothing is looked up'))),
    },
    core: {
      connections: {
        get: (id) => {
          const launch =
            id === 'web' ? ({ kind: 'http', url: addressOf('/mcp'), headers: {} } as const) : process.launch;
          const state = { kind: isReady() ? 'ready' : 'stopped' };
          return { definition: { ...process, launch }, state } as unknown as Connection;
        },
      },
    },
  });
  const show = async (all: readonly ResourceIcon[], theme: 'light' | 'dark' = 'dark'): Promise<string | undefined> => {
    const id = icons.idOf('web', { icons: all });
    return id === undefined ? 'no id' : icons.handlers.serverIcon({ icon: id, theme }, new AbortController().signal);
  };
  return { clock, icons, show };
}

describe('the icon of a row', () => {
  const iconOf = (icons: ServerIcons, all: readonly ResourceIcon[] | undefined): unknown => icons.iconOf('web', all);

  it('is the server’s where its bytes are in the list, by the theme, else that of the file icon theme', () => {
    const { icons } = newIcons();
    const svg = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const both = icons.iconOf('web', [icon(svg, { theme: 'light' }), icon(png, { theme: 'dark' })]);
    expect(Object.entries(both).map(([theme, uri]) => [theme, String(uri).slice(0, 15)])).toEqual([
      ['light', 'data:image/svg%'],
      ['dark', 'data:image/png%'],
    ]);
    const large = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(16_000)}--></svg>`;
    const none = [undefined, [icon('data:image/png;base64,AAAA')], [icon(large)], [icon(addressOf('/icon.png'))]];
    expect(none.map((all) => iconOf(icons, all))).toEqual(Array(4).fill(ThemeIcon.File));
  });

  it('is one from the web once the search page has fetched it, which is reported', async () => {
    const { icons, show } = newIcons();
    let fetched = 0;
    own(icons.onDidFetch(() => (fetched += 1)));
    const all = [icon(addressOf('/icon.png'))];
    expect([iconOf(icons, all), fetched]).toEqual([ThemeIcon.File, 0]);
    await show(all);
    expect([iconOf(icons, all), fetched]).toMatchObject([{ dark: { scheme: 'data' } }, 1]);
  });
});

describe('the icon of a resource', () => {
  it('has one number for all resources of a server that share it', () => {
    const { icons } = newIcons();
    const shared = [icon(png)];
    const ids = [icons.idOf('web', { icons: shared }), icons.idOf('web', { icons: shared })];
    expect(ids).toEqual([1, 1]);
    expect(icons.idOf('local', { icons: shared })).toBe(2);
    expect(icons.idOf('web', { icons: undefined })).toBeUndefined();
    expect(icons.idOf('local', { icons: [icon(addressOf('/icon.png'))] })).toBeUndefined();
  });

  it('is chosen by the theme', async () => {
    const { show } = newIcons();
    const svg = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const icons = [icon(svg, { theme: 'light' }), icon(png, { theme: 'dark' })];
    expect(await show(icons)).toBe(png);
    expect(await show(icons, 'light')).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  it('comes from the origin of the server, once, and without anything that tells who asks', async () => {
    const { show } = newIcons();
    const before = server.requests.length;
    const icons = [icon(addressOf('/icon.png'))];
    expect(await Promise.all([show(icons), show(icons)])).toEqual([png, png]);
    expect(await show([icon(addressOf('/icon.png'), { theme: 'dark' })])).toBe(png);
    expect(server.requests.slice(before)).toEqual(['docs.example/icon.png']);
    expect(await show([icon(addressOf('/icon.svg'))])).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await show([icon(addressOf(`/redirect?to=${encodeURIComponent('/icon.png')}`))])).toBe(png);
  });

  it('is not asked for while the server is not connected, and is later', async () => {
    let isReady = false;
    const { icons, show } = newIcons(() => isReady);
    const all = [icon(addressOf('/icon.png'))];
    const before = server.requests.length;
    expect(await show(all)).toBe('no id');
    isReady = true;
    expect(await show(all)).toBe(png);
    isReady = false;
    expect(await icons.handlers.serverIcon({ icon: 1, theme: 'dark' }, new AbortController().signal)).toBeUndefined();
    expect(server.requests.slice(before)).toHaveLength(1);
  });

  it('is the next one where the best is none', async () => {
    const { show } = newIcons();
    expect(await show([icon(addressOf('/status?code=404'), { size: 'any' }), icon(png)])).toBe(png);
    expect(await show([icon('data:image/png;base64,AAAA', { size: 'any' }), icon(png)])).toBe(png);
  });

  it.each([
    'https://other.example/icon.png',
    'http://docs.example/icon.png',
    'file:///etc/passwd',
    'icon.png',
    'data:text/html,<b>',
  ])('is never asked for elsewhere: %s', async (src) => {
    const before = server.requests.length;
    expect(await newIcons().show([icon(src.replace('.example/', `.example:${server.port}/`))])).toBe('no id');
    expect(server.requests).toHaveLength(before);
  });

  it('is not followed to another origin', async () => {
    const before = server.requests.length;
    const to = encodeURIComponent(addressOf('/icon.png', 'other.example'));
    expect(await newIcons().show([icon(addressOf(`/redirect?to=${to}`))])).toBeUndefined();
    expect(server.requests.slice(before)).toEqual(['docs.example/redirect']);
  });

  it.each([
    '/announced?bytes=65537',
    '/endless',
    '/bomb',
    '/page.png',
    '/icon.html',
    '/status?code=404',
    '/cut',
    '/untyped',
  ])('is not taken from %s, which is not asked again', async (path) => {
    const { show } = newIcons();
    const before = server.requests.length;
    expect(await show([icon(addressOf(path))])).toBeUndefined();
    expect(await show([icon(addressOf(path))])).toBeUndefined();
    expect(server.requests.slice(before)).toHaveLength(1);
  });

  it('is given up after ten seconds, four at a time', async () => {
    const { clock, show } = newIcons();
    const before = server.requests.length;
    const shown = Promise.all(Array.from({ length: 5 }, (_, index) => show([icon(addressOf(`/hang?${index}`))])));
    await until(() => server.requests.length === before + 4);
    await clock.advance(9_999);
    expect(server.requests.length).toBe(before + 4);
    await clock.advance(1);
    await until(() => server.requests.length === before + 5);
    await clock.advance(10_000);
    expect(await shown).toEqual(Array(5).fill(undefined));
    expect(clock.pending).toEqual([]);
  });

  it('is forgotten when there are very many others', async () => {
    const { icons } = newIcons();
    const first = [icon(png)];
    const id = icons.idOf('web', { icons: first });
    for (let count = 0; count < 2_000; count += 1) icons.idOf('web', { icons: [icon(png)] });
    const ask = (number = 0) =>
      icons.handlers.serverIcon({ icon: number, theme: 'dark' }, new AbortController().signal);
    expect(await ask(id)).toBeUndefined();
    expect(await ask(icons.idOf('web', { icons: first }))).toBe(png);
  });
});
