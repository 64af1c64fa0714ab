import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import { ServersTree, type ServersTreeRow } from '../../../../src/host/servers/serversTree';
import { settle } from '../../../support/fakeClock';
import { until } from '../../../support/events';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { ComposedWindow, decline, review } from '../../compose/composed';

const { settings, messages, picks } = fakeVscode;
const run = (id: string, ...args: unknown[]): Promise<unknown> =>
  Promise.resolve(commands.executeCommand(`mcpResources.${id}`, ...args));
const about = (name: string): object => ({ serverId: `user//${name}` });
const http = { type: 'http', url: 'https://example.com/mcp' };

let window: ComposedWindow;

/** Runs a command, and answers its question with this; without an answer the user leaves. Returns the title of the question. */
async function answering(running: Promise<unknown>, answer?: string): Promise<string | undefined> {
  await settle();
  const { quickPick } = fakeVscode;
  const { title } = quickPick;
  if (answer === undefined) quickPick.leave();
  else quickPick.choose(answer);
  await running;
  return title;
}

/** Configures the servers; the user opens the view, but answers nothing. */
async function open(servers: Readonly<Record<string, object>>): Promise<void> {
  settings.set('mcp.servers', servers);
  messages.answerAll(undefined);
  window = await ComposedWindow.open();
  await window.look();
  fakeVscode.shownTexts.length = 0;
  messages.asked.length = 0;
}

beforeEach(() => open({ shop: { command: 'shop' }, wiki: { command: 'wiki' } }));

