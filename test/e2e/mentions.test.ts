import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/terminal.mjs';
import { pictureFailures, setTheme } from '../support/workbench/appearance.js';
import { openChat, sendMessage, waitForChips } from '../support/workbench/chat.js';
import { openContainer, runCommand } from '../support/workbench/commands.js';
import {
  activeEditor,
  editorText,
  followLink,
  goTo,
  openFile,
  suggestions,
  tabs,
} from '../support/workbench/editors.js';
import {
  acceptQuickInput,
  clearNotifications,
  notifications,
  pressNotificationButton,
  readQuickInput,
  waitForNotification,
} from '../support/workbench/prompts.js';
import { runContextAction, setExpanded } from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from './changingServer.js';
import { demoServer, openAndAgree, startWithServers } from './product.js';

const prompt = 'why-is-it-waiting.prompt.md';
const [misspelt, weather] = [
  '@larkspur:wiki://larkspur/handbook/weather-holds',
  '@larkspur:wiki://larkspur/handbook/weather-hold',
] as const;
let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  const text = await readFile(path.join(root, 'examples/workspace/.github/prompts', prompt), 'utf8');
  server = await ChangingServer.create();
  workbench = await startWithServers(
    { larkspur: server.definition },
    {
      files: {
        [`.github/prompts/${prompt}`]: text,
        'notes.md': '# Notes\n\n',
        'orders/hold.py': `MARGIN = 3  # see ${weather}\n`,
        'server.log': 'x\n',
      },
      viewport: { width: 1440, height: 900 },
    },
  );
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});
pictureFailures(() => workbench.page);

const linkTexts = async (): Promise<string> =>
  (await activeEditor(workbench.page).locator('.detected-link').allInnerTexts()).join('');

/** Puts the cursor behind the last character of a text of the open file. */
async function goToEndOf(text: string): Promise<void> {
  const file = path.join(workbench.workspaceFolder, '.github/prompts', prompt);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  await goTo(workbench.page, line + 1, (lines[line] ?? '').indexOf(text) + text.length + 1);
}

/** The quick input's rows, with what is below each label. */
async function places(): Promise<readonly string[]> {
  return (await readQuickInput(workbench.page)).items.map(({ label, detail }) => `${label.trim()} ${detail}`);
}

/** Begins a message anew, without chips. */
async function newChat(): Promise<void> {
  await workbench.executeCommand('workbench.action.chat.newChat');
  await openChat(workbench.page);
  await waitForChips(workbench.page, []);
}

async function waitForClipboard(text: string): Promise<void> {
  const clipboard = (): Promise<string> => workbench.page.evaluate(() => navigator.clipboard.readText());
  await waitFor(`${text} in the clipboard`, async () => (await clipboard()) === text);
}

async function lastTexts(): Promise<readonly string[]> {
  const requests = await workbench.chatRequests();
  return (requests.at(-1)?.references ?? []).flatMap(({ text }) => text?.split('\n')[0] ?? []);
}

