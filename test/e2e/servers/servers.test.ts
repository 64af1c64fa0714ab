import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, setSectionExpanded } from '../../support/workbench/commands.js';
import { removePermissions } from '../../support/workbench/prompts.js';
import { allRows, clickRow, runContextAction, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import {
  activityBadge,
  allowServers,
  demoServer,
  openResources,
  rawServer,
  startWithServers,
} from '../base/product.js';

const larkspur = demoServer();
const servers = { larkspur, billing: rawServer('exitAtStart') };
let workbench: Workbench;

async function waitForActivityBadge(what: string, badge: string): Promise<void> {
  await waitFor(what, async () => (await activityBadge(workbench.page)) === badge, 40_000);
}

/** Allows every server, and waits until their states are known. */
async function allow(): Promise<void> {
  const { page } = workbench;
  await allowServers(page);
  await waitForRow(page, 'Resources', 'ticket');
  await waitForActivityBadge('the failed server', '1');
}

beforeAll(async () => {
  workbench = await startWithServers(servers);
  await openResources(workbench.page);
});

afterAll(() => workbench.dispose());

beforeEach(async () => {
  await freshStart(workbench);
  await setSectionExpanded(workbench.page, 'Servers', true);
});

describe('the icon in the activity bar', () => {
  it('counts the servers that wait for a user, and those that failed, until that is solved', async () => {
    const { page } = workbench;
    await waitForActivityBadge('the servers that wait', '2');
    await allow();
    // Revoking the permission asks again; removing the server settles the question.
    await removePermissions(page, 'billing');
    await waitFor('the state', async () =>
      (await allRows(page, 'Servers')).some((row) => row.description === 'needs your permission'),
    );
    await waitForActivityBadge('the server that waits', '1');
    await workbench.writeFile('.vscode/mcp.json', { servers: { larkspur } });
    await waitForActivityBadge('no badge', '');
    await workbench.writeFile('.vscode/mcp.json', { servers });
    await waitForActivityBadge('the server that is back', '1');
  });
});

describe('the view Servers', () => {
  beforeEach(allow);

  it('shows its rows when it is opened', async () => {
    const { page } = workbench;
    const rows = async (): Promise<unknown> =>
      (await allRows(page, 'Servers'))
        .filter(({ level }) => level === 1)
        .map(({ label, description: text }) => [label, text]);
    await expect.poll(rows).toEqual([
      ['larkspur', '186 resources, 3 templates, more in folders'],
      ['billing', expect.stringMatching(/^(connecting|failed, trying again|.*crashed \d times)/) as string],
    ]);
  });

  it('opens a server to what is known of it', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Servers', 'larkspur');
    const facts = async (): Promise<readonly string[]> =>
      (await allRows(page, 'Servers'))
        .filter(({ level }) => level === 2)
        .map(({ label, description }) => `${label}: ${description}`);
    await expect
      .poll(async () => (await facts()).slice(0, 5))
      .toEqual([
        'Resources: 186',
        'Templates: 3',
        'Change notifications: resources and the resource list',
        'Protocol: MCP revision 2026-07-28 over stdio',
        expect.stringMatching(/^Software: /),
      ]);
    expect((await facts()).at(-1)).toMatch(/^Configured in: \.vscode\/mcp\.json/);
  });

  it('opens the configuration at the line of the server', async () => {
    const { page } = workbench;
    const lines = (await readFile(path.join(workbench.workspaceFolder, '.vscode/mcp.json'), 'utf8')).split('\n');
    const line = 1 + lines.findIndex((one) => one.includes('"billing"'));
    await runContextAction(page, 'Servers', 'billing', 'Open Server Configuration');
    const position = page.locator('.part.statusbar').getByText(`Ln ${line}, Col 1`);
    await position.waitFor();
    await runCommand(page, 'View: Close All Editors');
    await setExpanded(page, 'Servers', 'larkspur');
    await clickRow(page, 'Servers', 'Configured in');
    const first = 1 + lines.findIndex((one) => one.includes('"larkspur"'));
    await page.locator('.part.statusbar').getByText(`Ln ${first}, Col 1`).waitFor();
    await runCommand(page, 'View: Close All Editors');
    await setExpanded(page, 'Servers', 'larkspur', false);
  });
});
