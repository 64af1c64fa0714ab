import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import { resolveLaunch, type LaunchPorts } from '../../../../src/core/configuration/launch/resolveLaunch';
import type { InputDefinition } from '../../../../src/core/configuration/configuration';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { LaunchDefinition } from '../../../../src/core/configuration/launch/kinds';
import {
  define,
  expectHumanError,
  failureOf,
  folderSource,
  http,
  multiplying,
  portableSource,
  stdio,
  userSource,
} from '../fixtures';

const prompt = (id: string): InputDefinition => ({
  kind: 'promptString',
  id,
  description: undefined,
  default: undefined,
  isPassword: true,
});
const shop = { name: 'shop', path: '/home/ada/shop' };
const docs = { name: 'docs', path: '/home/ada/docs' };

interface World extends Partial<LaunchPorts> {
  readonly files?: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A machine with a home folder, two variables, no files and no settings, and a user who answers with `answers`. */
function world({ files = {}, answers = {}, settings = {}, ...ports }: World = {}): LaunchPorts & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    platform: 'linux',
    path: path.posix,
    env: { PATH: '/usr/bin', USER: 'ada' },
    userHome: '/home/ada',
    workspaceFolders: [shop],
    readFile: (file) => {
      const text = files[file];
      return text === undefined ? Promise.reject(new Error(`ENOENT: ${file}`)) : Promise.resolve(text);
    },
    askInput: (input) => {
      asked.push(input);
      return Promise.resolve(answers[input.id]);
    },
    getSetting: (key) => settings[key],
    ...ports,
  };
}

const windows: World = {
  platform: 'win32',
  path: path.win32,
  env: { Path: 'C:\\bin', UserName: 'ada' },
  userHome: 'C:\\Users\\ada',
  workspaceFolders: [{ name: 'shop', path: 'C:\\shop' }],
};

/** Resolves `text` as an argument of the server. */
async function argument(text: string, ports: World = {}, definition: Partial<ServerDefinition> = {}): Promise<unknown> {
  const launch = await resolveLaunch({ ...define(stdio({ args: [text] })), ...definition }, world(ports));
  return launch.kind === 'stdio' ? launch.args[0] : undefined;
}

const env = async (launch: LaunchDefinition, ports: World = {}, source = folderSource): Promise<unknown> => {
  const resolved = await resolveLaunch(define(launch, source), world(ports));
  return resolved.kind === 'stdio' ? resolved.env : undefined;
};

describe('a launch', () => {
  it('of a process is complete', async () => {
    const definition = define(
      stdio({
        command: '~/bin/${env:USER}',
        args: ['~', '~/a', 'b~', '${workspaceFolder}/x', '--token=${input:token}'],
        cwd: 'tools',
        env: { TOKEN: '${input:token}', USER: null, PATH: '/opt/bin' },
        envFile: '${workspaceFolder}/.env',
        isSandboxed: true,
      }),
      folderSource,
      [prompt('token')],
    );
    const ports = world({ files: { '/home/ada/shop/.env': 'A=1\nTOKEN=old' }, answers: { token: 's3cret' } });
    expect(await resolveLaunch(definition, ports)).toEqual({
      kind: 'stdio',
      command: '/home/ada/bin/ada',
      args: ['/home/ada', '/home/ada/a', 'b~', '/home/ada/shop/x', '--token=s3cret'],
      cwd: '/home/ada/shop/tools',
      env: { PATH: '/usr/bin:/opt/bin', A: '1', TOKEN: 's3cret' },
    });
    expect(ports.asked).toEqual([prompt('token')]);
  });

  it('of a connection is complete', async () => {
    const launch = http('https://${env:HOST}/mcp ', { Authorization: 'Bearer ${input:token}', 'X-Name': 'größe' });
    const ports = world({ env: { HOST: 'a.example' }, answers: { token: 's3cret\n' } });
    expect(await resolveLaunch(define(launch, folderSource, [prompt('token')]), ports)).toEqual({
      kind: 'http',
      url: 'https://a.example/mcp',
      headers: { Authorization: 'Bearer s3cret', 'X-Name': 'größe' },
    });
  });
});

