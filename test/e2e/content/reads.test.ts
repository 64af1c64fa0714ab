import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificateFile, startProxy, startWebServer } from '../../servers/webServer.js';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { runCommand } from '../../support/workbench/commands.js';
import {
  acceptFileDialog,
  pickQuickItem,
  pressDialogButton,
  pressNotificationButton,
  readDialog,
  readQuickInput,
  removePermissions,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import {
  allRows,
  clickRow,
  runContextAction,
  runInlineAction,
  setExpanded,
  waitForRow,
} from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, rawServer, startWithServers } from '../base/product.js';

let web: Awaited<ReturnType<typeof startWebServer>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let folder: string;
/** The file in which the server records received messages. */
let record: string;
let workbench: Workbench;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'reads-'));
  record = path.join(folder, 'record.jsonl');
  web = await startWebServer();
  proxy = await startProxy(web.port);
  workbench = await startWithServers(
    { reads: rawServer('reads', '--record', record) },
    // With `http.systemCertificates` off, VS Code keeps the certificate authorities of Node, which include the test's.
    {
      settings: { 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.systemCertificates': false },
      env: { NODE_EXTRA_CA_CERTS: certificateFile },
    },
  );
  const { page } = workbench;
  await openAndAgree(page);
  await waitForRow(page, 'Resources', 'https');
  for (const scheme of ['https', 'docs', 'image', 'announced']) await setExpanded(page, 'Resources', scheme);
});

afterAll(async () => {
  await workbench.dispose();
  await proxy.close();
  await web.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => freshStart(workbench));

async function waitForText(page: Page, text: string): Promise<void> {
  await waitFor(`"${text}" in the editor`, async () =>
    // An editor shows spaces as no-break spaces.
    (await page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ').includes(text),
  );
}

async function lastRequest(): Promise<readonly { readonly name: string; readonly text: string | undefined }[]> {
  const request = (await workbench.chatRequests()).at(-1);
  return (request?.references ?? []).map(({ uri, text }) => ({ name: path.basename(uri?.split('?')[0] ?? ''), text }));
}

describe('a resource of several files', () => {
  it('opens in the tree to its files, each to be opened and attached by itself', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'guide');
    await waitForRow(page, 'Resources', 'setup/linux.md');
    const files = async (): Promise<string[]> => {
      const rows = await allRows(page, 'Resources');
      const start = rows.findIndex(({ label }) => label === 'guide') + 1;
      return rows.slice(start, start + 4).map(({ label, description }) => `${label}: ${description}`);
    };
    await expect
      .poll(files)
      .toEqual(['intro.md: 8 B', 'setup/linux.md: 8 B', 'setup/logo.png: 70 B', 'data.json: 8 B']);
    await runInlineAction(page, 'Resources', 'data.json', 'Attach to Chat');
    await waitForChips(page, ['data.json']);
    await clickRow(page, 'Resources', 'setup/linux.md');
    await page.locator('.tab[aria-label*="linux.md"]').waitFor();
    await setExpanded(page, 'Resources', 'guide', false);
  });

  it('leaves its server stopped when a user stopped it while the folder is open', async () => {
    const { page } = workbench;
    const starts = async (): Promise<number> => (await workbench.logs()).split('[reads] Ready').length;
    const lists = async (): Promise<number> => (await workbench.logs()).split('[reads] Listed ').length;
    const [before, listsBefore] = [await starts(), await lists()];
    await setExpanded(page, 'Resources', 'guide');
    await waitForRow(page, 'Resources', 'intro.md');
    await runCommand(page, 'MCP Resources: Stop Server');
    await runCommand(page, 'MCP Resources: Refresh');
    await setExpanded(page, 'Resources', 'guide', false);
    await setExpanded(page, 'Resources', 'guide');
    expect(await starts()).toBe(before);
    await runCommand(page, 'MCP Resources: Start Server');
    await waitFor('the second start', async () => (await starts()) === before + 1);
    // A tree that is drawn again closes the question of the next test.
    await waitFor('the new list', async () => (await lists()) > listsBefore);
    await setExpanded(page, 'Resources', 'guide', false);
  });

  it('is opened file by file, each as what it really is', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'guide', 'Open in New Tab');
    await waitFor('the question', async () => (await readQuickInput(page)).items.length === 5);
    const { items } = await readQuickInput(page);
    expect(items.map(({ label, description }) => `${label.trim()}: ${description}`)).toEqual([
      'All in one document: 4 files',
      'intro.md: text/markdown · 8 B',
      'setup/linux.md: text/markdown · 8 B',
      'setup/logo.png: image/png · 70 B',
      'data.json: application/json · 8 B',
    ]);
    await pickQuickItem(page, 'setup/linux.md');
    await page.locator('.tab[aria-label*="linux.md"]').waitFor();
    await waitForText(page, '# Linux');
  });

  it('is attached by the one file whose tab is shown', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'guide', 'Open in New Tab');
    await pickQuickItem(page, 'data.json');
    await page.locator('.tab[aria-label*="data.json"]').waitFor();
    await page.locator('.editor-actions').getByRole('button', { name: 'Attach to Chat' }).first().click();
    await waitForChips(page, ['data.json']);
  });

  it('is opened in one document that leaves nothing out', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'guide', 'Open in New Tab');
    await pickQuickItem(page, 'All in one document');
    await waitForText(page, '--- docs://guide/intro.md ---');
    await waitForText(page, '(not text: image/png, 70 bytes)');
  });

  it('is attached text by text and image by image', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Resources', 'guide', 'Attach to Chat');
    await waitForChips(page, ['intro.md', 'linux.md', 'data.json', 'logo.png']);
    await sendMessage(page, 'what does the guide say?');
    expect((await lastRequest()).slice(0, 3)).toEqual([
      { name: 'intro.md', text: '# Intro\n' },
      { name: 'linux.md', text: '# Linux\n' },
      { name: 'data.json', text: '{"a": 1}' },
    ]);
    const images = (await workbench.chatRequests()).at(-1)?.references.filter(({ kind }) => kind === 'binary');
    expect(images?.map(({ mimeType, size }) => [mimeType, size])).toEqual([['image/png', 70]]);
  });

  it('is saved as a folder of its own, never over what is there and never outside', async () => {
    const { page } = workbench;
    const target = path.join(folder, 'of-test/saved');
    await mkdir(path.join(target, 'earlier'), { recursive: true });
    await writeFile(path.join(target, 'guide'), 'mine');
    await runContextAction(page, 'Resources', 'guide', 'Save As…');
    // Until it has read a folder, the dialog takes an answer for the folder that it read before.
    await waitFor('the dialog', async () => (await readQuickInput(page)).items.length > 0);
    await typeIntoQuickInput(page, `${target}/`);
    await waitFor('the folder', async () =>
      (await readQuickInput(page)).items.some(({ label }) => label === 'earlier'),
    );
    await acceptFileDialog(page);
    const files = async (): Promise<readonly string[]> =>
      (await readdir(path.dirname(target), { recursive: true })).sort();
    await waitFor('the files', async () => (await files()).length >= 9);
    await expect
      .poll(() => files())
      .toEqual(
        ['', '/earlier', '/guide', '/guide-2', '/guide-2/data.json', '/guide-2/intro.md', '/guide-2/setup']
          .concat(['/guide-2/setup/linux.md', '/guide-2/setup/logo.png'])
          .map((name) => `saved${name}`),
      );
    expect(await readFile(path.join(target, 'guide'), 'utf8')).toBe('mine');
    expect(await readFile(path.join(target, 'guide-2/setup/linux.md'), 'utf8')).toBe('# Linux\n');
  });
});

