import { storedVersion } from '../../../src/shared/storedVersion';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  CompletionRequest,
  DefinitionRequest,
  DiagnosticSeverity,
  DidChangeConfigurationNotification,
  DocumentLinkRequest,
  ErrorCodes,
  ExitNotification,
  HoverRequest,
  ReferencesRequest,
  ShutdownRequest,
  type CompletionItem,
  type CompletionList,
  type DocumentLink,
  type Hover,
  type Location,
  type MarkupContent,
} from 'vscode-languageserver-protocol/node';
import { until } from '../../../test/unit/mcp/support';
import { server, useCommand, Workspace, type Editor } from './editor';

useCommand();

const demo = { '.mcp.json': { mcpServers: { demo: server('test/servers/sdkServer.mjs') } } };
const text = 'See @demo:demo://counter and @demo:control://bump.\n@';
const at = (line: number, character: number) => ({ position: { line, character } });

async function completions(editor: Editor, uri: string, line: number, character: number): Promise<readonly string[]> {
  const params = { textDocument: { uri }, ...at(line, character) };
  const answer: CompletionList | CompletionItem[] | null = await editor.client.sendRequest(
    CompletionRequest.type,
    params,
  );
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  return items.map(({ label }) => label);
}

async function hoverText(editor: Editor, uri: string, character: number): Promise<string> {
  const params = { textDocument: { uri }, ...at(0, character) };
  const answer: Hover | null = await editor.client.sendRequest(HoverRequest.type, params);
  return (answer?.contents as MarkupContent | undefined)?.value ?? '';
}

async function definition(editor: Editor, uri: string, character: number): Promise<string> {
  const answer = await editor.client.sendRequest(DefinitionRequest.type, {
    textDocument: { uri },
    ...at(0, character),
  });
  return fileURLToPath((answer as Location).uri);
}

/** Creates a folder with the demo server, allowed to start, and opens a document in an editor. */
async function editing(content = text): Promise<{ workspace: Workspace; editor: Editor; uri: string }> {
  const workspace = await Workspace.make(demo);
  expect((await workspace.allow('demo')).code).toBe(0);
  const editor = await workspace.edit();
  const uri = workspace.uri('notes.md');
  await editor.open(uri, content);
  return { workspace, editor, uri };
}

