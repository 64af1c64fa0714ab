import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostSide } from '../support/panel/hostSide';
import { PanelBench, type OpenOptions, type OpenPanel } from '../support/panel/openPanel';
import { animationsEnded, drawn, press } from '../support/panel/reading';
import { makeRow, makeRows } from '../support/panel/resources';
import { entry, templateTexts } from '../support/panel/templateHost';
import { themes } from '../support/panel/themes';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const screenshots = path.resolve(import.meta.dirname, '../output/screenshots');

const [rowsOfTable = 0, ticket = 0, tags = 0, fixed = 0, broken = 0] = templateTexts.keys();
const titles: Readonly<Record<number, string>> = {
  [rowsOfTable]: 'Rows of a table',
  [ticket]: 'Support ticket by number',
  [tags]: 'By tags',
  [fixed]: 'Without variables',
  [broken]: 'With a mistake',
};

let bench: PanelBench;
beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  bench = await PanelBench.start();
});
afterEach(() => bench.closePages());
afterAll(() => bench.stop());

function templateRows() {
  return [...templateTexts].map(([id, uriTemplate]) =>
    makeRow(id, {
      kind: 'template',
      title: titles[id] ?? '',
      where: `larkspur · ${uriTemplate}`,
      icon: 'symbol-parameter',
    }),
  );
}

function prepared(host: HostSide): void {
  host.forms.values = {
    schema: ['sales', 'stock', 'shipping', 'web'],
    table: ['orders', 'order_lines', 'customers', 'products', 'parcels'],
    limit: ['10', '25', '50', '100'],
    number: Array.from({ length: 130 }, (_, at) => String(900 + at)),
    tags: ['red', 'green, dark', 'blue'],
  };
  host.forms.templates.set(
    rowsOfTable,
    entry(
      templateTexts.get(rowsOfTable) ?? '',
      'Rows of a table',
      'The first rows of a table as CSV; all of them without a limit.',
    ),
  );
}

const formReached = '.template-form :focus, .template-form .trouble';

/** Has the page open the form of a template. */
async function openForm(id: number, options: OpenOptions = {}, reached = formReached): Promise<OpenPanel> {
  const panel = await bench.open({
    rows: [...templateRows(), ...makeRows(20)],
    ...options,
    prepare: (host) => {
      prepared(host);
      options.prepare?.(host);
    },
  });
  await panel.page.waitForSelector('.row:not(.pending)');
  panel.host.show({ kind: 'template', id, title: titles[id] ?? '' });
  await panel.page.waitForSelector(reached);
  return panel;
}

function box(page: Page, name: string) {
  return page.getByRole('combobox', { name: new RegExp(`^${name}`) });
}

function options(page: Page): Promise<string[]> {
  return page.$$eval('[role=option].option .option-value', (all) => all.map(({ textContent }) => textContent));
}

async function offered(page: Page, values: readonly string[]): Promise<void> {
  await expect.poll(() => options(page)).toEqual(values);
}

/** What assistive technology takes for the chosen option. */
function activeOption(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? document.getElementById(id)?.querySelector('.option-value')?.textContent : undefined;
  });
}

/** Label and text of the box that the keyboard is in, or what else has it. */
function place(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element instanceof HTMLInputElement ? `${element.id} ${element.value}` : (element?.id ?? '');
  });
}

function shape(page: Page): Promise<(readonly [string | null, string])[]> {
  return page.$$eval('.uri bdi', (all) => all.map((each) => [each.getAttribute('class'), each.textContent] as const));
}

async function uri(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.textContent('.uri')).toBe(text);
}

function said(page: Page): Promise<string | null> {
  return page.textContent('[role=status]');
}

function errors(page: Page): Promise<string[]> {
  return page.$$eval('.field-error', (all) => all.map(({ textContent }) => textContent.trim()));
}

describe('the form of a template', () => {
  it('has a box for each variable, with required and optional told apart, and the keyboard in the first', async () => {
    const { page } = await openForm(rowsOfTable);
    await box(page, 'schema').waitFor();
    const heads = await page.$$eval('.field-head', (all) =>
      all.map((each) => each.textContent.replace(/\s+/g, ' ').trim()),
    );
    expect(heads).toEqual(['schema required', 'table required', 'limit optional', 'URI']);
    await expect.poll(() => place(page)).toBe('template-0-0 ');
    await expect.poll(() => page.textContent('.description')).toContain('all of them without a limit');
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
    const { page } = await bench.open({ rows: [...templateRows(), ...makeRows(5)], prepare: prepared });
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

  it('without variables has only what can be done with it', async () => {
    const { page, host } = await openForm(fixed);
    await uri(page, 'fixed://page');
    await expect.poll(() => place(page)).toBe('template-open');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['open', 'fixed://page']]);
  });

  it('says why a template with a mistake makes no URI', async () => {
    const { page } = await openForm(broken);
    await page.getByRole('alert').getByText('it has a mistake at character 10').waitFor();
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
    host.heal('openTemplate');
    await page.getByText('Retry').click();
    await box(page, 'number').waitFor();
  });
});

