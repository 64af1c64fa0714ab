import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands, QuickPickItemKind } from 'vscode';
import { Emitter } from '../../../../src/core/base/event';
import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import { commands as ids } from '../../../../src/host/base/ids';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { SignInUses } from '../../../../src/host/servers/signInUses';
import { managePermissions, type PermissionKind } from '../../../../src/host/servers/managePermissions';
import { SecretCredentials } from '../../../../src/host/connection/secretCredentials';
import { versioned } from '../../../../src/shared/storedVersion';
import { settle } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { newExtensionContext } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { define, stdio } from '../../configuration/fixtures';
import { ComposedWindow, decline, review } from '../../compose/composed';
import { newFolder } from '../../../support/newFolder';

const { settings, messages } = fakeVscode;
const log = { ...silent, named: () => silent, show: () => undefined };

/** Opens the list. The result ends once it is closed. */
async function manage(): Promise<{ done: Promise<unknown> }> {
  const done = Promise.resolve(commands.executeCommand('mcpResources.managePermissions'));
  await settle();
  return { done };
}

/** The rows below each heading: label and description. */
function shown(): unknown {
  const groups: Record<string, unknown[]> = {};
  let heading = '';
  for (const { label, description, kind } of fakeVscode.quickPick.items)
    if (kind === QuickPickItemKind.Separator) heading = label;
    else (groups[heading] ??= []).push([label, description]);
  return groups;
}

const inputNames = ['input/user//token', 'input/gone/file:///x/key'].map(versioned);

/** A window in which the user has answered every kind of question. */
async function answeredWindow(): Promise<ComposedWindow> {
  const http = { type: 'http', url: 'https://example.com/mcp' };
  const team = { type: 'http', url: 'https://${input:team}.example/mcp' };
  settings.set('mcp.servers', { shop: { command: 'shop' }, wiki: { command: 'wiki' }, web: http, team });
  messages.answerAll(undefined);
  const folder = await newFolder();
  const context = newExtensionContext(folder);
  await context.workspaceState.update(versioned('web.origins'), ['https://a.example', 'https://b.example']);
  const setReview = {
    file: 'file:///w/.vscode/mcp-context.json',
    name: 'Sales',
    hash: '',
    isAlways: true,
    accepted: [],
    at: 0,
  };
  await context.workspaceState.update(versioned('context.reviewedSets'), [setReview]);
  const skill = { hash: '', uri: 'skill://refunds/SKILL.md', name: 'refunds', serverName: 'shop', at: 0 };
  await context.workspaceState.update(versioned('skills.allowed'), [{ ...skill, parts: [] }]);
  await context.globalState.update(versioned('inputs'), inputNames);
  for (const name of inputNames) context.secrets.values.set(name, 'secret');
  const window = await ComposedWindow.open(context);
  await window.look();
  await decline('wiki');
  await review('shop');
  messages.answer('Let Models Read');
  await commands.executeCommand('mcpResources.letModelsRead', { serverId: 'user//shop' });
  const credentials = own(new SecretCredentials(context.secrets));
  const ours = 'https://ours.example/mcp';
  const file = path.join(folder, 'mcp.json');
  const source = { kind: 'user', format: 'vscode', id: '', label: '', file, folder: undefined } as const;
  await new SignInUses(credentials).add({ ...define(stdio()), id: 'user//team', source }, ours);
  for (const url of [http.url, ours])
    await new Credentials(credentials, url).setSignIn({
      authority: { server: { issuer: 'https://login.example' }, resource: url },
      client: { information: { client_id: 'a' }, redirectUrl: undefined },
      tokens: { access_token: 'b' },
    });
  return window;
}