describe('before a person has looked', () => {
  it('a file that may mention resources loads what looks for mentions, and starts no server', async () => {
    const isLoaded = async (): Promise<boolean> => (await workbench.logs()).includes('Mentions are looked for');
    await openFile(workbench.page, 'server.log');
    await openContainer(workbench.page, 'MCP Resources');
    await waitFor('the configuration', async () => (await workbench.logs()).includes('Configured: 1 servers'));
    expect(await isLoaded()).toBe(false);
    await openFile(workbench.page, prompt);
    await waitFor('what looks for mentions', isLoaded);
    expect(await workbench.logs()).not.toContain('Ready after');
    expect(await activeEditor(workbench.page).locator('.squiggly-hint').count()).toBe(0);
  });

  it('a resource whose server waits for an agreement does not open: it is said why, once', async () => {
    const { page } = workbench;
    const before = await tabs(page);
    await waitFor('the links', async () => (await linkTexts()).includes('tone-of-voice'));
    await goToEndOf('tone-of-voice');
    await page.keyboard.press('F12');
    const { buttons } = await waitForNotification(page, 'waits for your agreement to start it');
    expect(buttons).toEqual(['Review and Start…']);
    await clearNotifications(page);
    await followLink(page, 'tone-of-voice');
    await runCommand(page, 'MCP Resources: Copy as Mention');
    await waitForClipboard('@larkspur:wiki://larkspur/handbook/tone-of-voice');
    expect(await tabs(page)).toEqual(before);
    expect(await notifications(page)).toEqual([]);
    expect(await workbench.logs()).not.toMatch(/\[error\]/u);
  });

  it('what is attached of such a server follows once the person has agreed', async () => {
    const { page } = workbench;
    await clearNotifications(page);
    await newChat();
    await openFile(page, prompt);
    await goToEndOf('Read how orders');
    await page.keyboard.press('Shift+ArrowDown');
    await runCommand(page, 'MCP Resources: Attach the Resources Mentioned Here');
    await waitForNotification(page, 'Left out for now: 1 of 1 mentioned resources.');
    await pressNotificationButton(page, 'Left out for now', 'Review and Start…');
    await waitFor('the question', async () => (await readQuickInput(page)).items.length > 0);
    await acceptQuickInput(page);
    await waitForChips(page, ['Weather-hold.md']);
    await clearNotifications(page);
  });
});

