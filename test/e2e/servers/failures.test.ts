import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/lib/processes.mjs';
import { root } from '../../../scripts/lib/terminal.mjs';
import { openChat } from '../../support/workbench/chat.js';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import { clearNotifications, waitForNotification } from '../../support/workbench/prompts.js';
import { allRows, clickRow, runInlineAction, type TreeRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { emptySearch, freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, Panel, rawServer, startWithServers } from '../base/product.js';

let workbench: Workbench;

/** Returns what the row of a server says. */
async function reasonOf(server: string): Promise<string> {
  let reason = '';
  await waitFor(
    `a row about ${server}`,
    async () => {
      const rows = await allRows(workbench.page, 'Servers');
      const row = rows.find(({ label, level }) => label === server && level === 1);
      reason = row?.description.startsWith('connecting') === false ? row.description : '';
      return reason !== '';
    },
    40_000,
  );
  return reason;
}

beforeAll(async () => {
  workbench = await startWithServers(
    {
      good: demoServer(),
      missing: { command: 'no-such-program-anywhere' },
      refused: { type: 'http', url: `http://127.0.0.1:${await freePort()}/mcp` },
      crashing: rawServer('exitAtStart'),
      silent: rawServer('silent'),
      nonsense: rawServer('nonsense'),
      half: rawServer('halfMessage'),
      variable: { command: 'node', args: ['${nowhere:x}'] },
      empty: rawServer('empty'),
      faulty: rawServer('badItems'),
      looping: rawServer('cursorLoop'),
      broken: rawServer('pageFails'),
      gone: rawServer('notFound'),
      large: rawServer('bigBlob', '--bytes', '50000000'),
      base64: rawServer('badBase64'),
      nothing: {},
    },
    { settings: { 'mcpResources.connect.timeout': 15 } },
  );
  await openAndAgree(workbench.page);
});

beforeEach(async () => {
  await freshStart(workbench);
  await emptySearch(await Panel.open(workbench.page));
  await setSectionExpanded(workbench.page, 'Servers', true);
});

afterAll(() => workbench.dispose());

describe('a server that cannot be used', () => {
  it.each([
    ['missing', /no-such-program-anywhere/],
    ['refused', /127\.0\.0\.1\S* refused the connection/],
    ['silent', /didn’t respond|timed out/],
    ['variable', /\$\{nowhere:x\}/],
  ])('"%s" says what is wrong in its row', async (server, reason) => {
    await expect.poll(() => reasonOf(server)).toMatch(reason);
  });

  it('that says nothing about how to reach it is a problem of the file', async () => {
    let rows: readonly TreeRow[] = [];
    const problems = (): readonly TreeRow[] =>
      rows.filter(({ description }) => /“nothing” .*a “command” or a “url”/.test(description));
    await waitFor('the problem', async () => {
      rows = await allRows(workbench.page, 'Servers');
      return problems().length > 0;
    });
    expect(problems()).toHaveLength(1);
    const [line, next] = await allRows(workbench.page, 'Resources');
    expect([line?.label, next?.level]).toEqual([expect.stringMatching(/^\d+ servers need attention$/u), 1]);
  });

  it.each(['crashing', 'nonsense', 'half'])('"%s" gets a sentence of its own', async (server) => {
    await expect.poll(async () => (await reasonOf(server)).length).toBeGreaterThan(30);
  });

  it('shows the last words of a crashing server in its row, and all of them in the log', async () => {
    await waitFor(
      'the end of the tries',
      async () => /“giving up|giving up” — .*4 times/.test(await reasonOf('crashing')),
      40_000,
    );
    await expect.poll(() => workbench.logs()).toMatch(/\[crashing\] \[stderr\] .*licence has expired/);
  });

  it('can be tried again from its row', async () => {
    const { page } = workbench;
    const before = (await workbench.logs()).split('[missing]').length;
    await runInlineAction(page, 'Servers', 'missing', 'Restart Server');
    await waitFor('another try', async () => (await workbench.logs()).split('[missing]').length > before);
  });

  it('takes nothing from the others', async () => {
    await waitFor('the resources of the others', async () =>
      (await allRows(workbench.page, 'Resources')).some(
        ({ label, description }) => label === 'ticket' && description === '61',
      ),
    );
  });
});

describe('a list with faults', () => {
  it('keeps every entry that has a URI, whatever else is wrong with it', async () => {
    await waitFor('the counts', async () =>
      /\[faulty\] Listed \d+ resources .* [1-9]\d* dropped/.test(await workbench.logs()),
    );
  });

  it('says that a list repeats itself, and keeps what came', async () => {
    await expect.poll(() => reasonOf('looping')).toMatch(/keeps sending the same page/);
  });

  it('says that a page failed, and keeps those before it', async () => {
    await expect.poll(() => reasonOf('broken')).toMatch(/list is incomplete \([1-9]\d* resources shown\)/);
  });

  it('says that a server has no resources', async () => {
    await expect.poll(() => reasonOf('empty')).toBe('no resources');
  });
});

describe('a resource that cannot be read', () => {
  it('says that it is gone', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('gone://32002');
    await panel.waitForSummary(/^1 of /);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForNotification(page, /Couldn’t read “/);
    await clearNotifications(page);
  });
});

describe('a configuration that cannot be parsed', () => {
  it('is reported with its place, a click leads there, and the valid part stays', async () => {
    const { page } = workbench;
    await workbench.writeFile(
      '.mcp.json',
      `{\n  "mcpServers": {\n    "ok": { "command": "node", "args": [${JSON.stringify(path.join(root, 'dist/demo-server.js'))}] },\n    oops\n`,
    );
    let problem: TreeRow | undefined;
    await waitFor('the problem', async () => {
      problem = (await allRows(page, 'Servers')).find(({ label }) => label === '.mcp.json');
      return problem !== undefined;
    });
    expect(problem?.description).toContain('line 4');
    await clickRow(page, 'Servers', '.mcp.json');
    await page.locator('.tab[aria-label*=".mcp.json"]').waitFor();
    await rm(path.join(workbench.workspaceFolder, '.mcp.json'));
  });
});

describe('a VS Code without a chat', () => {
  it('offers other ways to use the content', async () => {
    const { page } = workbench;
    await workbench.changeSettings({ 'chat.disableAIFeatures': true });
    await page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    const panel = await Panel.open(page);
    await panel.search('uri:memo:**');
    await panel.waitForSummary(/^11 of /);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const { buttons } = await waitForNotification(page, /The chat isn’t available/);
    expect(buttons).toEqual(['Open', 'Copy Content', 'Save…']);
    await clearNotifications(page);
    await workbench.changeSettings({ 'chat.disableAIFeatures': false });
    await openChat(page);
  });
});