describe('Manage Permissions', () => {
  it('shows all that a user has allowed, declined, entered and signed in to, and no secret', async () => {
    await answeredWindow();
    const { done } = await manage();
    expect(shown()).toEqual({
      'Allowed servers': [['shop', 'mcp.json (user) · just now']],
      'Servers not allowed': [['wiki', 'mcp.json (user) · just now']],
      'Servers that models can read from without asking': [['shop', 'mcp.json (user)']],
      'Skills that models may load': [['refunds', expect.stringMatching(/^shop · /u)]],
      'Allowed websites': [
        ['https://a.example', undefined],
        ['https://b.example', undefined],
      ],
      // The address of the second has a variable.
      'Sign-ins': [
        ['web', 'mcp.json (user)'],
        ['team', 'mcp.json (user)'],
      ],
      'Saved inputs': [
        ['token', 'mcp.json (user)'],
        ['gone/file:///x/key', undefined],
      ],
      'Context sets of this workspace’s files, always in context': [
        ['Sales', expect.stringMatching(/mcp-context\.json · /u)],
      ],
    });
    fakeVscode.quickPick.leave();
    await done;
  });

  it('takes back each with the button of its row, and stays open', async () => {
    const window = await answeredWindow();
    const { done } = await manage();
    const { secrets, workspaceState } = window.context;
    for (const label of ['wiki', 'refunds', 'https://a.example', 'token']) {
      fakeVscode.quickPick.pressOf(label, 'Remove');
      await settle();
    }
    expect(shown()).toMatchObject({
      'Allowed servers': [['shop', expect.anything()]],
      'Allowed websites': [['https://b.example', undefined]],
      'Saved inputs': [['gone/file:///x/key', undefined]],
    });
    expect(fakeVscode.quickPick.labels).not.toContain('wiki');
    expect(fakeVscode.quickPick.labels).not.toContain('refunds');
    expect([workspaceState.get(versioned('web.origins')), secrets.values.has(inputNames[0]!)]).toEqual([
      ['https://b.example'],
      false,
    ]);
    fakeVscode.quickPick.leave();
    await done;
  });

  it('ends a server whose permission is taken back with Enter, and lets models read it no more', async () => {
    const window = await answeredWindow();
    await expect.poll(() => window.server.sessions).toHaveLength(1);
    const { done } = await manage();
    for (let presses = 0; presses < 2; presses += 1) {
      const row = fakeVscode.quickPick.items.find(({ label }) => label === 'shop');
      if (row) fakeVscode.quickPick.activeItems = [row];
      fakeVscode.quickPick.accept();
      await settle();
    }
    await expect
      .poll(() => [window.listed['shop'], window.server.session.isDisposed])
      .toEqual(['server.blocked', true]);
    expect(fakeVscode.quickPick.labels).not.toContain('shop');
    fakeVscode.quickPick.leave();
    await done;
  });

  it('shows the launch as it was when it was allowed, also once its definition is gone', async () => {
    const window = await answeredWindow();
    await window.configure(() => settings.set('mcp.servers', undefined));
    const { done } = await manage();
    expect(fakeVscode.quickPick.item('shop').detail).toBe('shop');
    fakeVscode.quickPick.pressOf('shop', 'Open in Editor');
    await settle();
    expect(fakeVscode.editors.shown).toMatchObject([{ options: { preserveFocus: true } }]);
    fakeVscode.quickPick.leave();
    await done;
  });
});

describe('a kind of permission', () => {
  const didChange = new Emitter<void>();
  /** Registers the command with one kind, whose rows the test changes. */
  function register(labels: string[]): void {
    const list: PermissionKind['list'] = () =>
      labels.map((label) => ({
        label,
        takeBack: () => Promise.resolve(void labels.splice(labels.indexOf(label), 1)),
      }));
    const kind = { title: () => 'Kind', list, onDidChange: didChange.event };
    const table = { [ids.managePermissions]: () => managePermissions([kind], log) };
    own(registerCommands([ids.managePermissions], () => Promise.resolve(table), log));
  }

  it('is shown anew when it changes, as in another window', async () => {
    const labels = ['a', 'b'];
    register(labels);
    const { done } = await manage();
    labels.shift();
    didChange.fire();
    await settle();
    expect(fakeVscode.quickPick.labels).toEqual(['b']);
    fakeVscode.quickPick.leave();
    await done;
  });

  it('goes on at the row that takes the place of the one that was taken back', async () => {
    register(['a', 'b', 'c']);
    const { done } = await manage();
    fakeVscode.quickPick.choose('b');
    await settle();
    expect([fakeVscode.quickPick.labels, fakeVscode.quickPick.activeItems.map(({ label }) => label)]).toEqual([
      ['a', 'c'],
      ['c'],
    ]);
    fakeVscode.quickPick.leave();
    await done;
  });

  it('says so when there is nothing, and has no markup', async () => {
    register(['$(trash) a\u200bb']);
    const { done } = await manage();
    const { labels } = fakeVscode.quickPick;
    fakeVscode.quickPick.choose(labels[0] ?? '');
    await settle();
    expect([labels, fakeVscode.quickPick.labels]).toEqual([['$\u200b(trash) a\\u{200b}b'], ['No permissions yet']]);
    fakeVscode.quickPick.accept();
    fakeVscode.quickPick.leave();
    await done;
  });
});