describe('a command about a server', () => {
  it.each(['startServer', 'restartServer'])(
    'shows what that of its row runs before it starts, and no other: %s',
    async (command) => {
      await answering(run(command, about('shop')));
      const before = [...window.started];
      const title = await answering(run(command, about('shop')), 'Allow');
      await window.pass();
      expect([before, window.started, window.listed, title]).toEqual([
        [],
        ['shop'],
        { shop: 'server.ready', wiki: 'server.blocked' },
        'Allow “shop” to Start?',
      ]);
    },
  );

  it('shows what a server runs that is another since it was allowed', async () => {
    await review('shop', 'wiki');
    await window.configure(() => settings.set('mcp.servers', { shop: { command: 'evil' }, wiki: { command: 'wiki' } }));
    void run('startServer', about('shop'));
    await window.pass();
    const compared = fakeVscode.commands.executed.filter(([id]) => id === 'vscode.diff');
    expect([window.started.toSorted(), compared.map(([, , , title]) => title), window.listed['shop']]).toEqual([
      ['shop', 'wiki'],
      ['shop: allowed version ↔ current version'],
      'server.blocked',
    ]);
  });

  it('is about all rows that are selected, each once', async () => {
    const done = run('startServer', about('shop'), [about('shop'), about('wiki'), about('shop')]);
    await settle();
    const { labels } = fakeVscode.quickPick;
    fakeVscode.quickPick.tick('shop', 'wiki');
    fakeVscode.quickPick.accept();
    await done;
    expect([window.started.toSorted(), labels]).toEqual([
      ['shop', 'wiki'],
      ['shop', 'wiki'],
    ]);
  });

  it('asks which one where it has no row, and does nothing when nobody says', async () => {
    await review('shop', 'wiki');
    await window.pass();
    for (const name of ['shop', 'wiki']) await run('stopServer', about(name));
    window.server.openings.length = 0;
    picks.asked.length = 0;
    picks.answer(undefined, 'wiki');
    await run('startServer');
    const before = window.started;
    await run('startServer');
    expect([before, window.started, picks.asked.map(({ labels }) => labels)]).toEqual([
      [],
      ['wiki'],
      [
        ['shop', 'wiki'],
        ['shop', 'wiki'],
      ],
    ]);
  });

  it('says of each server that it asks about how it is, and what happened to one that failed', async () => {
    window.server.answer = new HumanError('exited', 'The server ended.', { detail: '' });
    await review('wiki');
    await window.pass();
    picks.answer(undefined);
    await run('startServer');
    const items = picks.asked.at(-1)?.items.map(({ label, description, detail }) => [label, description, detail]);
    expect(items).toEqual([
      ['shop', 'needs your permission · mcp.json (user)', undefined],
      ['wiki', 'failed · mcp.json (user)', expect.stringMatching(/^The server crashed 4 times/u)],
    ]);
  });

  it('hides its resources and shows them again, which its row says and the next window keeps', async () => {
    const rows = (): unknown => window.listed;
    const states: unknown[] = [];
    for (const [command, server] of [
      ['hide', 'shop'],
      ['unhide', 'shop'],
      ['hide', 'shop'],
    ] as const) {
      await run(command, about(server));
      await window.pass();
      states.push(rows());
    }
    await window.close();
    window = await ComposedWindow.open(window.context);
    await until(() => 'wiki' in window.listed);
    states.push(rows());
    await run('hide', about('gone'));
    await run('unhide', about('gone'));
    states.push(rows());
    expect(serverRows().map((row) => tree().getTreeItem(row).description)).toEqual([
      expect.stringMatching(/^hidden · needs your permission/u),
      expect.stringMatching(/^needs your permission/u),
    ]);
    const hidden = { shop: 'server.blocked.hidden', wiki: 'server.blocked' };
    expect(states).toEqual([hidden, { shop: 'server.blocked', wiki: 'server.blocked' }, hidden, hidden, hidden]);
  });

  it('shows names of servers as they are, not as icons', async () => {
    const servers = { '$(trash)': { command: 'a' }, wiki: { command: 'wiki' } };
    await window.configure(() => settings.set('mcp.servers', servers));
    picks.answer(undefined);
    await run('startServer');
    expect(picks.asked.at(-1)?.labels).toEqual(['$\u200b(trash)', 'wiki']);
  });

  it('does nothing for a row that was lost, or a server that is gone, and says so of the row', async () => {
    await run('startServer', undefined, [about('shop')]);
    await run('startServer', about('gone'));
    expect([window.started, fakeVscode.shownTexts]).toEqual([[], ['The list was refreshed. Try again.']]);
  });

  it('stops a server, which stays stopped until somebody starts it; and restarts one', async () => {
    await review('shop', 'wiki');
    await window.pass();
    await run('stopServer', about('shop'));
    await run('refreshList', about('wiki'));
    await window.pass();
    const stopped = window.listed;
    window.server.openings.length = 0;
    await run('restartServer', about('wiki'));
    await run('startServer', about('shop'));
    expect([stopped, window.started]).toEqual([{ shop: 'server.stopped', wiki: 'server.ready' }, ['wiki', 'shop']]);
  });

  it('that lists anew allows nothing', async () => {
    await run('refreshList', about('shop'));
    expect([window.started, window.listed]).toEqual([[], { shop: 'server.blocked', wiki: 'server.blocked' }]);
  });
});

describe('letting models read', () => {
  it('is asked about, and holds for that server', async () => {
    await review('shop', 'wiki');
    await window.pass();
    const allow = 'Let Models Read';
    messages.answer(undefined, allow);
    await run('letModelsRead', about('shop'));
    const declined = window.listed;
    await run('letModelsRead', about('shop'));
    const allowed = window.listed;
    expect([declined['shop'], allowed]).toEqual([
      'server.ready',
      { shop: expect.stringMatching(/^server\.ready\../u) as unknown, wiki: 'server.ready' },
    ]);
    expect(messages.asked[1]).toMatchObject({
      text: 'Let models read all resources listed by “shop” without asking?',
      isModal: true,
      buttons: [allow],
    });
  });
});