describe('a prompt file', () => {
  beforeAll(() => openAndAgree(workbench.page));

  beforeEach(() => openFile(workbench.page, prompt));

  it('says above its text how many resources it mentions, and has a link and a colour for each', async () => {
    const editor = activeEditor(workbench.page);
    await editor.getByText('Attach 5 mentioned resources').waitFor();
    await waitFor('the link of the bare URI', async () => (await linkTexts()).includes('repo://larkspur'));
    const colorOf = (text: string): Promise<string> =>
      editor
        .locator('.view-line span span', { hasText: text })
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    const isOther = async (): Promise<boolean> =>
      new Set([await colorOf('ticket://'), await colorOf('Do not promise'), await colorOf('weather-holds')]).size === 3;
    await waitFor('three colours', isOther);
  });

  it('tells about a resource where the cursor is', async () => {
    const { page } = workbench;
    await goToEndOf('ticket://support/1099');
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I');
    const hover = page.locator('.monaco-hover:not(.hidden)').filter({ hasText: 'priority' });
    await hover.waitFor();
    expect(await hover.innerText()).toMatch(/#1099 Order 78792 is still[^]*larkspur · text\/markdown · 439 B · /u);
    await page.keyboard.press('Escape');
  });

  it('opens a resource with F12, and once with Ctrl and a click', async () => {
    const { page } = workbench;
    const before = await tabs(page);
    await goToEndOf('tone-of-voice');
    await page.keyboard.press('F12');
    await waitFor('the page', async () => (await editorText(page)).includes('Short, warm, exact.'));
    await page.keyboard.press('Control+W');
    await openFile(page, prompt);
    await followLink(page, 'tone-of-voice');
    await waitFor('the page', async () => (await editorText(page)).includes('Short, warm, exact.'));
    expect(await tabs(page)).toEqual([...before, 'How-we-write-to-customers.md']);
    await page.keyboard.press('Control+W');
  });

  it('offers the right name for one that is misspelt', async () => {
    const { page } = workbench;
    await goToEndOf(misspelt);
    await page.keyboard.press('Control+.');
    const fixes = page.locator('.action-widget .monaco-list-row.action');
    await fixes.filter({ hasText: 'weather-hold' }).first().waitFor();
    await page.keyboard.press('Enter');
    await waitFor('the right name', async () => !(await editorText(page)).includes('weather-holds'));
    await page.keyboard.press('Control+Z');
    await waitFor('the wrong name', async () => (await editorText(page)).includes('weather-holds'));
  });
});

describe('completion', () => {
  it('has the servers after @, and then their resources as the search finds them', async () => {
    const { page } = workbench;
    await openFile(page, 'notes.md');
    await goTo(page, 3, 1);
    await page.keyboard.type('See @');
    await waitFor('the server', async () => (await suggestions(page)).some((text) => text.startsWith('larkspur')));
    await page.keyboard.press('Enter');
    await waitFor('resources', async () => (await suggestions(page)).length > 5);
    await page.keyboard.type('weather-hold');
    await waitFor('the page', async () => (await suggestions(page))[1]?.startsWith('Weather hold') ?? false);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitFor('the mention', async () => (await editorText(page)).includes(`See ${weather}`));
    await page.keyboard.press('Control+S');
  });
});

describe('attaching what is mentioned', () => {
  beforeEach(async () => {
    await clearNotifications(workbench.page);
    await newChat();
  });

  it('takes all of a file with the line above its text, which then leads to what changed of it', async () => {
    const { page } = workbench;
    await openFile(page, 'notes.md');
    await activeEditor(page).getByText('Attach 1 mentioned resource').click();
    await waitForChips(page, ['Weather-hold.md']);
    await sendMessage(page, 'What is the rule?');
    expect(await lastTexts()).toEqual(['# Weather hold']);
    await server.change({ [weather.slice('@larkspur:'.length)]: '# Weather hold\n\nNever.' });
    await activeEditor(page).getByText('Show changes (1)').click();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'Never.' }).waitFor();
    await page.keyboard.press('Control+W');
  });

  it('takes what is selected, by the Command Palette', async () => {
    const { page } = workbench;
    await openFile(page, prompt);
    await goToEndOf('Read how orders');
    await page.keyboard.press('Shift+ArrowDown');
    await runCommand(page, 'MCP Resources: Attach the Resources Mentioned Here');
    await waitForChips(page, ['Weather-hold.md']);
  });

  it('puts it into the context, and says so', async () => {
    const { page } = workbench;
    await openFile(page, prompt);
    await page.keyboard.press('Escape');
    await goTo(page, 1, 1);
    await runCommand(page, 'MCP Resources: Add the Mentioned Resources to the Context');
    const { buttons } = await waitForNotification(page, '4 resources were added to the context.');
    expect(buttons).toEqual(['Attach to Chat', 'Undo']);
    await waitForNotification(page, `Left out, because no server is known to have it: ${misspelt}.`);
  });

  it('says of a file that mentions nothing how a mention is written', async () => {
    const { page } = workbench;
    await openFile(page, 'README.md');
    await runCommand(page, 'MCP Resources: Attach the Resources Mentioned Here');
    await waitForNotification(page, 'This file mentions no resource. A mention is written `@server:uri`.');
  });

  it('says of a file in which it does not look why', async () => {
    const { page } = workbench;
    await openFile(page, 'server.log');
    await runCommand(page, 'MCP Resources: Attach the Resources Mentioned Here');
    const { buttons } = await waitForNotification(page, 'Mentions are not looked for in this file');
    expect(buttons).toEqual(['Open Settings']);
  });
});

describe('a resource', () => {
  beforeAll(async () => {
    const { page } = workbench;
    await clearNotifications(page);
    await setExpanded(page, 'Resources', 'wiki');
    await setExpanded(page, 'Resources', 'handbook');
  });

  it('is found wherever the workspace mentions it', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'Weather hold', 'Find Mentions in Files');
    await waitFor('the places', async () => (await places()).length > 1);
    expect(await places()).toEqual([
      `.github/prompts/${prompt}:7 1. Read how orders wait for milder weather: ${weather}.`,
      `notes.md:3 See ${weather}`,
      `orders/hold.py:1 MARGIN = 3  # see ${weather}`,
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active[data-resource-name="hold.py"]').waitFor();
  });

  it('that nobody mentions is said to be none, with a way to mention it', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'Packing hall', 'Find Mentions in Files');
    await waitForNotification(page, 'No file of this workspace mentions “Packing hall”.');
    await pressNotificationButton(page, 'Packing hall', 'Copy as Mention');
    await waitForClipboard('@larkspur:wiki://larkspur/handbook/packing');
  });
});

