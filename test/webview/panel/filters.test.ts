import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { HostSide } from '../../support/panel/hostSide';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import {
  chips,
  choice,
  choose,
  filterChip,
  openFilter,
  press,
  rowsShown,
  titles,
  type,
} from '../../support/panel/reading';
import { goods, makeRow, makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

/** Returns the text of the focused choice or chip. */
function focusedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent.replace(/\s+/g, ' ').trim());
}

/** Returns the texts of the chips that are in sight. */
function shownChips(page: Page): Promise<string[]> {
  return page.$$eval('.chip:not([inert]) bdi', (all) => all.map((each) => each.textContent));
}

/** Returns the choices of the open menu. */
function choices(page: Page): Promise<string[]> {
  return page.$$eval('.menu:popover-open [role=menuitemcheckbox]', (all) =>
    all.map((each) => each.textContent.replace(/\s+/g, ' ').trim()),
  );
}

/** Returns the classes of parts of the list's side that overlap the part before them. */
function overlaps(page: Page): Promise<string[]> {
  return page.$eval('.side', (side) => {
    const parts = [...side.children].filter((part) => part.checkVisibility());
    return parts
      .filter((part, at) => {
        const before = parts[at - 1];
        return before && part.getBoundingClientRect().top < before.getBoundingClientRect().bottom - 0.5;
      })
      .map(({ className }) => className);
  });
}

