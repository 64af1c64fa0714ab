import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { HostSide } from './hostSide';
import { openPanel, type OpenOptions, type OpenPanel } from './openPanel';
import { makeRow, makeRows } from './resources';
import { entry, templateTexts } from './templateHost';

/** Ids of the templates. */
export const [rowsOfTable = 0, ticket = 0, tags = 0, fixed = 0, broken = 0] = templateTexts.keys();
const titles: Readonly<Record<number, string>> = {
  [rowsOfTable]: 'Rows of a table',
  [ticket]: 'Support ticket by number',
  [tags]: 'By tags',
  [fixed]: 'Without variables',
  [broken]: 'With a mistake',
};

export function templateRows() {
  return [...templateTexts].map(([id, uriTemplate]) =>
    makeRow(id, {
      kind: 'template',
      title: titles[id] ?? '',
      where: `larkspur · ${uriTemplate}`,
      icon: 'symbol-parameter',
    }),
  );
}

export function prepareForms(host: HostSide): void {
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
      'The first rows of a table as CSV, or all rows without a limit.',
    ),
  );
}

const formReached = '.template-form :focus, .template-form .trouble';

/** Makes the page open the form of a template. */
export async function openForm(id: number, options: OpenOptions = {}, reached = formReached): Promise<OpenPanel> {
  const panel = await openPanel({
    rows: [...templateRows(), ...makeRows(20)],
    ...options,
    prepare: (host) => {
      prepareForms(host);
      options.prepare?.(host);
    },
  });
  await panel.page.waitForSelector('.row:not(.pending)');
  panel.host.show({ kind: 'template', id, title: titles[id] ?? '' });
  await panel.page.waitForSelector(reached);
  return panel;
}

export function box(page: Page, name: string) {
  return page.getByRole('combobox', { name: new RegExp(`^${name}`) });
}

export function options(page: Page): Promise<string[]> {
  return page.$$eval('[role=option].option .option-value', (all) => all.map(({ textContent }) => textContent));
}

export async function offered(page: Page, values: readonly string[]): Promise<void> {
  await expect.poll(() => options(page)).toEqual(values);
}

/** Returns the option that assistive technology treats as chosen. */
export function activeOption(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? document.getElementById(id)?.querySelector('.option-value')?.textContent : undefined;
  });
}

/** Returns the label and text of the focused box, or a name for another focused element. */
export function place(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element instanceof HTMLInputElement ? `${element.id} ${element.value}` : (element?.id ?? '');
  });
}

export function shape(page: Page): Promise<(readonly [string | null, string])[]> {
  return page.$$eval('.uri bdi', (all) => all.map((each) => [each.getAttribute('class'), each.textContent] as const));
}

export async function uri(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.textContent('.uri')).toBe(text);
}

export function said(page: Page): Promise<string | null> {
  return page.textContent('[role=status]');
}

export function errors(page: Page): Promise<string[]> {
  return page.$$eval('.field-error', (all) => all.map(({ textContent }) => textContent.trim()));
}