describe('the language server by itself', () => {
  test('starts no server that nobody agreed to, says what it would run, and starts it once somebody does', async () => {
    const workspace = await Workspace.make(demo);
    const editor = await workspace.edit();
    const uri = workspace.uri('notes.md');
    await editor.open(uri, text);
    expect(editor.result?.serverInfo?.name).toBe('mcp-resources-ls');
    await hoverText(editor, uri, 8);
    await hoverText(editor, uri, 8);
    await until(() => editor.messages.length > 0);
    const [message = ''] = editor.messages;
    const [, word = ''] = /allow (demo@[\da-f]{16}) --root/u.exec(message) ?? [];
    expect(message).toBe(
      `The MCP server “demo” in .mcp.json needs your permission to start. The server runs: ${process.execPath} ${path.resolve('test/servers/sdkServer.mjs')} — To allow it, run this command in a terminal: mcp-resources-ls allow ${word} --root ${workspace.root}`,
    );
    expect((await workspace.run('allow', word)).code).toBe(0);
    await until(async () => (await hoverText(editor, uri, 8)).includes('count 0'));
    expect(editor.messages).toHaveLength(1);
  });

  test('completes servers and resources', async () => {
    const { editor, uri } = await editing();
    expect(await completions(editor, uri, 1, 1)).toEqual(['demo']);
    await until(async () => (await completions(editor, uri, 0, 10)).includes('The counter'));
  });

  test('opens what is mentioned as a file for reading that follows the resource and goes with the process', async () => {
    const { editor, uri } = await editing();
    const file = await definition(editor, uri, 8);
    expect(await readFile(file, 'utf8')).toBe('count 0');
    expect((await stat(file)).mode & 0o777).toBe(0o400);
    expect((await stat(path.dirname(path.dirname(path.dirname(file))))).mode & 0o777).toBe(0o700);
    await until(async () => {
      await definition(editor, uri, 35);
      return (await readFile(file, 'utf8')) !== 'count 0';
    });
    expect(await readFile(file, 'utf8')).toMatch(/^count \d+$/);
    expect((await stat(file)).mode & 0o777).toBe(0o400);
    await editor.kill();
    expect(existsSync(file)).toBe(false);
  });

  test('finds every mention in the folder', async () => {
    const { workspace, editor, uri } = await editing();
    await workspace.write('docs/other.md', 'Also @demo:demo://counter here');
    const params = { textDocument: { uri }, ...at(0, 8), context: { includeDeclaration: true } };
    const references = (await editor.client.sendRequest(ReferencesRequest.type, params)) ?? [];
    expect(references.map((one) => one.uri).sort()).toEqual([workspace.uri('docs/other.md'), uri].sort());
  });

  test('takes the configuration as it changes', async () => {
    const { workspace, editor, uri } = await editing();
    await workspace.write('.vscode/mcp.json', '{ "servers": { "late": { "command": "late" } }, /* one more */ }');
    await until(async () => (await completions(editor, uri, 1, 1)).includes('late'));
  });

  test('flags what no server lists, as loudly as the editor says', async () => {
    const workspace = await Workspace.make(demo);
    await workspace.allow('demo');
    const initializationOptions = { mcpResources: { mentions: { problems: 'warning' } } };
    const editor = await workspace.edit({ params: { initializationOptions } });
    const uri = workspace.uri('notes.md');
    await editor.open(uri, 'See @demo:demo://countre and @nobody:demo://counter\n');
    await completions(editor, uri, 0, 10);
    await until(() => editor.diagnostics.get(uri)?.length === 2);
    expect(editor.diagnostics.get(uri)?.map(({ severity }) => severity)).toEqual([2, 2]);
  });

  test('asks an editor for its settings that does not send them, and again when they change', async () => {
    const workspace = await Workspace.make(demo);
    let problems = 'warning';
    const editor = await workspace.edit({
      params: { capabilities: { workspace: { configuration: true } } },
      settings: ({ section }) => (section === 'mcpResources' ? { mentions: { problems } } : null),
    });
    const uri = workspace.uri('notes.md');
    const severity = () => editor.diagnostics.get(uri)?.[0]?.severity;
    await editor.open(uri, 'See @nobody:demo://counter\n');
    await until(() => severity() === DiagnosticSeverity.Warning);
    problems = 'information';
    await editor.client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await until(() => severity() === DiagnosticSeverity.Information);
  });
});

describe('what was listed', () => {
  test('is there again before a server starts', async () => {
    const { workspace, editor, uri } = await editing();
    await until(async () => (await hoverText(editor, uri, 8)).includes('count 0'));
    const lists = path.join(workspace.env['XDG_CACHE_HOME']!, 'mcp-resources-ls', storedVersion, 'lists');
    await until(() => existsSync(lists) && readdirSync(lists).some((name) => name.endsWith('.jsonl')));
    await editor.kill();
    const later = await workspace.edit();
    await later.open(uri, 'A bare demo://counter here');
    const links = (): Promise<DocumentLink[] | null> =>
      later.client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
    await until(async () => (await links())?.length === 1);
  });
});

