// Other extensions and models run commands of this extension, and repositories bring sets: nothing of what they name is read before the user has
// seen it. `executeCommand` is such an extension, and the server writes down what it is asked.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerToolQuestion,
  beginMessage,
  chatChips,
  readToolQuestion,
  sendMessage,
} from '../../support/workbench/chat.js';
import { viewPane } from '../../support/workbench/commands.js';
import {
  cancelQuickInput,
  clearNotifications,
  pickQuickItem,
  readQuickInput,
} from '../../support/workbench/prompts.js';
import { waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { addSet, showSets } from '../context/setPicking.js';
import { freshStart } from '../base/freshStart.js';
import { acceptShown, openAndAgree, rawServer } from '../base/product.js';
import { startWorkbench } from '../../support/workbench/workbench.js';

const unlisted = 'hr://send?data=SECRET';
const listed = 'gone://here';
const mentions = 'mentions.md';

let folder: string;
let workbench: Workbench;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'asked-'));
  const hr = rawServer('notFound', '--record', path.join(folder, 'asked.jsonl'));
  const files = { [mentions]: `See @hr:${listed} and @hr:gone://words\n` };
  const depot = rawServer('folders', '--record', path.join(folder, 'folders.jsonl'));
  workbench = await startWorkbench({ userMcp: { servers: { hr, other: rawServer('multiContent'), depot } }, files });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'gone');
});
afterAll(async () => {
  await workbench.dispose();
  await rm(folder, { recursive: true });
});
beforeEach(() => freshStart(workbench));

/** URIs that the server was asked for, so far. */
async function asked(file = 'asked.jsonl', asking = 'resources/read'): Promise<readonly string[]> {
  const lines = (await readFile(path.join(folder, file), 'utf8')).trim().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { method?: string; params?: { uri?: string } });
  return messages.flatMap(({ method, params }) => (method === asking ? (params?.uri ?? []) : []));
}

/** The rows of the list that is shown, once its title begins like this. */
async function shown(title: string): Promise<readonly string[]> {
  await waitFor(title, async () => (await readQuickInput(workbench.page)).title.startsWith(title));
  const { items } = await readQuickInput(workbench.page);
  return items.map(({ description, detail, checked }) => `${String(checked)} ${description.trim()} ${detail.trim()}`);
}

/** Has the model read a resource, which the user refuses. Fails where they are not asked. */
async function expectQuestion(uri: string): Promise<void> {
  const answered = await beginMessage(
    workbench.page,
    `call mcpResources_read ${JSON.stringify({ uri, server: 'hr' })}`,
  );
  expect(await readToolQuestion(workbench.page)).toContain(uri);
  await answerToolQuestion(workbench.page, 'Skip');
  await answered();
}

/** The list of an empty view is hidden. */
const contextRows = (): Promise<number> =>
  viewPane(workbench.page, 'Context').locator('.monaco-list-row .label-name').count();

describe('a command that another extension runs', () => {
  const resources = [unlisted, listed].map((uri) => ({ serverId: 'user//hr', uri, name: 'notes' }));

  it.each([
    ['attach', 'Select MCP Resources to Attach'],
    ['addToContext', 'Select MCP Resources to Add to Context'],
    ['open', 'Select MCP Resources to Open'],
    ['copyContent', 'Select MCP Resources to Copy'],
    ['showChanges', 'Show Changes'],
  ])('%s shows the resources first, and asks no server before that', async (command, title) => {
    const before = await asked();
    const run = workbench.executeCommand(`mcpResources.${command}`, { resources });
    expect(await shown(title)).toEqual([`true hr · not in the server’s list ${unlisted}`, `true hr ${listed}`]);
    await cancelQuickInput(workbench.page);
    await run;
    expect([await contextRows(), await asked()]).toEqual([0, before]);
    await expectQuestion(unlisted);
    expect(await asked()).toEqual(before);
  });

  it('makes readable for models what the user then leaves in the list', async () => {
    const run = workbench.executeCommand('mcpResources.addToContext', { resources: [resources[1]] });
    await acceptShown(workbench.page, 'Select MCP Resources to Add to Context');
    await run;
    await sendMessage(workbench.page, `call mcpResources_read ${JSON.stringify({ uri: listed })}`);
    expect((await asked()).at(-1)).toBe(listed);
  });

  it.each([
    ['addMentioned', 'Add Mentioned Resources to Context'],
    ['attachMentioned', 'Attach Mentioned Resources'],
  ])('%s shows what a file mentions first', async (command, title) => {
    const before = await asked();
    const file = `file://${path.join(workbench.workspaceFolder, mentions)}`;
    const run = workbench.executeCommand(`mcpResources.${command}`, file);
    expect(await shown(title)).toEqual([`true hr ${listed}`, 'true hr gone://words']);
    await cancelQuickInput(workbench.page);
    await run;
    expect([await contextRows(), await asked()]).toEqual([0, before]);
    await expectQuestion(listed);
  });

  it('attachContext shows first what only a set added', async () => {
    await addSet(workbench.page, 'Resources that match a glob', 'Kept', listed);
    await waitForRow(workbench.page, 'Context', 'here');
    const run = workbench.executeCommand('mcpResources.attachContext');
    expect(await shown('Attach Context')).toEqual([`true hr ${listed}`]);
    await cancelQuickInput(workbench.page);
    await run;
    expect(await chatChips(workbench.page)).toEqual([]);
    await clearNotifications(workbench.page);
    await expectQuestion(listed);
  });
});

it('a model lists a folder only after the user was shown its URI', async () => {
  const { page } = workbench;
  const list = `call mcpResources_list ${JSON.stringify({ folder: 'folder://root' })}`;
  const lists = () => asked('folders.jsonl', 'resources/directory/read');
  const refused = await beginMessage(page, list);
  expect(await readToolQuestion(page)).toContain('folder://root');
  await answerToolQuestion(page, 'Skip');
  await refused();
  expect(await lists()).toEqual([]);
  const allowed = await beginMessage(page, list);
  expect(await readToolQuestion(page)).toContain('The model wants to list this folder on the MCP server “depot”:');
  await answerToolQuestion(page, 'Allow Once');
  await allowed();
  expect(await lists()).toEqual(['folder://root']);
});

describe('a set of a repository', () => {
  it('is shown before it is in the context, once, with globs for the servers that it names', async () => {
    const { page } = workbench;
    const resources = [{ server: 'hr', uri: unlisted }, { glob: '**' }];
    await workbench.writeFile('.vscode/mcp-context.json', { sets: { Team: { resources } } });
    const before = await asked();
    const open = async (): Promise<void> => {
      await showSets(page, 'Team');
      await pickQuickItem(page, 'Team');
    };
    await open();
    const all = ['32002', '32602', 'here', 'internal', 'words'];
    expect((await shown('Open “Team”')).toSorted()).toEqual(
      [`true hr · not in the server’s list ${unlisted}`, ...all.map((name) => `true hr gone://${name}`)].toSorted(),
    );
    await cancelQuickInput(page);
    expect([await contextRows(), await asked()]).toEqual([0, before]);
    await expectQuestion(unlisted);
    expect(await asked()).toEqual(before);
    await open();
    await acceptShown(page, 'Open “Team”');
    await waitFor('the context', async () => (await contextRows()) === 6);
    await workbench.executeCommand('mcpResources.clearContext');
    await open();
    await waitFor('the context', async () => (await contextRows()) === 6);
  });
});
