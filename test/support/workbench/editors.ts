// Drives text editors with the keyboard.
import type { Locator, Page } from 'playwright-core';
import { openQuickInput } from './commands.js';
import { waitFor } from './waiting.js';

/** The editor that has the focus, or had it last. */
export function activeEditor(page: Page): Locator {
  return page.locator('.part.editor .editor-group-container.active .editor-instance').first();
}

/** Opens a file of the workspace by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await openQuickInput(page, 'Control+P', name);
  const palette = page.locator('.quick-input-widget');
  const first = palette.locator('.quick-input-list .monaco-list-row').first();
  await waitFor(`the file ${name}`, async () => (await first.locator('.label-name').first().innerText()) === name);
  await page.keyboard.press('Enter');
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await activeEditor(page).locator('.view-lines').waitFor();
}

/** Puts the cursor at a line and column, both counted from 1. */
export async function goTo(page: Page, line: number, column: number): Promise<void> {
  await page.keyboard.press('Control+G');
  const box = page.locator('.quick-input-widget .quick-input-box input');
  await box.fill(`:${line}:${column}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Returns the place of an element in an editor once it has not moved for 300 ms: lenses that arrive move the text below them. */
export async function restingPlace(element: Locator): Promise<Box> {
  let place: Box | null = null;
  let since = Date.now();
  await waitFor('text that stays where it is', async () => {
    const now = await element.boundingBox();
    if (JSON.stringify(now) !== JSON.stringify(place)) since = Date.now();
    place = now;
    return now !== null && Date.now() - since >= 300;
  });
  return place!;
}

/** Clicks a lens until the click has its effect: VS Code drops one that meets a lens while it is drawn again. */
export async function clickLens(page: Page, text: string | RegExp, effect: () => Promise<boolean>): Promise<void> {
  const lens = activeEditor(page).getByText(text);
  const press = async (): Promise<boolean> => {
    await restingPlace(lens);
    await lens.click();
    await waitFor('the effect', effect, 5_000);
    return true;
  };
  await waitFor(`the effect of the lens “${String(text)}”`, press, 60_000);
}

/**
 * Opens a link of the text with Ctrl and a click. Clicks by position, because VS Code redraws a line whenever something in it is marked. New links
 * from their provider leave none active until the mouse moves again, and a lens that arrives above the line moves it: the mouse moves until the
 * link under it is active, which does nothing else.
 */
export async function followLink(page: Page, text: string): Promise<void> {
  const active = activeEditor(page).locator('.detected-link-active').first();
  // A link is either the one or the other.
  const link = activeEditor(page).locator('.detected-link, .detected-link-active', { hasText: text }).first();
  let place = await restingPlace(link);
  await page.keyboard.down('Control');
  try {
    await waitFor('the link under the mouse', async () => {
      place = (await link.boundingBox()) ?? place;
      await page.mouse.move(place.x + place.width / 2 - 5, place.y + place.height / 2);
      await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
      return active.isVisible();
    });
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  } finally {
    await page.keyboard.up('Control');
  }
}

/** Returns the visible lines as they are drawn: a wrapped line counts as several. */
export async function editorText(page: Page): Promise<string> {
  const lines = await activeEditor(page)
    .locator('.view-lines .view-line')
    .evaluateAll((all) =>
      all
        .map((line): [number, string] => [Number.parseFloat((line as HTMLElement).style.top), line.textContent])
        .sort(([one], [other]) => one - other)
        .map(([, text]) => text),
    );
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Returns the file names of all tabs, from left to right. */
export function tabs(page: Page): Promise<readonly string[]> {
  const all = page.locator('.part.editor .tab');
  return all.evaluateAll((some) => some.map((tab) => tab.getAttribute('data-resource-name') ?? ''));
}

/** Returns the list of completions: labels with their descriptions. */
export async function suggestions(page: Page): Promise<readonly string[]> {
  const rows = page.locator('.suggest-widget.visible .monaco-list-row');
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ').trim());
}

/**
 * Waits for completions. Asks for them again where VS Code closed its list or never opened it, as it does while an editor is laid out or learns which
 * characters ask: that changes nothing. https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/contrib/suggest/browser/suggestModel.ts
 */
export async function waitForSuggestions(
  page: Page,
  what: string,
  areThere: (texts: readonly string[]) => boolean,
): Promise<void> {
  const isDone = async (): Promise<boolean> => areThere(await suggestions(page));
  await waitFor(`${what} among the completions`, async () => {
    await waitFor('the list', isDone, 3_000).catch(() => page.keyboard.press('Control+Space'));
    return await isDone();
  });
}
