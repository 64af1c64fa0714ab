// Commands that the system refuses to start, tried for real.
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RestartPolicy } from '../../../../src/core/connection/restartPolicy';
import type { Launch } from '../../../../src/core/session/session';
import { startFailure } from '../../../../src/node/process/startFailure';
import { failure, open, raw } from '../../mcp/support';
import { newFolder } from '../../../support/newFolder';

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

let folder = '';
beforeEach(async () => void (folder = await newFolder()));

async function file(name: string, text: string, mode: number): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(target, text);
  await chmod(target, mode);
  return target;
}

const cannotRun = (command: string): string =>
  `commandNotFound: Couldn’t run the command “${command}”. Check that it’s an executable program and that you have permission to run it.`;

describe('a command that can never start', () => {
  const cases: readonly (readonly [string, () => Promise<Partial<StdioLaunch>>, string])[] = [
    [
      'empty',
      () => Promise.resolve({ command: '' }),
      'configuration: The command is empty. Enter a command in mcp.json.',
    ],
    [
      'with a null character',
      () => Promise.resolve({ args: ['a\u0000b'] }),
      'configuration: The configuration of the command “node” contains a null character. Remove that character from mcp.json.',
    ],
    [
      'not there',
      () => Promise.resolve({ command: 'no-such-command-anywhere' }),
      'commandNotFound: The command “no-such-command-anywhere” wasn’t found. Install it, or enter its full path in mcp.json.',
    ],
    [
      'below a file',
      async () => ({ command: `${await file('a', '', 0o755)}/b` }),
      'commandNotFound: The command “FOLDER/a/b” wasn’t found. Install it, or enter its full path in mcp.json.',
    ],
    ['not executable', async () => ({ command: await file('a', 'text', 0o644) }), cannotRun('FOLDER/a')],
    ['a folder', () => Promise.resolve({ command: folder }), cannotRun('FOLDER')],
    [
      'of a shell that finds none',
      () => Promise.resolve({ command: '/bin/sh', args: ['-c', 'no-such-command-anywhere'] }),
      'commandNotFound: The server process exited with code 127, because a command wasn’t found or couldn’t run. See the log for details.',
    ],
    [
      'a script without its interpreter',
      async () => ({ command: await file('a', '#!/no/such/interpreter\n', 0o755) }),
      'commandNotFound: The first line of the script “FOLDER/a” names a program that wasn’t found. Install the program, or correct the line.',
    ],
    [
      'with too long an argument',
      () => Promise.resolve({ args: ['x'.repeat(4_000_000)] }),
      'configuration: The arguments and environment variables of “node” are too long for your system. Shorten them in mcp.json.',
    ],
    [
      'in a folder that is not there',
      () => Promise.resolve({ cwd: path.join(folder, 'none') }),
      'configuration: The server’s working directory FOLDER/none doesn’t exist. Create it, or correct “cwd” in mcp.json.',
    ],
    [
      'in a folder that is a file',
      async () => ({ cwd: await file('a', '', 0o755) }),
      'configuration: The server’s working directory FOLDER/a doesn’t exist. Create it, or correct “cwd” in mcp.json.',
    ],
  ];
  it.each(cases)('%s says so and is tried once', async (_, change, expected) => {
    const launch: StdioLaunch = { ...raw('empty'), command: 'node', ...(await change()) };
    const { reason, message } = await failure(open(launch));
    expect(`${reason}: ${message.replaceAll(folder, 'FOLDER')}`).toBe(expected);
    expect(new RestartPolicy(() => 0.5).next(reason, 0)).toEqual({ kind: 'giveUp', crashes: 1 });
  });
});

describe('a system that', () => {
  const launch = raw('empty');
  const explained = async (code: string): Promise<unknown> => {
    const { reason, message } = await startFailure(Object.assign(new Error(code), { code }), {
      ...launch,
      command: 'npx',
    });
    const decision = new RestartPolicy(() => 0.5).next(reason, 0);
    return { message, isRetried: decision.kind === 'retry' };
  };

  it.each(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY'])('has no room now (%s) is asked again', async (code) => {
    expect(await explained(code)).toEqual({
      message: `Your system couldn’t start “npx” (${code}). Close other programs, then start the server again.`,
      isRetried: true,
    });
  });

  it('refuses for a reason of its own is not', async () => {
    expect(await explained('EOTHER')).toEqual({
      message: 'Couldn’t start the command “npx” (EOTHER). Check the command in mcp.json.',
      isRetried: false,
    });
  });
});
