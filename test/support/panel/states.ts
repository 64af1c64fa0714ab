import type { PanelNotice } from '../../../src/shared/protocol';
import type { OpenOptions, OpenPanel } from './openPanel';
import { choice, choose, focusList, openFilter, press, row, rowsShown, type } from './reading';
import { makeRow, makeRows, mixedRows } from './resources';

/** A state of the panel that users see, and the steps to get there. */
export interface PanelStateSetup {
  readonly name: string;
  readonly options?: OpenOptions;
  readonly reach: (panel: OpenPanel) => Promise<unknown>;
}

const notices: readonly PanelNotice[] = [
  {
    kind: 'error',
    text: 'The server “linear” could not be started: the command “npx” was not found.',
    actions: [
      { id: 'log', label: 'Show Log' },
      { id: 'restart', label: 'Retry' },
    ],
  },
  {
    kind: 'warning',
    text: 'The list of “github” ends after 10,000 resources.',
    actions: [{ id: 'more', label: 'Load More' }],
  },
];

const serverIcon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#3fb950"/></svg>')}`;

/** States with results. Together with {@link messageStates} these are all states that get pictures and accessibility checks. */
export const listStates: readonly PanelStateSetup[] = [
  { name: 'list', reach: ({ page }) => rowsShown(page) },
  {
    name: 'typed',
    reach: async ({ page }) => {
      await rowsShown(page);
      await type(page, 'order');
      await page.waitForSelector('.match');
    },
  },
  {
    name: 'selection',
    reach: async ({ page }) => {
      await focusList(page);
      await press(page, 'Space', 'ArrowDown', 'ArrowDown', 'Space', 'ArrowDown', 'Shift+ArrowDown', 'ArrowDown');
      await page.waitForSelector('.selection-bar');
    },
  },
  {
    name: 'hidden',
    options: {
      prepare: (host) =>
        void (host.hidden = { id: 'show', label: '151 hidden', title: 'The list is limited to shop.' }),
    },
    reach: async ({ page }) => {
      await rowsShown(page);
      await page.locator('.hidden-count').focus();
    },
  },
  {
    name: 'filters',
    reach: async ({ page }) => {
      await rowsShown(page);
      await choose(page, 'Server', 'sales-db');
      await openFilter(page, 'Changed');
      await choice(page, 'Last 7 days').click();
      await page.waitForSelector('.chip.chosen + .chip + .chosen');
    },
  },
  {
    name: 'chips',
    reach: async ({ page }) => {
      await rowsShown(page);
      await page.check('input[value=assistant]');
      await choose(page, 'Server', 'sales-db', 'github', 'linear');
      await choose(page, 'Type', 'JSON', 'TypeScript');
      await page.locator('.chip.chosen .open').nth(1).focus();
    },
  },
  {
    name: 'filters-menu',
    reach: async ({ page }) => {
      await rowsShown(page);
      await page.getByRole('button', { name: 'Saved searches' }).press('ArrowDown');
      await page.waitForSelector('.menu:popover-open');
    },
  },
  {
    name: 'problem',
    reach: async ({ page }) => {
      await rowsShown(page);
      await type(page, 'orders priority:high');
      await page.waitForSelector('.problems');
    },
  },
  {
    name: 'templates',
    options: {
      rows: mixedRows().map((row, index) => ({ ...row, serverIcon: index % 4 === 0 ? 7 : undefined })),
      prepare: (host) => void host.icons.set(7, serverIcon),
    },
    reach: async ({ page }) => {
      await focusList(page);
      await press(page, 'ArrowDown');
      await page.waitForSelector('.row img');
    },
  },
  {
    name: 'preview',
    options: { width: 600 },
    reach: async ({ page }) => {
      await focusList(page);
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
      await page.waitForSelector('.preview-body');
    },
  },
  {
    name: 'form',
    options: { rows: mixedRows(), width: 600 },
    reach: async ({ page }) => {
      await focusList(page);
      await press(page, 'ArrowDown', 'Enter');
      await page.waitForSelector('.pane input');
    },
  },
  {
    name: 'selection-limit',
    options: { rows: makeRows(20_000) },
    reach: async ({ page }) => {
      await focusList(page);
      await press(page, 'Control+a');
      await page.waitForSelector('.notice.info');
    },
  },
  {
    name: 'hover',
    reach: async ({ page }) => {
      await rowsShown(page);
      await row(page, 'OrderService.ts').click();
      await page.focus('vscode-text-field');
      await row(page, 'Order confirmation').hover();
    },
  },
  {
    name: 'hostile',
    options: { rows: hostileRows() },
    reach: ({ page }) => rowsShown(page),
  },
];