describe('a variable', () => {
  const several = { workspaceFolders: [docs, shop] };
  it.each<[string, string, World?, Partial<ServerDefinition>?]>([
    ['${workspaceFolder}', '/home/ada/shop', several],
    ['${workspaceRoot}/a', '/home/ada/shop/a'],
    ['${workspaceFolder:docs}', '/home/ada/docs', several],
    ['${workspaceFolderBasename}', 'shop', several],
    ['${workspaceFolderBasename:docs}', 'docs', several],
    ['${workspaceRootFolderName}', 'shop'],
    ['${workspaceFolder}', '/home/ada/docs', { workspaceFolders: [docs] }, { source: userSource }],
    ['${userHome}', '/home/ada'],
    ['${cwd}', '/home/ada/shop'],
    ['${cwd:docs}', '/home/ada/docs', several],
    ['${cwd}', '/home/ada', {}, { source: userSource }],
    ['${pathSeparator}${/}', '//'],
    ['${pathSeparator}${/}', '\\\\', windows],
    ['<${env:USER}>', '<ada>'],
    ['<${env:GONE}>', '<>'],
    ['<${env:user}>', '<>'],
    ['<${env:USERNAME}>', '<ada>', windows],
    ['<${env:constructor}>', '<>'],
    ['<${env:A:B}>', '<c>', { env: { 'A:B': 'c' } }],
    ['${config:a.b}', 'c', { settings: { 'a.b': 'c' } }],
    ['${config:a.b}', '5', { settings: { 'a.b': 5 } }],
    ['${config:a.b}', 'false', { settings: { 'a.b': false } }],
    ['${config:a.b}', '', { settings: { 'a.b': '' } }],
    ['${config:python}', '/home/ada/shop/.venv', { settings: { python: '${workspaceFolder}/.venv' } }],
    ['${config:a}', 'd', { settings: { a: '${config:b}', b: '${config:c}', c: 'd' } }],
    ['${env:A}', '${env:USER}', { env: { A: '${env:USER}', USER: 'ada' } }],
    ['${unclosed', '${unclosed'],
    ['$USER', '$USER'],
  ])('%s becomes %s', async (text, value, ports, definition) => {
    expect(await argument(text, ports, definition)).toBe(value);
  });

  const user = { source: userSource };
  it.each<[string, string[], World?, Partial<ServerDefinition>?]>([
    ['${nonsense}', ['${nonsense}', '${env:nonsense}']],
    ['${HOME}', ['${HOME}', '${env:HOME}']],
    ['${HOME:-x}', ['${HOME:-x}']],
    ['${file}', ['${file}']],
    ['${extensionInstallFolder:a.b}', ['${extensionInstallFolder:a.b}']],
    ['${}', ['${}', 'unsupported variable']],
    ['${env}', ['${env}', 'unsupported variable']],
    ['${env:}', ['${env:}', 'unsupported variable']],
    ['${config}', ['${config}', 'unsupported variable']],
    ['${input}', ['${input}', 'unsupported variable']],
    ['${command:}', ['${command:}', 'unsupported variable']],
    ['${env:${env:USER}}', ['${env:${env:USER}}', 'unsupported variable']],
    ['${input:${env:USER}}', ['unsupported variable']],
    ['${command:${env:USER}}', ['unsupported variable']],
    ['${input:gone}', ['${input:gone}', '“inputs”']],
    ['${workspaceFolder:gone}', ['${workspaceFolder:gone}', 'names a folder that isn’t in the workspace']],
    ['${cwd:gone}', ['${cwd:gone}', 'names a folder that isn’t in the workspace']],
    ['${workspaceFolder}', ['${workspaceFolder}', 'no folder is open'], { workspaceFolders: [] }, user],
    ['${workspaceFolderBasename}', ['no folder is open'], { workspaceFolders: [] }, user],
    ['${workspaceFolder}', ['several folders', '${workspaceFolder:docs}'], { workspaceFolders: [docs, shop] }, user],
    ['${config:gone}', ['${config:gone}', 'VS Code has no such setting']],
    ['${config:a}', ['${config:a}', 'VS Code has no such setting'], { settings: { a: null } }],
    ['${config:a}', ['${config:a}', 'no such setting whose value is text'], { settings: { a: { b: 1 } } }],
    ['${config:a}', ['${config:a}', 'no such setting whose value is text'], { settings: { a: ['b'] } }],
    ['${config:a}', ['${config:a}', 'no such setting whose value is text'], { settings: { a: 'b${config:a}' } }],
    ['${config:a}', ['${input:token}', 'unsupported variable'], { settings: { a: '${input:token}' } }],
    ['${config:x.a}', ['more than 64 kB from variables'], { settings: multiplying }],
    ['${env:LONG}'.repeat(2), ['${env:LONG}', 'more than 64 kB'], { env: { LONG: 'a'.repeat(40_000) } }],
  ])('%s is an error: %j', async (text, names, ports, definition) => {
    const error = await failureOf(() => argument(text, ports, definition));
    const label = (definition?.source ?? folderSource).label;
    expectHumanError(error, 'configuration', ['“notes”', label, '“args”', ...names]);
  });

  it.each<[string, LaunchDefinition]>([
    ['command', stdio({ command: '${oops}' })],
    ['args', stdio({ args: ['a', '${oops}'] })],
    ['cwd', stdio({ cwd: '${oops}' })],
    ['env.KEY', stdio({ env: { KEY: '${oops}' } })],
    ['envFile', stdio({ envFile: '${oops}' })],
    ['url', http('https://${oops}/')],
    ['headers.Authorization', http('https://a.example', { Authorization: 'Bearer ${oops}' })],
  ])('that is unknown is told with its place: %s', async (place, launch) => {
    const error = await failureOf(() => resolveLaunch(define(launch), world()));
    expectHumanError(error, 'configuration', ['“notes”', '${oops}', `“${place}”`]);
  });
});