describe('completion', () => {
  it('asks when the typing pauses, and moves by the arrow keys', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await box(page, 'table').focus();
    // In one go, as a slow machine could take a pause in between.
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      for (const text of ['o', 'or', 'ord']) {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
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

  it('takes the chosen value with Tab, and goes on', async () => {
    const { page } = await openForm(rowsOfTable);
    await box(page, 'schema').focus();
    await press(page, 'ArrowDown');
    await expect.poll(() => activeOption(page)).toBe('sales');
    await press(page, 'Tab');
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await expect.poll(() => box(page, 'schema').inputValue()).toBe('sales');
    await expect.poll(() => page.locator('.popup').count()).toBe(0);
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
    await expect.poll(() => host.forms.done).toEqual([['open', 'ticket://support/950']]);
    await press(page, 'Control+a', 'Delete');
    await expect.poll(async () => (await options(page)).length).toBe(100);
    expect(await page.locator('.option').first().innerText()).toMatch(/^950\s+used before$/);
    await expect.poll(() => page.textContent('.more')).toBe('The first 100. Type to narrow down.');
    await expect.poll(() => said(page)).toBe('100 values to choose from, and more: type to narrow down');
  });

  it('drops answers that come too late, and takes back the questions', async () => {
    const { page, host } = await openForm(rowsOfTable);
    const release = host.hold('completeVariable');
    await box(page, 'table').focus();
    await page.keyboard.type('cust');
    await expect.poll(() => host.asked('completeVariable').length).toBe(1);
    await page.waitForSelector('.box .busy');
    await press(page, 'Control+a');
    await page.keyboard.type('par');
    await expect.poll(() => host.asked('completeVariable').length).toBe(2);
    expect(host.cancelled).toContain('completeVariable');
    release();
    await offered(page, ['parcels']);
    await expect.poll(() => page.locator('.box .busy').count()).toBe(0);
  });

  it('shows nothing for a box that was left meanwhile', async () => {
    const { page, host } = await openForm(rowsOfTable);
    const release = host.hold('completeVariable');
    await box(page, 'table').focus();
    await page.keyboard.type('ord');
    await expect.poll(() => host.asked('completeVariable').length).toBe(1);
    await press(page, 'Tab');
    release();
    await expect.poll(() => host.cancelled).toContain('completeVariable');
    await expect.poll(() => page.locator('.popup, .busy').count()).toBe(0);
  });

  it('that fails leaves the person to type', async () => {
    const { page, host } = await openForm(ticket, { prepare: (side) => side.fail('completeVariable', 'No.') });
    await page.keyboard.type('7');
    await expect.poll(() => host.asked('completeVariable').length).toBe(1);
    await uri(page, 'ticket://support/7');
    await expect.poll(() => page.locator('.popup, .busy, .notice').count()).toBe(0);
  });
});

describe('what is missing', () => {
  it('is no error before the person has left the field', async () => {
    const { page } = await openForm(rowsOfTable);
    await uri(page, 'db://larkspur/{schema}/{table}/rows');
    await expect.poll(() => errors(page)).toEqual([]);
    await expect.poll(() => page.textContent('.outcome')).toContain('Not complete yet: schema, table');
    await press(page, 'Tab');
    await expect.poll(() => errors(page)).toEqual(['The URI needs a value here.']);
    await expect
      .poll(() => box(page, 'schema').getAttribute('aria-describedby'))
      .toBe('template-0-need template-0-error');
    await expect.poll(() => box(page, 'schema').getAttribute('aria-invalid')).toBe('true');
    await box(page, 'schema').focus();
    await page.keyboard.type('s');
    await expect.poll(() => box(page, 'schema').getAttribute('aria-invalid')).toBe('false');
  });

  it('is where the keyboard goes when the person tries', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await box(page, 'schema').fill('sales');
    const open = page.getByRole('button', { name: 'Open' });
    await expect.poll(() => open.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => open.getAttribute('aria-description')).toBe('Not complete yet: table');
    await open.press('Enter');
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await expect.poll(() => errors(page)).toEqual(['The URI needs a value here.']);
    expect(host.asked('useTemplate')).toEqual([]);
  });
});

describe('doing something with it', () => {
  it('goes from field to field with Enter, and opens with the last', async () => {
    const { page, host } = await openForm(rowsOfTable);
    await page.keyboard.type('stock');
    await press(page, 'Enter');
    await expect.poll(() => place(page)).toBe('template-1-0 ');
    await page.keyboard.type('parcels');
    await press(page, 'Enter');
    await expect.poll(() => place(page)).toBe('template-2-0 ');
    await press(page, 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['open', 'db://larkspur/stock/parcels/rows']]);
    await expect.poll(() => page.textContent('.outcome')).toContain('Opened');
    await expect.poll(() => said(page)).toBe('Opened');
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
    const { page, host } = await openForm(ticket);
    await page.keyboard.type('951');
    for (const name of ['Attach to Chat', 'Copy URI', 'Keep in List'])
      await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => host.forms.done.map(([use]) => use)).toEqual(['attach', 'copyUri', 'keep']);
    await expect.poll(() => page.textContent('.outcome')).toContain('Kept in the list, in this workspace');
    const keep = page.getByRole('button', { name: 'Keep in List' });
    await expect.poll(() => keep.getAttribute('aria-description')).toBe('The list has it already.');
    await keep.press('Enter');
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
    const { page, host } = await openForm(ticket);
    host.forms.missing.add('ticket://support/1');
    await page.keyboard.type('1');
    await press(page, 'Control+Enter');
    await expect.poll(() => host.asked('useTemplate').length).toBe(1);
    await expect.poll(() => page.textContent('.outcome').then((text) => text?.trim())).toBe('');
    await expect.poll(() => place(page)).toBe('template-0-0 1');
  });

  it('says in place that there is nothing', async () => {
    const { page, host } = await openForm(ticket);
    host.forms.missing.add('ticket://support/1');
    host.forms.problem = 'The server has nothing at ticket://support/1. Change a value.';
    await page.keyboard.type('1');
    await press(page, 'Control+Enter');
    await page.locator('.outcome').getByText('The server has nothing at ticket://support/1. Change a value.').waitFor();
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

  it('happens once while it runs', async () => {
    const { page, host } = await openForm(ticket);
    const release = host.hold('useTemplate');
    await page.keyboard.type('1');
    await press(page, 'Control+Enter', 'Control+Enter');
    const open = page.getByRole('button', { name: 'Open' });
    await expect.poll(() => open.getAttribute('aria-busy')).toBe('true');
    await press(page, 'Control+Enter');
    release();
    await expect.poll(() => page.textContent('.outcome')).toContain('Opened');
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
    await expect.poll(() => page.locator('.box').count()).toBe(3);
    await press(page, 'Enter', 'Enter');
    await expect.poll(() => host.forms.done).toEqual([['open', 'tags://all?tags=red&tags=green%2C%20dark']]);
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

/** Every state that is looked at. */
const states: readonly {
  readonly name: string;
  readonly id?: number;
  readonly prepare?: (host: HostSide) => void;
  /** When it is open. */
  readonly reached?: string;
  readonly reach?: (panel: OpenPanel) => Promise<unknown>;
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
  {
    name: 'more',
    id: ticket,
    reach: async ({ page }) => {
      await press(page, 'ArrowDown');
      await page.waitForSelector('.more');
    },
  },
  {
    name: 'errors',
    id: rowsOfTable,
    reach: async ({ page }) => {
      await uri(page, 'db://larkspur/{schema}/{table}/rows');
      await press(page, 'Control+Enter');
      await page.waitForSelector('.field-error');
    },
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
      await press(page, 'Control+Enter');
      await page.waitForSelector('.outcome .codicon-error');
    },
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
  { name: 'broken', id: broken, reach: ({ page }) => page.waitForSelector('.trouble') },
  {
    name: 'gone',
    id: ticket,
    prepare: (host) => host.forms.templates.delete(ticket),
    reach: ({ page }) => page.waitForSelector('.trouble'),
  },
  {
    name: 'loading',
    id: ticket,
    prepare: (host) => void host.hold('openTemplate'),
    reached: '.late',
  },
  {
    name: 'hostile',
    id: ticket,
    prepare: (host) => {
      const name = '%3Cimg'.concat('x'.repeat(300));
      const text = `evil://<img src=x onerror=document.title=1>/${'y'.repeat(200)}/{${name}}/{?constructor,دليل}`;
      host.forms.templates.set(ticket, entry(text, 'Evil', '<b>bold</b>\u202Egnp.exe\n\n'.concat('z'.repeat(3000))));
      host.forms.values = { constructor: ['<script>alert(1)</script>', '\u202Etxt', 'a\nb', 'w'.repeat(500)] };
    },
    reach: async ({ page }) => {
      await box(page, 'constructor').focus();
      await press(page, 'ArrowDown');
      await page.waitForSelector('.option');
    },
  },
];

describe.each(themes)('in the theme “$name”', ({ name: theme }) => {
  it.each(states)('the form “$name” is accessible and fits', async ({ name, id = ticket, prepare, reached, reach }) => {
    const panel = await openForm(id, { theme, reducedMotion: true, ...(prepare && { prepare }) }, reached);
    const { page, complaints } = panel;
    await reach?.(panel);
    await animationsEnded(page);
    for (const width of [300, 600]) {
      await page.setViewportSize({ width, height: 600 });
      await drawn(page);
      await page.screenshot({ path: path.join(screenshots, `template-form-${name}-${theme}-${width}.png`) });
      const content = await page.$eval('.pane-content', (element) => element.scrollWidth - element.clientWidth);
      expect(content).toBe(0);
    }
    await page.evaluate(axe);
    const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
    expect(
      results.violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html.slice(0, 300))]),
    ).toEqual([]);
    expect([complaints, await page.title()]).not.toContain('1');
    expect(complaints).toEqual([]);
  });
});

it('can be used at 200 % zoom', async () => {
  const { page } = await openForm(rowsOfTable, { width: 150, height: 300 });
  await box(page, 'schema').waitFor();
  expect(await page.$eval('.pane-content', (element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await press(page, 'Control+Enter');
  await expect.poll(() => errors(page)).toHaveLength(2);
});