/** States that show a message, or wait for something. */
export const messageStates: readonly PanelStateSetup[] = [
  {
    name: 'notices',
    options: {
      prepare: (host) => {
        host.notices = notices;
        host.isLoading = true;
      },
    },
    reach: ({ page }) => rowsShown(page),
  },
  {
    name: 'failed',
    reach: async ({ page, host }) => {
      await rowsShown(page);
      host.fail('search', 'The search did not answer in time.');
      await type(page, 'x');
      await page.waitForSelector('.notice.error');
    },
  },
  {
    name: 'pending',
    options: { rows: makeRows(20_000) },
    reach: async ({ page, host }) => {
      await focusList(page);
      host.hold('rows');
      await press(page, 'End');
      await page.waitForSelector('.row.pending');
    },
  },
  {
    name: 'starting',
    options: { prepare: (host) => void host.hold('search') },
    reach: ({ page }) => page.waitForSelector('.skeleton'),
  },
  {
    name: 'no-match',
    reach: async ({ page }) => {
      await rowsShown(page);
      await type(page, 'zebra');
      await page.waitForSelector('.empty');
    },
  },
  {
    name: 'no-match-filtered',
    reach: async ({ page }) => {
      await rowsShown(page);
      await page.check('input[value=user]');
      await type(page, 'zebra');
      await page.waitForSelector('.empty');
    },
  },
  {
    name: 'connecting',
    options: {
      rows: [],
      prepare: (host) => {
        host.isLoading = true;
        host.empty = {
          title: 'Connecting…',
          text: 'Resources appear here as they load.',
          actions: [],
          canLoosen: false,
        };
      },
    },
    reach: ({ page }) => page.waitForSelector('.empty'),
  },
  {
    name: 'no-servers',
    options: {
      rows: [],
      prepare: (host) => {
        host.empty = {
          title: 'No MCP servers',
          text: 'Add a server to see its resources here. Servers are read from mcp.json and from your settings.',
          actions: [
            { id: 'add', label: 'Add Server' },
            { id: 'open', label: 'Open Server Configuration' },
          ],
          canLoosen: false,
        };
      },
    },
    reach: ({ page }) => page.waitForSelector('.empty'),
  },
  {
    name: 'outdated',
    options: { prepare: (host) => void (host.version = 99) },
    reach: ({ page }) => page.waitForSelector('.empty'),
  },
];

/** Returns rows with texts that servers should not send, but may. */
export function hostileRows() {
  const rows = [
    { title: '<img src=x onerror="document.title=1">', where: 'evil · <b>bold</b>://x' },
    { title: 'invoice\u202Egnp.exe', where: 'evil · file:///\u202Etxt.daolnwod\u202C' },
    {
      title: 'دليل المستخدم — orders',
      where: 'docs · دليل://مستخدم/orders',
      audience: ['user' as const],
      age: 'قبل ساعة',
    },
    { title: '注文の確認メール', where: 'mail · template://注文/確認', age: '3 分前', size: '2 kB' },
    { title: 'x'.repeat(4000), where: `long · long://${'y'.repeat(4000)}`, description: 'z'.repeat(100_000) },
    { title: 'Many\nlines\tand   spaces', where: 'evil · a://b\nc' },
    { title: 'No such icon', where: 'evil · icon://"><script>', icon: 'x" onclick="alert(1)' },
  ];
  return rows.map((each, index) => makeRow(index + 1, each));
}
