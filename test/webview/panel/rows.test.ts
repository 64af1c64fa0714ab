import { describe, expect, it } from 'vitest';
import { openPanel, type OpenPanel, openList, openRows } from '../../support/panel/openPanel';
import { drawn, press, row, rowsShown, selectedTitles, titles, type } from '../../support/panel/reading';
import { makeRow, makeTemplate } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

const rows = [
  makeRow(1, { title: 'a', where: 's · x://a' }),
  makeTemplate(9, 'of a customer', 's · x://{customer}/orders{?since}'),
  makeRow(2, { title: 'b', where: 's · x://b' }),
  makeRow(3, { title: 'c', where: 's · x://c' }),
];

it.each([
  ['dark', true],
  ['contrast', false],
])('from an earlier connection is dimmed in the theme “%s”: %s', async (theme, isDimmed) => {
  const listed = makeRow(1, { title: 'a', where: 's · x://a' });
  const { page } = await openRows({ theme, rows: [listed, { ...listed, id: 2, origin: 'fromBefore' }] });
  const [now, before] = await page.$$eval('.row .title', (all) => all.map((title) => getComputedStyle(title).color));
  expect(now !== before).toBe(isDimmed);
});

it('of a skill says so, and if it is allowed, or has changed since, in the place of its age', async () => {
  const skill = makeRow(1, {
    title: 'refunds',
    where: 'shop · skill://refunds/SKILL.md',
    isSkill: true,
    age: '3 h ago',
  });
  const allowed = { ...skill, id: 2, permission: 'allowed' } as const;
  const { page } = await openRows({ rows: [skill, allowed, { ...allowed, id: 3, permission: 'changed' }], width: 600 });
  for (const [words, isAllowed] of [
    ['Skill', false],
    ['Skill, allowed', true],
    ['Skill, changed', false],
  ] as const) {
    const option = page.getByRole('option', { name: `refunds, ${words}, 3 h ago, shop, ` });
    expect(await option.locator('.fact').textContent()).toBe(words);
    expect(JSON.parse((await option.getAttribute('data-vscode-context')) ?? '')).toMatchObject({
      isSkill: true,
      isAllowed,
    });
  }
});

describe('a template among the results', () => {
  it('looks and reads as one', async () => {
    const { page } = await openRows({ rows, width: 600 });
    const template = page.getByRole('option', { name: 'of a customer', exact: false });
    expect(await template.locator('.variable').allTextContents()).toEqual(['{customer}', '{?since}']);
    expect([await template.getAttribute('aria-selected'), await template.getAttribute('draggable')]).toEqual([
      null,
      null,
    ]);
    await page.getByRole('option', { name: /^of a customer, Template, / }).waitFor();
    expect(await template.locator('.fact').textContent()).toBe('Template');
    expect(JSON.parse((await template.getAttribute('data-vscode-context')) ?? '')).toEqual({
      webviewSection: 'template',
      isPinned: false,
      isInContext: false,
      preventDefaultContextMenuItems: true,
      ids: [9],
    });
  });

  it('is never selected, not alone, not in a range and not with all', async () => {
    const { page, host } = await openList({ rows });
    await press(page, 'ArrowDown', 'Space');
    await press(page, 'Home', 'Shift+End');
    await expect.poll(() => selectedTitles(page)).toEqual(['a', 'b', 'c']);
    await press(page, 'Control+a');
    await expect.poll(() => selectedTitles(page)).toEqual(['a', 'b', 'c']);
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
    await press(page, 'Enter');
    await expect.poll(() => host.acts).toEqual(['attach 1 2 3']);
  });

  it('opens its form by Enter, by a click and by its button, and asks nothing else of the host', async () => {
    const { page, host } = await openList({ rows });
    await press(page, 'ArrowDown', 'Enter');
    await page.waitForSelector('.pane');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.pane').count()).toBe(0);
    await row(page, 'of a customer').click();
    await page.waitForSelector('.pane');
    await press(page, 'Escape');
    await row(page, 'of a customer').hover();
    await row(page, 'of a customer').locator('[data-action=preview]').click();
    await page.waitForSelector('.pane');
    expect(host.asked('openTemplate')).toEqual([{ id: 9 }, { id: 9 }, { id: 9 }]);
    expect(host.acts).toEqual([]);
  });
});

