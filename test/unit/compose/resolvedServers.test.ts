import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationTarget, commands } from 'vscode';
import { settle } from '../../support/fakeClock';
import { until } from '../../support/events';
import { pressLens } from '../../support/reviewLenses';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow, review } from './composed';
import { newFolder } from '../../support/newFolder';

const { settings, workspace, messages } = fakeVscode;

/** Opens a window with this server of the user's, and the view *Servers*. */
async function open(shop: object, folder?: string): Promise<ComposedWindow> {
  settings.set('mcp.servers', { shop });
  messages.answerAll(undefined);
  const context = newExtensionContext(folder ?? (await newFolder()));
  const window = await ComposedWindow.open(context);
  await window.look();
  return window;
}

/** Number of questions so far: a quick pick, a text or a difference in an editor. */
function questions(): number {
  const { quickPicks, editors, commands: ran } = fakeVscode;
  return quickPicks.length + editors.shown.length + ran.executed.filter(([id]) => id === 'vscode.diff').length;
}

/** Leaves the question of a command without an answer. */
async function leave(running: Thenable<unknown>): Promise<void> {
  await settle();
  if (!fakeVscode.quickPicks.at(-1)?.isShown) return;
  fakeVscode.quickPick.leave();
  await running;
}

async function allow(): Promise<void> {
  await settle();
  if (fakeVscode.quickPicks.at(-1)?.isShown) fakeVscode.quickPick.choose('Allow');
  else await pressLens('Allow');
}

/** The sentence of the server's row. */
const said = (): string | undefined => fakeVscode.views.tree('mcpResources.servers').badge?.tooltip;

describe('a server that was allowed', () => {
  it('is stopped and asked about again when a setting makes it run something else, which is said', async () => {
    settings.set('tools.shop', 'good');
    const window = await open({ command: '${config:tools.shop}' });
    await review('shop');
    await window.pass();
    settings.set('tools.shop', 'evil', ConfigurationTarget.Workspace);
    await window.pass();
    const stopped = [window.server.session.isDisposed, window.listed];
    await leave(commands.executeCommand('mcpResources.startServer', { serverId: 'user//shop' }));
    await window.pass();
    expect([stopped, said(), window.started]).toEqual([
      [true, { shop: 'server.blocked' }],
      'The server “shop” needs your permission again: ${config:tools.shop} changed from “good” to “evil”.',
      ['good'],
    ]);
    settings.set('tools.shop', undefined, ConfigurationTarget.Workspace);
    await window.pass();
    expect(window.started).toEqual(['good', 'good']);
  });

  it('is asked about again in another folder, and not when the first is back', async () => {
    const folder = await newFolder();
    workspace.setFolders(path.join(folder, 'a'));
    const window = await open({ command: '${workspaceFolder}/run' }, folder);
    await review('shop');
    await window.pass();
    workspace.setFolders(path.join(folder, 'b'));
    await window.pass();
    const elsewhere = window.listed;
    workspace.setFolders(path.join(folder, 'a'));
    await window.pass();
    const run = path.join(folder, 'a', 'run');
    expect([elsewhere, window.listed, window.started]).toEqual([
      { shop: 'server.blocked' },
      { shop: 'server.ready' },
      [run, run],
    ]);
  });

  it('does not start with other code from its environment file, and does with another secret', async () => {
    const file = path.join(await newFolder(), '.env');
    await writeFile(file, 'TOKEN=1\n');
    const window = await open({ command: 'shop', envFile: file });
    await review('shop');
    const asked = questions();
    await until(() => window.started.length === 1);
    const restart = (): Thenable<unknown> =>
      commands.executeCommand('mcpResources.restartServer', { serverId: 'user//shop' });
    await writeFile(file, 'TOKEN=2\n');
    await restart();
    const withSecret = window.started.length;
    await writeFile(file, 'TOKEN=2\nNODE_OPTIONS=--require=./evil.js\n');
    await leave(restart());
    await window.pass();
    expect([withSecret, window.started.length, questions() - asked]).toEqual([2, 2, 1]);
  });
});

describe('a server that was allowed, in an ordinary set-up', () => {
  it('is asked about once for each change that may decide what it does, and never for a renewed secret', async () => {
    const file = path.join(await newFolder(), '.env');
    const write = (text: string) => (): Promise<void> => writeFile(file, text);
    const input = { type: 'promptString', id: 'mode', default: 'fast' };
    settings.set('mcp.inputs', [input]);
    fakeVscode.inputs.answerAll('typed');
    await writeFile(file, 'TOKEN=1\nLOG_LEVEL=info\n');
    const window = await open({ command: 'shop', args: ['${input:mode}'], envFile: file });
    await review('shop');
    await until(() => window.started.length === 1);
    const changes: Readonly<Record<string, () => unknown>> = {
      'it is restarted': () => undefined,
      'its token is renewed': write('TOKEN=2\nLOG_LEVEL=info\n'),
      'another variable changes': write('TOKEN=2\nLOG_LEVEL=debug\n'),
      'it changes back': write('TOKEN=3\nLOG_LEVEL=info\n'),
      'the default of an input changes': () =>
        window.configure(() => settings.set('mcp.inputs', [{ ...input, default: 'slow' }])),
      'it is restarted again': () => undefined,
    };
    const asked: Record<string, boolean> = {};
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const [starts, before] = [window.started.length, questions()];
      const restarting = commands.executeCommand('mcpResources.restartServer', { serverId: 'user//shop' });
      await until(() => window.started.length > starts || questions() > before);
      asked[name] = questions() > before;
      if (asked[name]) await allow();
      await restarting;
      await until(() => window.started.length > starts);
    }
    expect(asked).toEqual({
      'it is restarted': false,
      'its token is renewed': false,
      'another variable changes': true,
      'it changes back': false,
      'the default of an input changes': true,
      'it is restarted again': false,
    });
  });
});

describe('an environment file whose path is asked for', () => {
  it('is looked at once it is known, and again when it makes the server run other code', async () => {
    const file = path.join(await newFolder(), '.env');
    await writeFile(file, 'NODE_OPTIONS=--require=./good.js\n');
    const answering = commands.registerCommand('pick.file', () => file);
    const window = await open({ command: 'shop', envFile: '${command:pick.file}' });
    await review('shop');
    // The file is read meanwhile.
    while (said()?.includes('again') !== true) await window.pass();
    const asked = [said(), window.started.length];
    await review('shop');
    await until(() => window.started.length === 1);
    const restart = (): Thenable<unknown> =>
      commands.executeCommand('mcpResources.restartServer', { serverId: 'user//shop' });
    const before = questions();
    await writeFile(file, 'NODE_OPTIONS=--require=./evil.js\n');
    await leave(restart());
    await window.pass();
    expect([asked, window.started.length, questions() - before]).toEqual([
      ['The server “shop” needs your permission again: you haven’t reviewed envFile before.', 0],
      1,
      1,
    ]);
    answering.dispose();
  });
});
