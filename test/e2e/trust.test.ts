import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/workbench/commands.js';
import {
  acceptQuickInput,
  clearNotifications,
  notifications,
  readQuickInput,
  waitForNotification,
} from '../support/workbench/prompts.js';
import { visibleRows, waitForRow } from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import { trustWorkspace } from '../support/workbench/workspaceTrust.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { demoServer, openAndAgree, openResources, Panel, rawServer, startWithServers } from './product.js';

/** A server that leaves a file behind as soon as it runs. */
function markedServer(mark: string, text = 'ran'): object {
  return {
    command: 'node',
    args: ['-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '${text}'); process.stdin.resume()`],
  };
}

describe('an untrusted workspace', () => {
  let folder: string;
  let mark: string;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trust-'));
    mark = path.join(folder, 'mark');
    workbench = await startWithServers({ marked: markedServer(mark) }, { trust: true });
  });

  afterAll(async () => {
    await workbench.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts nothing, asks nothing, and says why', async () => {
    const { page } = workbench;
    await openResources(page);
    await waitForRow(page, 'Resources', 'Workspace not trusted: no MCP server is started');
    await runCommand(page, 'MCP Resources: Refresh');
    const panel = await Panel.open(page);
    await panel.frame.getByText('Workspace not trusted').first().waitFor();
    expect((await notifications(page)).filter(({ message }) => message.includes('configured'))).toEqual([]);
    expect(existsSync(mark)).toBe(false);
  });

  it('asks once it is trusted, and starts only after the answer', async () => {
    const { page } = workbench;
    await trustWorkspace(page);
    await waitForNotification(page, /“marked” is configured/);
    expect(existsSync(mark)).toBe(false);
    await clearNotifications(page);
    await openAndAgree(page);
    await waitFor('the server to run', () => Promise.resolve(existsSync(mark)));
  });
});

describe('consent', () => {
  let folder: string;
  let workbench: Workbench;
  const mark = (name: string): string => path.join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'consent-'));
    workbench = await startWithServers({ one: markedServer(mark('one')), two: markedServer(mark('two')) });
  });

  afterAll(async () => {
    await workbench.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('is one question for all servers, with what each would run, and starts those that were picked', async () => {
    const { page } = workbench;
    await openResources(page);
    await Panel.open(page);
    const { message } = await waitForNotification(page, /2 MCP servers are configured/);
    expect(message).toContain('“one”, “two”');
    await clearNotifications(page);
    await runCommand(page, 'MCP Resources: Choose Which Servers May Start');
    await waitFor('the question', async () => (await readQuickInput(page)).items.length === 2);
    const { items } = await readQuickInput(page);
    expect(items.map(({ label, checked }) => ({ label, checked }))).toEqual([
      { label: 'one', checked: true },
      { label: 'two', checked: true },
    ]);
    expect(items[0]?.detail).toContain('node -e');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await waitFor(
      'a choice',
      async () => (await readQuickInput(page)).items.filter(({ checked }) => checked).length === 1,
    );
    const left = (await readQuickInput(page)).items.find(({ checked }) => checked)?.label ?? '';
    await acceptQuickInput(page);
    await waitFor('the picked server', () => Promise.resolve(existsSync(mark(left))));
    expect(existsSync(mark(left === 'one' ? 'two' : 'one'))).toBe(false);
  });

  it('is asked again when a definition changes', async () => {
    const { page } = workbench;
    await rm(mark('one'), { force: true });
    await workbench.writeFile('.vscode/mcp.json', { servers: { one: markedServer(mark('one'), 'changed') } });
    await waitForNotification(page, /“one” is configured/);
    expect(existsSync(mark('one'))).toBe(false);
    await clearNotifications(page);
  });

  it('is forgotten with a command, which stops what runs', async () => {
    const { page } = workbench;
    await openAndAgree(page);
    await waitFor('the server to run', () => Promise.resolve(existsSync(mark('one'))));
    await runCommand(page, 'MCP Resources: Forget Which Servers May Start');
    await waitForNotification(page, /until you agree again/);
    await clearNotifications(page);
    await waitForRow(page, 'Resources', '“one” waits for your agreement to start');
    await waitFor(
      'its end',
      async () => !(await workbench.processes()).some(({ command }) => command.includes('writeFileSync')),
    );
  });

  it('holds back a server that a policy setting denies, and says so', async () => {
    const { page } = workbench;
    await workbench.changeSettings({ 'chat.mcp.access': 'none' });
    await openAndAgree(page);
    await waitFor('the reason', async () =>
      (await visibleRows(page, 'Resources')).some(({ description }) => description.includes('chat.mcp.access')),
    );
    await workbench.changeSettings({ 'chat.mcp.access': 'all' });
  });
});

describe('a window', () => {
  it('shows at once what was listed before, and takes its servers with it when it ends', async () => {
    const workbench = await startWithServers({
      larkspur: demoServer(),
      stubborn: rawServer('ignoresStdinEnd'),
    });
    try {
      const servers = async (): Promise<number> =>
        (await workbench.processes()).filter(({ command }) => /demo-server\.js|rawServer\.mjs/.test(command)).length;
      await openAndAgree(workbench.page);
      await waitForRow(workbench.page, 'Resources', 'ticket');
      await waitFor('both servers', async () => (await servers()) >= 2);
      // Lists are kept some seconds after they arrived.
      await waitFor('the kept list', () => Promise.resolve(existsSync(keptLists(workbench))), 20_000);
      await workbench.writeFile('.vscode/mcp.json', {
        servers: { larkspur: demoServer(), stubborn: rawServer('ignoresStdinEnd') },
      });
      await workbench.reload();
      await openResources(workbench.page);
      await waitForRow(workbench.page, 'Resources', 'ticket');
      expect(await workbench.logs()).toMatch(/Restored 178 resources of larkspur from before/);
      await workbench.page.goto('about:blank');
      await waitFor('the end of every server', async () => (await servers()) === 0, 30_000);
    } finally {
      await workbench.dispose();
    }
  });
});

function keptLists(workbench: Workbench): string {
  return path.join(workbench.userDataDir, 'User/globalStorage/mcp-resource-picker.mcp-resource-picker/lists');
}