describe('the filters', () => {
  it('are chips in one line, one for each facet with a choice', async () => {
    const { page } = await openRows({ rows: goods, width: 600 });
    await expect.poll(() => shownChips(page)).toEqual(['Server', 'Type', 'Priority', 'Scheme']);
    await type(page, 'celery');
    await expect.poll(() => shownChips(page)).toEqual([]);
    await expect.poll(() => page.locator('.filter-line').count()).toBe(1);
  });

  it('stay where they are while one after the other is chosen', async () => {
    const { page } = await openRows({ rows: goods, width: 600 });
    await choose(page, 'Server', 'farm');
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await openFilter(page, 'Priority');
    await expect.poll(() => choices(page)).toEqual(['Medium or high 1']);
    expect(await shownChips(page)).toEqual(['farm', 'Type', 'Priority', 'Scheme']);
  });

  it('take no line where there is nothing to choose in all', async () => {
    const { page } = await openRows({ rows: [makeRow(1, { title: 'a', where: 's · x://a' })] });
    await expect.poll(() => page.locator('.filter-line').count()).toBe(0);
  });

  it('are counted once typing pauses, and again when the results change', async () => {
    const panel = await openPanel({ rows: goods, isTimeHeld: true });
    const { page, host, pass } = panel;
    await rowsShown(page);
    for (const key of 'ap') {
      await type(page, key);
      await settled(panel);
    }
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot']);
    expect(host.asked('facets')).toEqual([]);
    await pass(200);
    await expect.poll(() => host.asked('facets')).toEqual([{ queryId: 3 }]);
    await openFilter(page, 'Type');
    await expect.poll(() => choices(page)).toEqual(['JSON 1', 'Markdown 1']);
    host.rows = [...host.rows, makeRow(9, { title: 'grape', where: 'shop · fruit://grape', icon: 'table' })];
    host.changed();
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'grape']);
    await pass(200);
    await expect.poll(() => choices(page)).toEqual(['JSON 2', 'Markdown 1']);
  });

  it('are counted less often while lists arrive, and as ever once they are here, or for another query', async () => {
    const prepare = (side: HostSide): void => void (side.isLoading = true);
    const panel = await openPanel({ rows: goods, isTimeHeld: true, prepare });
    const { page, host, pass } = panel;
    const counts = (): number => host.asked('facets').length;
    const listMore = async (): Promise<void> => {
      host.rows = [...host.rows, makeRow(host.rows.length + 1, { title: 'apple', where: 'shop · fruit://apple' })];
      host.changed();
      await settled(panel);
    };
    await rowsShown(page);
    await pass(200);
    await expect.poll(counts).toBe(1);
    await settled(panel);
    await listMore();
    await pass(900);
    await settled(panel);
    expect(counts()).toBe(1);
    await pass(100);
    await expect.poll(counts).toBe(2);
    await settled(panel);
    await listMore();
    await type(page, 'a');
    await settled(panel);
    await pass(200);
    await expect.poll(counts).toBe(3);
    await settled(panel);
    await listMore();
    host.isLoading = false;
    await listMore();
    await pass(200);
    await expect.poll(counts).toBe(4);
  });

  it('open their choices over the list, which keeps every row', async () => {
    const { page } = await openRows({ rows: makeRows(1204) });
    const before = await page.$eval('.results', (each) => JSON.stringify(each.getBoundingClientRect()));
    await openFilter(page, 'Server');
    await choice(page, 'github').click();
    await expect.poll(() => chips(page)).toEqual(['github']);
    expect(await page.$eval('.results', (each) => JSON.stringify(each.getBoundingClientRect()))).toBe(before);
  });

  it('widen within one and narrow down across several', async () => {
    const { page, host } = await openRows({ rows: goods });
    await choose(page, 'Server', 'farm');
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await choose(page, 'Type', 'Markdown');
    await expect.poll(() => titles(page)).toEqual(['celery']);
    await choose(page, 'Server', 'shop');
    await expect.poll(() => titles(page)).toEqual(['apricot', 'celery']);
    expect(host.asked('search').at(-1)?.query.choices).toEqual([
      { facet: 'server', value: 'farm' },
      { facet: 'type', value: 'Markdown' },
      { facet: 'server', value: 'shop' },
    ]);
    await expect.poll(() => chips(page)).toEqual(['farm +1', 'Markdown']);
    await choose(page, 'Server', 'farm');
    await expect.poll(() => titles(page)).toEqual(['apricot']);
  });

  it('are reached, opened, chosen and closed by the keyboard, which comes back to the chip', async () => {
    const { page } = await openRows({ rows: goods });
    await filterChip(page, 'Server').focus();
    await press(page, 'Enter');
    await expect.poll(() => focusedText(page)).toBe('shop 2');
    await press(page, 'ArrowDown', 'Space');
    await expect.poll(() => titles(page)).toEqual(['carrot', 'celery']);
    await expect.poll(() => focusedText(page)).toBe('farm 2');
    expect(await choice(page, 'farm').getAttribute('aria-checked')).toBe('true');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.menu:popover-open').count()).toBe(0);
    await expect.poll(() => focusedText(page)).toBe('farm');
    await press(page, 'ArrowDown', 'Enter');
    await expect.poll(() => page.locator('.menu:popover-open').count()).toBe(0);
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot', 'carrot', 'celery']);
    await expect.poll(() => focusedText(page)).toBe('farm +1');
  });

  it('are one stop of the Tab key, in which the arrows, Home and End move', async () => {
    const { page } = await openRows({ rows: goods, width: 600 });
    await filterChip(page, 'Server').focus();
    await press(page, 'ArrowRight', 'ArrowRight');
    await expect.poll(() => focusedText(page)).toBe('Priority');
    await press(page, 'End');
    await expect.poll(() => focusedText(page)).toBe('Scheme');
    await press(page, 'ArrowLeft', 'Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('radio');
    await press(page, 'Shift+Tab');
    await expect.poll(() => focusedText(page)).toBe('Priority');
    await press(page, 'Home');
    await expect.poll(() => focusedText(page)).toBe('Server');
    expect(await page.locator('.filter-line [tabindex="0"]').count()).toBe(1);
  });

  it('that do not fit are in a menu at the end of the line, with all others', async () => {
    const { page } = await openRows({ rows: goods, width: 150 });
    await expect.poll(() => shownChips(page)).toEqual(['Server']);
    const all = page.getByRole('button', { name: 'All filters' });
    await all.press('ArrowDown');
    await expect.poll(() => focusedText(page)).toBe('shop 2');
    await page.getByRole('group', { name: 'Priority' }).getByRole('menuitemcheckbox', { name: /^High/ }).click();
    await expect.poll(() => titles(page)).toEqual(['apple']);
    await expect.poll(() => shownChips(page)).toEqual(['High']);
    await page.getByRole('group', { name: 'Server' }).getByRole('menuitemcheckbox', { name: /^shop/ }).click();
    await expect.poll(() => shownChips(page)).toEqual(['shop']);
    await expect.poll(() => page.locator('.filter-line.hides-chosen').count()).toBe(1);
    await page.setViewportSize({ width: 600, height: 600 });
    await expect.poll(() => chips(page)).toEqual(['shop', 'High']);
    await expect.poll(() => all.isVisible()).toBe(false);
  });

  it('that are chosen stay in the line before those that are not', async () => {
    const { page } = await openRows({ rows: goods, width: 250 });
    await expect.poll(() => shownChips(page)).toEqual(['Server', 'Type', 'Priority']);
    await choose(page, 'Priority', 'Medium or high');
    await expect.poll(() => shownChips(page)).toEqual(['Server', 'Medium or high']);
    await choose(page, 'Server', 'shop');
    await expect.poll(() => shownChips(page)).toEqual(['shop', 'Medium or high']);
    await openFilter(page, 'Server');
    await choice(page, 'shop').click();
    await expect.poll(() => shownChips(page)).toEqual(['Server', 'Medium or high']);
    await press(page, 'Escape');
    expect(await focusedText(page)).toBe('Server');
  });

  it('name their values in a column of check marks, up to fifty, and say that there are more', async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      makeRow(index + 1, { title: `t${index}`, where: `s${index} · x://${index}` }),
    );
    const { page } = await openRows({ rows, height: 300 });
    await openFilter(page, 'Server');
    expect(await choices(page)).toHaveLength(50);
    expect(await page.textContent('.menu:popover-open .menu-rest')).toBe(
      'and 10 more. To use one, type a filter in the search box.',
    );
    await choice(page, 's40').click();
    await expect.poll(() => chips(page)).toEqual(['s40']);
    const lefts = await page.$$eval('.menu:popover-open .label', (all) => [
      ...new Set(all.map((label) => label.getBoundingClientRect().left)),
    ]);
    expect(lefts).toHaveLength(1);
    const [bottom, height] = await page.$eval('.menu:popover-open', (menu) => [
      menu.getBoundingClientRect().bottom,
      innerHeight,
    ]);
    expect(bottom).toBeLessThanOrEqual(height);
  });

  it('have menus as wide as their choices, all of it in sight, in a narrow side bar', async () => {
    const scheme = 'plants-in-pots-and-beds-at-home';
    const { page } = await openRows({
      rows: [...goods, makeRow(99, { title: 'orchids', where: `shop · ${scheme}://1` })],
      width: 300,
    });
    for (const name of ['Type', 'Priority', 'Scheme']) {
      await openFilter(page, name);
      const facts = await page.$eval('.menu:popover-open', (menu) => ({
        isInSight: menu.getBoundingClientRect().left >= 0 && menu.getBoundingClientRect().right <= innerWidth,
        cut: [...menu.querySelectorAll('.label')].filter((label) => label.scrollWidth > label.clientWidth).length,
      }));
      expect({ name, ...facts }).toEqual({ name, isInSight: true, cut: 0 });
      await press(page, 'Escape');
    }
  });

  it('leave the list its rows in a low panel, with nothing over anything else and one scroll bar', async () => {
    const { page } = await openList({
      rows: makeRows(1204),
      height: 120,
      prepare: (host) => void (host.notices = [{ kind: 'warning', text: '2 servers failed.', actions: [] }]),
    });
    await expect.poll(() => overlaps(page)).toEqual([]);
    expect(await page.$eval('#results', ({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(36);
    const scrolled = await page.$$eval('#panel *', (all) =>
      all
        .filter(
          (each) => each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
        )
        .map(({ id }) => id),
    );
    expect(scrolled).toEqual(['results']);
  });

  it('that cannot be counted leave the last ones, and are counted with the next results', async () => {
    const { page, host } = await openRows({ rows: goods, prepare: (side) => side.fail('facets', 'Lost.') });
    await expect.poll(() => host.asked('facets').length).toBe(1);
    host.recover('facets');
    await type(page, 'a');
    await expect.poll(() => shownChips(page)).toContain('Server');
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });

  it('show a server’s text as text', async () => {
    const { page, complaints } = await openRows({
      rows: ['<img src=x>\u202Egnp', 'other'].map((server, at) =>
        makeRow(at, { title: 'a', where: `${server} · a://b` }),
      ),
    });
    await openFilter(page, 'Server');
    await expect.poll(() => choices(page)).toContain('<img src=x>\uFFFDgnp 1');
    await choice(page, '<img').click();
    await expect.poll(() => chips(page)).toEqual(['<img src=x>\uFFFDgnp']);
    expect(complaints).toEqual([]);
  });
});

describe('the audience', () => {
  it.each([150, 300, 600])('is wholly in sight at %i pixels, and one click away', async (width) => {
    const { page, host } = await openRows({ rows: goods, width });
    const cut = await page.$$eval('.audience span', (all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.$eval('.audience', (each) => each.getBoundingClientRect().right)).toBeLessThanOrEqual(width);
    await page.click('label:has([value=assistant])');
    await expect.poll(() => host.asked('search').at(-1)?.query.audience).toBe('assistant');
  });

  it.each(['contrast', 'contrastLight'])(
    'tells its choice by more than the shade of a border in the theme %s',
    async (theme) => {
      const { page } = await openRows({ rows: goods, theme });
      const colours = await page.$$eval('.audience span', (all) =>
        all.map((each) => getComputedStyle(each).backgroundColor),
      );
      const [chosen, ...others] = colours;
      expect(others).not.toContain(chosen);
      expect(new Set(others).size).toBe(1);
    },
  );
});
