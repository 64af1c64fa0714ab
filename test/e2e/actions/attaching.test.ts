import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOldest } from '../../../scripts/lib/codeServer.mjs';
import { chatDraft, openChat, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import type { ChatReference, ChatRequest } from '../../support/workbench/chatRequests.js';
import { runCommand, viewPane } from '../../support/workbench/commands.js';
import { activeEditor } from '../../support/workbench/editors.js';
import {
  acceptQuickInput,
  clearNotifications,
  notifications,
  pressDialogButton,
  readDialog,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { allRows, clickRow, setExpanded, visibleRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, Panel, rawServer, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;

/** About 14,000 tokens each. The test model leaves about 17,000 to attachments, so two don't fit. */
const large = ['first', 'second'] as const;
const sheets = Array.from({ length: 30 }, (_, index) => `sheet-${String(index + 1).padStart(2, '0')}`);

const texts = Object.fromEntries([
  ['slip://box/slip', 'This is a slip.'],
  ...sheets.map((name) => [`sheet://box/${name}`, `This is ${name}.`] as const),
  ...large.map((name) => [`roll://box/${name}`, `${name} has a long roll of paper\n`.repeat(2_000)] as const),
]);

beforeAll(async () => {
  server = await ChangingServer.create(texts);
  workbench = await startWithServers({ larkspur: server.definition, deaf: rawServer('noSubscribe') });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'sheet');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

beforeEach(() => freshStart(workbench));

async function lastRequest(): Promise<ChatRequest> {
  const request = (await workbench.chatRequests()).at(-1);
  if (!request) throw new Error('Nothing was sent.');
  return request;
}

function nameOf({ uri }: ChatReference): string {
  return path.basename(uri?.split('?')[0] ?? '');
}

/** Returns the rows, such as `first` or `first unchecked`. */
async function context(): Promise<readonly string[]> {
  const { page } = workbench;
  // Without a row there is no tree.
  const isEmpty = (await viewPane(page, 'Context').locator('.monaco-list-row').count()) === 0;
  const rows = isEmpty ? [] : await visibleRows(page, 'Context');
  return rows.map(({ label, checked }) => (checked === false ? `${label} unchecked` : label));
}

async function waitForContext(...rows: readonly string[]): Promise<void> {
  await waitFor(`the context to be ${rows.join()}`, async () => (await context()).join() === rows.join());
}

/** Finds and attaches a resource with the keyboard alone, wherever the focus is. */
async function findAndAttach(words: string, label: string): Promise<void> {
  const { page } = workbench;
  await runCommand(page, 'MCP Resources: Attach to Chat');
  await typeIntoQuickInput(page, words);
  await waitFor(`one match for ${words}`, async () => {
    const labels = (await readQuickInput(page)).items.map((item) => item.label);
    return labels.join() === label;
  });
  await acceptQuickInput(page);
}

describe('thirty resources', () => {
  it('go from a search into the message with two keys, of which one answers the question, in their order', async () => {
    const { page } = workbench;
    // The search uses the tree's order: most recently changed first.
    await setExpanded(page, 'Resources', 'sheet');
    let names: readonly string[] = [];
    const sheetsInTree = async (): Promise<readonly string[]> => {
      names = (await allRows(page, 'Resources')).map(({ label }) => label).filter((label) => sheets.includes(label));
      return names.toSorted();
    };
    await expect.poll(sheetsInTree).toEqual(sheets);
    await setExpanded(page, 'Resources', 'sheet', false);
    const panel = await Panel.open(page);
    await panel.search('sheet-');
    await panel.waitForSummary(/^30 of \d+/u);
    await waitFor('the rows', async () => (await panel.titles())[0]?.startsWith('sheet-') ?? false);
    const selected = panel.frame.locator('[role="option"][aria-selected="true"]');
    await page.keyboard.press('ArrowDown');
    await panel.frame.locator('[role="listbox"]:focus-within').waitFor();
    if ((await selected.count()) === 0) await page.keyboard.press('ControlOrMeta+a');
    await waitFor('all to be selected', async () => (await selected.count()) > 1);
    await page.keyboard.press('Enter');
    expect((await readDialog(page)).text).toMatch(/^Attach 30 resources\? \([\d.]+K? of 1[5-8](\.\d)?K tokens\)/u);
    // The first button has the focus.
    await page.keyboard.press('Enter');
    await waitForChips(
      page,
      names.map((name) => `${name}.txt`),
    );
    await sendMessage(page, 'thirty');
    const { references } = await lastRequest();
    expect(references.map(({ text }) => text)).toEqual(names.map((name) => `This is ${name}.`));
    expect(await notifications(page)).toEqual([]);
  });
});

describe('several matches', () => {
  it('have the one highlighted that Enter takes, wherever VS Code sorts it', async () => {
    const { page } = workbench;
    await runCommand(page, 'MCP Resources: Attach to Chat');
    await typeIntoQuickInput(page, 'weather hold');
    const active = page.locator('.quick-input-list .monaco-list-row.focused .label-name');
    await waitFor('the best match', async () => (await active.allInnerTexts()).join() === 'weather_hold.py');
    expect((await readQuickInput(page)).items.length).toBeGreaterThan(1);
    await acceptQuickInput(page);
    await waitForChips(page, ['weather_hold.py']);
  });
});

describe('an image', () => {
  if (isOldest())
    it('is not attached where VS Code would not send it, which is said', async () => {
      await findAndAttach('photographs coneflower', 'Purple coneflower');
      const { message } = await waitForNotification(workbench.page, 'images need');
      expect(message).toContain('VS Code 1.110 or later');
      await waitForContext('Purple coneflower');
    });
  else
    it('gets into the message with the keyboard alone, as an image, and into the context', async () => {
      const { page } = workbench;
      await findAndAttach('photographs coneflower', 'Purple coneflower');
      await waitForChips(page, ['echinacea.png']);
      expect(await notifications(page)).toEqual([]);
      await sendMessage(page, 'what is on it?');
      const { references } = await lastRequest();
      const [image] = references.filter(({ kind }) => kind === 'binary');
      expect(image).toMatchObject({ mimeType: 'image/png', name: 'echinacea.png' });
      expect(image?.size).toBeGreaterThan(1_000);
      await waitForContext('Purple coneflower');
    });
});

describe('a resource that goes before the message does', () => {
  it('makes the message go without it, which is said', async () => {
    const { page } = workbench;
    const state = async (): Promise<string> => (await visibleRows(page, 'Context'))[0]?.description ?? '';
    await findAndAttach('slip', 'slip');
    await waitForChips(page, ['slip.txt']);
    await server.change({ 'slip://box/slip': null });
    await waitFor('the row to say so', async () => (await state()).includes('gone'));
    await sendMessage(page, 'without it');
    expect((await lastRequest()).references.map(({ text }) => text)).toEqual([undefined]);
    const { message, buttons } = await waitForNotification(page, 'sent with the message');
    expect([message, buttons]).toEqual([
      expect.stringMatching(/^Not sent with the message: slip\./u),
      ['Attach Again'],
    ]);
    await clearNotifications(page);
    await server.change({ 'slip://box/slip': 'It is back.' });
    await waitFor('it to be back', async () => !(await state()).includes('gone'));
  });
});

describe('a server that does not say when something changes', () => {
  it('has each message carry what it says then, and its resources marked as not live', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    const sent = new Set<string | undefined>();
    for (const message of ['one', 'two', 'three']) {
      await panel.search('uri:live:**');
      await panel.row('counter').click();
      await page.keyboard.press('Enter');
      await waitForChips(page, ['counter.txt']);
      await sendMessage(page, message);
      sent.add((await lastRequest()).references[0]?.text);
    }
    expect(sent.size).toBe(3);
    const states = async (): Promise<readonly string[]> =>
      (await visibleRows(page, 'Context')).map(({ description }) => description);
    await expect.poll(states).toEqual([expect.stringMatching(/^not live/u)]);
  });
});

describe('more than the chat has room for', () => {
  async function attachBoth(): Promise<void> {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'roll');
    await clickRow(page, 'Resources', large[0]);
    // The editor takes the keyboard when it opens.
    await page.locator(`.tab.active[data-resource-name="${large[0]}.txt"]`).waitFor();
    await activeEditor(page).locator('.view-lines').waitFor();
    await clickRow(page, 'Resources', large[1], { modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Shift+Enter');
  }

  it('is asked about before it is attached, and nothing happens where the answer is no', async () => {
    const { page } = workbench;
    await attachBoth();
    const { text, buttons } = await readDialog(page);
    expect(text).toMatch(/These 2 attachments use \d+K tokens, but the limit is 1[5-8](?:\.\d)?K\./u);
    expect(text).toContain('without telling you');
    expect(text).toMatch(/– second, \d+K tokens/u);
    // The order of buttons depends on the system.
    expect([...buttons].sort()).toEqual(['Attach All', 'Attach What Fits', 'Cancel', 'Let the Model Read on Demand']);
    await page.keyboard.press('Escape');
    await waitForChips(page, []);
    await waitForContext();
  });

  it('is attached as far as it fits, and the rest stays in the context, unchecked', async () => {
    const { page } = workbench;
    await attachBoth();
    await readDialog(page);
    // The first button has the focus, so the keyboard is enough.
    await page.keyboard.press('Enter');
    await waitForChips(page, ['first.txt:1-3100']);
    await waitForContext('first', 'second unchecked');
    // The question has named it.
    expect(await notifications(page)).toEqual([]);
    await sendMessage(page, 'what fits');
    expect((await lastRequest()).references.map(nameOf)).toEqual(['first.txt']);
  });

  it('is left to the tool that reads from the context', async () => {
    const { page } = workbench;
    await openChat(page);
    await page.keyboard.insertText('my draft ');
    await attachBoth();
    await pressDialogButton(page, 'Let the Model Read on Demand');
    await waitForContext('first', 'second');
    await waitFor('the draft', async () => (await chatDraft(page)).includes('my draft'));
    await sendMessage(page, 'by tool');
    const { references, toolReferences } = await lastRequest();
    expect([references, toolReferences]).toEqual([[], ['mcpResources_context']]);
  });

  it('is attached all the same', async () => {
    const { page } = workbench;
    await attachBoth();
    await pressDialogButton(page, 'Attach All');
    await waitForChips(page, ['first.txt', 'second.txt']);
    await waitForContext('first', 'second');
  });

  it('is measured by the setting, and not asked about where all of it fits', async () => {
    const { page } = workbench;
    await workbench.changeSettings({ 'mcpResources.context.budget': 100_000 });
    await attachBoth();
    await waitForChips(page, ['first.txt', 'second.txt']);
  });
});
