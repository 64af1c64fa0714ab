import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, setSectionExpanded } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  cancelQuickInput,
  clearNotifications,
  notifications,
  pickQuickItem,
  readQuickInput,
} from '../../support/workbench/prompts.js';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { activeEditor, editorText } from '../../support/workbench/editors.js';
import { visibleRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { trustWorkspace } from '../../support/workbench/workspaceTrust.js';
import { startWorkbench, type Workbench } from '../../support/workbench/workbench.js';
import {
  activityBadge,
  demoServer,
  openAndAgree,
  openResources,
  Panel,
  rawServer,
  startWithServers,
  waitForStoredLists,
} from '../base/product.js';

/** Returns a server that creates a file as soon as it runs. */
function markedServer(mark: string, text = 'ran'): object {
  return {
    command: 'node',
    args: ['-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '${text}'); process.stdin.resume()`],
  };
}

describe('an untrusted workspace', () => {
  let folder: string;
  let workbench: Workbench;
  const mark = (name: string): string => path.join(folder, name);
  const marks = (): readonly string[] => ['one', 'two'].filter((name) => existsSync(mark(name)));
  const waitForMark = (name: string): Promise<void> =>
    waitFor(`"${name}" to run`, () => Promise.resolve(existsSync(mark(name))));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trust-'));
    workbench = await startWithServers(
      { one: markedServer(mark('one')), two: markedServer(mark('two')) },
      { trust: true },
    );
  });

  afterAll(async () => {
    await workbench.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function saysWhyNothingStarts(page: Page): Promise<void> {
    await openResources(page);
    await waitForRow(page, 'Resources', 'This workspace’s servers are off in Restricted Mode');
    await runCommand(page, 'MCP Resources: Refresh');
    const panel = await Panel.open(page);
    await panel.frame.getByText('This workspace’s servers are off in Restricted Mode').first().waitFor();
    const asked = (await notifications(page)).filter(({ message }) => message.includes('configured'));
    expect([asked, marks()], 'asked and started without trust').toEqual([[], []]);
  }

  /** Asks one question for all servers, with the command of each. */
  async function asksOnceTrusted(page: Page): Promise<void> {
    await trustWorkspace(page);
    await waitForRow(page, 'Resources', '2 servers need your permission to start.');
    await waitFor('the badge', async () => (await activityBadge(page)) === '2');
    const asked = (await notifications(page)).filter(({ message }) => message.includes('configured'));
    expect([asked, marks()], 'asked twice, and started before the answer').toEqual([[], []]);
    await runCommand(page, 'MCP Resources: Review Servers…');
    await waitFor('the question', async () => (await readQuickInput(page)).items.length === 2);
    const { items } = await readQuickInput(page);
    expect(items.map(({ label, checked }) => ({ label, checked }))).toEqual([
      { label: 'one', checked: false },
      { label: 'two', checked: false },
    ]);
    expect(items[0]?.detail).toContain('node -e');
  }

  async function startsWhatWasPicked(page: Page): Promise<void> {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const isPicked = async (): Promise<boolean> =>
      (await readQuickInput(page)).items.filter(({ checked }) => checked).length === 1;
    await waitFor('a choice', isPicked);
    const picked = (await readQuickInput(page)).items.find(({ checked }) => checked)?.label ?? '';
    await acceptQuickInput(page);
    // Its launch is long: it is read in a document first, which the editor wraps.
    await activeEditor(page).getByText(`“${picked}”`).waitFor();
    const text = async (): Promise<string> => (await editorText(page)).replaceAll(/\s/gu, '');
    await waitFor('the end of its launch', async () => (await text()).includes('process.stdin.resume()'));
    expect(marks(), 'started while its launch is read').toEqual([]);
    await takeScreenshot(page, 'review-document');
    await allowsByKeyboard(page);
    await waitForMark(picked);
    expect(marks(), 'what was picked').toEqual([picked]);
  }

  async function allowsByKeyboard(page: Page): Promise<void> {
    await activeEditor(page).getByText('Don’t Allow').waitFor();
    await runCommand(page, 'Show CodeLens Commands for Current Line');
    await pickQuickItem(page, 'Allow');
  }

  async function asksAgainWhenADefinitionChanges(page: Page): Promise<void> {
    await rm(mark('one'), { force: true });
    await workbench.writeFile('.vscode/mcp.json', { servers: { one: markedServer(mark('one'), 'changed') } });
    await waitForRow(page, 'Resources', 'The server “one” needs your permission to start.');
    expect(existsSync(mark('one')), 'started before the second answer').toBe(false);
    await clearNotifications(page);
    await openAndAgree(page);
    await waitForMark('one');
  }

  /** Forgets the permissions with a command, which stops the running servers. */
  async function forgetsTheAnswer(page: Page): Promise<void> {
    await runCommand(page, 'MCP Resources: Manage Permissions…');
    await waitFor('the permissions', async () =>
      (await readQuickInput(page)).items.some(({ label }) => label === 'one'),
    );
    await takeScreenshot(page, 'manage-permissions');
    await pickQuickItem(page, 'one');
    await cancelQuickInput(page);
    await waitForRow(page, 'Resources', 'The server “one” needs your permission to start.');
    await waitFor(
      'its end',
      async () => !(await workbench.processes()).some(({ command }) => command.includes('writeFileSync')),
    );
  }

  async function obeysThePolicy(page: Page): Promise<void> {
    await workbench.changeSettings({ 'chat.mcp.access': 'none' });
    await openAndAgree(page);
    await setSectionExpanded(page, 'Servers', true);
    await waitFor('the reason', async () =>
      (await visibleRows(page, 'Servers')).some(({ description }) => description.includes('chat.mcp.access')),
    );
  }

  it('starts nothing; once trusted it asks, starts what is picked, asks again, forgets, and obeys a policy', async () => {
    const { page } = workbench;
    await saysWhyNothingStarts(page);
    await asksOnceTrusted(page);
    await startsWhatWasPicked(page);
    await asksAgainWhenADefinitionChanges(page);
    await forgetsTheAnswer(page);
    await obeysThePolicy(page);
  });
});

describe('a server of the user in an untrusted workspace', () => {
  it('starts once it is allowed, and nothing of the workspace does', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trust-'));
    const [mine, theirs] = ['mine', 'theirs'].map((name) => path.join(folder, name)) as [string, string];
    const workbench = await startWorkbench({
      userMcp: { servers: { mine: markedServer(mine) } },
      files: { '.vscode/mcp.json': { servers: { theirs: markedServer(theirs) } } },
      trust: true,
    });
    try {
      await openResources(workbench.page);
      await waitForRow(workbench.page, 'Resources', '2 servers need attention');
      expect(existsSync(mine), 'started without a permission').toBe(false);
      await openAndAgree(workbench.page);
      await waitFor('the server', () => Promise.resolve(existsSync(mine)));
      await waitForRow(workbench.page, 'Resources', 'This workspace’s servers are off in Restricted Mode');
      expect(existsSync(theirs), 'started without trust').toBe(false);
    } finally {
      await workbench.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a window', () => {
  it('shows at once what was listed before, and takes its servers with it when it ends', async () => {
    const servers = { larkspur: demoServer(), stubborn: rawServer('ignoresStdinEnd') };
    const workbench = await startWithServers(servers, { ownWindow: true });
    try {
      const running = async (): Promise<number> =>
        (await workbench.processes()).filter(({ command }) => /demo-server\.js|rawServer\.mjs/.test(command)).length;
      await openAndAgree(workbench.page);
      await waitForRow(workbench.page, 'Resources', 'ticket');
      await waitFor('both servers', async () => (await running()) >= 2);
      await waitForStoredLists(workbench, 2);
      await workbench.writeFile('.vscode/mcp.json', { servers });
      await workbench.reload();
      await openResources(workbench.page);
      await waitForRow(workbench.page, 'Resources', 'ticket');
      await expect.poll(() => workbench.logs()).toMatch(/Restored 179 resources of larkspur from before/);
      await workbench.page.goto('about:blank');
      await waitFor('the end of every server', async () => (await running()) === 0, 30_000);
    } finally {
      await workbench.dispose();
    }
  });
});
