import { describe, expect, it } from 'vitest';
import { openPanel } from '../../support/panel/openPanel';
import { press } from '../../support/panel/reading';
import { settled } from '../../support/panel/settled';
import {
  box,
  broken,
  errors,
  fixed,
  offered,
  openForm,
  place,
  prepareForms,
  rowsOfTable,
  said,
  shape,
  tags,
  templateRows,
  ticket,
  uri,
} from '../../support/panel/templateForms';
import { makeRows } from '../../support/panel/resources';

describe('the form of a template', () => {
  it('has a box for each variable, with required and optional told apart, and the keyboard in the first', async () => {
    const { page } = await openForm(rowsOfTable);
    await box(page, 'schema').waitFor();
    const heads = await page.$$eval('.field-head', (all) =>
      all.map((each) => each.textContent.replace(/\s+/g, ' ').trim()),
    );
    expect(heads).toEqual(['schema required', 'table required', 'limit optional', 'URI']);
    await expect.poll(() => place(page)).toBe('template-0-0 ');
    await expect.poll(() => page.textContent('.description')).toContain('or all rows without a limit.');
    expect(await box(page, 'limit').getAttribute('aria-describedby')).toBe('template-2-need');
  });

  it('shows the URI taking shape', async () => {
    const { page } = await openForm(rowsOfTable);
    await uri(page, 'db://larkspur/{schema}/{table}/rows');
    await box(page, 'schema').fill('sa les');
    await uri(page, 'db://larkspur/sa%20les/{table}/rows');
    await expect
      .poll(() => shape(page))
      .toEqual([
        ['fixed', 'db://larkspur/'],
        ['value', 'sa%20les'],
        ['fixed', '/'],
        ['missing', '{table}'],
        ['fixed', '/rows'],
      ]);
    await box(page, 'limit').fill('10');
    await uri(page, 'db://larkspur/sa%20les/{table}/rows?limit=10');
  });

  it('is opened from a row of the list, and Escape goes back to it', async () => {
    const { page } = await openPanel({ rows: [...templateRows(), ...makeRows(5)], prepare: prepareForms });
    await page.locator('.row', { hasText: 'Support ticket by number' }).click();
    await box(page, 'number').waitFor();
    await expect.poll(() => place(page)).toBe('template-0-0 ');
    await page.keyboard.type('9');
    await page.waitForSelector('.popup');
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.popup').count()).toBe(0);
    await expect.poll(() => page.locator('.template-form').count()).toBe(1);
    await press(page, 'Escape');
    await expect.poll(() => page.locator('.template-form').count()).toBe(0);
  });

  it('that is opened again has the keyboard in its first empty field, without an error', async () => {
    const panel = await openForm(ticket);
    const { page, host } = panel;
    await expect.poll(() => place(page)).toBe('template-0-0 ');
    host.show({ kind: 'template', id: ticket, title: 'Support ticket by number' });
    await settled(panel);
    expect([await place(page), await errors(page)]).toEqual(['template-0-0 ', []]);
  });

  it('without variables has only what can be done with it', async () => {
    const { page, host } = await openForm(fixed);
    await uri(page, 'fixed://page');
    await expect.poll(() => place(page)).toBe('template-attach');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['attach', 'fixed://page']]);
  });

  it('says why a template with a mistake makes no URI', async () => {
    const { page } = await openForm(broken);
    await page.getByRole('alert').getByText('syntax error at character 10').waitFor();
    expect(await page.getByRole('button', { name: 'Open' }).count()).toBe(0);
  });

  it('says that a template is gone, and leads back', async () => {
    const { page } = await openForm(ticket, { prepare: (host) => host.forms.templates.delete(ticket) });
    await page.getByRole('alert').getByText('no longer lists this template').waitFor();
    await page.locator('.trouble').getByText('Back').click();
    await expect.poll(() => page.locator('.template-form').count()).toBe(0);
  });

  it('that could not be opened can be tried again', async () => {
    const { page, host } = await openForm(ticket, { prepare: (side) => side.fail('openTemplate', 'Not now.') });
    await page.getByRole('alert').getByText('Not now.').waitFor();
    host.recover('openTemplate');
    await page.getByText('Retry').click();
    await box(page, 'number').waitFor();
  });
});

