import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paintFlowers } from '../../examples/demo-server/render/painting';
import { pdf } from '../../examples/demo-server/render/pdf';
import { PanelBench, type OpenOptions, type OpenPanel } from '../support/panel/openPanel';
import type { SampleContent } from '../support/panel/previewHost';
import { animationsEnded, drawn, focusList, press } from '../support/panel/reading';
import { themes } from '../support/panel/themes';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const screenshots = path.resolve(import.meta.dirname, '../output/screenshots');

const markdown = `---
owner: sales
---
# Orders

How an *order* goes from the **shop** to the door, with \`status\` at each step. See [the handbook](https://handbook.acme.example/orders) &mdash; it is short.

## Steps

1. Placed
2. Paid
   - by card
   - [x] checked
3. Sent

> Nothing leaves before it is paid.

| Status | Meaning | After |
| --- | --- | --- |
| \`new\` | Placed, not paid | 0 h |
| \`paid\` | Waits for packing | 2 h |

\`\`\`sql
select * from orders where status = 'paid';
\`\`\`

![A van in the yard](https://acme.example/van.png)

<details>hidden</details>
`;

const code = `import { Order } from './order';

/** Sends what is paid. */
export async function ship(orders: readonly Order[]): Promise<number> {
  const paid = orders.filter(({ status }) => status === 'paid' && Date.now() - order.paidAt.getTime() > 2 * 3_600_000);
  return paid.length;
}
`;

const json = JSON.stringify({
  id: 4711,
  customer: { name: 'Ada', vip: true, note: null },
  lines: Array.from({ length: 250 }, (_, sku) => ({ sku, price: sku * 1.5 })),
});

const csv = `day,order,customer,city,total,note\n${Array.from({ length: 300 }, (_, at) => `2026-09-${(at % 30) + 1},${4000 + at},"Larkspur, Ada",Rotterdam,${at * 3}.50,"second\nline"`).join('\n')}`;

const picture = paintFlowers(
  { petals: [84, 92, 200], heart: [240, 236, 250], petalCount: 5, flowers: 4, spike: true },
  11,
);

const samples: Readonly<Record<string, readonly SampleContent[]>> = {
  markdown: [{ mimeType: 'text/markdown', body: markdown }],
  code: [{ mimeType: 'text/typescript', body: code }],
  text: [{ mimeType: 'text/plain', body: 'Dear Ada,\nthe roses come on Tuesday.' }],
  json: [{ mimeType: 'application/json', body: json }],
  table: [{ mimeType: 'text/csv', body: csv }],
  image: [{ mimeType: 'image/png', body: picture }],
  pdf: [{ mimeType: 'application/pdf', body: pdf('Spring catalogue', [{ operators: [] }]) }],
  hex: [{ body: Uint8Array.from({ length: 6_000 }, (_, at) => at % 251) }],
  empty: [{ body: '' }],
  several: [
    { uri: 'a://guide/setup.md', mimeType: 'text/markdown', body: '# Setup\n\nRun it.' },
    { uri: 'a://guide/rows.csv', mimeType: 'text/csv', body: 'a,b\n1,2' },
    { uri: 'a://guide/settings.json', mimeType: 'application/json', body: '{"port": 80}' },
  ],
};

let bench: PanelBench;
beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  bench = await PanelBench.start();
});
afterEach(() => bench.closePages());
afterAll(() => bench.stop());

/** Opens the preview of the first row, which holds this. */
async function open(contents: readonly SampleContent[], options: OpenOptions = {}): Promise<OpenPanel> {
  const panel = await bench.open({
    ...options,
    prepare: (host) => {
      host.previews.contents.set(1, contents);
      options.prepare?.(host);
    },
  });
  await focusList(panel.page);
  await press(panel.page, 'ArrowRight');
  await panel.page.waitForSelector('.preview');
  return panel;
}