describe('pictures', () => {
  it('of a file with mentions, of what is told and of what is offered, in three themes', async () => {
    const { page } = workbench;
    await clearNotifications(page);
    await openFile(page, prompt);
    for (const theme of ['dark', 'light', 'highContrast'] as const) {
      await setTheme(workbench, theme);
      await goToEndOf('ticket://support/1099');
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+I');
      await page.locator('.monaco-hover:not(.hidden)').filter({ hasText: 'priority' }).waitFor();
      await picture(`mentions-hover-${theme}`);
      await page.keyboard.press('Escape');
      await goTo(page, 13, 1);
      await page.keyboard.type('@larkspur:weather');
      const isFound = async (): Promise<boolean> =>
        (await suggestions(page)).slice(0, 2).some((text) => text.startsWith('Weather hold'));
      await waitFor('the page', isFound);
      await picture(`mentions-completion-${theme}`);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+Home');
      await page.keyboard.press('Delete');
    }
  });
});

describe('the setting of languages', () => {
  it('is followed at once: what it takes away is not marked any more, and comes back with it', async () => {
    const { page } = workbench;
    await openFile(page, 'notes.md');
    const lens = activeEditor(page).getByText('Attach 1 mentioned resource');
    await lens.waitFor();
    await workbench.changeSettings({ 'mcpResources.mentions.languages': ['python'] });
    await waitFor('nothing to be marked', async () => !(await lens.isVisible()) && (await linkTexts()) === '');
    await runCommand(page, 'MCP Resources: Attach the Resources Mentioned Here');
    await waitForNotification(page, 'Mentions are not looked for in this file: its language, “markdown”');
    await workbench.changeSettings({ 'mcpResources.mentions.languages': ['markdown', 'prompt'] });
    await lens.waitFor();
    await waitFor('the link', async () => (await linkTexts()).includes(weather));
  });
});

describe('in the next window', () => {
  it('what servers listed in the last one is known before any of them starts', async () => {
    const { page } = workbench;
    const starts = async (): Promise<number> => (await workbench.logs()).split('Ready after').length;
    await openContainer(page, 'Explorer');
    await workbench.restart();
    const before = await starts();
    await openFile(workbench.page, prompt);
    await waitFor('the link of the bare URI', async () => (await linkTexts()).includes('repo://larkspur'));
    expect(await starts()).toBe(before);
    expect(await workbench.logs()).not.toMatch(/\[error\]/u);
  });

  it('what is typed before mentions are looked for is completed all the same', async () => {
    await workbench.restart();
    const { page } = workbench;
    await openFile(page, 'notes.md');
    await goTo(page, 2, 1);
    await page.keyboard.type('@');
    await waitFor('the server', async () => (await suggestions(page)).some((text) => text.startsWith('larkspur')));
  });
});

describe('an untrusted workspace', () => {
  let restricted: Workbench;

  beforeAll(async () => {
    const files = { 'notes.md': `Read ${weather}.\n` };
    restricted = await startWithServers({ larkspur: demoServer() }, { files, trust: true });
  });

  afterAll(() => restricted.dispose());

  it('starts nothing for what is mentioned, and flags nothing; attaching says why it cannot', async () => {
    const { page } = restricted;
    await openFile(page, 'notes.md');
    await activeEditor(page).getByText('Attach 1 mentioned resource').click();
    await waitForNotification(page, /trust/u);
    expect(await activeEditor(page).locator('.squiggly-hint').count()).toBe(0);
    expect(await restricted.logs()).not.toMatch(/Ready after|Something unexpected/u);
  });
});

/** Unlike other pictures with the pointer where it is: what it is over stays open. */
async function picture(name: string): Promise<void> {
  const folder = path.join(root, 'test/output/screenshots');
  await mkdir(folder, { recursive: true });
  await workbench.page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
