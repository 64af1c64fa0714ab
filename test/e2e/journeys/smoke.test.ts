// Tests the test support itself, with a throw-away extension: a failure here is one of the test support or of VS Code, not of the product.
import { readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSideBarWidth, setTheme, takeScreenshot } from '../../support/workbench/appearance.js';
import { chatChips, dragIntoChat, removeChip, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import {
  menuItems,
  openView,
  pickFromMenu,
  runCommand,
  runViewAction,
  viewActions,
} from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  clearNotifications,
  notifications,
  pickQuickItem,
  pressDialogButton,
  pressNotificationButton,
  readDialog,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import {
  allRows,
  clickRow,
  findRow,
  openContextMenu,
  runInlineAction,
  selectRows,
  setExpanded,
  viewText,
  visibleRows,
} from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { webviewFrame } from '../../support/workbench/webviews.js';
import { startWorkbench, type Workbench } from '../../support/workbench/workbench.js';
import { isRestricted, trustWorkspace } from '../../support/workbench/workspaceTrust.js';

const sample = path.resolve(import.meta.dirname, '../../support/workbench/sampleExtension');
const container = 'Bench Sample';
const tree = 'Sample Tree';

describe('the workbench bench', () => {
  let workbench: Workbench;

  beforeAll(async () => {
    workbench = await startWorkbench({ extensions: [sample], files: { 'a.md': 'text' }, trust: true });
    await waitFor('restricted mode, as told', () => isRestricted(workbench.page));
    await trustWorkspace(workbench.page);
    expect(await isRestricted(workbench.page)).toBe(false);
  });

  beforeEach(async () => {
    await workbench.executeCommand('probe.startFresh');
    await openView(workbench.page, container, tree);
    await setExpanded(workbench.page, tree, 'folder', false);
  });

  afterAll(async () => {
    expect((await workbench.processes()).length, 'processes of an open window').toBeGreaterThan(2);
    await workbench.dispose();
    expect(await workbench.processes(), 'processes of a closed window').toEqual([]);
  });

  it('reads the rows of a tree, those out of sight too', async () => {
    const { page } = workbench;
    await clickRow(page, tree, 'first.md');
    expect([await viewText(page, tree), await viewActions(page, tree)]).toEqual(['These are samples.', ['Greet']]);
    const plain = { level: 1, selected: false, expanded: undefined, checked: undefined };
    await expect
      .poll(() => visibleRows(page, tree))
      .toEqual([
        {
          ...plain,
          selected: true,
          label: 'first.md',
          description: 'file',
          ariaLabel: 'Tooltip of /first.md, has actions',
          icon: '',
          actions: ['Attach to Chat'],
        },
        {
          ...plain,
          label: 'folder',
          description: '120 files',
          expanded: false,
          ariaLabel: 'Tooltip of /folder',
          icon: 'folder',
          actions: [],
        },
      ]);
    await setExpanded(page, tree, 'folder');
    const notes = Array.from({ length: 120 }, (_, index) => `note-${String(index).padStart(3, '0')}.md`);
    expect((await allRows(page, tree)).map((row) => row.label)).toEqual(['first.md', 'folder', ...notes]);
  });

  it('shows notifications and presses their buttons', async () => {
    const { page } = workbench;
    await setExpanded(page, tree, 'folder');
    await openContextMenu(page, tree, 'note-003.md');
    expect(await menuItems(page)).toEqual(['Greet']);
    await pickFromMenu(page, 'Greet');
    await pressNotificationButton(page, 'Hello /folder/note-003.md', 'Wave');
    expect(await waitForNotification(page, 'You chose')).toEqual({
      severity: 'warning',
      message: 'You chose Wave.',
      buttons: [],
    });
    await clearNotifications(page);
    expect(await notifications(page)).toEqual([]);
  });

  it('sends attached virtual files with the content that they have at send time', async () => {
    const { page } = workbench;
    await setExpanded(page, tree, 'folder');
    await selectRows(page, tree, ['first.md', 'note-003.md', 'note-090.md']);
    await runInlineAction(page, tree, 'first.md', 'Attach to Chat');
    await waitForChips(page, ['first.md', 'note-003.md', 'note-090.md']);
    await removeChip(page, 'note-003.md');
    await waitForChips(page, ['first.md', 'note-090.md']);
    await workbench.executeCommand('benchSample.change', 'the second version');
    expect(await sendMessage(page, 'What is @this?')).toContain('the second version');
    expect(await chatChips(page)).toEqual([]);
    // A drag takes the whole selection along.
    await selectRows(page, tree, ['first.md']);
    await dragIntoChat(page, await findRow(page, tree, 'first.md'));
    await waitForChips(page, ['first.md']);
    await sendMessage(page, 'And this?');
    const first = { kind: 'uri', id: 'sample:/first.md', name: 'first.md', uri: 'sample:/first.md' };
    const note = { kind: 'uri', name: 'note-090.md', uri: 'sample:/folder/note-090.md', text: 'text 90', size: 7 };
    expect(await workbench.chatRequests()).toMatchObject([
      {
        mode: 'agent',
        prompt: 'What is @this?',
        references: [
          { ...first, text: 'the second version', size: 18 },
          { ...note, id: note.uri },
        ],
        toolReferences: [],
      },
      {
        mode: 'agent',
        prompt: 'And this?',
        references: [{ ...first, text: 'the second version', size: 18 }],
        toolReferences: [],
      },
    ]);
  });

  it('runs commands from the palette and answers quick input', async () => {
    const { page } = workbench;
    await runCommand(page, 'Bench Sample: Choose');
    expect(await readQuickInput(page)).toMatchObject({ placeholder: 'Choose a colour', value: '' });
    await pickQuickItem(page, 'Red');
    await pickQuickItem(page, 'Blue');
    expect((await readQuickInput(page)).items).toEqual([
      { label: 'Red', description: 'a colour', detail: '', checked: true },
      { label: 'Green', description: '', detail: 'also a colour', checked: false },
      { label: 'Blue', description: '', detail: '', checked: true },
    ]);
    await acceptQuickInput(page);
    await typeIntoQuickInput(page, 'Tom');
    await acceptQuickInput(page);
    await waitForNotification(page, 'Red+Blue is Tom.');
    await clearNotifications(page);
  });

  it('answers modal dialogs and view title actions', async () => {
    const { page } = workbench;
    const answer = workbench.executeCommand('benchSample.ask');
    expect(await readDialog(page)).toEqual({ text: 'Really?\nIt matters.', buttons: ['Cancel', 'Yes'] });
    await pressDialogButton(page, 'Yes');
    expect(await answer).toBe('Yes, trusted: true');
    await runViewAction(page, tree, 'Greet');
    await waitForNotification(page, /^Hello/);
    await clearNotifications(page);
  });

  it('reaches into webviews, changes themes and widths', async () => {
    const { page } = workbench;
    const frame = await webviewFrame(page, 'Sample Panel');
    await frame.click('button');
    expect(await frame.innerText('button')).toBe('pressed');
    await setSideBarWidth(page, 300);
    for (const theme of ['highContrast', 'light'] as const) await setTheme(workbench, theme);
    expect(await takeScreenshot(page, 'smoke')).toMatch(/smoke\.png$/);
  });

  it('finds temporary files of extensions and their processes in a folder that VS Code and the browser leave alone', async () => {
    expect(await readdir(os.tmpdir())).toEqual([]);
    await workbench.executeCommand('benchSample.leaveFile');
    const left = await readdir(os.tmpdir());
    for (const name of left) await rm(path.join(os.tmpdir(), name), { recursive: true });
    expect(left).toEqual([expect.stringMatching(/^left-/)]);
  });

  it('finds what was stored after a restart, and the log', async () => {
    expect(await workbench.executeCommand('benchSample.remember')).toBe('1/1');
    await workbench.restart();
    expect(await workbench.executeCommand('benchSample.remember')).toBe('2/2');
    expect(await workbench.logs('bench-sample')).toMatch(/\[info\] The sample is active\.\n/);
  });
});