async function openReady(contents: readonly SampleContent[], options: OpenOptions = {}): Promise<OpenPanel> {
  const panel = await open(contents, options);
  await panel.page.waitForSelector('.preview-facts');
  return panel;
}

function text(body: string, mimeType = 'text/plain'): readonly SampleContent[] {
  return [{ body, mimeType }];
}

async function violations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  return found.violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }));
}

async function look(page: Page, name: string, theme: string): Promise<void> {
  await animationsEnded(page);
  for (const width of [300, 600]) {
    await page.setViewportSize({ width, height: 600 });
    await drawn(page);
    await page.screenshot({ path: path.join(screenshots, `preview-${name}-${theme}-${width}.png`) });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect.poll(() => violations(page)).toEqual([]);
  }
}

describe.each(themes)('in the theme “$name”', ({ name: theme }) => {
  it.each(Object.entries(samples))('the preview of “%s” is accessible', async (name, contents) => {
    const { page, complaints } = await openReady(contents, { theme, reducedMotion: true });
    if (name === 'image')
      await page.waitForFunction(() => document.querySelector('figcaption')?.textContent.includes('×'));
    await look(page, name, theme);
    expect(complaints).toEqual([]);
  });

  it('waiting and failing are accessible', async () => {
    let go = (): void => undefined;
    const { page, host } = await open([], {
      theme,
      reducedMotion: true,
      prepare: (one) => (go = one.hold('preview')),
    });
    await page.waitForSelector('.preview-loading');
    await look(page, 'loading', theme);
    host.fail('preview', 'The server “logs” does not have this resource any more.');
    await page.setViewportSize({ width: 300, height: 600 });
    go();
    await page.waitForSelector('.preview-failure');
    await look(page, 'failed', theme);
  });

  it('the facts are accessible', async () => {
    const { page } = await openReady(samples['code']!, { theme, reducedMotion: true });
    await page.locator('.preview-facts summary').click();
    await look(page, 'facts', theme);
  });
});

