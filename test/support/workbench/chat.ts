// Drives the chat view, with the test model of test/support/chatProbe.
import type { Locator, Page } from 'playwright-core';
import { exactly, pickFromMenu } from './commands.js';
import { waitForRest } from './trees.js';
import { waitFor } from './waiting.js';

const chat = (page: Page): Locator => page.locator('.part.auxiliarybar .interactive-session').first();

/** Shows the chat view and puts the cursor into its input. */
export async function openChat(page: Page): Promise<void> {
  const input = chat(page).locator('.interactive-input-part .monaco-editor').first();
  if (!(await input.isVisible())) await page.keyboard.press('Control+Alt+I');
  await input.waitFor();
  // Not by the mouse: a notification may cover the input.
  await input.locator('.native-edit-context, textarea.inputarea').first().focus();
}

/** The model appears some time after the extension host; a message without a model fails. */
export async function waitForModel(page: Page): Promise<void> {
  await chat(page)
    .locator('.chat-input-toolbars')
    .getByText(/^(?:Test Model|Recorder)$/u)
    .waitFor({ timeout: 30_000 });
}

/** Returns the labels of the attachments to the next message, without those that VS Code only suggests. */
export async function chatChips(page: Page): Promise<readonly string[]> {
  const chips = chat(page).locator('.interactive-input-part .chat-attached-context-attachment:not(.implicit)');
  return (await chips.allInnerTexts()).map((text) => text.replace(/\s+(?=:)/u, '').trim());
}

/** Waits until exactly these chips are there, in this order. */
export async function waitForChips(page: Page, labels: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  const isSame = async (): Promise<boolean> => {
    last = await chatChips(page);
    return JSON.stringify(last) === JSON.stringify(labels);
  };
  try {
    await waitFor('chips', isSame);
  } catch (cause) {
    throw new Error(`The chat has the chips [${last.join(', ')}] and not [${labels.join(', ')}].`, { cause });
  }
}

/** Removes an attachment with its own button. */
export async function removeChip(page: Page, label: string): Promise<void> {
  const chips = chat(page).locator('.interactive-input-part .chat-attached-context-attachment');
  const chip = chips.filter({ hasText: exactly(label) }).first();
  await chip.hover();
  await chip.locator('.monaco-button, .codicon-close').first().click();
}

/** Returns the text of the input. */
export async function chatDraft(page: Page): Promise<string> {
  const lines = await chat(page).locator('.interactive-input-part .view-line').allInnerTexts();
  return lines.join('\n').replaceAll('\u00a0', ' ').trim();
}

/** Types a message after the text of the input, and sends it. @returns the complete answer */
export async function sendMessage(page: Page, text: string): Promise<string> {
  return (await beginMessage(page, text))();
}

/** Sends a message. The returned function waits for the answer; before that VS Code may ask the user something. */
export async function beginMessage(page: Page, text: string): Promise<() => Promise<string>> {
  await openChat(page);
  await waitForModel(page);
  const answers = chat(page).locator('.interactive-response');
  // Identified by its place in the list. The list is virtual: while one answer scrolls into view another may leave it.
  const lastAnswer = async (): Promise<number> =>
    Math.max(
      -1,
      ...(await answers.evaluateAll((all) =>
        all.map((one) => Number(one.closest('.monaco-list-row')?.getAttribute('data-index') ?? -1)),
      )),
    );
  const before = await lastAnswer();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
  // A long line wraps, which adds white space.
  const end = text.replaceAll(/\s/gu, '').slice(-20);
  const isTyped = async (): Promise<boolean> => (await chatDraft(page)).replaceAll(/\s/gu, '').includes(end);
  const send = (): Promise<void> => page.keyboard.press('Enter');
  await waitFor('the text in the input', isTyped);
  await send();
  // VS Code ignores the key while it begins a session, which takes long on a busy machine.
  await waitFor('the text to leave the input', async () => !(await isTyped()), 10_000).catch(send);
  await waitFor('an answer', async () => (await lastAnswer()) > before, 30_000);
  return async () => {
    await answers.last().locator('.chat-footer-toolbar, .chat-response-footer').first().waitFor({ timeout: 30_000 });
    return (await answers.last().innerText()).replaceAll('\u00a0', ' ');
  };
}

/** Drags a tree row (see `findRow`) onto the chat view. The attachment appears a moment later: wait for its chip. */
export async function dragIntoChat(page: Page, row: Locator): Promise<void> {
  await openChat(page);
  // The whole view accepts drops. Use its middle, because a notification may cover the input.
  const target = await chat(page).boundingBox();
  if (target === null) throw new Error('The chat is not shown.');
  await waitForRest(row);
  await row.locator('.monaco-icon-label-container').hover({ position: { x: 4, y: 8 } });
  await page.mouse.down();
  // Drag by hand: an overlay over the chat accepts the drop, and `dragTo` would wait for it to disappear.
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  await page.mouse.move(target.x + target.width / 2 + 3, target.y + target.height / 2 + 3, { steps: 3 });
  await page.mouse.up();
}

const toolQuestion = (page: Page): Locator =>
  chat(page).locator('.chat-confirmation-widget-container').filter({ visible: true }).last();

/** Waits until VS Code asks whether a tool may run. @returns the question */
export async function readToolQuestion(page: Page): Promise<string> {
  const question = toolQuestion(page);
  await question.locator('.monaco-button', { hasText: exactly('Skip') }).waitFor({ timeout: 30_000 });
  return (await question.innerText()).replaceAll('\u00a0', ' ');
}

/** Presses a button of the question, or chooses an item from the menu next to it. */
export async function answerToolQuestion(page: Page, answer: string): Promise<void> {
  const question = toolQuestion(page);
  const shown = await question.elementHandle();
  const button = question.locator('.monaco-button', { hasText: exactly(answer) });
  if ((await button.count()) > 0) await button.first().click();
  else {
    await question.locator('.monaco-dropdown-button').click();
    await pickFromMenu(page, answer);
  }
  // The next question may be the same.
  await shown.waitForElementState('hidden');
}
