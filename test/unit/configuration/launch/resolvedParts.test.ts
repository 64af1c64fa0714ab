import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeChanges,
  isAsAllowed,
  resolvedParts,
  settingsOf,
  type ResolvedParts,
  type ResolvingPorts,
} from '../../../../src/core/configuration/launch/resolvedParts';
import type { ServerSource } from '../../../../src/core/configuration/configuration';
import type { LaunchDefinition } from '../../../../src/core/configuration/launch/kinds';
import { define, folderSource, http, portableSource, sha256, stdio, userSource } from '../fixtures';

interface World extends Partial<ResolvingPorts> {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

function world({ files = {}, settings = {}, ...ports }: World = {}): ResolvingPorts {
  return {
    platform: 'linux',
    path: path.posix,
    env: { PATH: '/usr/bin', USER: 'ada', FILE: 'a.env' },
    userHome: '/home/ada',
    workspaceFolders: [{ name: 'shop', path: '/home/ada/shop' }],
    getSetting: (key) => settings[key],
    readFileNow: (file) => files[file],
    sha256,
    ...ports,
  };
}

const parts = (launch: LaunchDefinition, ports: World = {}, source: ServerSource = folderSource): ResolvedParts =>
  resolvedParts(define(launch, source), world(ports));
const reading = (text: string, envFile = '.env'): ResolvedParts =>
  parts(stdio({ envFile }), { files: { '/home/ada/shop/.env': text } });

describe('what a definition resolves to', () => {
  it('is what its settings, the home folder and folders that may be others are', () => {
    const launch = stdio({
      command: '${config:tools.python}',
      args: ['${workspaceFolder}', '${workspaceFolder:shop}', '${userHome}/a', '${config:tools.python}'],
      cwd: '${workspaceFolderBasename}',
    });
    const settings = { 'tools.python': '${userHome}/py' };
    const resolved = {
      '${config:tools.python}': '/home/ada/py',
      '${workspaceFolder:shop}': '/home/ada/shop',
      '${userHome}': '/home/ada',
    };
    expect(parts(launch, { settings })).toEqual(resolved);
    expect(parts(launch, { settings }, userSource)).toEqual({
      ...resolved,
      '${workspaceFolder}': '/home/ada/shop',
      '${workspaceFolderBasename}': 'shop',
    });
  });

  it('is nothing of what is asked for, or comes from the environment', () => {
    const texts = [
      '${input:a}',
      '${command:b}',
      '${env:USER}',
      '${pathSeparator}',
      '${/}',
      'plain',
      '${config:a${env:b}}',
    ];
    expect(parts(stdio({ args: texts, env: { PATH: '${env:PATH}:/x' } }))).toEqual({
      '${config:a${env:b}}': undefined,
    });
    expect(parts(http('https://${USER}/', { A: '${TOKEN:-x}' }), {}, portableSource)).toEqual({});
  });

  it('is not known where it cannot be resolved, such as without a folder', () => {
    const launch = stdio({ args: ['${workspaceFolder}', '${config:gone}'], envFile: '${workspaceFolder}/.env' });
    expect(parts(launch, { workspaceFolders: [] }, userSource)).toEqual({
      '${workspaceFolder}': undefined,
      '${config:gone}': undefined,
      envFile: undefined,
    });
  });

  it('has no secret: neither of a setting that is named like one, nor of one that is sent as one', () => {
    const settings = { 'shop.token': 'tok-1', 'shop.name': 'tok-2', 'shop.plain': 'plain' };
    const launch = http('https://a/${config:shop.plain}/${config:shop.name}', {
      Authorization: 'Bearer ${config:shop.name}',
      'X-Name': '${config:shop.token}',
    });
    const resolved = parts(launch, { settings });
    expect([Object.keys(resolved).sort(), JSON.stringify(resolved).includes('tok-')]).toEqual([
      ['${config:shop.name}', '${config:shop.plain}', '${config:shop.token}'],
      false,
    ]);
    expect(resolved['${config:shop.plain}']).toBe('plain');
  });

  it('has no value of the environment that a setting names, not where it changes either', () => {
    const [before, now] = ['s3cret-1', 's3cret-2'].map((TOKEN) =>
      parts(stdio({ args: ['${config:x}', '${config:y}'] }), {
        env: { TOKEN },
        settings: { x: '${config:y}', y: 'a ${env:TOKEN}' },
      }),
    );
    expect(describeChanges(now!, before!)).toEqual(['${config:x} changed', '${config:y} changed']);
    expect(JSON.stringify([before, now])).not.toContain('s3cret');
  });

  it('has the names of the environment file, and hashes of its values but for secrets that are renewed', () => {
    const { envFile } = reading('TOKEN=tok-1\nNODE_OPTIONS=--require ./a.js\nb=2');
    expect(envFile).toMatch(/^NODE_OPTIONS=sha256:[0-9a-f]{64}\nTOKEN\nb=sha256:[0-9a-f]{64}$/u);
  });

  it('has where a link of the repository leads, once it leads out of the workspace', () => {
    const read = (target: string, source = folderSource): ResolvedParts =>
      parts(stdio({ envFile: '.env' }), { realPath: (file) => (file.endsWith('.env') ? target : file) }, source);
    expect([read('/home/ada/.ssh/a'), read('/home/ada/shop/a'), read('/home/ada/.ssh/a', userSource)]).toEqual([
      { envFile: undefined, 'link /home/ada/shop/.env': '/home/ada/.ssh/a' },
      { envFile: undefined },
      { envFile: undefined },
    ]);
    expect(describeChanges(read('/etc/b'), read('/home/ada/.ssh/a'))).toEqual([
      'link /home/ada/shop/.env changed from “/home/ada/.ssh/a” to “/etc/b”',
    ]);
  });

  it('reads the environment file where the start reads it', () => {
    const files = { '/home/ada/a.env': 'TOKEN=1' };
    const read = (envFile: string, source: ServerSource): unknown =>
      parts(stdio({ envFile }), { files }, source)['envFile'];
    expect(
      ['~/a.env', '${userHome}/a.env', '../${env:FILE}', '/home/ada/a.env', '${input:file}', 'gone.env'].map((file) =>
        read(file, folderSource),
      ),
    ).toEqual(['TOKEN', 'TOKEN', 'TOKEN', 'TOKEN', undefined, undefined]);
    expect(read('a.env', userSource)).toBe('TOKEN');
  });

  it('reads one that was asked for once the start has asked', () => {
    const definition = define(stdio({ envFile: '${input:stage}.env' }));
    const ports = world({ files: { '/home/ada/a.env': 'TOKEN=1' }, askedEnvFiles: new Map() });
    const before = resolvedParts(definition, ports);
    ports.askedEnvFiles?.set(definition.hash, '/home/ada/a.env');
    expect([before, resolvedParts(definition, ports)]).toEqual([{ envFile: undefined }, { envFile: 'TOKEN' }]);
  });
});

describe('what was allowed', () => {
  it.each([
    ['PATH', 'Path', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'PYTHONPATH', 'PYTHONSTARTUP', 'npm_config_registry'],
    ['NODE_OPTIONS', 'NODE_PATH', 'BASH_ENV', 'PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS', 'GIT_SSH_COMMAND', 'HOME'],
    ['GOFLAGS', 'UV_INDEX_URL', 'PIP_INDEX_URL', 'DOTNET_STARTUP_HOOKS', 'GIT_CONFIG_KEY_0', 'SSH_ASKPASS'],
    ['PREFIX', 'HTTPS_PROXY', 'XDG_DATA_HOME', 'KUBECONFIG', 'TMPDIR', 'DEBUG', 'GOOGLE_KEY', 'TOKEN_URL', 'A'],
  ])('is something else once a variable of an environment file has another value: %s, %s …', (...names) => {
    for (const name of names) {
      const [before, now] = [reading(`${name}=a`), reading(`${name}=b`)];
      expect([name, isAsAllowed(now, before), isAsAllowed(before, before)]).toEqual([name, false, true]);
    }
  });

  it.each(['TOKEN', 'github_token', 'NPM_TOKEN', 'UV_PUBLISH_PASSWORD', 'CLIENT_SECRET', 'OPENAI_API_KEY'])(
    'is the same with another value of %s, and not with another name',
    (name) => {
      expect(isAsAllowed(reading(`${name}=b`), reading(`${name}=a`))).toBe(true);
      expect(isAsAllowed(reading(`${name}=a\nNEW=1`), reading(`${name}=a`))).toBe(false);
      expect(isAsAllowed(reading(`${name}=a`), reading(`${name}=a\nNEW=1`))).toBe(false);
    },
  );

  it('is not asked about where something cannot be resolved, as nothing starts then; but once it can', () => {
    const [known, unknown] = [{ '${config:a}': 'x' }, { '${config:a}': undefined }];
    expect([isAsAllowed(unknown, known), isAsAllowed(known, unknown), isAsAllowed(known, {})]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a change', () => {
  it('of a hostile environment file is told in time in proportion to it', () => {
    const described = (value: string): ResolvedParts => ({
      envFile: Array.from({ length: 100_000 }, (_, index) => `v${index}=sha256:${value}`).join('\n'),
    });
    const [change] = describeChanges(described('b'), described('a'));
    expect(change).toContain('v0, v1, v2');
  });

  it('is told by what is another, without secrets and without characters that disguise', () => {
    const before = { ...reading('A=1\nPATH=/a'), '${config:b}': 'x', '${config:t}': 'sha256:0', '${userHome}': '/h' };
    const now = {
      ...reading('PATH=/b\nNEW=1'),
      '${config:b}': 'y\u202e\nz',
      '${config:c}': 'c',
      '${config:t}': 'sha256:1',
      '${userHome}': '/h',
    };
    expect(describeChanges(now, before)).toEqual([
      'variables in “envFile” changed (NEW, PATH, A)',
      '${config:b} changed from “x” to “y z”',
      '${config:c} is “c”, which you haven’t reviewed before',
      '${config:t} changed',
    ]);
    expect(describeChanges(now, now)).toEqual([]);
    expect(describeChanges({ ...now, '${config:b}': undefined }, { '${userHome}': '/h' })).toEqual([
      'you haven’t reviewed envFile before',
      '${config:c} is “c”, which you haven’t reviewed before',
      'you haven’t reviewed ${config:t} before',
    ]);
  });
});

it('the settings that a definition names are known, to look again when they change', () => {
  const launch = http('https://${config:a.b}/', { X: '${config:c} ${config:a.b} ${env:d}' });
  expect([settingsOf(define(launch)), settingsOf(define(stdio()))]).toEqual([['a.b', 'c'], []]);
});