describe('what is missing', () => {
  it('is no error before the user has left the field', async () => {
    const { page } = await openForm(rowsOfTable);
    await uri(page, 'db://larkspur/{schema}/{table}/rows');
    await expect.poll(() => errors(page)).toEqual([]);
    expect((await page.textContent('.outcome'))?.trim()).toBe('');
    await press(page, 'Tab');
    await expect.poll(() => errors(page)).toEqual(['A value is required.']);
    await expect
      .poll(() => box(page, 'schema').getAttribute('aria-describedby'))
      .toBe('template-0-need template-0-error');
    await expect.poll(() => box(page, 'schema').getAttribute('aria-invalid')).toBe('true');
    await box(page, 'schema').focus();
    await page.keyboard.type('s');
    await expect.poll(() => box(page, 'schema').getAttribute('aria-invalid')).toBe('false');
  });

  it('is where the keyboard goes when the user tries', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await box(page, 'schema').fill('sales');
    const open = page.getByRole('button', { name: 'Open' });
    await expect.poll(() => open.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => open.getAttribute('aria-description')).toBe('Enter table.');
    await box(page, 'schema').fill('');
    await open.press('Enter');
    await expect.poll(() => page.textContent('.outcome').then((text) => text?.trim())).toBe('Enter schema and table.');
    await box(page, 'schema').fill('sales');
    await open.press('Enter');
    await expect.poll(() => page.textContent('.outcome').then((text) => text?.trim())).toBe('Enter table.');
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await expect.poll(() => errors(page)).toEqual(['A value is required.']);
    expect(host.asked('useTemplate')).toEqual([]);
  });
});

