import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import { cancelQuickInput, readQuickInput } from '../../support/workbench/prompts.js';
import { visibleRows } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { allowServers, demoServer, openResources, startWithServers } from '../base/product.js';

let workbench: Workbench;
const inWorkspace = (name: string): string => path.join(workbench.workspaceFolder, name);

beforeAll(async () => {
  workbench = await startWithServers({});
});
afterAll(() => workbench.dispose());

/** Configures these servers, and returns what their rows in the review say by their names. */
async function reviewed(servers: Readonly<Record<string, object>>): Promise<Readonly<Record<string, string>>> {
  const { page } = workbench;
  const names = Object.keys(servers);
  const rows = async (): Promise<readonly string[]> => (await visibleRows(page, 'Servers')).map(({ label }) => label);
  await workbench.writeFile('.vscode/mcp.json', { servers });
  await openResources(page);
  await setSectionExpanded(page, 'Servers', true);
  await waitFor('the servers', async () => {
    const listed = await rows();
    return names.every((name) => listed.includes(name));
  });
  const review = workbench.executeCommand('mcpResources.reviewServers');
  await waitFor('the review', async () => (await readQuickInput(page)).items.length === names.length);
  const { items } = await readQuickInput(page);
  await cancelQuickInput(page);
  await review;
  return Object.fromEntries(items.map(({ label, detail }) => [label, detail]));
}

describe('the review of a server', () => {
  it('shows all that decides what runs, whatever it is called, of which nothing is stored that may be a secret', async () => {
    const mark = inWorkspace('ran');
    const code = `require('fs').writeFileSync(${JSON.stringify(mark)}, ''); process.stdin.resume()`;
    await workbench.writeFile('.vscode/settings.json', { 'keyboard.runner': code, 'shop.token': 'hush-1' });
    const env = { GIT_CONFIG_KEY_0: 'core.pager', API_TOKEN: 'hush-2', NAME: '${config:shop.token}' };
    const { shop } = await reviewed({ shop: { command: 'node', args: ['-e', '${config:keyboard.runner}'], env } });
    const shown = ['writeFileSync', 'GIT_CONFIG_KEY_0=core.pager', 'API_TOKEN=•••', '${config:shop.token} (= •••)'];
    expect([shown.filter((text) => shop?.includes(text) !== true), shop?.includes('hush'), existsSync(mark)]).toEqual([
      [],
      false,
      false,
    ]);
    await allowServers(workbench.page);
    await waitFor('the server', () => Promise.resolve(existsSync(mark)));
    const folder = path.join(
      workbench.userDataDir,
      'User/globalStorage/mcp-resource-picker.mcp-resource-picker/v1/consent',
    );
    const texts = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8'));
    const stored = (await Promise.all(texts)).join('');
    expect([stored.includes('•••'), /writeFileSync|hush/u.exec(stored)]).toEqual([true, null]);
    await rm(mark);
  });

  it('shows where a link of the repository leads, and what has no end is not read', async () => {
    const { page } = workbench;
    await symlink('/proc/self/pagemap', inWorkspace('endless.env'));
    execFileSync('mkfifo', [inWorkspace('pipe')]);
    await symlink(inWorkspace('pipe'), inWorkspace('pipe.env'));
    const servers = {
      endless: { ...demoServer(), envFile: '${workspaceFolder}/endless.env' },
      pipe: { ...demoServer(), envFile: '${workspaceFolder}/pipe.env' },
    };
    const { endless } = await reviewed(servers);
    expect(endless).toMatch(/endless\.env is a link to \/proc\/\d+\/pagemap, outside the workspace/u);
    await allowServers(page);
    for (const name of Object.keys(servers))
      await waitFor(`the reason at ${name}`, async () =>
        (await visibleRows(page, 'Servers')).some(({ description }) =>
          description.includes(`${name}.env of the server “${name}”`),
        ),
      );
  });
});