describe('a server that wants a sign-in', () => {
  test('is refused with a word on how to give it a token', async () => {
    const http = createServer((_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const workspace = await Workspace.make({ '.mcp.json': { closed: { url: `http://127.0.0.1:${port}/mcp` } } });
    await workspace.allow('closed');
    const editor = await workspace.edit();
    const uri = workspace.uri('notes.md');
    await editor.open(uri, '@');
    await completions(editor, uri, 0, 1);
    await until(() => editor.messages.length > 0);
    expect(editor.messages).toEqual([
      'You can’t sign in to the server “closed” from here. Add a token to .mcp.json (for example "headers": { "Authorization": "Bearer ${TOKEN}" }), then allow the server again.',
    ]);
    http.closeAllConnections();
    http.close();
  });
});

describe('inputs', () => {
  const asking = {
    '.vscode/mcp.json': {
      inputs: [{ id: 'api-key', type: 'promptString', password: true }],
      servers: { demo: { ...server('test/servers/sdkServer.mjs'), env: { KEY: '${input:api-key}' } } },
    },
  };

  test('come from the environment', async () => {
    const workspace = await Workspace.make(asking);
    await workspace.allow('demo');
    const uri = workspace.uri('notes.md');
    const without = await workspace.edit();
    await without.open(uri, text);
    await hoverText(without, uri, 8);
    await until(() => without.messages.length > 0);
    expect(without.messages).toEqual([
      'The server “demo” needs a value for “api-key”. Set the environment variable MCP_INPUT_API_KEY and restart the editor.',
    ]);
    const given = await workspace.edit({ env: { MCP_INPUT_API_KEY: 'secret' } });
    await given.open(uri, text);
    await until(async () => (await hoverText(given, uri, 8)).includes('count 0'));
    expect(given.messages).toEqual([]);
  });
});

describe('the end', () => {
  /** Starts an editor with a server that only ends by force. */
  async function stubborn(processId = process.pid): Promise<{ editor: Editor; isAnyAlive: () => boolean }> {
    const workspace = await Workspace.make({});
    const pidFile = path.join(workspace.root, 'pids.json');
    const stays = server('test/servers/rawServer.mjs', '--scenario', 'ignoresStdinEnd', '--pid-file', pidFile);
    await workspace.write('.mcp.json', { stays });
    await workspace.allow('stays');
    const editor = await workspace.edit({ params: { processId } });
    const uri = workspace.uri('notes.md');
    await editor.open(uri, 'See @stays:good://1');
    await until(async () => (await hoverText(editor, uri, 8)).includes('text of'));
    const { server: leader, grandchild } = JSON.parse(await readFile(pidFile, 'utf8')) as Record<string, number>;
    const isAlive = (pid: number | undefined): boolean => {
      try {
        return process.kill(pid!, 0);
      } catch {
        return false;
      }
    };
    expect([leader, grandchild].map(isAlive)).toEqual([true, true]);
    return { editor, isAnyAlive: () => [leader, grandchild].some(isAlive) };
  }

  test('by the protocol takes the servers along', async () => {
    const { editor, isAnyAlive } = await stubborn();
    await editor.client.sendRequest(ShutdownRequest.type);
    await editor.client.sendNotification(ExitNotification.type);
    expect(await editor.ended).toBe(0);
    await until(() => !isAnyAlive());
  });

  test('refuses what comes after it was asked for', async () => {
    const workspace = await Workspace.make({});
    const editor = await workspace.edit();
    await editor.client.sendRequest(ShutdownRequest.type);
    await expect(hoverText(editor, workspace.uri('notes.md'), 8)).rejects.toMatchObject({
      code: ErrorCodes.InvalidRequest,
    });
    editor.process.stdin.end();
    expect(await editor.ended).toBe(0);
  });

  test('of stdin takes the servers along, and is no success', async () => {
    const { editor, isAnyAlive } = await stubborn();
    editor.process.stdin.end();
    expect(await editor.ended).toBe(1);
    await until(() => !isAnyAlive());
  });

  test('of the editor takes the servers along', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { editor, isAnyAlive } = await stubborn(parent.pid);
    parent.kill('SIGKILL');
    expect(await editor.ended).toBe(1);
    await until(() => !isAnyAlive());
  });
});

describe('the sub-commands', () => {
  const several = {
    '.mcp.json': {
      mcpServers: {
        demo: { command: 'demo', args: ['--all'], env: { TOKEN: 'secret' } },
        'a b': { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer secret' } },
        boxed: { command: 'boxed', sandboxEnabled: true },
        broken: {},
      },
    },
  };

  test('list what is configured, with what was said and what is wrong, and no secrets', async () => {
    const workspace = await Workspace.make(several);
    expect((await workspace.allow('demo')).code).toBe(0);
    expect((await workspace.run('deny', 'a b')).code).toBe(0);
    const { code, stdout } = await workspace.run('list');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'demo (.mcp.json): demo --all · sets the variable TOKEN=•••',
      '    allowed',
      'a b (.mcp.json): https://example.com/mcp · sends the header Authorization: •••',
      '    not allowed',
      'boxed (.mcp.json): boxed',
      '    needs your permission',
      '    The server “boxed” requires a sandbox, which isn’t supported here. To start the server without a sandbox, remove “sandboxEnabled”.',
      'Problem: The server “broken” in .mcp.json must be an object with a “command” or a “url”. Correct the entry.',
      '',
    ]);
  });

  test('know the places of the user, of plugins, and of other products where that is said', async () => {
    const at = (name: string): object => ({ mcpServers: { [name]: { command: name, cwd: '~' } } });
    const workspace = await Workspace.make({
      '.github/mcp.json': at('copilot'),
      '.cursor/mcp.json': at('cursorFolder'),
      '../home/.copilot/mcp-config.json': at('copilot'),
      '../home/.copilot/installed-plugins/m/tools/.mcp.json': at('plugin'),
      '../home/.cursor/mcp.json': '{ "mcpServers": { "bad": {} } }',
    });
    const places = async (env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> =>
      (await workspace.runIn(env, 'list')).stdout
        .split('\n')
        .map((line) => line.split(': ', 1)[0] ?? '')
        .filter((line) => !line.startsWith(' ') && line !== '');
    const own = [
      'copilot (mcp-config.json (Copilot), .github/mcp.json)',
      'plugin (tools (plugin) · the plugin may be turned off)',
    ];
    expect(await places()).toEqual(own);
    expect(await places({ MCP_DISCOVERY: 'cursor-global, cursor-workspace' })).toEqual([
      ...own,
      'cursorFolder (.cursor/mcp.json)',
      'Problem',
    ]);
    expect(await places({ COPILOT_HOME: path.join(workspace.root, 'no') })).toEqual(['copilot (.github/mcp.json)']);
  });

  test('allow nothing that was not shown, and show it with the command that allows it', async () => {
    const workspace = await Workspace.make(several);
    const refused = await workspace.run('allow', 'demo');
    const [, word = ''] = /allow (demo@[\da-f]{16}) --root/u.exec(refused.stderr) ?? [];
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `No servers were allowed to start. Review “demo” first:\ndemo (.mcp.json): demo --all · sets the variable TOKEN=•••\n    To allow it, run: mcp-resources-ls allow ${word} --root ${workspace.root}\n`,
    });
    await workspace.write('.mcp.json', { demo: { command: 'evil' } });
    const changed = await workspace.run('allow', word);
    expect([changed.code, changed.stderr.split('\n').slice(0, 2)]).toEqual([
      1,
      ['No servers were allowed: “demo” has changed since you reviewed it. Review it again:', 'demo (.mcp.json): evil'],
    ]);
    expect((await workspace.run('list')).stdout).not.toMatch(/^ +allowed$/mu);
  });

  test('keep the answers where only this user can read them', async () => {
    const workspace = await Workspace.make(several);
    await workspace.allow('demo', 'a b');
    const folder = path.join(workspace.env['XDG_CONFIG_HOME']!, 'mcp-resources-ls', storedVersion, 'consent');
    const modes = [folder, ...readdirSync(folder).map((name) => path.join(folder, name))].map(
      async (file) => (await stat(file)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600]);
    await workspace.write('empty/notes.md', '');
    const { stdout } = await workspace.run('list', '--root', 'empty');
    expect(stdout).toMatch(
      /^No MCP servers are configured in .+empty, in GitHub Copilot’s configuration, or in an agent plugin\.\n$/u,
    );
  });

  test('ask again when what would run is another', async () => {
    const workspace = await Workspace.make(several);
    await workspace.allow('demo');
    await workspace.write('.mcp.json', { demo: { command: 'demo', args: ['--more'] } });
    expect((await workspace.run('list')).stdout).toBe('demo (.mcp.json): demo --more\n    needs your permission\n');
  });

  test('tell by their exit code how it went', async () => {
    const workspace = await Workspace.make(several);
    const unknown = await workspace.run('allow', 'dmeo');
    expect(unknown).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Unknown server “dmeo”. Configured servers: demo, a b, boxed.\n',
    });
    expect((await workspace.run('allow')).code).toBe(2);
    expect((await workspace.run('start')).code).toBe(2);
    expect((await workspace.run('--wrong')).code).toBe(2);
    expect(await workspace.run('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
    expect((await workspace.run('--help')).stdout).toContain('Usage: mcp-resources-ls');
  });

  test('speak the language of the user', async () => {
    const workspace = await Workspace.make({});
    Object.assign(workspace.env, { LANG: 'zh_CN.UTF-8' });
    expect((await workspace.run('list')).stdout).not.toContain('No server is configured');
  });
});