describe('a variable of an .mcp.json', () => {
  const portable = { source: portableSource };
  it.each<[string, string, World?]>([
    ['${USER}', 'ada'],
    ['${USER:-x}', 'ada'],
    ['<${GONE:-a b}>', '<a b>'],
    ['<${GONE:-}>', '<>'],
    ['<${EMPTY:-x}>', '<>', { env: { EMPTY: '' } }],
    ['${GONE:-https://a.example:80}', 'https://a.example:80'],
    ['${username}', 'ada', windows],
    ['${workspaceFolder}/a', '/home/ada/shop/a'],
    ['${userHome}', '/home/ada'],
    ['<${env:GONE}>', '<>'],
  ])('%s becomes %s', async (text, value, ports) => {
    expect(await argument(text, ports, portable)).toBe(value);
  });

  it.each([
    ['${GONE}', ['“GONE”', 'variable isn’t set', '${GONE:-value}']],
    ['${constructor}', ['“constructor”', 'variable isn’t set']],
    ['${GONE:x}', ['${GONE:x}', 'unsupported variable']],
    ['${9}', ['${9}', 'unsupported variable']],
    ['${GONE:-${USER}}', ['${GONE:-${USER}}', 'unsupported variable']],
    ['${input}', ['“input”', 'variable isn’t set']],
    ['${input:token}', ['${input:token}']],
  ])('%s is an error: %j', async (text, names) => {
    const error = await failureOf(() => argument(text, {}, portable));
    expectHumanError(error, 'configuration', ['“notes”', '.mcp.json', '“args”', ...names]);
  });
});

describe('an input', () => {
  const all = ['a', 'b'].map(prompt);
  it('is asked for once, in the order of the launch', async () => {
    const definition = define(stdio({ command: '${input:b}', args: ['${input:a}', '${input:b}'] }), folderSource, all);
    const ports = world({ answers: { a: 'A', b: 'B' } });
    expect(await resolveLaunch(definition, ports)).toMatchObject({ command: 'B', args: ['A', 'B'] });
    expect(ports.asked).toEqual([prompt('b'), prompt('a')]);
  });

  it('is handed over with the definition it is for', async () => {
    const definition = define(stdio({ command: '${input:a}' }), folderSource, all);
    const seen: ServerDefinition[] = [];
    const askInput: LaunchPorts['askInput'] = (_, asking) => {
      seen.push(asking);
      return Promise.resolve('A');
    };
    await resolveLaunch(definition, world({ askInput }));
    expect(seen).toEqual([definition]);
  });

  it('may be empty, and is not looked into', async () => {
    const definition = define(stdio({ args: ['<${input:a}>', '${input:b}'] }), folderSource, all);
    const ports = world({ answers: { a: '', b: '${env:USER}${nonsense}$&' } });
    expect(await resolveLaunch(definition, ports)).toMatchObject({ args: ['<>', '${env:USER}${nonsense}$&'] });
  });

  it('that is not given stops the start, and nothing more is asked', async () => {
    const definition = define(stdio({ command: '${input:a}', args: ['${input:b}'] }), folderSource, all);
    const ports = world();
    expectHumanError(await failureOf(() => resolveLaunch(definition, ports)), 'input', ['“notes”', '“a”']);
    expect(ports.asked).toEqual([prompt('a')]);
  });

  it('is not asked for when the definition is broken anyhow', async () => {
    const definition = define(stdio({ command: '${input:a}', args: ['${nonsense}'] }), folderSource, all);
    const ports = world({ answers: { a: 'A' } });
    expectHumanError(await failureOf(() => resolveLaunch(definition, ports)), 'configuration', ['${nonsense}']);
    expect(ports.asked).toEqual([]);
  });

  it('that runs a command is left to whoever asks', async () => {
    const account: InputDefinition = { kind: 'command', id: 'account', command: 'x.account', args: { a: 1 } };
    const launch = stdio({ args: ['${input:account}', '${command:x.pick}'] });
    const ports = world({ answers: { account: 'A', 'command:x.pick': 'B' } });
    expect(await resolveLaunch(define(launch, folderSource, [account]), ports)).toMatchObject({ args: ['A', 'B'] });
    expect(ports.asked).toEqual([
      account,
      { kind: 'command', id: 'command:x.pick', command: 'x.pick', args: undefined },
    ]);
  });

  it('from a command that gives nothing is told by the command', async () => {
    const error = await failureOf(() => argument('${command:x.pick}'));
    expectHumanError(error, 'input', ['“notes”', '“x.pick”']);
  });

  it('lets cancelling through as it is', async () => {
    const definition = define(stdio({ command: '${input:a}' }), folderSource, all);
    const cancelled = new CancelledError();
    const ports = world({ askInput: () => Promise.reject(cancelled) });
    expect(await failureOf(() => resolveLaunch(definition, ports))).toBe(cancelled);
  });
});

