import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, setSectionExpanded } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  cancelQuickInput,
  clearNotifications,
  pickQuickItem,
  pressNotificationButton,
  pressQuickItemButton,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { allRows, rowsNow, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { acceptShown, demoServer, openAndAgree, startWithServers } from '../base/product.js';
import { addSet, showSets } from './setPicking.js';

const file = '.vscode/mcp-context.json';
const shared = `{
  // What the team agreed on
  "sets": {
    "Greetings": {
      "description": "For newcomers", // and others
      "resources": ["wiki://larkspur/handbook/start-here"]
    }
  }
}
`;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer() }, { files: { [file]: shared } });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'repo');
  for (const view of ['Search', 'Resources']) await setSectionExpanded(workbench.page, view, false);
  await setSectionExpanded(workbench.page, 'Context', true);
});

beforeEach(async () => {
  await freshStart(workbench);
  await workbench.writeFile(file, shared);
});

afterAll(() => workbench.dispose());

/** Waits for an input with `title` in its title, types and presses Enter. */
async function answer(title: string, text: string): Promise<void> {
  const { page } = workbench;
  await waitFor(title, async () => (await readQuickInput(page)).title.includes(title));
  await typeIntoQuickInput(page, text);
  const isListed = async (): Promise<boolean> => {
    const { items } = await readQuickInput(page);
    return items.every(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  };
  await waitFor(`what matches ${text}`, isListed);
  await acceptQuickInput(page);
}

async function attach(text: string): Promise<void> {
  await runCommand(workbench.page, 'MCP Resources: Attach to Chat');
  await answer('Select MCP Resources to Attach', text);
  await waitForRow(workbench.page, 'Context', text);
}

async function openSet(name: string): Promise<void> {
  await runCommand(workbench.page, 'MCP Resources: Context Sets…');
  await answer('Context Sets', name);
}

async function contextLabels(): Promise<readonly string[]> {
  return (await rowsNow(workbench.page, 'Context')).map(({ label }) => label.trim());
}

async function waitForContext(labels: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  try {
    await waitFor('the context', async () => (last = await contextLabels()).join() === labels.join());
  } catch (cause) {
    throw new Error(`The context has [${last.join(', ')}] and not [${labels.join(', ')}].`, { cause });
  }
}

function onDisk(name: string): Promise<string> {
  return readFile(path.join(workbench.workspaceFolder, name), 'utf8');
}

describe('a context set', () => {
  it('is saved into a file of the repository, beside what is there', async () => {
    const { page } = workbench;
    await attach('orders: columns');
    await attach('customers: columns');
    await showSets(page, 'Save Context as Set…');
    await pickQuickItem(page, 'Save Context as Set…');
    await answer('Save Context as Set', 'Tables');
    await answer('Select Where to Save the Context Set', '.vscode');
    await waitForNotification(page, '“Tables” was saved in .vscode/mcp-context.json.');
    const text = await onDisk(file);
    expect(text.startsWith(shared.slice(0, shared.indexOf('\n    }\n')))).toBe(true);
    expect(text).toContain(`    "Tables": {
      "resources": [
        "db://larkspur/sales/orders/columns",
        "db://larkspur/sales/customers/columns"
      ]
    }`);
  });

  it('is opened as the file is now: in its order, with globs, in place of the context', async () => {
    const { page } = workbench;
    await attach('orders: columns');
    await attach('customers: columns');
    const set = {
      resources: [
        { server: 'larkspur', uri: 'repo://larkspur/README.md', checked: false },
        { glob: 'db://larkspur/sales/*/columns' },
        { uri: 'ticket://support/1' },
        { glob: 'nothing://**' },
      ],
    };
    await workbench.writeFile(file, { sets: { Sales: set } });
    await openSet('Sales');
    await answer('Open “Sales”', 'Replace');
    // Two of six were the user's own before.
    await waitFor('the resources', async () => (await readQuickInput(page)).items.length === 4);
    await acceptShown(page, 'Open “Sales”');
    const { message } = await waitForNotification(page, 'Opened “Sales” with ');
    expect(message).toContain('No resources match nothing://**.');
    await waitForContext([
      'README.md',
      'orders: columns',
      'order_lines: columns',
      'customers: columns',
      'refunds: columns',
      '1',
    ]);
    await expect
      .poll(async () => (await allRows(page, 'Context')).map(({ checked }) => checked))
      .toEqual([false, ...Array<boolean>(5).fill(true)]);
    await pressNotificationButton(page, 'Opened “Sales” with ', 'Undo');
    await waitForContext(['orders: columns', 'customers: columns']);
  });

  it('says while it is written what is wrong', async () => {
    const { page } = workbench;
    await workbench.writeFile(
      file,
      '{\n  // A comment\n  "sets": { "Odd": { "resources": [{ "globs": "db://**" }], } }\n}\n',
    );
    await workbench.executeCommand('vscode.open', { $uri: `file://${path.join(workbench.workspaceFolder, file)}` });
    await page.locator('.part.editor .squiggly-warning').first().waitFor();
    expect(await page.locator('.part.editor .squiggly-error').count()).toBe(0);
    await showSets(page, 'Odd');
    const isSaid = async (): Promise<boolean> =>
      (await readQuickInput(page)).items.some(({ description }) => description.includes('1 invalid'));
    await waitFor('what is invalid', isSaid);
    await cancelQuickInput(page);
  });
});

describe('a set that is always in the context', () => {
  it('adds what it leads to, says so, and takes it out again', async () => {
    const { page } = workbench;
    await attach('orders: columns');
    await addSet(page, 'Resources with priority 1', 'Important');
    const { message, buttons } = await waitForNotification(page, 'added to Context');
    expect([message, buttons]).toEqual([
      '6 resources added to Context from “Important”. Attach them to send them.',
      ['Attach to Chat', 'Show', 'Undo', 'Change…'],
    ]);
    await waitForContext([
      'orders: columns',
      '#1095 Bestellung 72754: Lieferung an eine Packstation?',
      'memo 0d6f2b35',
      '#1082 Wrong plant in the box',
      'README.md',
      'CONTRIBUTING.md',
      'Start here',
    ]);
    expect(
      (await allRows(page, 'Context')).map(({ ariaLabel }) => ariaLabel.includes('from the set “Important”')),
    ).toEqual([false, ...Array<boolean>(6).fill(true)]);
    await showSets(page, 'Important');
    await waitFor('what it has', async () => {
      const item = (await readQuickInput(page)).items.find(({ label }) => label.trim() === 'Important');
      return item?.description.startsWith('always · 6 resources · ') === true;
    });
    await pressQuickItemButton(page, 'Important', 'Stop Keeping in Context');
    await waitForContext(['orders: columns']);
    await cancelQuickInput(page);
  });

  it('of a file waits for the user’s review, and for another one once the file says something else', async () => {
    const { page } = workbench;
    const set = (...resources: readonly unknown[]) => ({ sets: { Team: { resources } } });
    await workbench.writeFile(file, set('repo://larkspur/README.md'));
    await showSets(page, 'Team');
    await pressQuickItemButton(page, 'Team', 'Always in Context');
    await acceptShown(page, 'Open “Team”');
    await waitForContext(['README.md']);
    await clearNotifications(page);
    await workbench.writeFile(file, set('repo://larkspur/README.md', 'repo://larkspur/CONTRIBUTING.md'));
    await waitForContext([]);
    await pressNotificationButton(page, 'The context set “Team” in .vscode/mcp-context.json has changed.', 'Review');
    await acceptShown(page, 'Open “Team”');
    await waitForContext(['README.md', 'CONTRIBUTING.md']);
    await showSets(page, 'Team');
    await pressQuickItemButton(page, 'Team', 'Stop Keeping in Context');
    await waitForContext([]);
    await cancelQuickInput(page);
  });
});
