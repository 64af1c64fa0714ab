import { describe, expect, it } from 'vitest';
import { openPanel } from '../../support/panel/openPanel';
import { openPreview, openReadyPreview, textContent } from '../../support/panel/openPreview';
import { csvSample, markdownSample, previewSamples } from '../../support/panel/previewSamples';
import { drawn, focusList, press } from '../../support/panel/reading';

describe('while it is read', () => {
  it('shows nothing for a moment, then that it takes long, and can be cancelled', async () => {
    const { page, host, pass } = await openPreview([], {
      isTimeHeld: true,
      prepare: (one) => void one.hold('preview'),
    });
    await pass(299);
    await drawn(page);
    expect(await page.locator('.preview-loading').count()).toBe(0);
    await pass(1);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => host.cancelled).toEqual(['preview']);
    await page.waitForSelector('.preview', { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('results');
  });

  it('is cancelled by leaving it', async () => {
    const { page, host } = await openPreview([], { prepare: (one) => void one.hold('preview') });
    await press(page, 'Escape');
    await expect.poll(() => host.cancelled).toEqual(['preview']);
  });

  it('tells a failure with its sentence, and tries again', async () => {
    const sentence = 'The server took longer than 60 s to answer. Try again.';
    const { page, host } = await openPreview(textContent('a'), { prepare: (one) => one.fail('preview', sentence) });
    await page.waitForSelector('.preview-failure');
    await expect.poll(() => page.textContent('.preview-failure p')).toBe(sentence);
    await expect.poll(() => page.textContent('[role="status"]')).toBe(sentence);
    host.recover('preview');
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.waitForSelector('.preview-text');
    expect(host.asked('preview')).toEqual([{ id: 1 }, { id: 1 }]);
    expect(await page.evaluate(() => document.activeElement?.closest('.pane') !== null)).toBe(true);
  });

  it('is announced when it is there', async () => {
    const { page } = await openReadyPreview(textContent('a'));
    await expect.poll(() => page.textContent('[role="status"]')).toBe('orders, Text · 1 B · read just now');
  });
});

describe('its age', () => {
  it('grows while it stays open, and so does that of the last change', async () => {
    const { page, pass } = await openReadyPreview(textContent('a'), { isTimeHeld: true });
    await page.locator('.preview-facts summary').click();
    const shown = () => page.textContent('.preview-facts summary');
    await expect.poll(shown).toMatch(/Text · 1 B · read just now/);
    await pass(60_000);
    await expect.poll(shown).toMatch(/ · read 1 minute ago$/m);
    await pass(3 * 3_600_000);
    await expect.poll(shown).toMatch(/ · read 3 hours ago$/m);
    await expect.poll(() => page.locator('.preview-facts dd').allTextContents()).toContain('1 day ago');
    await press(page, 'Escape');
    await page.waitForSelector('.preview', { state: 'detached' });
  });
});

describe('a resource that is removed', () => {
  it('takes its actions and its age along, at once, and keeps the keyboard near', async () => {
    const { page, host } = await openReadyPreview(textContent('a'));
    await page.locator('.preview-actions').getByRole('button', { name: 'Attach to Chat' }).focus();
    host.changed();
    await expect.poll(() => host.asked('standing')).toEqual([{ id: 1 }]);
    expect(await page.locator('.preview-facts').count()).toBe(1);
    host.rows = host.rows.filter(({ id }) => id !== 1);
    host.changed();
    const sentence = 'This resource is no longer listed. Go back and select another one.';
    await expect.poll(() => page.textContent('.preview-failure p')).toBe(sentence);
    expect(await page.locator('.preview button, .preview-facts').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('preview-body');
    await press(page, 'Escape');
    await page.waitForSelector('.preview', { state: 'detached' });
  });
});

describe('the keyboard', () => {
  it('scrolls at once, reaches every action, and leaves', async () => {
    const { page, host } = await openReadyPreview(textContent('line\n'.repeat(500)));
    await press(page, 'PageDown');
    await expect.poll(() => page.$eval('.preview-body', ({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    for (const [name, action] of [
      ['Attach to Chat', 'attach'],
      ['Open', 'open'],
      ['Copy Content', 'copyContent'],
      ['Save…', 'save'],
    ] as const) {
      await page.locator('.preview-actions').getByRole('button', { name, exact: true }).press('Enter');
      await expect.poll(() => host.acts.at(-1)).toBe(`${action} 1`);
    }
    for (const [name, action] of [
      ['Show in Tree', 'reveal'],
      ['Copy URI', 'copyUri'],
    ] as const) {
      await page.getByRole('button', { name: 'More Actions…' }).press('Enter');
      await page.getByRole('menuitem', { name, exact: true }).press('Enter');
      await expect.poll(() => host.acts.at(-1)).toBe(`${action} 1`);
    }
    await press(page, 'Escape');
    await page.waitForSelector('.preview', { state: 'detached' });
  });

  it('opens and closes the facts', async () => {
    const { page } = await openReadyPreview(textContent('a'));
    await page.focus('.preview-facts summary');
    await press(page, 'Enter');
    await expect.poll(() => page.locator('.preview-facts dt').allTextContents()).toContain('Server');
  });

  it('wraps lines of code, which otherwise scroll', async () => {
    const { page } = await openReadyPreview(textContent('x'.repeat(900), 'text/x-python'));
    const overflow = () => page.$eval('.preview-body', ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await overflow()).toBe(true);
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'More Actions…' }).press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
    };
    await choose('Wrap Lines');
    await expect.poll(overflow).toBe(false);
    await choose('Don’t Wrap Lines');
    await expect.poll(overflow).toBe(true);
  });
});

it('says above a log that its beginning is left out', async () => {
  const log = 'a line of the log\n'.repeat(3000);
  const { page } = await openReadyPreview(textContent(log, 'text/x-log'));
  const texts = () => page.locator('.preview-part > *').allTextContents();
  await expect
    .poll(async () => (await texts()).map((text) => text.trim().slice(0, 17)))
    .toEqual(['Only the end is s', 'a line of the log']);
});

describe('a table', () => {
  it('has a head that stays, and tells its rows', async () => {
    const { page } = await openReadyPreview(textContent(csvSample(300), 'text/csv'), { width: 400 });
    await expect.poll(() => page.locator('.preview-table tbody tr').count()).toBe(300);
    await expect.poll(() => page.textContent('.preview-part .preview-note')).toBe('300 rows');
    await press(page, 'End');
    const below = () =>
      page.$eval('.preview-body', (box) => {
        const head = box.querySelector('th')!.getBoundingClientRect().top;
        return [box.scrollTop > 0, Math.round(head - box.getBoundingClientRect().top)];
      });
    await expect.poll(below).toEqual([true, 0]);
  });
});

it.each(['dark', 'dark-editor'])('a table’s head has the colour of what is behind the page: %s', async (theme) => {
  const options = { theme, width: 900 };
  const { page } = await openReadyPreview(textContent(csvSample(3), 'text/csv'), options);
  const [head, behind] = await page.$eval(
    '.preview-table th',
    (cell, place) => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.background = `var(--vscode-${place}-background)`;
      return [getComputedStyle(cell).backgroundColor, getComputedStyle(probe).backgroundColor];
    },
    theme === 'dark' ? 'sideBar' : 'editor',
  );
  expect(head).toBe(behind);
});

describe('an image', () => {
  it('fits the width and tells its size', async () => {
    const { page } = await openReadyPreview(previewSamples['image']!);
    const image = page.getByRole('img', { name: 'orders' });
    await expect.poll(() => page.textContent('figcaption')).toMatch(/^\d+ × \d+ pixels$/);
    expect((await image.boundingBox())!.width).toBeLessThanOrEqual(280);
  });

  it('that is damaged is told', async () => {
    const { page, complaints } = await openReadyPreview([
      { mimeType: 'image/png', body: Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 1]) },
    ]);
    await expect
      .poll(() => page.textContent('.preview-part'))
      .toContain(
        'Couldn’t show the image because it’s damaged or its format isn’t supported. Try opening or saving it instead.',
      );
    expect(complaints).toEqual([]);
  });

  it('that is a drawing runs no script and loads nothing', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="document.title='broken'">
      <script>parent.document.title = 'broken'</script>
      <image href="https://evil.example/x.png" width="9" height="9"/>
      <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>
    </svg>`;
    const panel = await openPanel({
      prepare: (host) => host.previews.contents.set(1, textContent(svg, 'image/svg+xml')),
    });
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

describe('a PDF', () => {
  it('is told by its type and size, and opens', async () => {
    const { page, host } = await openReadyPreview(previewSamples['pdf']!);
    await expect.poll(() => page.textContent('.preview-facts summary')).toMatch(/PDF · [\d.]+ k?B · read just now$/m);
    await expect
      .poll(() => page.textContent('.preview-part'))
      .toContain('This type of file can’t be previewed. Save the resource to open it in another app.');
    await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
    await expect.poll(() => host.acts.at(-1)).toEqual('open 1');
  });
});

describe('scroll bars', () => {
  it.each(['code', 'table', 'several'])('there is one for each direction: %s', async (name) => {
    const { page } = await openReadyPreview(previewSamples[name]!, { height: 300 });
    const scrolling = (): Promise<string[]> =>
      page.$$eval('.preview-body, .preview-body *', (all) =>
        all.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow)).map(({ classList }) => classList.value),
      );
    await expect.poll(scrolling).toEqual(['preview-body']);
  });

  it('there is none to the side beside one down', async () => {
    const { page } = await openReadyPreview(textContent('A line of words. '.repeat(900)), { height: 300 });
    const sizes = await page.$eval('.preview-body', (body) => [
      body.scrollHeight > body.clientHeight,
      body.scrollWidth - body.clientWidth,
    ]);
    expect(sizes).toEqual([true, 0]);
  });

  it('leaves the facts in sight beside a long line', async () => {
    const { page } = await openReadyPreview(textContent('x'.repeat(900), 'text/x-python'));
    await page.$eval('.preview-body', (body) => body.scrollTo({ left: 500 }));
    const left = () => page.$eval('.preview-facts', (facts) => facts.getBoundingClientRect().left);
    await expect.poll(left).toBe(0);
  });

  it('has no arrows, like those of VS Code', async () => {
    const { page } = await openReadyPreview(textContent('x'.repeat(900), 'text/x-python'));
    // A scroll bar of the system, with arrows, is wider; its width can only be measured.
    const width = await page.$eval('.preview-body', (body: Element) => {
      const { offsetHeight, clientHeight } = body as HTMLElement;
      return [offsetHeight - clientHeight, getComputedStyle(body).scrollbarColor];
    });
    expect(width).toEqual([10, 'auto']);
  });
});

describe('several contents', () => {
  it('have headings', async () => {
    const { page } = await openReadyPreview(previewSamples['several']!);
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
    ['text', textContent(large)],
    ['code', textContent(large, 'text/x-python')],
    ['one line', textContent(`${'word '.repeat(39_000)}${end}`)],
    ['a line of Markdown', textContent(`${'word '.repeat(39_000)}${end}`, 'text/markdown')],
    ['Markdown', textContent(`${markdownSample.slice(19).repeat(150)}${end}`, 'text/markdown')],
    ['a table', textContent(`a,b\n${'1,2\n'.repeat(490)}1,${end}`, 'text/csv')],
    ['JSON', textContent(`[${'1,'.repeat(5_000)}"${end}"]`, 'application/json')],
  ])('of %s is complete, drawn little by little', async (_, contents) => {
    const { page, complaints } = await openReadyPreview(contents);
    if (await page.locator('[role="tree"]').isVisible()) {
      await page.focus('[role="tree"]');
      await press(page, 'End', 'ArrowRight', 'End');
    }
    await expect.poll(() => page.textContent('.preview-part'), { timeout: 20_000 }).toContain(end);
    expect(complaints).toEqual([]);
  });
});
