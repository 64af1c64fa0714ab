import { describe, expect, it } from 'vitest';
import { press, drawn } from '../../support/panel/reading';
import { settled } from '../../support/panel/settled';
import {
  rowsOfTable,
  ticket,
  openForm,
  box,
  options,
  offered,
  activeOption,
  place,
  uri,
  said,
} from '../../support/panel/templateForms';

describe('completion', () => {
  it('asks when the typing pauses, and moves by the arrow keys', async () => {
    const panel = await openForm(rowsOfTable, { isTimeHeld: true });
    const { page, host, pass } = panel;
    await box(page, 'table').focus();
    for (const key of 'ord') {
      await page.keyboard.type(key);
      await pass(149);
    }
    await settled(panel);
    expect(host.asked('completeVariable')).toEqual([]);
    await pass(1);
    await offered(page, ['orders', 'order_lines']);
    expect(host.asked('completeVariable').map(({ name, values }) => [name, values])).toEqual([
      ['table', { schema: '', table: 'ord', limit: '' }],
    ]);
    const input = box(page, 'table');
    expect([await input.getAttribute('aria-expanded'), await activeOption(page)]).toEqual(['true', undefined]);
    const seen: (string | undefined)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await press(page, key);
      await drawn(page);
      seen.push(await activeOption(page));
    }
    expect(seen).toEqual(['orders', 'order_lines', undefined, 'order_lines', 'orders']);
    await press(page, 'Enter');
    await uri(page, 'db://larkspur/{schema}/orders/rows');
    expect([await input.inputValue(), await input.getAttribute('aria-expanded')]).toEqual(['orders', 'false']);
    expect(host.forms.done).toEqual([]);
  });

  it('opens by an arrow key with all that there is, also where something is written already', async () => {
    const { page } = await openForm(rowsOfTable);
    await box(page, 'schema').fill('stock');
    await box(page, 'table').focus();
    await box(page, 'schema').focus();
    await press(page, 'ArrowUp');
    await expect.poll(() => activeOption(page)).toBe('web');
    await offered(page, ['sales', 'stock', 'shipping', 'web']);
  });

  it.each([600, 180])(
    'takes the chosen value with Tab, and goes on, also where the values scroll (%i px)',
    async (height) => {
      const { page } = await openForm(rowsOfTable, { height });
      await box(page, 'schema').focus();
      await press(page, 'ArrowDown');
      await expect.poll(() => activeOption(page)).toBe('sales');
      await press(page, 'Tab');
      await expect.poll(() => place(page)).toBe('template-1-0 ');
      await expect.poll(() => box(page, 'schema').inputValue()).toBe('sales');
      await expect.poll(() => page.locator('.popup').count()).toBe(0);
    },
  );

  it.each(['Enter', 'Tab'])('takes the only value that begins as typed with %s, and goes on', async (key) => {
    const { page } = await openForm(rowsOfTable);
    await box(page, 'schema').focus();
    await page.keyboard.type('SA');
    await offered(page, ['sales']);
    await expect.poll(() => activeOption(page)).toBe('sales');
    await press(page, key);
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await page.keyboard.type('ord');
    await offered(page, ['orders', 'order_lines']);
    await press(page, key);
    await expect.poll(() => place(page)).toBe('template-2-0 ');
    await uri(page, 'db://larkspur/sales/ord/rows');
  });

  it('takes the chosen value with Enter, and goes on; after the last field the next Enter attaches', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await box(page, 'schema').focus();
    await press(page, 'ArrowDown');
    await expect.poll(() => activeOption(page)).toBe('sales');
    await press(page, 'Enter');
    await page.keyboard.type('orders');
    await uri(page, 'db://larkspur/sales/orders/rows');
    const { page: last, host: lastHost } = await openForm(ticket);
    await press(last, 'ArrowDown');
    await expect.poll(() => activeOption(last)).toBeDefined();
    const number = (await activeOption(last))!;
    await press(last, 'Enter');
    await expect.poll(() => place(last)).toBe(`template-0-0 ${number}`);
    expect([host.forms.done, lastHost.forms.done]).toEqual([[], []]);
    await press(last, 'Enter');
    await expect.poll(() => lastHost.forms.done).toEqual([['attach', `ticket://support/${number}`]]);
  });

  it('leaves what is typed where it is a value, where the list was closed, and where the value is only one used before', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await box(page, 'schema').focus();
    await page.keyboard.type('sa');
    await offered(page, ['sales']);
    await press(page, 'Escape', 'Enter');
    await uri(page, 'db://larkspur/sa/{table}/rows');
    await page.keyboard.type('orders');
    await press(page, 'Enter');
    await page.keyboard.type('300');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done.length).toBe(1);
    for (const [typed, other] of [
      ['30', '300'],
      ['10', '100'],
    ] as const) {
      await press(page, 'Control+a');
      await page.keyboard.type(typed);
      await offered(page, [other]);
      await press(page, 'Enter');
      await expect
        .poll(() => host.forms.done.at(-1))
        .toEqual(['attach', `db://larkspur/sa/orders/rows?limit=${typed}`]);
    }
  });

  it('takes a value that is clicked, and shows all by the button', async () => {
    const { page } = await openForm(rowsOfTable);
    await page
      .locator('.box', { has: box(page, 'schema') })
      .getByTitle('Show values')
      .click();
    await page.locator('.option', { hasText: 'shipping' }).click();
    await uri(page, 'db://larkspur/shipping/{table}/rows');
    await expect.poll(() => place(page)).toBe('template-0-0 shipping');
  });

  it('tells what was used before, and of very many that there are more', async () => {
    const { page, host } = await openForm(ticket);
    await page.keyboard.type('950');
    await uri(page, 'ticket://support/950');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['attach', 'ticket://support/950']]);
    await press(page, 'Control+a', 'Delete');
    await expect.poll(async () => (await options(page)).length).toBe(100);
    expect(await page.locator('.option').first().innerText()).toMatch(/^950\s+used before$/);
    await expect.poll(() => page.textContent('.more')).toBe('Showing the first 100. Type to filter.');
    await expect.poll(() => said(page)).toBe('More than 100 values to choose from. Type to filter.');
  });

  it('drops answers that come too late, and takes back the questions', async () => {
    const { page, host, pass } = await openForm(rowsOfTable, { isTimeHeld: true });
    const release = host.hold('completeVariable');
    await box(page, 'table').focus();
    await page.keyboard.type('cust');
    await pass(150);
    await expect.poll(() => host.asked('completeVariable').length).toBe(1);
    await page.waitForSelector('.box .busy');
    await press(page, 'Control+a');
    await page.keyboard.type('par');
    await pass(150);
    await expect.poll(() => host.asked('completeVariable').length).toBe(2);
    expect(host.cancelled).toContain('completeVariable');
    release();
    await offered(page, ['parcels']);
    await expect.poll(() => page.locator('.box .busy').count()).toBe(0);
  });

  it('shows nothing for a box that was left meanwhile', async () => {
    const panel = await openForm(rowsOfTable, { isTimeHeld: true });
    const { page, host, pass } = panel;
    const release = host.hold('completeVariable');
    await box(page, 'table').focus();
    await page.keyboard.type('ord');
    await pass(150);
    await expect.poll(() => host.asked('completeVariable').length).toBe(1);
    await press(page, 'Tab');
    release();
    await expect.poll(() => host.cancelled).toContain('completeVariable');
    await settled(panel);
    expect(await page.locator('.popup, .busy').count()).toBe(0);
  });

  it('that fails leaves the user to type', async () => {
    const panel = await openForm(ticket, { prepare: (side) => side.fail('completeVariable', 'No.') });
    const { page, host } = panel;
    await page.keyboard.type('7');
    await expect.poll(() => host.asked('completeVariable').length).toBe(1);
    await uri(page, 'ticket://support/7');
    await settled(panel);
    expect(await page.locator('.popup, .busy, .notice').count()).toBe(0);
  });
});