describe('the state of a row', () => {
  const where = 's · x://a';
  const marked = [
    makeRow(1, { title: 'a', where, mark: 'failed', origin: 'kept' }),
    makeRow(2, { title: 'b', where, mark: 'updated' }),
    makeRow(3, { title: 'c', where, mark: 'picked' }),
    makeRow(4, { title: 'd', where, mark: 'unchecked' }),
    makeRow(5, { title: 'e', where, origin: 'kept' }),
    makeRow(6, { title: 'f', where, origin: 'fromBefore' }),
  ];

  it('is one icon, and none of them is the paper clip, which stands for attaching', async () => {
    const { page } = await openRows({ rows: marked });
    const icons = await page.$$eval('.row', (all) =>
      all.map((each) => [...each.querySelectorAll('.state')].map(({ className }) => className.split('codicon-')[1])),
    );
    expect(icons).toEqual([['error'], ['circle-filled'], ['check'], ['dash'], ['pin'], ['history']]);
  });

  it('is told in words', async () => {
    const { page } = await openRows({ rows: marked });
    const told = await page.$$eval('.row .spoken', (all) =>
      all.map((each) => each.textContent.split(', s, ')[0]?.slice('a, '.length)),
    );
    expect(told).toEqual([
      'In the context, but couldn’t be read, Saved by you, not listed by the server',
      'Changed since the chat read it',
      'In the chat context',
      'In the context, unchecked',
      'Saved by you, not listed by the server',
      'Cached from an earlier connection',
    ]);
    const tooltips = (part: string): Promise<readonly string[]> =>
      page.$$eval(part, (all) => all.map((each) => each.getAttribute('title') ?? ''));
    expect(await tooltips('.row .state')).toEqual([told[0]?.split(', S')[0], ...told.slice(1)]);
    expect((await tooltips('.row .action')).slice(0, 3)).toEqual(['Preview', 'Open', 'Attach to Chat']);
  });
});

describe('what matched', () => {
  /** Returns the emphasised texts that are in sight in their lines, wholly. */
  const inSight = (page: OpenPanel['page']): Promise<string[]> =>
    page.$$eval('.row .match', (all) =>
      all
        .filter((match) => {
          const line = match.closest('.title, .detail')!.getBoundingClientRect();
          const box = match.getBoundingClientRect();
          return box.left >= line.left && box.right <= line.right;
        })
        .map(({ textContent }) => textContent),
    );
  const deep = `handbook · https://handbook.example/${'long/way/'.repeat(9)}down/reconciliation.html`;

  it.each([
    [
      'far into a title',
      'month',
      { title: 'How to reconcile orders with the provider at the end of the month', where: deep },
    ],
    ['at the end of a folder', 'down', { title: 'a', where: deep }],
    ['in the end of a URI that the row does not show', 'reconciliation', { title: 'Month end', where: deep }],
    [
      'in a description',
      'weather',
      {
        title: 'a',
        where: deep,
        description: `${'Words that nobody asked for. '.repeat(9)}Held by the weather, for days.`,
      },
    ],
    [
      'in text of wide characters',
      '注文',
      { title: 'これはとても長いタイトルです、そして最後に注文と書いてあります', where: deep },
    ],
  ])('is in sight at 300 pixels %s', async (_, word, sample) => {
    const { page } = await openRows({ rows: [makeRow(1, sample)] });
    await type(page, word);
    // Each letter has its own answer.
    await expect.poll(() => inSight(page)).toContain(word);
  });
});

describe('a text that is shortened', () => {
  const tickets = [78792, 72634, 73810].map((order, index) =>
    makeRow(index + 1, {
      title: `#${1099 - 6 * index} Order ${order} is still “waiting for the weather to change”`,
      where: `larkspur · repo://acme/shop/main/src/server/orders/held/until/spring/${order}.md`,
      description: 'Held by the weather.',
    }),
  );
  /** Returns for the texts of all rows how many pixels of their lines are empty: below zero where the line cuts their end. */
  const emptyIn = (page: OpenPanel['page'], part: string): Promise<number[]> =>
    page.$$eval(part, (all) =>
      all.map((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        return line.getBoundingClientRect().right - range.getBoundingClientRect().right;
      }),
    );

  it.each([300, 380, 450])('fills its line but for a word, with its numbers, at %i pixels', async (width) => {
    const { page } = await openRows({ rows: tickets, width });
    await type(page, 'weather');
    await expect.poll(() => page.locator('.title .match').count()).toBe(3);
    await drawn(page);
    const shown = await titles(page);
    for (const title of shown) expect(title).toMatch(/^#10\d\d Order 7\d{4} .*… .*weather/u);
    for (const part of ['.row .title', '.row .detail'])
      for (const pixels of await emptyIn(page, part)) expect(pixels).toBeLessThan(70);
  });

  it('is measured again in another font', async () => {
    const { page } = await openRows({ rows: tickets, width: 450 });
    await type(page, 'weather');
    await expect.poll(() => page.locator('.title .match').count()).toBe(3);
    await drawn(page);
    const before = await titles(page);
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-font-size', '9px');
      document.body.classList.toggle('other');
    });
    await expect.poll(async () => (await titles(page)).join('').length).toBeGreaterThan(before.join('').length);
  });
});

