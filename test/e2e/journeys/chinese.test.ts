import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSideBarWidth, setTheme, takeScreenshot } from '../../support/workbench/appearance.js';
import { openContainer, runCommand, setSectionExpanded, viewActions } from '../../support/workbench/commands.js';
import {
  cancelQuickInput,
  clearNotifications,
  readQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { visibleRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { webviewFrame } from '../../support/workbench/webviews.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { allowServers, demoServer, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  const servers = { larkspur: demoServer(), billing: { url: 'http://127.0.0.1:9/mcp' } };
  workbench = await startWithServers(servers, { language: 'zh-cn', viewport: { width: 1280, height: 960 } });
  await openContainer(workbench.page, 'MCP 资源');
});

afterAll(() => workbench.dispose());

describe('in Chinese', () => {
  it('are the views, their actions and the panel', async () => {
    const { page } = workbench;
    await setSectionExpanded(page, '上下文', true);
    await expect
      .poll(() => viewActions(page, '资源'))
      .toEqual(expect.arrayContaining(['搜索资源 (Ctrl+Alt+J)', '刷新']));
    const panel = await webviewFrame(page, '搜索');
    expect(await panel.locator('html').getAttribute('lang')).toBe('zh-cn');
    await panel.getByRole('radio', { name: '助手', exact: true }).waitFor();
  });

  it('is the question which servers may start, what became of them, what failed, and what was searched, attached and allowed', async () => {
    const { page } = workbench;
    await runCommand(page, 'MCP 资源: 审查服务器…');
    await waitFor('the question', async () => (await readQuickInput(page)).items.length === 2);
    expect((await readQuickInput(page)).title).toBe('选择要启动的 MCP 服务器');
    await takeScreenshot(page, 'chinese-review');
    await cancelQuickInput(page);
    await allowServers(page, { list: '选择要启动的 MCP 服务器', one: '是否允许启动“', allow: '允许' });
    await clearNotifications(page);
    await waitForRow(page, '资源', 'ticket');
    await setSectionExpanded(page, '服务器', true);
    await waitFor('the count', async () =>
      (await visibleRows(page, '服务器')).some(({ description }) => description.startsWith('186 个资源')),
    );
    const failure = '无法连接到 127.0.0.1:9。请检查你的网络和服务器。';
    await waitFor(
      'the failure',
      async () => (await visibleRows(page, '服务器')).some(({ ariaLabel }) => ariaLabel.includes(failure)),
      40_000,
    );
    await setSideBarWidth(page, 300);
    await takeScreenshot(page, 'chinese-300');
    const panel = await webviewFrame(page, '搜索');
    const box = panel.locator('vscode-text-field input').first();
    await box.fill('README');
    await waitFor('the rows', async () => (await panel.locator('[role="option"]:not(.pending)').count()) === 1);
    await box.press('ArrowDown');
    await page.keyboard.press('Enter');
    await setSectionExpanded(page, '上下文', true);
    await waitForRow(page, '上下文', 'README.md');
    await setSectionExpanded(page, '服务器', false);
    for (const theme of ['dark', 'light', 'highContrast'] as const) {
      await setTheme(workbench, theme);
      await takeScreenshot(page, `chinese-views-${theme}`);
    }
    await runCommand(page, 'MCP 资源: 管理权限…');
    await waitFor('the permissions', async () =>
      (await readQuickInput(page)).items.some(({ label }) => label.includes('larkspur')),
    );
    expect((await readQuickInput(page)).title).toBe('管理权限');
    await takeScreenshot(page, 'chinese-permissions');
    await cancelQuickInput(page);
    await setTheme(workbench, 'dark');
  });

  it('are messages', async () => {
    const { page } = workbench;
    await workbench.executeCommand('mcpResources.showHidden');
    await waitForNotification(page, '没有隐藏的资源。');
    await clearNotifications(page);
  });
});
