import { describe, expect, it } from 'vitest';
import { copyState } from '../../support/panel/copies';
import { openPanel, type OpenOptions, type OpenPanel } from '../../support/panel/openPanel';
import { drawn, focusList, heightOf, press, rowsShown, summary, titles, type } from '../../support/panel/reading';
import { makeRow, makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

const fruit = ['apple', 'apricot', 'banana', 'cherry'].map((title, index) =>
  makeRow(index + 1, { title, where: `shop · fruit://${title}`, audience: title === 'banana' ? ['assistant'] : [] }),
);
/** Milliseconds after which the page copies what has not changed. */
const copiedAfter = 300;

/** Opens a panel that has made its copy. */
async function openCopied(options: OpenOptions = {}): Promise<OpenPanel> {
  const panel = await openPanel({
    rows: fruit,
    isTimeHeld: true,
    ...options,
    prepare: (host) => {
      host.copies = copyState;
      options.prepare?.(host);
    },
  });
  await rowsShown(panel.page);
  await copied(panel);
  return panel;
}

async function copied(panel: OpenPanel): Promise<void> {
  await settled(panel);
  await panel.pass(copiedAfter);
  await settled(panel);
}

describe('a typed key, while the host is far away', () => {
  it('shows its rows without an answer, and then the counts of the host', async () => {
    const panel = await openCopied();
    const { page, host } = panel;
    const release = host.hold('search');
    await type(page, 'ap');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot']);
    expect(await page.locator('.row .title .match').allTextContents()).toEqual(['ap', 'ap']);
    expect(await summary(page)).toBe('4 total');
    await press(page, 'Backspace', 'Backspace');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    await type(page, 'an');
    await expect.poll(() => titles(page)).toEqual(['banana']);
    release();
    await expect.poll(() => summary(page)).toBe('1 of 4');
    expect(await titles(page)).toEqual(['banana']);
  });

  it('is nothing to wait for: no progress is shown, and Enter attaches the first row', async () => {
    const panel = await openCopied();
    const { page, host } = panel;
    host.hold('search');
    await type(page, 'ban');
    await expect.poll(() => titles(page)).toEqual(['banana']);
    await panel.pass(1_000);
    await drawn(page);
    expect(await page.locator('.progress').count()).toBe(0);
    await press(page, 'Enter');
    await expect.poll(() => host.acts).toEqual(['attach 3']);
  });

  it('shows all rows of a long list, and keeps the place when the host says the same', async () => {
    const panel = await openCopied({ rows: makeRows(1204) });
    const { page, host } = panel;
    const release = host.hold('search');
    const releaseRows = host.hold('rows');
    await type(page, 'resource');
    await expect.poll(() => titles(page)).toContain('resource 11');
    await focusList(page);
    await press(page, 'End');
    await expect.poll(() => titles(page)).toContain('resource 1204');
    const height = await heightOf(page, 'resource 1204');
    release();
    await settled(panel);
    releaseRows();
    await expect.poll(() => summary(page)).toMatch(/ of 1,204$/);
    await settled(panel);
    expect([await heightOf(page, 'resource 1204'), (await titles(page)).includes('…')]).toEqual([height, false]);
  });

  it('waits for the host where nothing is found, which says why', async () => {
    const { page, host } = await openCopied();
    const release = host.hold('search');
    await type(page, 'zzz');
    await drawn(page);
    expect(await titles(page)).toHaveLength(4);
    release();
    await expect.poll(() => page.locator('.empty').count()).toBe(1);
  });

  it('counts filters once the host knows the query', async () => {
    const panel = await openCopied();
    const { page, host } = panel;
    const release = host.hold('search');
    const before = host.asked('facets').length;
    await type(page, 'ap');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot']);
    await panel.pass(1_000);
    await settled(panel);
    expect(host.asked('facets')).toHaveLength(before);
    release();
    await settled(panel);
    await panel.pass(1_000);
    await expect.poll(() => host.asked('facets').at(-1)).toEqual({ queryId: host.asked('search').at(-1)?.queryId });
  });

  it('does not offer to attach all under a label that is not true yet', async () => {
    const panel = await openCopied({ prepare: (host) => (host.attachAll = 'Attach All 4') });
    const { page, host } = panel;
    const button = page.locator('.attach-all');
    expect(await button.isEnabled()).toBe(true);
    const release = host.hold('search');
    await type(page, 'ap');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot']);
    expect(await button.isEnabled()).toBe(false);
    release();
    await expect.poll(() => button.isEnabled()).toBe(true);
  });
});

describe('the copy', () => {
  it('has the newest marks of the rows that the host showed', async () => {
    const panel = await openCopied();
    const { page, host } = panel;
    host.rows = fruit.map((row) => (row.title === 'apple' ? { ...row, mark: 'updated' } : row));
    host.changed();
    await expect.poll(() => page.locator('.row .state.updated').count()).toBe(1);
    host.hold('search');
    await type(page, 'ppl');
    await expect.poll(() => titles(page)).toEqual(['apple']);
    expect(await page.locator('.row .state.updated').count()).toBe(1);
  });

  it('is not used once it is out of date, and made again when the changes have stopped', async () => {
    const panel = await openCopied();
    const { page, host } = panel;
    const asked = () => host.asked('copyEntries').map(({ ids }) => ids);
    expect(asked()).toEqual([[1, 2, 3, 4]]);
    host.rows = [...fruit.slice(1), makeRow(5, { title: 'apiaceae', where: 'shop · herb://apiaceae' })];
    host.copies = { ...copyState, order: 2 };
    host.changed();
    await expect.poll(() => titles(page)).toContain('apiaceae');
    const release = host.hold('search');
    await type(page, 'ap');
    await drawn(page);
    expect(await titles(page)).toHaveLength(4);
    release();
    await expect.poll(() => titles(page)).toEqual(['apricot', 'apiaceae']);
    await copied(panel);
    expect(asked()).toEqual([[1, 2, 3, 4], [5]]);
    host.hold('search');
    await type(page, 'i');
    await expect.poll(() => titles(page)).toEqual(['apiaceae']);
  });

  it('is not made of too much, and a failure leaves all to the host', async () => {
    const large = await openCopied({ prepare: (host) => (host.copies = { ...copyState, of: 'none' }) });
    expect(large.host.asked('copyOrder')).toEqual([]);
    const { page, host } = await openCopied({ prepare: (host) => host.fail('copyEntries', 'Broken') });
    await type(page, 'ap');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot']);
    await expect.poll(() => summary(page)).toBe('2 of 4');
    expect([host.asked('copyEntries').length, await page.locator('.failure').count()]).toEqual([1, 0]);
  });

  it('is of what was found where all would be too much, and answers what narrows it down', async () => {
    const panel = await openCopied({ prepare: (host) => (host.copies = { ...copyState, of: 'none' }) });
    const { page, host } = panel;
    host.copies = { ...copyState, of: 'results' };
    await type(page, 'a');
    await settled(panel);
    await type(page, 'p');
    await settled(panel);
    await copied(panel);
    expect(host.asked('copyOrder').map(({ query }) => query.text)).toEqual(['a']);
    const release = host.hold('search');
    await type(page, 'r');
    await expect.poll(() => titles(page)).toEqual(['apricot']);
    await press(page, 'Backspace', 'Backspace');
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana']);
    await press(page, 'Backspace');
    await drawn(page);
    expect(await titles(page)).toEqual(['apple', 'apricot', 'banana']);
    release();
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'banana', 'cherry']);
    await copied(panel);
    expect(host.asked('copyOrder').map(({ query }) => query.text)).toEqual(['a', '']);
  });

  it('is given up where another query is typed meanwhile, which is copied then', async () => {
    const rows = [...makeRows(1_300), ...fruit.map((row, index) => ({ ...row, id: 2_000 + index }))];
    const panel = await openCopied({ rows, prepare: (host) => (host.copies = { ...copyState, of: 'none' }) });
    const { page, host } = panel;
    host.copies = { ...copyState, of: 'results' };
    const release = host.hold('copyEntries');
    await type(page, 'resource');
    await copied(panel);
    await page.keyboard.press('Control+A');
    await type(page, 'app');
    await expect.poll(() => titles(page)).toEqual(['apple']);
    release();
    await copied(panel);
    await copied(panel);
    expect(host.asked('copyOrder').map(({ query }) => query.text)).toEqual(['resource', 'app']);
    // Three parts were under way.
    expect(host.asked('copyEntries').map(({ ids }) => ids.length)).toEqual([200, 200, 200, 1]);
  });

  it('is not asked for again once it was refused, but that of a longer query is', async () => {
    const panel = await openCopied({ prepare: (host) => (host.copies = { ...copyState, of: 'none' }) });
    const { page, host } = panel;
    host.copies = { ...copyState, of: 'results' };
    host.fail('copyOrder', 'Too much');
    await type(page, 'a');
    await copied(panel);
    host.changed();
    await copied(panel);
    await type(page, 'p');
    await copied(panel);
    expect(host.asked('copyOrder').map(({ query }) => query.text)).toEqual(['a', 'ap']);
  });

  it('does not answer a clicked filter, whose results only the host knows', async () => {
    const { page, host } = await openCopied();
    const release = host.hold('search');
    await page.locator('.audience input[value=user]').click();
    await drawn(page);
    expect(await titles(page)).toHaveLength(4);
    release();
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'cherry']);
  });
});