describe('the description', () => {
  const described = [
    makeRow(1, { title: 'a', where: 's · x://a/b', description: 'Orders of\n<b>spring</b>', age: 'now' }),
    makeRow(2, { title: 'b', where: `s · x://a/${'long/way/'.repeat(9)}b`, description: 'Never seen' }),
  ];
  const details = (page: OpenPanel['page']): Promise<string[]> =>
    page.$$eval('.row .detail', (all) => all.map(({ textContent }) => textContent));

  it('stands after the folder where there is room, and once', async () => {
    const { page } = await openRows({ rows: described });
    await drawn(page);
    expect(await details(page)).toEqual(['s · x://a · Orders of <b>spring</b>', expect.stringMatching(/way$/u)]);
    await type(page, 'spring');
    await expect.poll(() => details(page)).toEqual(['s · Orders of <b>spring</b>']);
  });
});

describe('icons of servers', () => {
  const square = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';
  const iconed = [1, 2, 3].map((id) =>
    makeRow(id, { title: `t${id}`, where: 's · x://a', serverIcon: id === 3 ? 6 : 5 }),
  );

  it('are asked for once each, for the theme, and stand where the codicon stood', async () => {
    const { page, host } = await openPanel({
      rows: iconed,
      theme: 'light',
      prepare: (side) => void side.icons.set(5, square),
    });
    await expect.poll(() => page.locator('.row img').count()).toBe(2);
    expect(host.asked('serverIcon')).toEqual([
      { icon: 5, theme: 'light' },
      { icon: 6, theme: 'light' },
    ]);
    const boxes = await page.$$eval('.row .icon', (all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ left, width, height }) => [left, width, height]),
    );
    expect(boxes).toEqual([boxes[0], boxes[0], boxes[0]]);
    expect(await page.$eval('.row img', (image) => getComputedStyle(image).filter)).toBe('grayscale(1)');
    await page.evaluate(() => (document.body.className = 'vscode-dark'));
    await expect.poll(() => host.asked('serverIcon').at(-1)).toEqual({ icon: 6, theme: 'dark' });
  });

  it('that are no pictures in the answer itself are not loaded', async () => {
    const panel = await openPanel({
      rows: iconed,
      prepare: (side) => void side.icons.set(5, 'https://evil.example/icon.png'),
    });
    const { page, host, complaints } = panel;
    await rowsShown(page);
    await expect.poll(() => host.asked('serverIcon').length).toBe(2);
    await settled(panel);
    expect([await page.locator('.row img').count(), complaints]).toEqual([0, []]);
  });
});

describe('dragging', () => {
  /** Returns the data of a drag that starts on a row; `undefined` where none starts. */
  const dragged = (page: OpenPanel['page'], title: string) =>
    row(page, title).evaluate((element) => {
      const data = new DataTransfer();
      const event = new DragEvent('dragstart', { bubbles: true, cancelable: true, dataTransfer: data });
      if (!element.dispatchEvent(event)) return undefined;
      return Object.fromEntries(data.types.map((each) => [each, data.getData(each)]));
    });

  it('takes the file of a row that is not selected, which the pointer on it made known', async () => {
    const { page, host } = await openRows({ rows });
    expect(await dragged(page, 'b')).toBeUndefined();
    await row(page, 'b').hover();
    await expect.poll(() => host.asked('describeSelection')).toEqual([{ ids: [2] }]);
    await expect
      .poll(() => dragged(page, 'b'))
      .toEqual({
        resourceurls: '["mcpres://test/2.txt"]',
        'application/vnd.code.uri-list': 'mcpres://test/2.txt',
        'text/uri-list': 'mcpres://test/2.txt',
      });
    expect(host.asked('dragged').at(-1)).toEqual({ files: ['mcpres://test/2.txt'] });
  });

  it('takes all that is selected along with any row of it', async () => {
    const { page } = await openList({ rows });
    await press(page, 'Space', 'End', 'Space');
    await expect.poll(() => page.textContent('.selection-bar .count')).toBe('2 selected · 24 tokens');
    expect((await dragged(page, 'c'))?.['resourceurls']).toBe('["mcpres://test/1.txt","mcpres://test/3.txt"]');
    await expect.poll(() => titles(page)).toContain('b');
    expect(await dragged(page, 'b')).toBeUndefined();
  });
});
