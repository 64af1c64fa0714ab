import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContainer } from '../../support/workbench/commands.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { demoServer, Panel, startWithServers } from '../base/product.js';

const pangram = 'the quick brown fox jumps over the lazy dog ';
/** A hundred letters, others each time: the box may still have those of the test before. */
const newText = (): string =>
  pangram
    .repeat(4)
    .slice((start += 7))
    .slice(0, 100);
let start = 0;

let workbench: Workbench;

beforeAll(async () => {
  const files = { 'notes.unknown': 'Nothing may be typed here.\n' };
  workbench = await startWithServers({ larkspur: demoServer() }, { ownWindow: true, files });
});

afterAll(() => workbench.dispose());

/** The keyboard is in an editor when the key is pressed. */
beforeEach(async () => {
  const { page } = workbench;
  await workbench.executeCommand('vscode.open', { $uri: `file://${workbench.workspaceFolder}/notes.unknown` });
  await page.locator('.part.editor .monaco-editor.focused').waitFor();
});

/** @returns the letters */
async function pressAndType(): Promise<string> {
  const { keyboard } = workbench.page;
  const text = newText();
  await keyboard.press('Control+Alt+J');
  await keyboard.type(text);
  return text;
}

/** Returns what is in the box once it is this text, or else in the end. */
async function typedInto(panel: Panel, text: string): Promise<string> {
  const typed = (): Promise<string> => panel.box.locator('input').inputValue();
  await waitFor('the letters', async () => (await typed()) === text).catch(() => undefined);
  return typed();
}

/** Nothing went into the editor: its tab has no mark of unsaved changes. */
async function isUntouched(): Promise<boolean> {
  return (await workbench.page.locator('.part.editor .tab.dirty').count()) === 0;
}

it('takes a hundred letters in a window in which the view was never shown', async () => {
  const text = await pressAndType();
  const panel = await Panel.open(workbench.page);
  expect([await typedInto(panel, text), await isUntouched()]).toEqual([text, true]);
});

it('takes them in a view that is in sight, in place of what was searched for', async () => {
  await Panel.open(workbench.page);
  const text = await pressAndType();
  expect([await typedInto(await Panel.open(workbench.page), text), await isUntouched()]).toEqual([text, true]);
});

it('takes them in a view that was hidden', async () => {
  await openContainer(workbench.page, 'Explorer');
  await workbench.executeCommand('workbench.action.focusActiveEditorGroup');
  await workbench.page.locator('.part.editor .monaco-editor.focused').waitFor();
  const text = await pressAndType();
  expect([await typedInto(await Panel.open(workbench.page), text), await isUntouched()]).toEqual([text, true]);
});
