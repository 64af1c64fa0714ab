import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openQuickInput } from '../../support/workbench/commands.js';
import { activeEditor, editorText, followLink, openFile } from '../../support/workbench/editors.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { startWorkbench, type Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { linkTexts, waitForFirst, weather } from './mentioning.js';
import { demoServer, openAndAgree } from '../base/product.js';

/** Mentions in windows of other shapes, in which documents are not files of one trusted folder. */
const servers = { larkspur: demoServer() };
let workbench: Workbench;

const cell = (source: string) => ({
  ...{ cell_type: 'code', metadata: {}, source: [source] },
  ...{ execution_count: null, outputs: [] },
});
const notebook = {
  cells: [cell('boxes = 3  # see @larkspur:wiki://larkspur/handbook/packing'), cell('# ')],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

describe('a workspace of several folders', () => {
  beforeAll(async () => {
    workbench = await startWorkbench({
      opens: 'two.code-workspace',
      files: {
        'two.code-workspace': { folders: [{ path: 'shop' }, { path: 'lib' }] },
        'shop/.vscode/mcp.json': { servers },
        'shop/notes.md': `See ${weather}\n`,
        'lib/hold.ipynb': notebook,
        'lib/hold.py': `MARGIN = 3  # see ${weather}\n`,
      },
    });
    await openAndAgree(workbench.page);
  });

  afterAll(() => workbench.dispose());

  beforeEach(() => freshStart(workbench));

  it('has the resources of a folder linked in the files of another', async () => {
    const { page } = workbench;
    await openFile(page, 'hold.py');
    await waitFor('the link', async () => (await linkTexts(workbench)).includes('weather-hold'));
    await activeEditor(page).getByText('Attach Mentioned Resources (1)').waitFor();
    await followLink(page, 'weather-hold');
    await waitFor('the page', async () => (await editorText(page)).includes('# Weather hold'));
  });

  it('has links and completion in the comments of a notebook’s cells', async () => {
    const { page } = workbench;
    await openQuickInput(page, 'Control+P', 'hold.ipynb');
    const firstRow = page.locator('.quick-input-widget .quick-input-list .monaco-list-row').first();
    await waitFor('the file', async () => (await firstRow.locator('.label-name').first().innerText()) === 'hold.ipynb');
    await page.keyboard.press('Enter');
    const cells = page.locator('.notebookOverlay .cell .monaco-editor');
    await cells.first().locator('.detected-link', { hasText: 'handbook/packing' }).waitFor();
    await cells.nth(1).locator('.view-lines').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('@larkspur:packing');
    await waitForFirst(workbench, 'Packing hall');
  });
});

describe('a window without a folder', () => {
  beforeAll(async () => {
    workbench = await startWorkbench({ opens: 'nothing', userMcp: { servers } });
    await openAndAgree(workbench.page);
  });

  afterAll(() => workbench.dispose());

  beforeEach(async () => {
    await freshStart(workbench);
    await workbench.executeCommand('workbench.action.files.newUntitledFile', { languageId: 'markdown' });
    await activeEditor(workbench.page).locator('.view-lines').click();
  });

  it('completes and links what is written into a new file', async () => {
    const { page } = workbench;
    await page.keyboard.type('See @larkspur:packing');
    await waitForFirst(workbench, 'Packing hall');
    await page.keyboard.press('Enter');
    const mention = '@larkspur:wiki://larkspur/handbook/packing';
    await waitFor('the mention', async () => (await editorText(page)).includes(`See ${mention}`));
    await waitFor('the link', async () => (await linkTexts(workbench)).includes('handbook/packing'));
  });
});