describe('signing in', () => {
  it('is offered for no server that cannot be signed in to', async () => {
    await run('signIn');
    await run('signIn', about('shop'));
    expect([fakeVscode.shownTexts, window.started, picks.asked]).toEqual([
      ['None of your MCP servers require sign-in.'],
      [],
      [],
    ]);
  });

  it('is not offered for one to which mcp.json says how it is told who asks', async () => {
    const headers = { authorization: 'Bearer x' };
    await window.configure(() => settings.set('mcp.servers', { shop: { ...http, headers } }));
    fakeVscode.shownTexts.length = 0;
    await run('signIn');
    expect(fakeVscode.shownTexts).toEqual(['None of your MCP servers require sign-in.']);
  });
});

describe('looking further', () => {
  it('shows the log, and opens a configuration at the line that is wrong', async () => {
    await run('showLog');
    fakeVscode.files.write('/a/mcp.json', '{}');
    await run('openConfiguration', { file: '/a/mcp.json', line: 3 });
    expect(fakeVscode.window.channels[0]?.isShown).toBe(true);
    expect(fakeVscode.editors.shown).toMatchObject([
      { uri: 'file:///a/mcp.json', options: { selection: { start: { line: 3, character: 0 } } } },
    ]);
  });

  it('adds a server with VS Code’s own command', async () => {
    await run('addServer');
    expect(fakeVscode.commands.executed).toContainEqual(['workbench.mcp.addConfiguration']);
  });

  it('opens the configuration of a server where it stands in it', async () => {
    const [connection] = serverRows();
    const file = connection && 'definition' in connection ? connection.definition.source.file : undefined;
    fakeVscode.files.write(file ?? '', '{ "servers": {\n"shop": {},\n"wiki": {} } }');
    await run('openConfiguration', about('wiki'));
    expect(fakeVscode.editors.shown).toMatchObject([{ options: { selection: { start: { line: 2 } } } }]);
  });

  it('says that there is nothing to choose where no server is configured', async () => {
    await window.configure(() => settings.set('mcp.servers', undefined));
    fakeVscode.shownTexts.length = 0;
    await run('startServer');
    await run('reviewServers');
    const nothing = 'No MCP servers are configured. Add one to mcp.json.';
    expect([fakeVscode.shownTexts, picks.asked]).toEqual([[nothing, nothing], []]);
  });
});

function tree(): ServersTree {
  const { treeDataProvider } = fakeVscode.views.tree<ServersTreeRow>('mcpResources.servers').options;
  if (treeDataProvider instanceof ServersTree) return treeDataProvider;
  throw new Error('Another provider');
}

function serverRows(): readonly ServersTreeRow[] {
  return tree().getChildren();
}

