// Windows’ rules for finding a program, simulated: what would run, with a workspace that has programs of the same names.
import { EventEmitter } from 'node:events';
import { win32 as path } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import { thisSystem } from '../../../../src/node/process/processTree';
import { StdioTransport, type Machine } from '../../../../src/node/mcp/stdioTransport';
import { systemProgram, windowsStart, type ProgramFiles, type Start } from '../../../../src/node/process/windowsStart';
import { FakeClock } from '../../../support/fakeClock';

const workspace = 'C:\\work';
const PATH = 'C:\\node;"C:\\Program Files\\tools";C:\\windows\\system32';
/** Files of the machine, with their beginnings. */
const disk: Readonly<Record<string, string>> = {
  'c:\\node\\node.exe': 'MZ',
  'c:\\node\\npx.cmd': '@ECHO off',
  'c:\\node\\npx': '#!/usr/bin/env bash\n',
  'c:\\program files\\tools\\uvx.exe': 'MZ',
  'c:\\program files\\tools\\script': '#!/usr/bin/env node\n',
  'c:\\program files\\tools\\split': '#!/usr/bin/env -S node --quiet\r\n',
  'c:\\program files\\tools\\lost': '#!/bin/nothing\n',
  'c:\\windows\\system32\\cmd.exe': 'MZ',
  // The workspace's.
  ...Object.fromEntries(
    ['npx.exe', 'npx.cmd', 'node.exe', 'node.cmd', 'uvx.com', 'taskkill.exe', 'only.exe', 'bin\\only.exe'].map(
      (name) => [`c:\\work\\${name}`, 'MZ'],
    ),
  ),
};
const files: ProgramFiles = {
  isFile: (file) => file.toLowerCase() in disk,
  readStart: (file) => disk[file.toLowerCase()] ?? '',
};

/** The file that Windows would run: it looks into the current folder before PATH. */
function runByWindows({ command, env }: Start, cwd: string): string | undefined {
  const folders = /[\\/]/.test(command) ? [cwd] : [cwd, ...(env['Path'] ?? '').split(';')];
  const candidates = folders.flatMap((folder) =>
    ['', '.com', '.exe', '.bat', '.cmd'].map((ending) => path.resolve(folder, command + ending)),
  );
  return candidates.find((file) => files.isFile(file))?.toLowerCase();
}

const launch = (command: string, env: Readonly<Record<string, string>> = { Path: PATH }) => ({
  kind: 'stdio' as const,
  command,
  args: ['-y', 'server'],
  cwd: workspace,
  env,
});

/** What runs: the program, and its arguments before those of the configuration. */
function started(command: string, env?: Readonly<Record<string, string>>): readonly string[] {
  const start = windowsStart(launch(command, env), files);
  return [runByWindows(start, workspace) ?? '', ...start.args.slice(0, -2).map((text) => text.toLowerCase())];
}

describe('a command on Windows', () => {
  it.each([
    ['npx', ['c:\\node\\npx.cmd']],
    ['NPX.CMD', ['c:\\node\\npx.cmd']],
    ['uvx', ['c:\\program files\\tools\\uvx.exe']],
    ['script', ['c:\\node\\node.exe', 'c:\\program files\\tools\\script']],
    ['split', ['c:\\node\\node.exe', '--quiet', 'c:\\program files\\tools\\split']],
    // A path is meant as it is written.
    ['.\\npx.cmd', ['c:\\work\\npx.cmd']],
    ['bin/only', ['c:\\work\\bin\\only.exe']],
    ['C:\\node\\node', ['c:\\node\\node.exe']],
  ])('%s is found over PATH alone', (command, expected) => {
    expect(started(command)).toEqual(expected);
  });

  it.each(['only', 'only.exe', 'lost'])('%s that is not in PATH is not found', (command) => {
    expect(() => started(command)).toThrow('ENOENT');
  });

  it('is not looked for in folders of PATH that lead into the workspace', () => {
    for (const relative of ['', '.', 'bin', '.\\bin', '\\work', 'C:bin'])
      expect(() => started('only', { PATH: `${relative};C:\\node` }), relative).toThrow('ENOENT');
  });

  it('is found with the endings that the environment names, and without a PATH not at all', () => {
    expect(started('npx', { Path: PATH, PATHEXT: '.EXE;.CMD' })).toEqual(['c:\\node\\npx.cmd']);
    expect(() => started('npx', {})).toThrow('ENOENT');
  });

  it('tells scripts not to look into the current folder either', () => {
    expect(windowsStart(launch('npx'), files).env).toEqual({ Path: PATH, NoDefaultCurrentDirectoryInExePath: '1' });
  });
});

describe('a server on Windows', () => {
  const runs: unknown[] = [];
  const child = (): never =>
    Object.assign(new EventEmitter(), { pid: 42, stdin: null, stdout: null, stderr: null }) as never;
  const machine: Machine = {
    ...thisSystem,
    isWindows: true,
    files,
    env: { SYSTEMROOT: 'C:\\Windows' },
    run: (program, args) => runs.push([program, ...args]),
    spawn: (start, cwd, isGroup) => {
      runs.push({ file: runByWindows(start, cwd), isGroup });
      const process: EventEmitter = child();
      setImmediate(() => process.emit('spawn'));
      return process as never;
    },
  };

  it('is started and ended by programs of PATH and of the system', async () => {
    const clock = new FakeClock();
    const transport = new StdioTransport(launch('npx'), clock, () => undefined, machine);
    await transport.start();
    const ending = transport.abandon();
    await clock.advance(1_000);
    expect(runs).toEqual([
      { file: 'c:\\node\\npx.cmd', isGroup: false },
      ['C:\\Windows\\System32\\taskkill.exe', '/pid', '42', '/T', '/F'],
      ['C:\\Windows\\System32\\taskkill.exe', '/pid', '42', '/T', '/F'],
    ]);
    void ending;
  });

  it('says that its command is not found', async () => {
    const transport = new StdioTransport(launch('only'), new FakeClock(), () => undefined, machine);
    await expect(transport.start()).rejects.toBeInstanceOf(HumanError);
  });

  it('has its system where no variable names it', () => {
    expect(systemProgram('taskkill.exe', {})).toBe('C:\\Windows\\System32\\taskkill.exe');
  });
});