describe('the folder of a process', () => {
  it.each<[string, string | undefined, typeof userSource, string, World?]>([
    ['is that of the source', undefined, folderSource, '/home/ada/shop'],
    ['is home without one', undefined, userSource, '/home/ada'],
    ['is the default when empty', '${env:GONE}', folderSource, '/home/ada/shop'],
    ['may be absolute', '/srv', folderSource, '/srv'],
    ['is relative to that of the source', '../docs/./a', folderSource, '/home/ada/docs/a'],
    ['is relative to home without one', 'a', userSource, '/home/ada/a'],
    ['may be below home', '~/a', folderSource, '/home/ada/a'],
    ['may be home', '~', folderSource, '/home/ada'],
    ['is not the home of somebody else', '~eva', folderSource, '/home/ada/shop/~eva'],
    ['may be absolute on Windows', 'D:\\a', { ...folderSource, folder: 'C:\\shop' }, 'D:\\a', windows],
    ['may be below home on Windows', '~\\a', folderSource, 'C:\\Users\\ada\\a', windows],
    ['is relative on Windows', 'a/b', { ...folderSource, folder: 'C:\\shop' }, 'C:\\shop\\a\\b', windows],
  ])('%s', async (_, cwd, source, expected, ports) => {
    const launch = await resolveLaunch(define(stdio({ cwd }), source), world(ports));
    expect(launch).toMatchObject({ cwd: expected });
  });
});

