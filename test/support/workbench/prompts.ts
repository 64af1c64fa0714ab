// Reads and answers VS Code's quick inputs, notifications and dialogs.
import type { Locator, Page } from 'playwright-core';
import { exactly, runCommand } from './commands.js';
import { waitFor } from './waiting.js';

export interface QuickItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Undefined unless several items can be selected. */
  readonly checked: boolean | undefined;
}

export interface QuickInput {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  /** The prompt or validation message under the box. */
  readonly message: string;
  readonly items: readonly QuickItem[];
}

const quickInput = (page: Page): Locator => page.locator('.quick-input-widget');

/** Waits for a quick pick or input box and reads it. Of a long list only the visible items exist. */
export async function readQuickInput(page: Page): Promise<QuickInput> {
  const widget = quickInput(page);
  await widget.waitFor();
  await widget.locator('.monaco-progress-container.active').waitFor({ state: 'hidden' });
  return await widget.evaluate((element) => {
    const text = (parent: Element, selector: string): string => parent.querySelector(selector)?.textContent ?? '';
    const input = element.querySelector('input[type="text"], .quick-input-box input');
    const rows = [...element.querySelectorAll<HTMLElement>('.quick-input-list .monaco-list-row')];
    const index = (row: HTMLElement): number => Number(row.dataset['index']);
    return {
      title: text(element, '.quick-input-title'),
      placeholder: input?.getAttribute('placeholder') ?? '',
      value: input instanceof HTMLInputElement ? input.value : '',
      message: text(element, '.quick-input-message').trim(),
      items: rows
        .toSorted((one, other) => index(one) - index(other))
        .map((row) => {
          const checked = row.getAttribute('aria-checked');
          return {
            label: text(row, '.label-name'),
            description: text(row, '.label-description'),
            detail: text(row, '.quick-input-list-label-meta'),
            checked: checked === null ? undefined : checked === 'true',
          };
        }),
    };
  });
}

/** Returns the title of the quick input that is shown now; empty without one. */
export async function quickInputTitle(page: Page): Promise<string> {
  const titles = await quickInput(page).locator('.quick-input-title').filter({ visible: true }).allInnerTexts();
  return titles.join('').trim();
}

/** Checks every item of a list with several choices, those out of sight too. */
export async function checkAllQuickItems(page: Page): Promise<void> {
  const all = quickInput(page).locator('.quick-input-header > [role="checkbox"]');
  if ((await all.getAttribute('aria-checked')) !== 'true') await all.click();
  await waitFor('every item to be checked', async () => (await all.getAttribute('aria-checked')) === 'true');
}

/** Replaces the text of the quick input. */
export async function typeIntoQuickInput(page: Page, text: string): Promise<void> {
  await quickInput(page).locator('.quick-input-box input').fill(text);
}

/** Clicks an item by its label: this accepts a list with one choice, and toggles the item in a list with several. */
export async function pickQuickItem(page: Page, label: string): Promise<void> {
  const name = page.locator('.label-name', { hasText: exactly(label) });
  await quickInput(page).locator('.quick-input-list .monaco-list-row').filter({ has: name }).first().click();
}

/** Presses a button of an item, which VS Code shows while the pointer is there. */
export async function pressQuickItemButton(page: Page, label: string, tooltip: string): Promise<void> {
  const name = page.locator('.label-name', { hasText: exactly(label) });
  const row = quickInput(page).locator('.quick-input-list .monaco-list-row').filter({ has: name }).first();
  await row.hover();
  await row.locator(`.action-label[aria-label="${tooltip}"]`).click();
}

export async function acceptQuickInput(page: Page): Promise<void> {
  await quickInput(page).locator('.quick-input-box input').press('Enter');
}

/**
 * Accepts until the input closes. A file dialog ignores the answer while it reads the folder, and does not show that it is reading. An input that is
 * still open has ignored the answer, so accepting again is safe.
 */