describe('doing something with it', () => {
  it.each([200, 340])('is in sight in a panel of %s pixels, however many fields there are', async (height) => {
    const { page } = await openForm(rowsOfTable, { height });
    await uri(page, 'db://larkspur/{schema}/{table}/rows');
    const attach = page.locator('.actions button').first();
    expect((await attach.innerText()).trim()).toBe('Attach to Chat');
    const { y, height: own } = (await attach.boundingBox())!;
    expect(y + own).toBeLessThan(height);
    const scrolling = page.$$eval('.pane-content, .pane-content *', (all) =>
      all
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ classList }) => classList.value),
    );
    expect(await scrolling).toContain('form-body');
    expect(await scrolling).not.toContain('pane-content');
  });

  it('goes from field to field with Enter, and attaches with the last', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await page.keyboard.type('stock');
    await press(page, 'Enter');
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await page.keyboard.type('parcels');
    await press(page, 'Enter');
    await expect.poll(() => place(page)).toBe('template-2-0 ');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['attach', 'db://larkspur/stock/parcels/rows']]);
    await expect.poll(() => page.textContent('.outcome')).toContain('Attached to the chat');
    await expect.poll(() => said(page)).toBe('Attached to the chat');
    await expect.poll(() => page.locator('.template-form').count()).toBe(1);
  });

  it('opens from anywhere with Ctrl+Enter, with what was typed this moment', async () => {
    const { page, host } = await openForm(ticket);
    await page.keyboard.type('951');
    await press(page, 'Control+Enter');
    await expect.poll(() => host.forms.done).toEqual([['open', 'ticket://support/951']]);
    await page.getByRole('button', { name: 'Copy URI' }).focus();
    await press(page, 'Control+Enter');
    await expect.poll(() => host.forms.done.length).toBe(2);
    expect(host.forms.done[1]).toEqual(['open', 'ticket://support/951']);
  });

  it('attaches, keeps and copies; what is in the list need not be kept', async () => {
    const panel = await openForm(ticket);
    const { page, host } = panel;
    await page.keyboard.type('951');
    for (const name of ['Attach to Chat', 'Copy URI', 'Save to List'])
      await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => host.forms.done.map(([use]) => use)).toEqual(['attach', 'copyUri', 'keep']);
    await expect.poll(() => page.textContent('.outcome')).toContain('Resource saved to the Resources view');
    const keep = page.getByRole('button', { name: 'Save to List' });
    await expect.poll(() => keep.getAttribute('aria-description')).toBe('This resource is already in the list.');
    await keep.press('Enter');
    await settled(panel);
    expect(host.asked('useTemplate').length).toBe(3);
    await expect.poll(() => page.getByRole('button', { name: 'Open' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('stays for the next value, and forgets what it said', async () => {
    const { page, host } = await openForm(ticket);
    await page.keyboard.type('951');
    await press(page, 'Control+Enter');
    await expect.poll(() => page.textContent('.outcome')).toContain('Opened');
    await press(page, 'End', 'Backspace');
    await page.keyboard.type('2');
    await uri(page, 'ticket://support/952');
    await expect.poll(() => page.textContent('.outcome')).not.toContain('Opened');
    await press(page, 'Control+Enter');
    await expect.poll(() => host.forms.done.length).toBe(2);
  });

  it('says nothing of its own when the host told that there is nothing', async () => {
    const panel = await openForm(ticket);
    const { page, host } = panel;
    host.forms.missing.add('ticket://support/1');
    await page.keyboard.type('1');
    await press(page, 'Control+Enter');
    await expect.poll(() => host.asked('useTemplate').length).toBe(1);
    await settled(panel);
    expect([(await page.textContent('.outcome'))?.trim(), await place(page)]).toEqual(['', 'template-0-0 1']);
  });

  it('says in place that there is nothing', async () => {
    const { page, host } = await openForm(ticket);
    host.forms.missing.add('ticket://support/1');
    host.forms.problem =
      'The server has no resource with the URI ticket://support/1. Change one of the values you entered and try again.';
    await page.keyboard.type('1');
    await press(page, 'Control+Enter');
    await page
      .locator('.outcome')
      .getByText(
        'The server has no resource with the URI ticket://support/1. Change one of the values you entered and try again.',
      )
      .waitFor();
    await expect.poll(() => place(page)).toBe('template-0-0 1');
  });

  it('says in place what failed, until something is changed', async () => {
    const { page, host } = await openForm(ticket);
    host.fail('useTemplate', 'The chat is not open. Open it and try again.');
    await page.keyboard.type('1');
    await press(page, 'Control+Enter');
    await page.locator('.outcome').getByText('The chat is not open. Open it and try again.').waitFor();
    await page.keyboard.type('2');
    await expect.poll(() => page.textContent('.outcome').then((text) => text?.trim())).toBe('');
  });

  it('keeps the focused box in sight, however much it says', async () => {
    const { page, host } = await openForm(rowsOfTable, { width: 300, height: 320 });
    host.fail('useTemplate', 'The server refused the request. '.repeat(6));
    for (const [name, text] of Object.entries({ schema: 'sales', table: 'orders' })) await box(page, name).fill(text);
    const limit = box(page, 'limit');
    await limit.fill('25');
    await press(page, 'Control+Enter');
    await page.locator('.outcome').getByText('The server refused').waitFor();
    const end = (await page.locator('.form-end').boundingBox())!;
    await expect
      .poll(async () => limit.boundingBox().then((place) => place!.y + place!.height))
      .toBeLessThanOrEqual(end.y);
  });

  it('happens once while it runs', async () => {
    const panel = await openForm(ticket);
    const { page, host } = panel;
    const release = host.hold('useTemplate');
    await page.keyboard.type('1');
    await press(page, 'Control+Enter', 'Control+Enter');
    const open = page.getByRole('button', { name: 'Open' });
    await expect.poll(() => open.getAttribute('aria-busy')).toBe('true');
    await press(page, 'Control+Enter');
    release();
    await expect.poll(() => page.textContent('.outcome')).toContain('Opened');
    await settled(panel);
    expect(host.forms.done.length).toBe(1);
  });

  it('remembers: the form comes back as it was filled in', async () => {
    const { page, host } = await openForm(rowsOfTable);
    for (const [name, text] of [
      ['schema', 'sales'],
      ['table', 'orders'],
    ] as const)
      await box(page, name).fill(text);
    await press(page, 'Control+Enter');
    await expect.poll(() => page.textContent('.outcome')).toContain('Opened');
    await press(page, 'Escape', 'Escape');
    await expect.poll(() => page.locator('.template-form').count()).toBe(0);
    host.show({ kind: 'template', id: rowsOfTable, title: 'Rows of a table' });
    await uri(page, 'db://larkspur/sales/orders/rows');
    await expect.poll(() => place(page)).toBe('template-0-0 sales');
  });
});

describe('a variable that takes several values', () => {
  it('has a line for each, and always one more', async () => {
    const { page, host } = await openForm(tags);
    await page.keyboard.type('red');
    await press(page, 'Enter');
    await expect.poll(() => place(page)).toBe('template-0-1 ');
    await expect.poll(() => page.getByRole('combobox', { name: 'tags, value 2' }).count()).toBe(1);
    await press(page, 'ArrowDown');
    await offered(page, ['green, dark', 'blue']);
    await press(page, 'Enter');
    await uri(page, 'tags://all?tags=red&tags=green%2C%20dark');
    await expect.poll(() => place(page)).toBe('template-0-2 ');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['attach', 'tags://all?tags=red&tags=green%2C%20dark']]);
  });

  it('takes lines that are pasted, and gives them back', async () => {
    const { page } = await openForm(tags);
    await box(page, 'tags').waitFor();
    await expect.poll(() => place(page)).toBe('template-0-0 ');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'one\r\n\ntwo\nthree');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await uri(page, 'tags://all?tags=one&tags=two&tags=three');
    await expect.poll(() => place(page)).toBe('template-0-3 ');
    await press(page, 'Backspace');
    await expect.poll(() => place(page)).toBe('template-0-2 three');
    await page.getByTitle('Remove value').first().click();
    await uri(page, 'tags://all?tags=two&tags=three');
  });
});