describe('the environment of a process', () => {
  const file = { files: { '/home/ada/shop/.env': 'A=file\nPATH=/file\nexport USER="eva"' } };
  it.each<[string, LaunchDefinition, unknown, World?]>([
    ['is inherited', stdio(), { PATH: '/usr/bin', USER: 'ada' }],
    ['leaves out what is not set', stdio(), { A: '' }, { env: { A: '', B: undefined } }],
    ['is added to', stdio({ env: { A: 'b', EMPTY: '' } }), { PATH: '/usr/bin', USER: 'ada', A: 'b', EMPTY: '' }],
    ['is overruled', stdio({ env: { USER: 'eva' } }), { PATH: '/usr/bin', USER: 'eva' }],
    ['is taken from', stdio({ env: { USER: null, GONE: null } }), { PATH: '/usr/bin' }],
    ['may lose its PATH', stdio({ env: { PATH: null } }), { USER: 'ada' }],
    ['has PATH appended', stdio({ env: { PATH: '/a:${userHome}' } }), { PATH: '/usr/bin:/a:/home/ada', USER: 'ada' }],
    ['gets a PATH where it has none', stdio({ env: { PATH: '/a' } }), { PATH: '/a' }, { env: {} }],
    ['gets a PATH where it is empty', stdio({ env: { PATH: '/a' } }), { PATH: '/a' }, { env: { PATH: '' } }],
    ['tells letter case apart', stdio({ env: { Path: '/a' } }), { PATH: '/usr/bin', USER: 'ada', Path: '/a' }],
    ['leaves ~ alone', stdio({ env: { A: '~/a' } }), { PATH: '/usr/bin', USER: 'ada', A: '~/a' }],
    ['takes in a file', stdio({ envFile: '.env' }), { PATH: '/file', USER: 'eva', A: 'file' }, file],
    [
      'puts what is defined above the file',
      stdio({ envFile: '${workspaceFolder}/.env', env: { A: 'own', PATH: '/own', USER: null } }),
      { PATH: '/file:/own', A: 'own' },
      file,
    ],
    ['finds the file at home', stdio({ envFile: '~/e' }), { A: 'b' }, { env: {}, files: { '/home/ada/e': 'A=b' } }],
    ['needs no file where its name is empty', stdio({ envFile: '${env:GONE}' }), {}, { env: {} }],
    [
      'has one spelling for each name on Windows',
      stdio({ env: { PATH: 'D:\\bin', USERNAME: null, username: 'eva', New: 'a', NEW: 'b' } }),
      { Path: 'C:\\bin;D:\\bin', username: 'eva', New: 'b' },
      windows,
    ],
  ])('%s', async (_, launch, expected, ports) => {
    expect(await env(launch, ports)).toEqual(expected);
  });

  it('tells which file cannot be read, and why', async () => {
    const definition = define(stdio({ envFile: 'config/.env' }));
    const plain = await failureOf(() => resolveLaunch(definition, world()));
    expectHumanError(plain, 'configuration', [
      '“notes”',
      '.vscode/mcp.json',
      '“envFile”',
      '/home/ada/shop/config/.env',
    ]);
    expect(plain).toMatchObject({ cause: new Error('ENOENT: /home/ada/shop/config/.env') });
    expect(plain).not.toHaveProperty('detail');
    const tooLarge = new HumanError('tooLarge', 'The file is larger than 10 bytes.');
    const ports = world({ readFile: () => Promise.reject(tooLarge) });
    const human = await failureOf(() => resolveLaunch(definition, ports));
    expectHumanError(human, 'configuration', ['“envFile”']);
    expect(human).toMatchObject({ cause: tooLarge, detail: 'The file is larger than 10 bytes.' });
  });
});

describe('what is left once variables are resolved', () => {
  const secret = {
    env: { SECRET: 'tops3cret', SOCKET: 'unix:///tops3cret', LINES: 'tops3cret\nX: y', EMOJI: 'tops3cret🎉' },
  };
  it.each<[string, LaunchDefinition, string[]]>([
    ['must be a command', stdio({ command: '${env:GONE} ' }), ['“command”', 'empty']],
    ['must be an address', http('${env:SECRET}'), ['“url”', 'full URL']],
    ['must be an address that is not empty', http('${env:GONE}'), ['“url”', 'full URL']],
    ['must be an http address', http('${env:SOCKET}'), ['“url”', '“unix:”']],
    ['must hold no password in its address', http('https://a:${env:SECRET}@a.example/'), ['“url”', '“headers”']],
    ['must be a header in one line', http('https://a.example', { A: '${env:LINES}' }), ['“A”']],
    ['must be a header that can be sent', http('https://a.example', { A: '${env:EMOJI}' }), ['“A”']],
  ])('%s, and is not repeated in the error', async (_, launch, names) => {
    const error = await failureOf(() => resolveLaunch(define(launch), world(secret)));
    expectHumanError(error, 'configuration', ['“notes”', '.vscode/mcp.json', ...names]);
    expect(String(error)).not.toContain('tops3cret');
  });
});

describe('headers that would be sent unencrypted', () => {
  const headers = { 'X-Key': '1' };
  const resolve = (url: string, answer: string, sent = headers as Record<string, string>): Promise<unknown> =>
    resolveLaunch(define(http(url, sent), folderSource, [prompt('at')]), world({ answers: { at: answer } }));

  it('are not, where what the user allowed does not say so', async () => {
    await expect(resolve('${input:at}', 'http://shop.example')).rejects.toThrow(/would be sent unencrypted/u);
  });

  it.each([
    ['http://${input:at}', 'shop.example', headers],
    ['${input:at}', 'https://shop.example', headers],
    ['${input:at}', 'http://localhost:1', headers],
    ['${input:at}', 'http://shop.example', {}],
  ])('are no reason against %s as %s', async (url, answer, sent) => {
    await expect(resolve(url, answer, sent)).resolves.toMatchObject({ kind: 'http' });
  });
});