describe('a resource on the web', () => {
  it('is not fetched from a site that the user does not agree to', async () => {
    const { page } = workbench;
    const before = web.requests.length;
    await runInlineAction(page, 'Resources', 'other', 'Attach to Chat');
    const { text, buttons } = await readDialog(page);
    expect(text).toMatch(/^Fetch this resource from https:\/\/other\.example\?/);
    expect(text).toContain('The MCP server “reads” links to https://other.example/page');
    expect(buttons).toEqual(['Cancel', 'Fetch from https://other.example']);
    await pressDialogButton(page, 'Cancel');
    const { message } = await waitForNotification(page, 'Couldn’t read “other”');
    expect(message).toContain('a website you haven’t allowed yet');
    expect(web.requests.slice(before)).toEqual([]);
  });

  it('is fetched once the user agrees, who is asked once', async () => {
    const { page } = workbench;
    const before = web.requests.length;
    await runInlineAction(page, 'Resources', 'page', 'Attach to Chat');
    await pressDialogButton(page, 'Fetch from https://docs.example');
    await waitForChips(page, ['page.html']);
    await sendMessage(page, 'what is on the page?');
    expect(await lastRequest()).toEqual([{ name: 'page.html', text: '<!doctype html><title>Größe</title>' }]);
    await runContextAction(page, 'Resources', 'page', 'Open in New Tab');
    await waitForText(page, 'Größe');
    expect(new Set(web.requests.slice(before))).toEqual(new Set(['docs.example/page']));
  });

  it('is asked for again when the user had it forgotten', async () => {
    const { page } = workbench;
    await removePermissions(page, 'https://docs.example');
    await runInlineAction(page, 'Resources', 'page', 'Attach to Chat');
    expect((await readDialog(page)).text).toMatch(/docs\.example/);
    await pressDialogButton(page, 'Cancel');
    await waitForNotification(page, 'Couldn’t read “');
  });
});

describe('a read that takes long', () => {
  it('can be cancelled, which tells the server', async () => {
    const { page } = workbench;
    const cancellations = async (): Promise<number> =>
      (await readFile(record, 'utf8')).split('"notifications/cancelled"').length;
    const before = await cancellations();
    await runInlineAction(page, 'Resources', 'never', 'Attach to Chat');
    await waitForNotification(page, 'Reading never');
    await pressNotificationButton(page, 'Reading never', 'Cancel');
    await waitFor('the cancellation', async () => (await cancellations()) > before);
    await waitForChips(page, []);
  });
});

describe('a resource that is no text', () => {
  it('is played where it is sound', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'tone', 'Open in New Tab');
    await page.locator('.tab[aria-label*="tone.wav"]').waitFor();
    const isPlayer = (frame: Frame): Promise<boolean> => frame.locator('.ready audio').isVisible();
    await waitFor('the player', async () => (await Promise.all(page.frames().map(isPlayer))).includes(true));
  });

  it('is no tab of bytes where VS Code has nothing to show it with', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'paper', 'Open in New Tab');
    await waitForNotification(page, 'VS Code can’t show paper.');
    expect(await page.locator('.tab').count()).toBe(0);
  });
});

describe('what a server says of a resource', () => {
  it('is not believed when it announces more than may be read', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Resources', 'huge', 'Attach to Chat');
    await waitForChips(page, ['huge.txt']);
  });

  it('is not believed when the bytes say otherwise', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'wrong', 'Open in New Tab');
    await page.locator('.tab[aria-label*="wrong.png"]').waitFor();
    await waitFor('the log', async () =>
      (await workbench.logs()).includes('Content declared as "text/plain" is image/png'),
    );
  });
});
