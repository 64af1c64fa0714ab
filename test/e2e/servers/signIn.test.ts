import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthServer } from '../../servers/oauthServer.js';
import { openContainer, runCommand, setSectionExpanded } from '../../support/workbench/commands.js';
import { clearNotifications, pressDialogButton, waitForNotification } from '../../support/workbench/prompts.js';
import { runContextAction, runInlineAction, visibleRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { openAndAgree, startWithServers } from '../base/product.js';

let server: OAuthServer;
let workbench: Workbench;
const tabs: Page[] = [];
const loginOrigin = 'https://login.example.com';

async function rowOf(view: string): Promise<string> {
  const row = (await visibleRows(workbench.page, view)).find(({ label }) => label === 'guarded');
  return row ? `${row.description.trim()} [${row.actions.join(', ')}]` : '';
}

/** Agrees to open the web site, and comes back to the workbench: a page in the background is not drawn. */
async function goThroughBrowser(): Promise<void> {
  const before = tabs.length;
  await pressDialogButton(workbench.page, 'Open');
  await waitFor('a tab', () => Promise.resolve(tabs.length > before));
  await tabs[before]?.waitForURL(/\/callback\?/);
  await tabs[before]?.close();
  await workbench.page.bringToFront();
}

/** Serves the authorization server's login page on another host, because VS Code treats addresses of this machine differently. */
async function serveLogin(page: Page): Promise<void> {
  await page.context().route(`${loginOrigin}/**`, async (route) => {
    const { search } = new URL(route.request().url());
    const { headers } = await fetch(`${server.authority}/authorize${search}`, { redirect: 'manual' });
    const target = (headers.get('location') ?? 'about:blank').replaceAll('&', '&amp;');
    await route.fulfill({ contentType: 'text/html', body: `<meta http-equiv="refresh" content="0;url=${target}">` });
  });
  page.context().on('page', (tab) => tabs.push(tab));
}

beforeAll(async () => {
  server = await OAuthServer.start({ authorizationEndpoint: `${loginOrigin}/authorize` });
  workbench = await startWithServers({ guarded: { type: 'http', url: server.url } });
  await serveLogin(workbench.page);
  await openAndAgree(workbench.page);
  await setSectionExpanded(workbench.page, 'Servers', true);
});

afterAll(async () => {
  await workbench.dispose();
  await server.close();
});

async function waitForResources(): Promise<void> {
  await waitFor('the resources', async () => (await rowOf('Servers')).startsWith('2 resources'));
}

async function declineAndAgree(): Promise<void> {
  const { page } = workbench;
  server.behaviour.answer = 'denied';
  await runInlineAction(page, 'Servers', 'guarded', 'Sign In…');
  await goThroughBrowser();
  await waitForNotification(page, /^The sign-in was declined at 127\.0\.0\.1:\d+\./);
  await clearNotifications(page);
  server.behaviour.answer = 'code';
  await runInlineAction(page, 'Servers', 'guarded', 'Sign In…');
  await goThroughBrowser();
  await waitForRow(page, 'Resources', 'doc');
  await waitForResources();
}

async function restart(): Promise<void> {
  const before = tabs.length;
  await workbench.restart();
  await openContainer(workbench.page, 'MCP Resources');
  await waitForResources();
  expect(tabs.length - before, 'tabs after a restart: that of VS Code alone').toBe(1);
}

async function signOut(): Promise<void> {
  await runContextAction(workbench.page, 'Servers', 'guarded', 'Sign Out');
  await waitFor('the row', async () => (await rowOf('Servers')).startsWith('sign in'));
  expect(server.revoked, 'what the server was told').toHaveLength(1);
  const logs = await workbench.logs();
  expect(
    server.secrets.filter((secret) => logs.includes(secret)),
    'secrets in the logs',
  ).toEqual([]);
}

describe('a server that wants a sign-in', () => {
  it('opens nothing by itself, tells what went wrong, is signed in to after a restart, and forgets it all', async () => {
    await expect.poll(() => rowOf('Servers')).toMatch(/^sign in · .* wants you to sign in\..* \[Sign In…\]$/u);
    await waitForRow(workbench.page, 'Resources', 'guarded: sign in');
    expect([tabs.length, server.seen.authority.length], 'opened by itself').toEqual([0, 0]);
    await declineAndAgree();
    await restart();
    await signOut();
    await runCommand(workbench.page, 'MCP Resources: Sign In…');
    await goThroughBrowser();
    await waitForResources();
  });
});
