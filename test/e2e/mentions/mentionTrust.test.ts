// Mentions in a window whose folder is not trusted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeEditor, clickLens, openFile } from '../../support/workbench/editors.js';
import { notifications } from '../../support/workbench/prompts.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { weather } from './mentioning.js';
import { demoServer, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  const files = { 'notes.md': `Read ${weather}.\n` };
  workbench = await startWithServers({ larkspur: demoServer() }, { files, trust: true });
});

afterAll(() => workbench.dispose());

it('an untrusted workspace starts nothing for what is mentioned, and flags nothing; attaching says why it cannot', async () => {
  const { page } = workbench;
  await openFile(page, 'notes.md');
  const isReasonThere = async (): Promise<boolean> =>
    (await notifications(page)).some(({ message }) => message.includes('trust'));
  await clickLens(page, 'Attach Mentioned Resources (1)', isReasonThere);
  expect(await activeEditor(page).locator('.squiggly-hint').count()).toBe(0);
  expect(await workbench.logs()).not.toMatch(/Ready after|Something unexpected/u);
});
