import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatChips, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { runCommand } from '../../support/workbench/commands.js';
import { clickLens, goTo, openFile } from '../../support/workbench/editors.js';
import {
  cancelQuickInput,
  clearNotifications,
  notifications,
  pressQuickItemButton,
  readQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { rowsNow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { nameSet } from '../context/setPicking.js';
import { ChangingServer } from '../base/changingServer.js';
import { freshStart } from '../base/freshStart.js';
import { goToEndOf, misspelt, prompt, promptFile, weather } from './mentioning.js';
import { acceptShown, openAndAgree, startWithServers } from '../base/product.js';

/** Not where the chat looks for instructions: it would be part of every message. */
const instructions = 'docs/words.instructions.md';
const glossary = '@larkspur:wiki://larkspur/handbook/glossary';
const onCall = '@larkspur:wiki://larkspur/handbook/on-call';

let server: ChangingServer;
let workbench: Workbench;

/** The first lines of the resources in the last message. VS Code may send the open file, too, which it suggests. */
async function lastTexts(): Promise<readonly string[]> {
  const { references = [] } = (await workbench.chatRequests()).at(-1) ?? {};
  const resources = references.filter(({ uri }) => uri?.startsWith('mcpres:'));
  return resources.flatMap(({ text }) => text?.split('\n')[0] ?? []);
}

beforeAll(async () => {
  server = await ChangingServer.create();
  const files = {
    ...promptFile,
    'notes.md': `# Notes\n\nSee ${weather}`,
    'orders/hold.py': `MARGIN = 3  # see ${weather}\n`,
    [instructions]: `Use these words: ${glossary}\n`,
  };
  workbench = await startWithServers({ larkspur: server.definition }, { files });
  await openAndAgree(workbench.page);
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

beforeEach(async () => {
  await server.replace({});
  await freshStart(workbench);
});

describe('attaching what is mentioned', () => {
  it('takes all of a file with the line above its text', async () => {
    const { page } = workbench;
    await openFile(page, 'notes.md');
    await clickLens(page, 'Attach Mentioned Resources (1)', async () => (await chatChips(page)).length > 0);
    await waitForChips(page, ['Weather-hold.md']);
    await sendMessage(page, 'What is the rule?');
    expect(await lastTexts()).toEqual(['# Weather hold']);
  });

  it('takes what is selected, by the Command Palette', async () => {
    const { page } = workbench;
    await openFile(page, prompt);
    await goToEndOf(workbench, 'Read how orders');
    await page.keyboard.press('Shift+ArrowDown');
    await runCommand(page, 'MCP Resources: Attach Mentioned Resources');
    await acceptShown(page, 'Attach Mentioned Resources');
    await waitForChips(page, ['Weather-hold.md']);
  });

  it('puts it into the context, and says so', async () => {
    const { page } = workbench;
    await openFile(page, prompt);
    // VS Code selects what was selected when the file was closed, and draws its lines again.
    await goTo(page, 1, 1);
    await clickLens(page, 'Add to Context', async () => (await notifications(page)).length > 0);
    const { buttons } = await waitForNotification(page, '5 resources added to the context');
    expect(buttons).toEqual(['Attach to Chat', 'Undo']);
    await waitForNotification(page, `Skipped ${misspelt}: not found on any server.`);
  });

  it('says of a file that mentions nothing how a mention is written', async () => {
    const { page } = workbench;
    await openFile(page, 'README.md');
    await runCommand(page, 'MCP Resources: Attach Mentioned Resources');
    await waitForNotification(page, 'No resources are mentioned here. To mention a resource, type @server:uri.');
  });
});

describe('an instruction file', () => {
  const inContext = async (): Promise<readonly string[]> =>
    (await rowsNow(workbench.page, 'Context')).map(({ label }) => label);

  it('is said to be sent as text, and what it mentions stays in the context until that is ended', async () => {
    const { page } = workbench;
    const isAsked = (): Promise<boolean> => page.locator('.quick-input-widget').isVisible();
    await openFile(page, 'words.instructions.md');
    await clickLens(page, 'Sent as text only', isAsked);
    await waitFor('the choices', async () => (await readQuickInput(page)).title === 'New Context Set');
    await nameSet(page, `Resources mentioned in ${instructions}`, 'Words');
    await waitForNotification(page, '1 resource added to Context from “Words”.');
    await expect.poll(inContext).toEqual(['Glossary']);
    await workbench.writeFile(instructions, `Who to call: ${onCall}\n`);
    await expect.poll(inContext).toEqual(['On call for the web shop']);
    await clickLens(page, 'Sent as text only', isAsked);
    await waitFor('the set', async () => (await readQuickInput(page)).title === 'Context Sets');
    await pressQuickItemButton(page, 'Words', 'Stop Keeping in Context');
    await expect.poll(inContext).toEqual([]);
    await cancelQuickInput(page);
    await workbench.writeFile(instructions, `Use these words: ${glossary}\n`);
    await clearNotifications(page);
  });
});