describe('the view Servers', () => {
  it('shows each server in the order of its configuration, with where it stands and what is known below it', async () => {
    await decline('shop');
    await review('wiki');
    await window.pass();
    window.server.session.list.page('note:a').end();
    await window.pass();
    const [shop, wiki] = serverRows();
    const items = [shop, wiki].map((row) => row && tree().getTreeItem(row));
    expect(items.map((item) => [item?.label, item?.description, item?.iconPath])).toMatchObject([
      ['shop', 'not allowed', { id: 'lock' }],
      ['wiki', '1 resource', { id: 'pass' }],
    ]);
    const facts = tree()
      .getChildren(wiki)
      .map((row) => tree().getTreeItem(row));
    expect(facts.map(({ label, description }) => [label, description])).toEqual(
      expect.arrayContaining([
        ['Command', 'wiki'],
        ['Configured in', 'mcp.json (user)'],
      ]) as unknown,
    );
    const source = tree()
      .getChildren(wiki)
      .find((row) => tree().getTreeItem(row).label === 'Configured in');
    await fakeVscode.views.tree('mcpResources.servers').click(source);
    expect(fakeVscode.commands.executed).toContainEqual([
      'mcpResources.openConfiguration',
      about('wiki'),
      expect.any(String),
    ]);
    expect(tree().getChildren(tree().getChildren(wiki)[0])).toEqual([]);
  });

  it('counts in its badge what waits for the user, until it does not', async () => {
    const badge = (): unknown => fakeVscode.views.tree('mcpResources.servers').badge;
    const waiting = badge();
    await decline('wiki');
    await review('shop');
    await window.pass();
    expect([waiting, badge()]).toEqual([
      {
        value: 2,
        tooltip: 'The server “shop” needs your permission to start.\nThe server “wiki” needs your permission to start.',
      },
      undefined,
    ]);
  });

  it('redraws the rows that it shows, and asks for all anew only where there are others', async () => {
    const view = fakeVscode.views.tree<ServersTreeRow>('mcpResources.servers');
    const rows = serverRows();
    for (const row of rows) tree().getTreeItem(row);
    view.redrawn.length = 0;
    await review('shop');
    await window.pass();
    // Once or twice: how long it starts depends on the disk.
    expect([...new Set(view.redrawn.flat())]).toEqual(rows.slice(0, 1));
    await window.configure(() => settings.set('mcp.servers', { shop: { command: 'shop' } }));
    expect(view.redrawn.at(-1)).toBeUndefined();
  });

  it('says in the row why a server failed, the last words of its process first, and speaks all that it shows', async () => {
    const error = new HumanError('exited', 'The server process exited with code 1. See the log for details.', {
      detail: 'starting\nno database\n',
    });
    window.server.answer = error;
    await review('shop');
    await window.pass();
    const [shop] = serverRows();
    const { description, accessibilityInformation } = tree().getTreeItem(shop!);
    expect(description).toMatch(/^“no database” — The server crashed 4 times/u);
    expect(accessibilityInformation?.label).toBe(`shop, failed, ${String(description)}`);
  });

  it('does with a click what helps a server that needs the user', async () => {
    const [, wiki] = serverRows();
    const asking = fakeVscode.views.tree<ServersTreeRow>('mcpResources.servers').click(wiki!);
    expect(await answering(asking, 'Allow')).toBe('Allow “wiki” to Start?');
    await window.pass();
    expect(window.started).toEqual(['wiki']);
    expect(tree().getTreeItem(wiki!).command).toBeUndefined();
  });

  it('has a row for each mistake in a configuration, which opens its line', async () => {
    await window.configure(() => settings.set('mcp.servers', { shop: { command: 7 } }));
    const [problem] = serverRows();
    const { label, description, contextValue, accessibilityInformation, command } = tree().getTreeItem(problem!);
    const message = 'The “command” of the server “shop” in mcp.json (user) must be a string. Correct the value.';
    expect([label, description, contextValue]).toEqual(['mcp.json (user)', message, 'problem']);
    expect(accessibilityInformation?.label).toBe(`mcp.json (user), ${message}`);
    expect(command?.title).toBe('Open Server Configuration');
    expect(fakeVscode.views.tree('mcpResources.servers').badge?.value).toBe(1);
  });

  it('says more of a server when it is pointed at, and none of it is markup', async () => {
    await window.configure(() => settings.set('mcp.servers', { '[a](command:evil)': { command: '**b**' } }));
    const [row] = serverRows();
    const item = row && tree().resolveTreeItem(tree().getTreeItem(row), row);
    expect(item?.tooltip).toMatchObject({
      value: expect.not.stringMatching(/(?<!\\)\]\(command|(?<!\\)\*\*b/u) as unknown,
    });
    expect(item?.tooltip).not.toHaveProperty('isTrusted');
  });
});

it('a fact is copied as it stands, and nothing else is', async () => {
  await run('copyFact', { fact: { label: 'Version', value: '1.2.3' } }, undefined);
  await run('copyFact', { fact: { value: 7 } }, undefined);
  await run('copyFact', {}, undefined);
  expect(fakeVscode.env.copied).toBe('1.2.3');
});
