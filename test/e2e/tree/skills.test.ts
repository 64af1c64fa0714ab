import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { setSideBarWidth, setTheme, takeScreenshot, themes } from '../../support/workbench/appearance.js';
import { menuItems, setSectionExpanded } from '../../support/workbench/commands.js';
import { editorText } from '../../support/workbench/editors.js';
import { pressDialogButton } from '../../support/workbench/prompts.js';
import { allRows, clickRow, runContextAction, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { demoServer, openAndAgree, Panel, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer() });
  await openAndAgree(workbench.page);
});

afterAll(() => workbench.dispose());

it('skills stand in a group of their own, and open like other resources', async () => {
  const { page } = workbench;
  for (const row of ['Skills', 'triage-bug-report']) {
    await waitForRow(page, 'Resources', row);
    await setExpanded(page, 'Resources', row);
  }
  await waitForRow(page, 'Resources', 'SKILL.md');
  const labels = (await allRows(page, 'Resources')).map(({ label }) => label.trim());
  expect(labels).toContain('answer-customer');
  expect(labels.filter((label) => label === 'skill')).toEqual([]);
  await clickRow(page, 'Resources', 'SKILL.md');
  await expect.poll(() => editorText(page)).toContain('Turns a support ticket');
  for (const section of ['Search', 'Context', 'Servers']) await setSectionExpanded(page, section, false);
  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    await setTheme(workbench, theme);
    await setSideBarWidth(page, 300);
    await takeScreenshot(page, `skills-${theme}`);
  }
  await setTheme(workbench, 'dark');
  await setSideBarWidth(page, 400);
  await page.mouse.move(700, 300);
  const clip = { x: 48, y: 36, width: 930, height: 400 };
  await page.screenshot({ path: path.join(root, 'test/output/screenshots/readme-skills.png'), clip });
});

it('a skill is looked at with its frontmatter and its files', async () => {
  const { page } = workbench;
  for (const section of ['Resources', 'Context', 'Servers']) await setSectionExpanded(page, section, false);
  await setSectionExpanded(page, 'Search', true);
  const panel = await Panel.open(page);
  await panel.search('type:skill triage');
  await panel.waitForSummary(/^1 of /);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const preview = panel.frame.locator('.preview');
  await preview.getByText('not read yet').last().waitFor();
  await setSideBarWidth(page, 300);
  await takeScreenshot(page, 'skill-preview');
  expect(await preview.innerText()).toContain(
    'Skill: instructions for models by “larkspur” · verified · not allowed yet',
  );
  const tooWide = await preview.evaluate((pane) => {
    const { right } = pane.getBoundingClientRect();
    return [...pane.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > right + 1)
      .map((one) => one.className + one.tagName);
  });
  expect(tooWide.join('; ')).toBe('');
});

it('a permission is taken back with keys alone, from the menu of a row in the search', async () => {
  const { page } = workbench;
  const panel = await Panel.open(page);
  await setSectionExpanded(page, 'Resources', true);
  await runContextAction(page, 'Resources', 'triage-bug-report', 'Allow This Skill…');
  await pressDialogButton(page, 'Allow');
  await expect.poll(() => panel.frame.locator('.preview').innerText()).toContain(' · verified · allowed · ');
  await panel.frame.getByRole('button', { name: 'Back to Results' }).click();
  await panel.search('type:skill triage');
  const fact = panel.row('triage-bug-report').locator('.fact');
  await expect.poll(() => fact.innerText()).toBe('Skill, allowed');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  expect(await menuItems(page)).not.toContain('Allow This Skill…');
  const focused = page.locator('.monaco-menu .action-item.focused');
  await waitFor('the entry', async () => {
    await page.keyboard.press('ArrowDown');
    return (await focused.innerText()) === 'Stop Allowing This Skill';
  });
  await page.keyboard.press('Enter');
  await expect.poll(() => fact.innerText()).toBe('Skill');
  expect(await panel.frame.evaluate(() => document.hasFocus())).toBe(true);
});
