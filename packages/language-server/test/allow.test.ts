import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { allowCommand, findNamed, terminalAsk } from '../src/allowCommand';
import { allow, list } from '../src/commands';
import { rootFolder, type RootFolder } from '../src/folders';
import type { UserEnvironment } from '../../../src/node/files/userDirectories';
import { define, failureOf, http, stdio } from '../../../test/unit/configuration/fixtures';

let root: RootFolder;
let user: UserEnvironment;
/** Everything that the user was asked. */
let asked: string[];

const answering = (...answers: readonly boolean[]) => {
  const left = [...answers];
  return (question: string): Promise<boolean> => {
    asked.push(question);
    return Promise.resolve(left.shift() ?? false);
  };
};

async function write(file: string, servers: object): Promise<void> {
  await mkdir(path.dirname(path.join(root.path, file)), { recursive: true });
  await writeFile(path.join(root.path, file), JSON.stringify(servers));
}

beforeEach(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'allow-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  root = rootFolder(folder);
  user = { env: { XDG_CONFIG_HOME: path.join(folder, 'config') }, platform: 'linux', home: folder };
  asked = [];
  await write('.mcp.json', { shop: { command: 'shop', args: ['--all'], env: { TOKEN: 'secret' } } });
  await write('.vscode/mcp.json', {
    servers: { shop: { url: 'https://shop.example', headers: { 'X-Key': 'secret' } } },
  });
});

describe('a name at a terminal', () => {
  it('shows every server that has it, and allows those with a yes', async () => {
    const lines = await allow(root, ['shop'], user, answering(false, true));
    expect([asked, lines]).toEqual([
      [
        'shop (.vscode/mcp.json): https://shop.example · sends the header X-Key: •••',
        'shop (.mcp.json): shop --all · sets the variable TOKEN=•••',
      ],
      ['Allowed: shop (.mcp.json): shop --all · sets the variable TOKEN=•••'],
    ]);
    expect((await list(root, user)).filter((line) => line === '    allowed')).toHaveLength(1);
  });

  it('allows nothing without a yes', async () => {
    expect(await allow(root, ['shop'], user, answering())).toEqual(['No servers were allowed to start.']);
    await expect(readFile(path.join(user.home, 'config/mcp-resources-ls/consent.json'))).rejects.toThrow('ENOENT');
  });

  it('with another hash than what would run shows that, and asks', async () => {
    await allow(root, [`shop@${'0'.repeat(16)}`], user, answering());
    expect(asked).toHaveLength(2);
  });
});

describe('a name without a terminal', () => {
  it('allows nothing, and says how each can be allowed, which then asks nothing', async () => {
    const error = await failureOf(() => allow(root, ['shop'], user, undefined));
    const refusal = (error as Error).message.split('\n');
    expect(refusal).toEqual([
      'No servers were allowed to start. Review “shop” first:',
      'shop (.vscode/mcp.json): https://shop.example · sends the header X-Key: •••',
      expect.stringMatching(/^ {4}To allow it, run: mcp-resources-ls allow shop@[\da-f]{16} --root /u),
      'shop (.mcp.json): shop --all · sets the variable TOKEN=•••',
      expect.stringMatching(/^ {4}To allow it, run: mcp-resources-ls allow shop@[\da-f]{16} --root /u),
    ]);
    const [, word = ''] = /ls allow (\S+)/u.exec(refusal[4] ?? '') ?? [];
    expect(await allow(root, [word], user, undefined)).toEqual([
      'Allowed: shop (.mcp.json): shop --all · sets the variable TOKEN=•••',
    ]);
  });
});

it('shows what variables resolve to, and allows nothing once they resolve to something else', async () => {
  await write('.mcp.json', { shop: { command: 'shop', envFile: '${workspaceFolder}/.env' } });
  await write('.vscode/mcp.json', { servers: { shop: { command: '${workspaceFolder}/shop' } } });
  await writeFile(path.join(root.path, '.env'), 'PATH=/safe');
  const refusal = String(await failureOf(() => allow(root, ['shop'], user, undefined)));
  expect(refusal).toContain(`(= ${root.path}/shop)`);
  const [, word = ''] = /shop \(\.mcp\.json\)[^]+ls allow (\S+)/u.exec(refusal) ?? [];
  await writeFile(path.join(root.path, '.env'), 'PATH=/evil');
  await expect(allow(root, [word], user, undefined)).rejects.toThrow('No servers were allowed: “shop” has changed');
  await writeFile(path.join(root.path, '.env'), 'PATH=/safe');
  expect(await allow(root, [word], user, undefined)).toHaveLength(1);
});

describe('an argument', () => {
  const [one, other] = [define(stdio()), define(http())];
  const all = [one, other];
  const nothing = () => ({});

  it('means what has its hash', () => {
    const { name, shown } = findNamed(`notes@${other.hash.slice(0, 16)}`, all, nothing);
    expect([name, shown]).toEqual(['notes', other]);
    expect(allowCommand(other, {})).toBe(
      `mcp-resources-ls allow notes@${other.hash.slice(0, 16)} --root /home/ada/shop`,
    );
  });

  it.each(['notes', `notes@${'0'.repeat(16)}`, `other@${one.hash}`])('means nothing that was shown: %s', (text) => {
    expect(findNamed(text, all, nothing).shown).toBeUndefined();
  });

  it('with a hash that is too short for it is a name, and so is what a server is called', () => {
    const odd = { ...one, name: `a@${'0'.repeat(16)}` };
    expect([
      findNamed(`notes@${one.hash.slice(0, 15)}`, all, nothing).all,
      findNamed(odd.name, [odd], nothing).all,
    ]).toEqual([[], [odd]]);
  });
});

it('nobody is asked without a terminal', () => {
  const [terminal, pipe] = [{ isTTY: true }, { isTTY: false }] as never[];
  expect(terminalAsk({ stdin: pipe!, stderr: terminal! })).toBeUndefined();
  expect(terminalAsk({ stdin: terminal!, stderr: pipe! })).toBeUndefined();
  expect(terminalAsk({ stdin: terminal!, stderr: terminal! })).toBeDefined();
});
