import { describe, expect, it } from 'vitest';
import { buildPanel } from '../../support/panel/bundle';
import { openList, openRows } from '../../support/panel/openPanel';
import { press, titles } from '../../support/panel/reading';
import { hostileRows } from '../../support/panel/states';
import { rowHeight } from '../../../webview-ui/panel/listGeometry';

describe('what servers send', () => {
  it('is shown as text, whatever it looks like', async () => {
    const { page, complaints } = await openRows({ rows: hostileRows(), width: 600 });
    await expect
      .poll(() => titles(page))
      .toEqual([
        '<img src=x onerror="document.title=1">',
        'invoice\uFFFDgnp.exe',
        'دليل المستخدم — orders',
        '注文の確認メール',
        'x'.repeat(4000),
        'Many lines and   spaces',
        'No such icon',
      ]);
    await expect.poll(() => page.locator('.row img, .row script, .row [onclick], .row [onerror]').count()).toBe(0);
    expect(await page.title()).toBe('Search MCP resources');
    expect(complaints).toEqual([]);
  });

  it('cannot turn text around, its own or what is beside it', async () => {
    const { page } = await openRows({ rows: hostileRows(), width: 600 });
    const boxes = await page.$$eval('.row', (rows) =>
      rows.map((row) => {
        const edge = (selector: string): number =>
          Math.round(row.querySelector(selector)!.getBoundingClientRect().left);
        return [edge('.icon'), edge('.title'), edge('.detail')];
      }),
    );
    expect(boxes).toEqual(boxes.map(() => boxes[0]));
    expect(await page.$eval('.row:nth-child(2) .title', (title) => getComputedStyle(title).unicodeBidi)).toBe(
      'isolate',
    );
    const turning = /[\u202A-\u202E\u2066-\u2069]/;
    expect(await page.$eval('.spacer', ({ innerHTML }) => innerHTML)).not.toMatch(turning);
  });

  it('never makes a row higher or the page wider', async () => {
    const { page } = await openRows({ rows: hostileRows() });
    expect(await page.$$eval('.row', (rows) => rows.map((row) => row.getBoundingClientRect().height))).toEqual(
      hostileRows().map(() => rowHeight),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  });

  it('fits its tooltip even when a description is endless', async () => {
    const { page } = await openRows({ rows: hostileRows() });
    const lengths = await page.$$eval('.row', (rows) =>
      rows.map((row) => row.querySelector('.content')!.getAttribute('title')!.length),
    );
    expect(Math.max(...lengths)).toBeLessThan(10_000);
  });
});

describe('the content security policy', () => {
  it('lets neither an inline script nor an inline handler run', async () => {
    const { page, complaints } = await openList();
    await press(page, 'ArrowDown');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title = \'broken\'">');
      const script = document.createElement('script');
      script.textContent = 'document.title = "broken"';
      document.body.append(script);
    });
    await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
    expect(await page.title()).toBe('Search MCP resources');
  });
});

describe('the bundle', () => {
  it('holds our code, Lit, the parsers of Markdown and globs, and the toolkit without React', async () => {
    const { metafile } = await buildPanel();
    const inputs = Object.values(metafile.outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    );
    const packages = new Set(inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
    expect([...packages].sort()).toEqual([
      '@isaacs/nonrecursive-glob-match',
      '@microsoft/fast-element',
      '@microsoft/fast-foundation',
      '@microsoft/fast-web-utilities',
      '@vscode/l10n',
      '@vscode/webview-ui-toolkit',
      'balanced-match',
      'brace-expansion',
      'exenv-es6',
      'lit-html',
      'marked',
      'minimatch',
      'tslib',
    ]);
  });
});