export async function acceptFileDialog(page: Page): Promise<void> {
  await waitFor('the dialog to take the answer', async () => {
    if (await quickInput(page).isVisible()) await acceptQuickInput(page);
    return quickInput(page)
      .waitFor({ state: 'hidden', timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  });
}

export async function cancelQuickInput(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
}

export interface Notification {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly buttons: readonly string[];
}

/** Returns the visible notifications, newest first. */
export async function notifications(page: Page): Promise<readonly Notification[]> {
  return await page.locator('.notification-list-item').evaluateAll((items) =>
    items.map((item) => {
      const icon = item.querySelector('.notification-list-item-icon')?.className ?? '';
      const severity = icon.includes('error') ? 'error' : icon.includes('warning') ? 'warning' : 'info';
      const buttons = [...item.querySelectorAll('.notification-list-item-buttons-container .monaco-button')];
      return {
        severity,
        message: item.querySelector('.notification-list-item-message')?.textContent ?? '',
        buttons: buttons.map((button) => button.textContent),
      } as const;
    }),
  );
}

/** Waits for a notification whose message contains `text`. */
export async function waitForNotification(page: Page, text: string | RegExp, timeout?: number): Promise<Notification> {
  const matches = ({ message }: Notification): boolean =>
    typeof text === 'string' ? message.includes(text) : text.test(message);
  let [shown, notification]: [readonly Notification[], Notification | undefined] = [[], undefined];
  const isThere = async (): Promise<boolean> => {
    shown = await notifications(page);
    notification = shown.find(matches);
    return notification !== undefined;
  };
  await waitFor(`a notification "${String(text)}"`, isThere, timeout).catch((cause: unknown) => {
    throw new Error(`Instead of "${String(text)}" there is: ${shown.map(({ message }) => message).join(' | ')}`, {
      cause,
    });
  });
  return notification!;
}

/** Presses a button of the notification whose message contains `text`. */
export async function pressNotificationButton(page: Page, text: string | RegExp, button: string): Promise<void> {
  const item = page.locator('.notification-list-item').filter({ hasText: text }).first();
  await item.hover();
  await item.getByRole('button', { name: button, exact: true }).click();
}

/** Closes every visible notification. */
export async function clearNotifications(page: Page): Promise<void> {
  const items = page.locator('.notification-list-item');
  await waitFor('no notification to be left', async () => {
    if ((await items.count()) === 0) return true;
    // One at a time. A notification may close itself meanwhile, so don't wait long.
    await items.first().hover({ timeout: 1000 });
    await items.first().locator('.codicon-notifications-clear').click({ timeout: 1000 });
    return (await items.count()) === 0;
  });
}

/** Waits for the modal dialog. @returns its text and buttons */
export async function readDialog(page: Page): Promise<{ readonly text: string; readonly buttons: readonly string[] }> {
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  const buttons = await dialog.locator('.dialog-buttons .monaco-button').allInnerTexts();
  return { text: (await dialog.locator('.dialog-message-container').innerText()).trim(), buttons };
}

export async function pressDialogButton(page: Page, button: string): Promise<void> {
  await page.locator('.monaco-dialog-box').getByRole('button', { name: button, exact: true }).click();
}

/** Removes permissions in *Manage Permissions…*, by the labels of their rows; the last of those with the same label. */
export async function removePermissions(page: Page, ...labels: readonly string[]): Promise<void> {
  await runCommand(page, 'MCP Resources: Manage Permissions…');
  for (const label of labels) {
    const name = page.locator('.label-name', { hasText: exactly(label) });
    const rows = quickInput(page).locator('.quick-input-list .monaco-list-row').filter({ has: name });
    await rows.first().waitFor();
    const count = await rows.count();
    await rows.last().click();
    await waitFor(`the permission "${label}" to be removed`, async () => (await rows.count()) < count);
  }
  await cancelQuickInput(page);
}
