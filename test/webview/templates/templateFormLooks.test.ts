import { expect, it } from 'vitest';
import { flawsOf } from '../../support/panel/appearance';
import type { HostSide } from '../../support/panel/hostSide';
import type { OpenPanel } from '../../support/panel/openPanel';
import { press } from '../../support/panel/reading';
import { entry } from '../../support/panel/templateHost';
import {
  rowsOfTable,
  ticket,
  tags,
  fixed,
  broken,
  openForm,
  box,
  options,
  place,
  uri,
  errors,
} from '../../support/panel/templateForms';

/** Every state of the form that gets a picture. */
const states: readonly {
  readonly name: string;
  readonly id?: number;
  readonly prepare?: (host: HostSide) => void;
  /** Selector that appears once the form is shown. */
  readonly reached?: string;
  readonly reach?: (panel: OpenPanel) => Promise<unknown>;
  /** Pressed at last. */
  readonly key?: string;
  /** Selector that appears in the end. */
  readonly last?: string;
}[] = [
  { name: 'empty', id: rowsOfTable, reach: ({ page }) => uri(page, 'db://larkspur/{schema}/{table}/rows') },
  {
    name: 'popup',
    id: rowsOfTable,
    reach: async ({ page, host }) => {
      const { templates } = host.forms;
      await host.forms.used.remember(templates.get(rowsOfTable)!, new Map([['schema', 'shipping']]));
      await page.reload();
      host.show({ kind: 'template', id: rowsOfTable, title: 'Rows of a table' });
      await expect.poll(() => place(page)).toBe('template-1-0 ');
      await box(page, 'schema').focus();
      await press(page, 'ArrowDown');
      await expect.poll(async () => (await options(page)).length).toBe(4);
      await press(page, 'ArrowDown');
    },
  },
  { name: 'more', id: ticket, key: 'ArrowDown', last: '.more' },
  {
    name: 'errors',
    id: rowsOfTable,
    reach: ({ page }) => uri(page, 'db://larkspur/{schema}/{table}/rows'),
    key: 'Control+Enter',
    last: '.field-error',
  },
  {
    name: 'done',
    id: rowsOfTable,
    reach: async ({ page }) => {
      await box(page, 'schema').fill('sales');
      await box(page, 'table').fill('order_lines');
      await box(page, 'limit').fill('25');
      await press(page, 'Control+Enter');
      await expect.poll(() => page.textContent('.outcome')).toContain('Opened');
    },
  },
  {
    name: 'failed',
    id: ticket,
    reach: async ({ page, host }) => {
      host.fail('useTemplate', 'The server “larkspur” is not running. Start it in the view Servers.');
      await page.keyboard.type('951');
    },
    key: 'Control+Enter',
    last: '.outcome .codicon-error',
  },
  {
    name: 'tags',
    id: tags,
    reach: async ({ page }) => {
      for (const [line, value] of ['red', 'green, dark'].entries()) {
        await page.keyboard.type(value);
        await press(page, 'Enter');
        await expect.poll(() => place(page)).toBe(`template-0-${line + 1} `);
      }
      await uri(page, 'tags://all?tags=red&tags=green%2C%20dark');
    },
  },
  { name: 'fixed', id: fixed, reach: ({ page }) => uri(page, 'fixed://page') },
  { name: 'broken', id: broken, last: '.trouble' },
  { name: 'gone', id: ticket, prepare: (host) => host.forms.templates.delete(ticket), last: '.trouble' },
  { name: 'loading', id: ticket, prepare: (host) => void host.hold('openTemplate'), reached: '.late' },
  {
    name: 'hostile',
    id: ticket,
    prepare: (host) => {
      const name = '%3Cimg'.concat('x'.repeat(300));
      const text = `evil://<img src=x onerror=document.title=1>/${'y'.repeat(200)}/{${name}}/{?constructor,دليل}`;
      host.forms.templates.set(ticket, entry(text, 'Evil', '<b>bold</b>\u202Egnp.exe\n\n'.concat('z'.repeat(3000))));
      host.forms.values = { constructor: ['<script>alert(1)</script>', '\u202Etxt', 'a\nb', 'w'.repeat(500)] };
    },
    reach: ({ page }) => box(page, 'constructor').focus(),
    key: 'ArrowDown',
    last: '.option',
  },
];

it.each(states)(
  'the form $name is accessible in every theme and fits',
  async ({ name, id = ticket, prepare, reached, reach, key, last }) => {
    const panel = await openForm(id, { reducedMotion: true, ...(prepare && { prepare }) }, reached);
    await reach?.(panel);
    if (key !== undefined) await press(panel.page, key);
    if (last !== undefined) await panel.page.waitForSelector(last);
    expect(await flawsOf(panel, `template-form-${name}`, { axeWidths: [600] })).toEqual([]);
    expect(await panel.page.title()).not.toContain('1');
    expect(panel.complaints).toEqual([]);
  },
);

it.each([280, 140])(
  'has the label of a field in sight along with it in the lowest view, at %i pixels',
  async (width) => {
    const { page } = await openForm(rowsOfTable, { width, height: 120 });
    const inSight = (): Promise<readonly boolean[]> =>
      page.evaluate(() => {
        const body = document.querySelector('.form-body')!.getBoundingClientRect();
        const focused = document.activeElement!;
        return [focused.closest('.field')!.querySelector('label')!, focused]
          .map((part) => part.getBoundingClientRect())
          .map(({ top, bottom }) => top >= body.top && bottom <= Math.min(body.bottom, innerHeight));
      });
    await expect.poll(inSight).toEqual([true, true]);
    // The field that is left gets an error, which takes room.
    await press(page, 'Tab');
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await expect.poll(() => errors(page)).toHaveLength(1);
    await expect.poll(inSight).toEqual([true, true]);
  },
);

it('can be used at 200 % zoom', async () => {
  const { page } = await openForm(rowsOfTable, { width: 150, height: 300 });
  await box(page, 'schema').waitFor();
  expect(await page.$eval('.pane-content', (element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await press(page, 'Control+Enter');
  await expect.poll(() => errors(page)).toHaveLength(2);
});
