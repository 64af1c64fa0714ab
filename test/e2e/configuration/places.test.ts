import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import { allRows, clickRow, setExpanded } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { startWorkbench, type Workbench } from '../../support/workbench/workbench.js';
import { openResources } from '../base/product.js';

// Every place where servers are configured, with a home and a $COPILOT_HOME of its own. Nothing is allowed, so nothing starts.
let workbench: Workbench;
let home: string;

const at = (name: string): object => ({ mcpServers: { [name]: { command: name }, [`bad-${name}`]: {} } });
const inHome = (name: string): string => path.join(home, name);

async function write(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value, undefined, 2));
}

/** Names of the servers in the view *Servers*, and of those that its problems are about. */
async function shown(page: Page): Promise<{ servers: readonly string[]; problems: readonly string[] }> {
  const rows = await allRows(page, 'Servers');
  const servers = rows.filter(({ expanded }) => expanded !== undefined).map(({ label }) => label);
  const problems = rows.flatMap(({ description }) => /^The server “bad-([^”]+)”/u.exec(description)?.[1] ?? []);
  return { servers: servers.toSorted(), problems: problems.toSorted() };
}

describe('a folder', () => {
  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'home-'));
    await write(inHome('copilot/mcp-config.json'), at('copilot'));
    await write(inHome('copilot/config.json'), {
      installedPlugins: [{ name: 'cli', marketplace: 'm', cache_path: inHome('copilot/installed-plugins/m/cli') }],
    });
    await write(inHome('copilot/installed-plugins/m/cli/.mcp.json'), at('plugin-of-cli'));
    await write(inHome('located/.mcp.json'), at('plugin-of-setting'));
    await write(inHome('.config/Claude/claude_desktop_config.json'), at('claude'));
    await write(inHome('.cursor/mcp.json'), at('cursor'));
    workbench = await startWorkbench({
      env: { HOME: home, COPILOT_HOME: inHome('copilot'), XDG_CONFIG_HOME: inHome('.config') },
      files: {
        '.vscode/mcp.json': { servers: { folder: { command: 'folder' }, 'bad-folder': {} } },
        '.mcp.json': at('portable'),
        '.cursor/mcp.json': at('cursor-folder'),
        'other/.mcp.json': at('other'),
      },
      userMcp: { servers: { user: { command: 'user' }, 'bad-user': {} } },
      settings: {
        'chat.mcp.discovery.enabled': {
          'claude-desktop': true,
          windsurf: true,
          'cursor-global': true,
          'cursor-workspace': true,
        },
      },
    });
    await openResources(workbench.page);
    await setSectionExpanded(workbench.page, 'Servers', true);
  });

  afterAll(async () => {
    await workbench.dispose();
    await rm(home, { recursive: true, force: true });
  });

  it('a server that “MCP: Add Server” writes for Copilot appears, says where it is configured, and is opened there', async () => {
    const { page } = workbench;
    const file = inHome('copilot/mcp-config.json');
    const added = { type: 'http', url: 'https://docs.example/mcp', tools: ['*'] };
    await write(file, { mcpServers: { copilot: { command: 'copilot' }, 'bad-copilot': {}, added } });
    await setExpanded(page, 'Servers', 'added');
    await waitFor('its place', async () =>
      (await allRows(page, 'Servers')).some(({ description }) => description.includes('mcp-config.json (Copilot)')),
    );
    await clickRow(page, 'Servers', 'Configured in');
    await page.locator('.tab[aria-label*="mcp-config.json"]').waitFor();
    await setExpanded(page, 'Servers', 'added', false);
    await write(file, at('copilot'));
  });

  it('every place is read, also where its folder is made later, with a bad server in each of them told', async () => {
    await write(inHome('.codeium/windsurf/mcp_config.json'), at('windsurf'));
    await workbench.writeFile('.github/mcp.json', at('github'));
    // A setting of the machine: in a browser, that of the server.
    await workbench.writeUserFile('../Machine/settings.json', {
      'chat.pluginLocations': { [inHome('located')]: true },
    });
    const plugin = inHome('installed');
    await write(path.join(plugin, '.mcp.json'), at('plugin-of-vscode'));
    await write(path.join(workbench.userDataDir, 'agentPlugins/installed.json'), {
      installed: [{ pluginUri: pathToFileURL(plugin).href, marketplace: 'm' }],
    });
    const names = [
      ...['claude', 'copilot', 'cursor', 'cursor-folder', 'folder', 'github'],
      ...['plugin-of-cli', 'plugin-of-setting', 'plugin-of-vscode', 'portable', 'user', 'windsurf'],
    ];
    await expect.poll(async () => (await shown(workbench.page)).servers).toEqual(names);
    await expect.poll(async () => (await shown(workbench.page)).problems).toEqual(names);
    await rm(inHome('.codeium'), { recursive: true });
    await waitFor('one less', async () => !(await shown(workbench.page)).servers.includes('windsurf'));
  });

  it('two windows follow the same file of the user', async () => {
    const second = await workbench.openSecondWindow('other');
    await openResources(second);
    await setSectionExpanded(second, 'Servers', true);
    const pages = [workbench.page, second];
    const haveBoth = async (name: string): Promise<boolean> =>
      (await Promise.all(pages.map(shown))).every(({ servers }) => servers.includes(name));
    await waitFor('the servers of the second folder', async () => (await shown(second)).servers.includes('other'));
    await write(inHome('copilot/mcp-config.json'), at('copilot-anew'));
    await waitFor('the server in both windows', () => haveBoth('copilot-anew'));
    await write(inHome('copilot/mcp-config.json'), at('copilot'));
    await waitFor('the earlier one in both windows', () => haveBoth('copilot'));
  });
});

describe('a .code-workspace', () => {
  beforeAll(async () => {
    workbench = await startWorkbench({
      opens: 'all.code-workspace',
      files: {
        'all.code-workspace': {
          folders: [{ path: 'shop' }, { path: 'wiki' }],
          settings: { mcp: { servers: { all: { command: 'all' }, 'bad-all': {} } } },
        },
        'shop/.mcp.json': at('shop'),
        'wiki/.vscode/mcp.json': { servers: { wiki: { command: 'wiki' }, 'bad-wiki': {} } },
      },
    });
    await openResources(workbench.page);
    await setSectionExpanded(workbench.page, 'Servers', true);
  });

  afterAll(() => workbench.dispose());

  it('is read with every folder in it, with a bad server in each of them told', async () => {
    const names = ['all', 'shop', 'wiki'];
    await expect.poll(async () => (await shown(workbench.page)).servers).toEqual(names);
    await expect.poll(async () => (await shown(workbench.page)).problems).toEqual(names);
  });
});
