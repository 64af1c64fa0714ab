import type { PanelNotice } from '../../../src/shared/protocol';
import type { OpenOptions, OpenPanel } from './openPanel';
import { choice, choose, openFilter, press, row, rowsShown, type } from './reading';
import { makeRow, makeRows, mixedRows } from './resources';

/** A state of the panel that users see, and the steps to get there from the first rows. */
export interface PanelStateSetup {
  readonly name: string;
  readonly options?: OpenOptions;
  /** Typed into the box. */
  readonly text?: string;
  /** Pressed in the list. */
  readonly keys?: readonly string[];
  readonly steps?: (panel: OpenPanel) => unknown;
  /** Selector that appears once the state is reached. */
  readonly reached?: string;
}

/** Brings an opened panel into a state. */
export async function reach(
  { text, keys, steps, reached = '.row:not(.pending)' }: PanelStateSetup,
  panel: OpenPanel,
): Promise<void> {
  const { page } = panel;
  if (text !== undefined || keys || steps) await rowsShown(page);
  await steps?.(panel);
  if (text !== undefined) await type(page, text);
  if (keys) {
    await page.focus('#results');
    await press(page, ...keys);
  }
  await page.waitForSelector(reached);
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
  { name: 'list' },
  { name: 'typed', text: 'order', reached: '.match' },
  {
    name: 'selection',
    keys: ['Space', 'ArrowDown', 'ArrowDown', 'Space', 'ArrowDown', 'Shift+ArrowDown', 'ArrowDown'],
    reached: '.selection-bar',
  },
  {
    name: 'hidden',
    options: {
      prepare: (host) =>
        void (host.hidden = { id: 'show', label: '151 hidden', title: 'The list is limited to shop.' }),
    },
    steps: ({ page }) => page.locator('.hidden-count').focus(),
  },
  {
    name: 'filters',
    steps: async ({ page }) => {
      await choose(page, 'Server', 'sales-db');
      await openFilter(page, 'Changed');
      await choice(page, 'Last 7 days').click();
    },
    reached: '.chip.chosen + .chip + .chosen',
  },
  {
    name: 'chips',
    steps: async ({ page }) => {
      await page.check('input[value=assistant]');
      await choose(page, 'Server', 'sales-db', 'github', 'linear');
      await choose(page, 'Type', 'JSON', 'TypeScript');
      await page.locator('.chip.chosen .open').nth(1).focus();
    },
  },
  {
    name: 'filters-menu',
    steps: ({ page }) => page.getByRole('button', { name: 'Saved searches' }).press('ArrowDown'),
    reached: '.menu:popover-open',
  },
  { name: 'problem', text: 'orders priority:high', reached: '.problems' },
  {
    name: 'templates',
    options: {
      rows: mixedRows().map((row, index) => ({ ...row, serverIcon: index % 4 === 0 ? 7 : undefined })),
      prepare: (host) => void host.icons.set(7, serverIcon),
    },
    keys: ['ArrowDown'],
    reached: '.row img',
  },
  {
    name: 'preview',
    options: { width: 600 },
    keys: ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight'],
    reached: '.preview-body',
  },
  { name: 'form', options: { rows: mixedRows(), width: 600 }, keys: ['ArrowDown', 'Enter'], reached: '.pane input' },
  { name: 'selection-limit', options: { rows: makeRows(20_000) }, keys: ['Control+a'], reached: '.notice.info' },
  {
    name: 'hover',
    steps: async ({ page }) => {
      await row(page, 'OrderService.ts').click();
      await page.focus('vscode-text-field');
      await row(page, 'Order confirmation').hover();
    },
  },
  { name: 'hostile', options: { rows: hostileRows() } },
];

const bare = { actions: [], canLoosen: false };

/** States that show a message, or wait for something. */
export const messageStates: readonly PanelStateSetup[] = [
  { name: 'notices', options: { prepare: (host) => void Object.assign(host, { notices, isLoading: true }) } },
  {
    name: 'failed',
    steps: ({ host }) => {
      host.fail('search', 'The search did not answer in time.');
    },
    text: 'x',
    reached: '.notice.error',
  },
  {
    name: 'pending',
    options: { rows: makeRows(20_000) },
    steps: ({ host }) => void host.hold('rows'),
    keys: ['End'],
    reached: '.row.pending',
  },
  { name: 'starting', options: { prepare: (host) => void host.hold('search') }, reached: '.skeleton' },
  { name: 'no-match', text: 'zebra', reached: '.empty' },
  { name: 'no-match-filtered', steps: ({ page }) => page.check('input[value=user]'), text: 'zebra', reached: '.empty' },
  {
    name: 'connecting',
    options: {
      rows: [],
      prepare: (host) => {
        host.isLoading = true;
        host.empty = { ...bare, title: 'Connecting…', text: 'Resources appear here as they load.' };
      },
    },
    reached: '.empty',
  },
  {
    name: 'no-servers',
    options: {
      rows: [],
      prepare: (host) => {
        host.empty = {
          ...bare,
          title: 'No MCP servers',
          text: 'Add a server to see its resources here. Servers are read from mcp.json and from your settings.',
          actions: [
            { id: 'add', label: 'Add Server' },
            { id: 'open', label: 'Open Server Configuration' },
          ],
        };
      },
    },
    reached: '.empty',
  },
  { name: 'outdated', options: { prepare: (host) => void (host.version = 99) }, reached: '.empty' },
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
