import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { storedVersion } from '../../../src/shared/storedVersion';
import { SharedFolder } from '../../../src/node/files/sharedFolder';
import { until } from '../../support/events';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow, review, server, takeBack } from './composed';
import { newFolder } from '../../support/newFolder';

const { settings, messages } = fakeVscode;
/** Closes the notification without an answer. */
const dismiss = (): void => messages.answerAll(undefined);

describe('a server that runs', () => {
  /** Opens a window with one server of the user's, allowed and running. */
  async function running(folder: string): Promise<ComposedWindow> {
    settings.set('mcp.servers', server('user'));
    dismiss();
    const window = await ComposedWindow.open(newExtensionContext(folder));
    await window.look();
    await review('user');
    await window.pass();
    expect(window.started).toEqual(['user']);
    return window;
  }

  it('is stopped when its definition is another, and the new one is asked about and not started', async () => {
    const window = await running(await newFolder());
    fakeVscode.views.tree('mcpResources.servers').setVisible(false);
    fakeVscode.shownTexts.length = 0;
    await window.configure(() => settings.set('mcp.servers', { user: { command: 'user', args: ['--all'] } }));
    expect([window.started, window.server.session.isDisposed, fakeVscode.shownTexts, window.listed]).toEqual([
      ['user'],
      true,
      ['The MCP server “user” is configured. Start it to see its resources?'],
      { user: 'server.blocked' },
    ]);
  });

  it('is stopped when it is configured no longer', async () => {
    const window = await running(await newFolder());
    await window.configure(() => settings.set('mcp.servers', undefined));
    expect([window.started, window.server.session.isDisposed, window.listed]).toEqual([['user'], true, {}]);
  });

  it('is stopped when the user forgets what they allowed', async () => {
    const window = await running(await newFolder());
    await takeBack('user');
    await window.pass();
    expect([window.server.session.isDisposed, window.listed]).toEqual([true, { user: 'server.blocked' }]);
  });

  it('has what speaks MCP ready in the next window where views were used, as long as it is allowed', async () => {
    const folder = await newFolder();
    const window = await running(folder);
    await window.close();
    const next = await ComposedWindow.open(newExtensionContext(folder, window.context));
    expect(next.preloads).toBe(0);
    await next.clock.advance(3_000);
    await until(() => next.preloads > 0);
    await takeBack('user');
    await next.close();
    const last = await ComposedWindow.open(newExtensionContext(folder, window.context));
    await last.pass();
    await until(
      () => fakeVscode.window.channels.at(-1)?.lines.some((line) => line.includes('Views were prepared')) === true,
    );
    expect([last.preloads, next.started, last.started]).toEqual([0, [], []]);
  });

  /** Another window, which shows nothing here, declines the server. */
  const declineElsewhere = (window: ComposedWindow): void => {
    const answers = new SharedFolder(path.join(window.context.globalStorageUri.fsPath, storedVersion, 'consent'));
    const keys = answers.keys().filter((key) => key.startsWith('server.'));
    for (const key of keys) answers.set(key, { answer: 'declined' });
    expect(keys.length).toBe(1);
  };

  it('is stopped when it was declined in another window, and does not come back', async () => {
    const window = await running(await newFolder());
    declineElsewhere(window);
    await until(() => window.server.session.isDisposed);
    await window.pass();
    expect([window.started, window.server.session.isDisposed, window.listed]).toEqual([
      ['user'],
      true,
      { user: 'server.blocked' },
    ]);
  });

  it('is not started again after it ended when it was declined in another window meanwhile', async () => {
    const window = await running(await newFolder());
    declineElsewhere(window);
    window.server.session.close.fire(new HumanError('exited', 'The process ended.'));
    await window.pass();
    expect([window.started, window.listed]).toEqual([['user'], { user: 'server.blocked' }]);
  });
});

describe('what a server needs to start', () => {
  const token = { type: 'promptString', id: 'token', description: 'The token', password: true };

  it('is asked for only after the server was allowed', async () => {
    settings.set('mcp.servers', { shop: { command: 'shop', args: ['${input:token}'] } });
    settings.set('mcp.inputs', [token]);
    dismiss();
    const window = await ComposedWindow.open();
    await window.look();
    expect([fakeVscode.inputs.asked, window.started]).toEqual([[], []]);
    fakeVscode.inputs.answer('secret');
    await review('shop');
    await window.pass();
    expect(fakeVscode.inputs.asked.map(({ prompt, isPassword }) => [prompt, isPassword])).toEqual([
      ['The token', true],
    ]);
    expect(window.server.openings.map(({ launch }) => launch)).toMatchObject([{ command: 'shop', args: ['secret'] }]);
  });

  it('is not asked for where a policy forbids the server', async () => {
    settings.set('mcp.servers', { shop: { command: 'shop', args: ['${input:token}'] } });
    settings.set('mcp.inputs', [token]);
    settings.setPolicy('chat.mcp.access', 'none');
    const window = await ComposedWindow.open();
    await window.look();
    await review('shop');
    await window.pass();
    expect([fakeVscode.inputs.asked, window.started]).toEqual([[], []]);
  });

  it('is no command of VS Code that runs before the server was allowed', async () => {
    settings.set('mcp.servers', { shop: { command: 'shop', env: { TOKEN: '${command:shop.token}' } } });
    const ran: string[] = [];
    fakeVscode.commands.answer('shop.token', () => {
      ran.push('ran');
      return 'secret';
    });
    dismiss();
    const window = await ComposedWindow.open();
    await window.look();
    expect(ran).toEqual([]);
    await review('shop');
    await window.pass();
    expect([ran, window.server.openings.map(({ launch }) => launch)]).toMatchObject([
      ['ran'],
      [{ env: { TOKEN: 'secret' } }],
    ]);
    expect(fakeVscode.quickPicks[0]?.items[0]?.detail).toBe(
      'shop · sets the variable TOKEN=${command:shop.token} · runs the VS Code command shop.token',
    );
  });

  it('does not start where the user gives no value, and is not asked for again and again', async () => {
    settings.set('mcp.servers', { shop: { command: 'shop', args: ['${input:token}'] } });
    settings.set('mcp.inputs', [token]);
    dismiss();
    const window = await ComposedWindow.open();
    await window.look();
    fakeVscode.inputs.answer(undefined);
    await review('shop');
    await window.pass();
    await window.pass();
    expect([fakeVscode.inputs.asked.length, window.started, window.listed]).toEqual([1, [], { shop: 'server.failed' }]);
  });

  it('is a sandbox that cannot be had: such a server is not asked about, and does not start when it is allowed', async () => {
    settings.set('mcp.servers', { shop: { command: 'shop', sandboxEnabled: true } });
    const window = await ComposedWindow.open();
    await window.look();
    await review('shop');
    await window.pass();
    expect([fakeVscode.shownTexts, window.started]).toEqual([[], []]);
  });
});
