import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthServer } from '../../servers/oauthServer.js';
import { openContainer, runCommand, setSectionExpanded } from '../../support/workbench/commands.js';
import { clearNotifications, waitForNotification } from '../../support/workbench/prompts.js';
import { runContextAction, runInlineAction, visibleRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { Login, loginOrigin } from './login.js';

let server: OAuthServer;
let workbench: Workbench;
let login: Login;

async function rowOf(view: string): Promise<string> {
  const row = (await visibleRows(workbench.page, view)).find(({ label }) => label === 'guarded');
  return row ? `${row.description.trim()} [${row.actions.join(', ')}]` : '';
}

beforeAll(async () => {
  server = await OAuthServer.start({ authorizationEndpoint: `${loginOrigin}/authorize` });
  workbench = await startWithServers({ guarded: { type: 'http', url: server.url } });
  login = await Login.serve(workbench, server);
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
  await login.goThroughBrowser();
  await waitForNotification(page, /^The sign-in at 127\.0\.0\.1:\d+ was declined\./);
  await clearNotifications(page);
  server.behaviour.answer = 'code';
  await runInlineAction(page, 'Servers', 'guarded', 'Sign In…');
  await login.goThroughBrowser();
  await waitForRow(page, 'Resources', 'doc');
  await waitForResources();
}

async function restart(): Promise<void> {
  const before = login.tabs.length;
  await workbench.restart();
  await openContainer(workbench.page, 'MCP Resources');
  await waitForResources();
  expect(login.tabs.length - before, 'tabs after a restart: that of VS Code alone').toBe(1);
}

async function signOut(): Promise<void> {
  await runContextAction(workbench.page, 'Servers', 'guarded', 'Sign Out');
  await waitFor('the row', async () => (await rowOf('Servers')).startsWith('sign-in needed'));
  expect(server.revoked, 'what the server was told').toHaveLength(1);
  const logs = await workbench.logs();
  expect(
    server.secrets.filter((secret) => logs.includes(secret)),
    'secrets in the logs',
  ).toEqual([]);
}

describe('a server that wants a sign-in', () => {
  it('opens nothing by itself, tells what went wrong, is signed in to after a restart, and forgets it all', async () => {
    await expect.poll(() => rowOf('Servers')).toMatch(/^sign-in needed · 127\.0\.0\.1:\d+ .*\[Sign In…\]$/u);
    await waitForRow(workbench.page, 'Resources', 'guarded: sign-in needed');
    expect([login.tabs.length, server.seen.authority.length], 'opened by itself').toEqual([0, 0]);
    await declineAndAgree();
    await restart();
    await signOut();
    await runCommand(workbench.page, 'MCP Resources: Sign In…');
    await login.goThroughBrowser();
    await waitForResources();
  });
});