describe('while it is read', () => {
  it('shows nothing for a moment, then that it takes long, and can be cancelled', async () => {
    const { page, host } = await open([], { prepare: (one) => void one.hold('preview') });
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => host.cancelled).toEqual(['preview']);
    await page.waitForSelector('.preview', { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('results');
  });

  it('is cancelled by leaving it', async () => {
    const { page, host } = await open([], { prepare: (one) => void one.hold('preview') });
    await press(page, 'Escape');
    await expect.poll(() => host.cancelled).toEqual(['preview']);
  });

  it('tells a failure with its sentence, and tries again', async () => {
    const sentence = 'The server took longer than 60 s to answer. Try again.';
    const { page, host } = await open(text('a'), { prepare: (one) => one.fail('preview', sentence) });
    await page.waitForSelector('.preview-failure');
    await expect.poll(() => page.textContent('.preview-failure p')).toBe(sentence);
    await expect.poll(() => page.textContent('[role="status"]')).toBe(sentence);
    host.heal('preview');
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.waitForSelector('.preview-text');
    expect(host.asked('preview')).toEqual([{ id: 1 }, { id: 1 }]);
    expect(await page.evaluate(() => document.activeElement?.closest('.pane') !== null)).toBe(true);
  });

  it('is announced when it is there', async () => {
    const { page } = await openReady(text('a'));
    await expect.poll(() => page.textContent('[role="status"]')).toBe('orders, text/plain · 1 B · read just now');
  });
});

describe('the keyboard', () => {
  it('scrolls at once, reaches every action, and leaves', async () => {
    const { page, host } = await openReady(text('line\n'.repeat(500)));
    await press(page, 'PageDown');
    await expect.poll(() => page.$eval('.preview-body', ({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    for (const [name, action] of [
      ['Attach to Chat', 'attach'],
      ['Open', 'open'],
      ['Copy Content', 'copyContent'],
      ['Save…', 'save'],
      ['Show in Tree', 'reveal'],
      ['Copy URI', 'copyUri'],
    ] as const) {
      await page.locator('.preview-actions').getByRole('button', { name, exact: true }).press('Enter');
      await expect.poll(() => host.asked('act').at(-1)).toEqual({ action, ids: [1] });
    }
    await press(page, 'Escape');
    await page.waitForSelector('.preview', { state: 'detached' });
  });

  it('opens and closes the facts', async () => {
    const { page } = await openReady(text('a'));
    await page.focus('.preview-facts summary');
    await press(page, 'Enter');
    await expect.poll(() => page.locator('.preview-facts dt').allTextContents()).toContain('Server');
  });

  it('wraps lines of code, which otherwise scroll', async () => {
    const { page } = await openReady(text('x'.repeat(900), 'text/x-python'));
    const overflow = () => page.$eval('.preview-text', ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await overflow()).toBe(true);
    const wrap = page.getByRole('button', { name: 'Wrap lines' });
    expect(await wrap.getAttribute('aria-pressed')).toBe('false');
    await wrap.press('Enter');
    await expect.poll(overflow).toBe(false);
    expect(await wrap.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('JSON', () => {
  /** Level, text, and whether it is open, of every row; `>` is where the keyboard is. */
  async function rows(page: Page): Promise<string[]> {
    return page.$$eval('.json-row', (all) =>
      all.map((row) => {
        const open = row.getAttribute('aria-expanded');
        const sign = open === null ? '' : open === 'true' ? '- ' : '+ ';
        return `${row.classList.contains('active') ? '>' : ''}${row.getAttribute('aria-level')} ${sign}${row.textContent.trim()}`;
      }),
    );
  }

  it('opens as a tree does', async () => {
    const { page } = await openReady(text('{"a":{"b":[1,"two"]},"c":null,"deep":{"x":{"y":{}}}}', 'application/json'));
    await page.focus('[role="tree"]');
    await expect
      .poll(() => rows(page))
      .toEqual([
        '>1 - {…} 3 items',
        '2 - a: {…} 1 item',
        '3 + b: […] 2 items',
        '2 c: null',
        '2 - deep: {…} 1 item',
        '3 + x: {…} 1 item',
      ]);
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown');
    await expect.poll(() => rows(page)).toContain('>4 1: "two"');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await expect.poll(() => rows(page)).toContain('>3 + b: […] 2 items');
    await press(page, 'End', 'Enter');
    await expect.poll(() => rows(page)).toContain('>3 - x: {…} 1 item');
    await press(page, 'Home', 'ArrowLeft');
    await expect.poll(() => rows(page)).toEqual(['>1 + {…} 3 items']);
    const tree = page.locator('[role="tree"]');
    expect(await tree.getAttribute('aria-activedescendant')).toBe(await page.getAttribute('.json-row.active', 'id'));
  });

  it('opens by clicks, too', async () => {
    const { page } = await openReady(text('[[1],[2],[3],[4],[5],[6]]', 'application/json'));
    await page.locator('.json-row').nth(2).click();
    await expect.poll(() => rows(page)).toContain('3 0: 2');
  });

  it('shows a long array in ranges', async () => {
    const numbers = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => at));
    const { page } = await openReady(text(numbers, 'application/json'));
    await expect.poll(() => page.locator('.json-row').count()).toBe(101);
    await page.focus('[role="tree"]');
    await press(page, 'End', 'ArrowRight', 'End');
    await expect
      .poll(async () => (await rows(page)).slice(-3))
      .toEqual(['3 9997: 9997', '3 9998: 9998', '>3 9999: 9999']);
  });

  it('loses no digit, no property and no letter', async () => {
    const source = String.raw`{"n":12345678901234567890.10,"a":1,"a":2,"__proto__":"x","":"caf\u00e9 \"q\"","2":0,"1":0}`;
    const { page } = await openReady(text(source, 'application/json'));
    expect((await rows(page)).slice(1)).toEqual([
      '2 n: 12345678901234567890.10',
      '2 a: 1',
      '2 a: 2',
      '2 __proto__: "x"',
      String.raw`2 : "café \"q\""`,
      '2 2: 0',
      '2 1: 0',
    ]);
  });

  it('opens ten thousand levels one by one', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const { page, complaints } = await openReady(text(deep, 'application/json'));
    await page.focus('[role="tree"]');
    for (let level = 0; level < 30; level += 1) await press(page, 'ArrowRight', 'ArrowRight');
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(25);
    expect(complaints).toEqual([]);
  });
});

describe('Markdown', () => {
  it('is drawn as what it says', async () => {
    const { page } = await openReady(samples['markdown']!);
    expect(
      await page.$$eval('.preview-markdown [role="heading"]', (all) =>
        all.map((one) => [one.getAttribute('aria-level'), one.textContent.trim()]),
      ),
    ).toEqual([
      ['3', 'Orders'],
      ['4', 'Steps'],
    ]);
    const tags = ['strong', 'em', 'code', 'ol > li', 'ul > li', 'blockquote', 'th', 'td', 'pre'];
    const counts = await Promise.all(tags.map((tag) => page.locator(`.preview-markdown ${tag}`).count()));
    expect(Object.fromEntries(tags.map((tag, at) => [tag, counts[at]]))).toEqual({
      strong: 1,
      em: 1,
      code: 3,
      'ol > li': 3,
      'ul > li': 2,
      blockquote: 1,
      th: 3,
      td: 6,
      pre: 2,
    });
    await expect.poll(() => page.textContent('.preview-markdown')).toContain('the handbook — it is short.');
    await expect.poll(() => page.textContent('.md-picture')).toContain('A van in the yard');
  });

  it('collects the addresses that it does not lead to', async () => {
    const { page } = await openReady(
      text('[a](https://a.example) ![b](x.png)\n\n[c]\n\n[c]: https://c.example', 'text/markdown'),
    );
    await expect
      .poll(() => page.locator('.md-addresses li').allTextContents())
      .toEqual(['https://a.example', 'x.png', 'https://c.example']);
  });

  it('can neither run, load nor be clicked', async () => {
    const hostile = [
      '<script>document.title = "broken"</script>',
      '<img src=x onerror="document.title=\'broken\'">',
      '<iframe src="https://evil.example"></iframe>',
      '<style>body { display: none }</style>',
      '<a href="command:workbench.action.quit">quit</a> <form action="https://evil.example"><button>go</button></form>',
      '[click](javascript:document.title="broken") [command](command:workbench.action.quit) <https://evil.example>',
      '![spy](https://evil.example/pixel.png) ![data](data:image/svg+xml,<svg onload=alert(1)>)',
      '[x]: javascript:alert(1)',
      '${document.title="broken"} {{constructor.constructor("alert(1)")()}}',
      'turned \u202Etxt.exe',
    ].join('\n\n');
    const requests: string[] = [];
    const { page, complaints } = await openReady(text(hostile, 'text/markdown'));
    page.on('request', (request) => requests.push(request.url()));
    await expect.poll(() => page.textContent('.preview-markdown')).toContain('turned \uFFFDtxt.exe');
    const active = 'a, img, script, iframe, style, form, button, input, object, [onerror], [onload], [href], [src]';
    expect(await page.locator(`.preview-part :is(${active})`).count()).toBe(0);
    for (const word of await page.locator('.preview-part .md-link, .preview-part .md-html').all())
      await word.click({ force: true });
    expect(await page.title()).toBe('Search MCP resources');
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['marks without an end', '*a_b'.repeat(50_000)],
    ['quotations in quotations', '>'.repeat(100_000)],
    ['lists in lists', Array.from({ length: 500 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n')],
    ['numbers in numbers', '1. '.repeat(60_000)],
    ['brackets', '['.repeat(190_000)],
    ['a table of nothing', `${'|a'.repeat(40_000)}|\n${'|-'.repeat(40_000)}|`],
    ['a fence without an end', `\`\`\`\n${'x\n'.repeat(90_000)}`],
  ])('with %s shows', async (_, body) => {
    const { page, complaints } = await openReady(text(body, 'text/markdown'));
    await page.waitForSelector('.preview-markdown > *');
    expect(complaints).toEqual([]);
  });
});

describe('a table', () => {
  it('has a head that stays, and tells its rows', async () => {
    const { page } = await openReady(samples['table']!, { width: 400 });
    await expect.poll(() => page.locator('.preview-table tbody tr').count()).toBe(300);
    await expect.poll(() => page.textContent('.preview-part .preview-note')).toBe('300 rows');
    await page.focus('.preview-table');
    await press(page, 'End');
    const below = () =>
      page.$eval('.preview-table', (box) => {
        const head = box.querySelector('th')!.getBoundingClientRect().top;
        return [box.scrollTop > 0, Math.round(head - box.getBoundingClientRect().top)];
      });
    await expect.poll(below).toEqual([true, 1]);
  });
});

describe('an image', () => {
  it('fits the width and tells its size', async () => {
    const { page } = await openReady(samples['image']!);
    const image = page.getByRole('img', { name: 'orders' });
    await expect.poll(() => page.textContent('figcaption')).toMatch(/^\d+ × \d+ pixels$/);
    expect((await image.boundingBox())!.width).toBeLessThanOrEqual(280);
  });

  it('that is damaged is told', async () => {
    const { page, complaints } = await openReady([
      { mimeType: 'image/png', body: Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 1]) },
    ]);
    await expect.poll(() => page.textContent('.preview-part')).toContain('The image is damaged');
    expect(complaints).toEqual([]);
  });

  it('that is a drawing runs no script and loads nothing', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="document.title='broken'">
      <script>parent.document.title = 'broken'</script>
      <image href="https://evil.example/x.png" width="9" height="9"/>
      <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>
    </svg>`;
    const panel = await bench.open({ prepare: (host) => host.previews.contents.set(1, text(svg, 'image/svg+xml')) });
    const { page } = panel;
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request.url());
    });
    await focusList(page);
    await press(page, 'ArrowRight');
    await expect.poll(() => page.textContent('figcaption')).toBe('40 × 40 pixels');
    expect(await page.title()).toBe('Search MCP resources');
    expect(requests).toEqual([]);
  });
});

describe('several contents', () => {
  it('have headings', async () => {
    const { page } = await openReady(samples['several']!);
    await expect
      .poll(() => page.locator('.preview-part h3').allTextContents())
      .toEqual(['setup.md', 'rows.csv', 'settings.json']);
    expect(await page.locator('.preview-markdown [role="heading"]').getAttribute('aria-level')).toBe('4');
  });
});

describe('long content', () => {
  const end = 'And that is the end of it.';
  const large = `${'The quick brown fox jumps over the lazy dog, and again.\n'.repeat(3_500)}${end}`;

  it.each([
    ['text', text(large)],
    ['code', text(large, 'text/x-python')],
    ['one line', text(`${'word '.repeat(39_000)}${end}`)],
    ['a line of Markdown', text(`${'word '.repeat(39_000)}${end}`, 'text/markdown')],
    ['Markdown', text(`${markdown.slice(19).repeat(150)}${end}`, 'text/markdown')],
    ['a table', text(`a,b\n${'1,2\n'.repeat(490)}1,${end}`, 'text/csv')],
    ['JSON', text(`[${'1,'.repeat(5_000)}"${end}"]`, 'application/json')],
  ])('of %s is complete, drawn little by little', async (_, contents) => {
    const { page, complaints } = await openReady(contents);
    if (await page.locator('[role="tree"]').isVisible()) {
      await page.focus('[role="tree"]');
      await press(page, 'End', 'ArrowRight', 'End');
    }
    await expect.poll(() => page.textContent('.preview-part'), { timeout: 20_000 }).toContain(end);
    expect(complaints).toEqual([]);
  });
});
