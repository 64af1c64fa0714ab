import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFailures } from '../support/workbench/appearance.js';
import { runCommand } from '../support/workbench/commands.js';
import { activeEditor, editorText, followLink, openFile, suggestions } from '../support/workbench/editors.js';
import { readQuickInput, waitForNotification } from '../support/workbench/prompts.js';
import { runContextAction, setExpanded } from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import { startWorkbench, type Workbench } from '../support/workbench/workbench.js';
import { demoServer, openAndAgree } from './product.js';

/** Mentions where documents are not files of one folder: windows in other shapes, and notebooks. */
const weather = '@larkspur:wiki://larkspur/handbook/weather-hold';
const servers = { larkspur: demoServer() };
let workbench: Workbench;
pictureFailures(() => workbench.page);

const linkTexts = async (): Promise<string> =>
  (await activeEditor(workbench.page).locator('.detected-link').allInnerTexts()).join('');

async function findMentionsOf(title: string): Promise<void> {
  const { page } = workbench;
  await setExpanded(page, 'Resources', 'wiki');
  await setExpanded(page, 'Resources', 'handbook');
  await runContextAction(page, 'Resources', title, 'Find Mentions in Files');
}

/** Asks for the list again where VS Code has closed it, as it does while an editor or a notebook is still being laid out. */
async function waitForFirst(title: string): Promise<void> {
  const { page } = workbench;
  const isFirst = async (): Promise<boolean> => (await suggestions(page))[0]?.startsWith(title) ?? false;
  await waitFor(`"${title}" to be offered first`, async () => {
    if (await isFirst()) return true;
    await page.keyboard.press('Control+Space');
    await waitFor('the list', isFirst, 2_000);
    return true;
  });
}

describe('a workspace of several folders', () => {
  beforeAll(async () => {
    workbench = await startWorkbench({
      opens: 'two.code-workspace',
      files: {
        'two.code-workspace': { folders: [{ path: 'shop' }, { path: 'lib' }] },
        'shop/.vscode/mcp.json': { servers },
        'shop/notes.md': `See ${weather}\n`,
        'lib/hold.py': `MARGIN = 3  # see ${weather}\n`,
      },
    });
    await openAndAgree(workbench.page);
  });

  afterAll(() => workbench.dispose());

  it('has the resources of a folder linked in the files of another', async () => {
    const { page } = workbench;
    await openFile(page, 'hold.py');
    await waitFor('the link', async () => (await linkTexts()).includes('weather-hold'));
    await followLink(page, 'weather-hold');
    await waitFor('the page', async () => (await editorText(page)).includes('# Weather hold'));
  });

  it('is looked through in all of its folders', async () => {
    await findMentionsOf('Weather hold');
    const places = async () => (await readQuickInput(workbench.page)).items.map(({ label }) => label.trim());
    await waitFor('the places', async () => (await places()).length > 1);
    expect(await places()).toEqual(['lib/hold.py:1', 'shop/notes.md:1']);
  });
});

describe('a window without a folder', () => {
  beforeAll(async () => {
    workbench = await startWorkbench({ opens: 'nothing', userMcp: { servers } });
    await openAndAgree(workbench.page);
  });

  afterAll(() => workbench.dispose());

  it('completes and links what is written into a new file', async () => {
    const { page } = workbench;
    await workbench.executeCommand('workbench.action.files.newUntitledFile', { languageId: 'markdown' });
    await activeEditor(page).locator('.view-lines').click();
    await page.keyboard.type('See @larkspur:packing');
    await waitForFirst('Packing hall');
    await page.keyboard.press('Enter');
    const mention = '@larkspur:wiki://larkspur/handbook/packing';
    await waitFor('the mention', async () => (await editorText(page)).includes(`See ${mention}`));
    await waitFor('the link', async () => (await linkTexts()).includes('handbook/packing'));
  });

  it('says that only what is open was looked through', async () => {
    await findMentionsOf('Glossary');
    await waitForNotification(workbench.page, 'no folder is open whose files could');
    await runCommand(workbench.page, 'View: Revert and Close Editor');
  });
});

describe('a notebook', () => {
  beforeAll(async () => {
    const cell = (kind: string, source: string) => ({
      ...{ cell_type: kind, metadata: {}, source: [source] },
      ...(kind === 'code' && { execution_count: null, outputs: [] }),
    });
    const notebook = {
      cells: [cell('code', `margin = 3  # see ${weather}`), cell('code', '# ')],
      metadata: { language_info: { name: 'python' } },
      nbformat: 4,
      nbformat_minor: 5,
    };
    workbench = await startWorkbench({ files: { '.vscode/mcp.json': { servers }, 'hold.ipynb': notebook } });
    await openAndAgree(workbench.page);
  });

  afterAll(() => workbench.dispose());

  it('has links and completion in the comments of its cells', async () => {
    const { page } = workbench;
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget .quick-input-box input').fill('hold.ipynb');
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await page.keyboard.press('Enter');
    const cells = page.locator('.notebookOverlay .cell .monaco-editor');
    await cells.first().locator('.detected-link', { hasText: 'weather-hold' }).waitFor();
    await cells.nth(1).locator('.view-lines').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('@larkspur:packing');
    await waitForFirst('Packing hall');
  });
});
