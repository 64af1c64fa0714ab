// The Context view's promise: added resources keep up to date, and are sent as they are now.
import { afterAll, beforeAll, it } from 'vitest';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { waitForChips } from '../../support/workbench/chat.js';
import { runViewAction } from '../../support/workbench/commands.js';
import { pressDialogButton } from '../../support/workbench/prompts.js';
import { runInlineAction } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { names, ThirtyResources } from './thirtyResources.js';

let thirty: ThirtyResources;

beforeAll(async () => {
  thirty = await ThirtyResources.open();
});

afterAll(() => thirty.dispose());

/** Returns the text of one side of the diff, from top to bottom. */
async function diffLines(side: string): Promise<string> {
  const lines = await thirty.workbench.page
    .locator(`.monaco-diff-editor ${side} .view-line`)
    .evaluateAll((all) => all.map((line) => [line.getBoundingClientRect().top, line.textContent] as const));
  const sorted = lines.sort(([one], [other]) => one - other);
  return sorted.map(([, text]) => text.replaceAll('\u00a0', ' ')).join('\n');
}

it('thirty picked resources say what changed, show how, and go out as they are now', async () => {
  const { page } = thirty.workbench;
  const changed = ['leaf-05', 'leaf-15', 'leaf-25'];
  await thirty.sendAll();

  // Three resources change, are marked as updated, show their differences, and are sent as they are now.
  await thirty.change(
    ['leaf-05', 'leaf-05\nbrown\nsmall\n'],
    ['leaf-15', 'leaf-15\ngreen\nlarge\nwith a caterpillar\n'],
    ['leaf-25', 'leaf-25\n'],
  );
  await thirty.waitForContext(names.map((name) => (changed.includes(name) ? `${name} ✓ updated` : `${name} ✓`)));
  await thirty.waitForBadges(changed);
  await runInlineAction(page, 'Context', 'leaf-15', 'Show Changes');
  await waitFor('what was sent', async () => (await diffLines('.original')) === 'leaf-15\ngreen\nsmall\n');
  // In a narrow editor, removed lines stand among the current ones.
  const now = '.modified .view-lines:not(.line-delete)';
  await waitFor('what is there now', async () => (await diffLines(now)) === thirty.texts.get('leaf-15'));
  await takeScreenshot(page, 'living-context');
  await runViewAction(page, 'Context', 'Attach Updated Resources');
  await waitForChips(
    page,
    changed.map((name) => `${name}.txt`),
  );
  await thirty.send('three', changed);
  await thirty.waitForContext(names.map((name) => `${name} ✓`));

  // One key attaches all of them again, as they are now.
  await thirty.change(['leaf-01', 'leaf-01\nfallen\n']);
  await thirty.waitForContext(names.map((name, index) => (index === 0 ? `${name} ✓ updated` : `${name} ✓`)));
  await page.keyboard.press('Control+Shift+Alt+J');
  await pressDialogButton(page, 'Attach');
  await thirty.waitForFiles(names);
  await thirty.send('again', names);
}, 240_000);
