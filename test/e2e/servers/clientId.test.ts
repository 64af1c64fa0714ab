// Signing in where clients cannot register, with the client that mcp.json names.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OAuthServer } from '../../servers/oauthServer.js';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  clearNotifications,
  readQuickInput,
  removePermissions,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { runInlineAction, visibleRows } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { openAndAgree, startWithServers } from '../base/product.js';
import { Login, loginOrigin } from './login.js';

const secret = 'correct horse battery';
let server: OAuthServer;
let workbench: Workbench;
let login: Login;

async function waitForRow(description: string): Promise<void> {
  await waitFor(description, async () =>
    (await visibleRows(workbench.page, 'Servers')).some((row) => row.description.trim().startsWith(description)),
  );
}

async function giveSecret(text: string): Promise<void> {
  const { page } = workbench;
  await waitFor('the question', async () => (await readQuickInput(page)).message.includes('The secret of the client'));
  await typeIntoQuickInput(page, text);
  await acceptQuickInput(page);
}

beforeAll(async () => {
  server = await OAuthServer.start({ registration: 'closed', authorizationEndpoint: `${loginOrigin}/authorize` });
  // VS Code in a browser has another redirect address each time.
  server.clients.set('by-admin', { secret, redirects: 'any' });
  const oauth = { clientId: 'by-admin', clientSecret: '${input:secret}' };
  const configuration = {
    servers: { guarded: { type: 'http', url: server.url, oauth } },
    inputs: [{ id: 'secret', type: 'promptString', description: 'The secret of the client', password: true }],
  };
  workbench = await startWithServers({}, { files: { '.vscode/mcp.json': configuration } });
  login = await Login.serve(workbench, server);
});

afterAll(async () => {
  await workbench.dispose();
  await server.close();
});

it('uses the ID and the secret, says where they stand when they are refused, and asks for no other', async () => {
  const { page } = workbench;
  await openAndAgree(page);
  await giveSecret('mistyped');
  await setSectionExpanded(page, 'Servers', true);
  await waitForRow('sign-in needed');
  await runInlineAction(page, 'Servers', 'guarded', 'Sign In…');
  await login.goThroughBrowser();
  await waitForNotification(
    page,
    /rejected the client ID for this server\. Check the client ID and client secret in \.vscode\/mcp\.json\./,
  );
  await clearNotifications(page);

  await removePermissions(page, 'secret');
  await runInlineAction(page, 'Servers', 'guarded', 'Sign In…');
  await giveSecret(secret);
  await login.goThroughBrowser();
  await waitForRow('2 resources');
  const logs = await workbench.logs();
  expect(
    [secret, 'mistyped', ...server.secrets].filter((one) => logs.includes(one)),
    'secrets in the logs',
  ).toEqual([]);
});
