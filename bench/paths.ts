// Prints, as JSON, the files of `src` that run for three things a user meets: bundled and run by scripts/lib/pathFiles.mjs, in the fake VS Code of
// the unit tests, with a real server on pipes and the real clock.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Session, type Profiler } from 'node:inspector/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commands, type TreeDataProvider } from 'vscode';
import { activate } from '../src/extension';
import { Asker } from '../src/shared/endpoint';
import { protocolVersion, type HostRequests, type PanelEvents, type SearchReply } from '../src/shared/protocol';
import { emptyQuery } from '../src/shared/searchQuery';
import { until } from '../test/support/events';
import { settle } from '../test/support/fakeClock';
import { newExtensionContext } from '../test/support/vscode/extensionContext';
import { lensTitles, pressLens } from '../test/support/reviewLenses';
import { fakeVscode } from '../test/support/vscode/fakeVscode';

/** Each path is taken this often. What ran every time belongs to it; timers that fell into one of them do not. */
const times = 5;
/** After which nothing follows of what was done, in ms. */
const rest = 1_000;
const rows = 100;

const folder = await mkdtemp(path.join(os.tmpdir(), 'paths-'));
/** The server's list grows when it is written. */
const listFile = path.join(folder, 'list');
const server = { command: process.execPath, args: [process.argv[2], listFile] };
fakeVscode.settings.set('mcp.servers', { shop: server });
fakeVscode.messages.answerAll(undefined);
for (const name of ['open', 'attachFile', 'attachFolder', 'addToChatAction'])
  fakeVscode.commands.answer(`workbench.action.chat.${name}`);
const context = newExtensionContext(folder);
await activate(context);
await until(() => fakeVscode.contextKeys.get('mcpResources.isReady') === true);
await allow();

const tree = fakeVscode.views.tree('mcpResources.resources');
const provider: TreeDataProvider<unknown> = tree.options.treeDataProvider;
tree.setVisible(true);
const view = await fakeVscode.views.openWebview('mcpResources.search');
let repeats = 0;
let lastQuery = 0;
const page = new Asker<HostRequests, PanelEvents>(
  (message) => view.webview.receive(message),
  (name, value) => {
    if (name !== 'repeated' || !('queryId' in value)) return;
    repeats += 1;
    void shown(value.queryId);
  },
);
const { posted } = view.webview;
view.webview.postMessage = (message: unknown) => {
  page.receive(message);
  return Promise.resolve(posted.push(message) > 0);
};
await page.ask('start', { version: protocolVersion });
await until(async () => (await search('')).total > 0);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const paths = {
  'a changed list to page and tree': await filesOf(() => search(''), listChange),
  'a typed key': await filesOf(
    () => search(''),
    () => search('g'),
  ),
  'an attach': await filesOf(newResource, attach),
};
process.stdout.write(JSON.stringify(paths));
for (const subscription of context.subscriptions) subscription.dispose();
await rm(folder, { recursive: true, force: true });
process.exit();

/** Allows the server in the review, as a user does. */
async function allow(): Promise<void> {
  const done = commands.executeCommand('mcpResources.reviewServers');
  await until(() => fakeVscode.quickPicks.length > 0);
  fakeVscode.quickPick.tick('shop');
  fakeVscode.quickPick.accept();
  await settle();
  while ((await lensTitles()).includes('Allow')) await pressLens('Allow');
  await done;
}

/** Searches as the page does, which then shows what it got. */
async function search(text: string): Promise<SearchReply> {
  const queryId = ++lastQuery;
  const reply = await page.ask('search', { queryId, query: { ...emptyQuery, text }, first: rows });
  await shown(queryId);
  return reply;
}

async function shown(queryId: number): Promise<void> {
  await page.ask('shown', { queryId, first: rows }).catch(() => undefined);
}

/** The page gets its results again, and the view asks for its rows again. */
async function listChange(): Promise<void> {
  const before = [repeats, tree.redrawn.length] as const;
  await appendFile(listFile, '.');
  await until(() => repeats > before[0] && tree.redrawn.length > before[1]);
  await expand(undefined);
}

async function expand(row: unknown): Promise<void> {
  for (const child of (await provider.getChildren(row)) ?? []) {
    const { collapsibleState = 0 } = await provider.getTreeItem(child);
    if (collapsibleState > 0) await expand(child);
  }
}

/** Returns the results with a resource that is not in the context yet. */
async function newResource(): Promise<SearchReply> {
  await search('');
  await listChange();
  return search('');
}

/** Attaches the newest resource. */
async function attach({ first: found }: SearchReply): Promise<void> {
  const ids = found.map(({ id }) => id).sort((one, other) => other - one);
  if (!(await page.ask('act', { action: 'attach', ids: ids.slice(0, 1) }))) throw new Error('Nothing was attached.');
}

/** The files whose functions ran each time; before it was measured, it was done once, which loads what it needs. */
async function filesOf<T>(
  prepare: () => Promise<T>,
  act: (prepared: T) => Promise<unknown>,
): Promise<readonly string[]> {
  const runs: ReadonlySet<string>[] = [];
  for (let turn = 0; turn <= times; turn += 1) {
    const prepared = await prepare();
    await sleep(rest);
    await session.post('Profiler.takePreciseCoverage');
    await act(prepared);
    await sleep(rest);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const parts = result.filter(({ url }) => url.startsWith(new URL('.', import.meta.url).href));
    if (turn > 0) runs.push(new Set((await Promise.all(parts.map(filesIn))).flat()));
  }
  const [first = new Set<string>(), ...others] = runs;
  return [...first].filter((file) => others.every((run) => run.has(file))).sort();
}

/** Each file begins in the bundle with a comment that names it. */
async function filesIn({ url, functions }: Profiler.ScriptCoverage): Promise<readonly string[]> {
  const text = await readFile(new URL(url), 'utf8');
  const begins = [...text.matchAll(/^\/\/ (\S+)$/gmu)].map(({ index, 1: file = '' }) => ({ index, file }));
  return functions
    .flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [range.startOffset] : []))
    .flatMap((offset) => begins.findLast(({ index }) => index < offset)?.file ?? [])
    .filter((file) => file.startsWith('src/'));
}
