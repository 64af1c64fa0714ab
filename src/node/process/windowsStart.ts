import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { win32 as path } from 'node:path';
import type { StdioLaunch } from '../../core/configuration/launch/stdio';

type Environment = Readonly<Record<string, string | undefined>>;

/** File access needed to find and start a program on Windows. */
export interface ProgramFiles {
  isFile(path: string): boolean;
  /** The first 150 bytes as text. */
  readStart(path: string): string;
}

/** The program's file and its arguments, as they are handed to the system. */
export interface Start {
  /** An absolute path, or as it was written where that was not found. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const defaultExtensions = '.COM;.EXE;.BAT;.CMD';

/**
 * Finds a command over PATH alone. Windows, and the shell that runs scripts, look into the current folder first, which is the workspace: a
 * program there would run in place of the one that the user allowed.
 * https://learn.microsoft.com/en-us/windows/win32/api/processenv/nf-processenv-needcurrentdirectoryforexepathw
 * @throws an error with the code ENOENT where there is no such command
 */
export function windowsStart({ command, args, cwd, env }: StdioLaunch, files: ProgramFiles): Start {
  const find = (name: string): string | undefined => findProgram(name, cwd, env, files);
  const file = find(command);
  if (file === undefined) throw notFound(command);
  const safeEnv = { ...env, NoDefaultCurrentDirectoryInExePath: '1' };
  const interpreter = /\.(com|exe|bat|cmd)$/i.test(file) ? undefined : interpreterIn(files.readStart(file));
  if (interpreter === undefined) return { command: file, args, env: safeEnv };
  const program = find(interpreter.command);
  if (program === undefined) throw notFound(interpreter.command);
  return { command: program, args: [...interpreter.args, file, ...args], env: safeEnv };
}

/** Path of a program that comes with Windows. */
export function systemProgram(name: string, env: Environment): string {
  return path.join(valueOf(env, 'SystemRoot') ?? 'C:\\Windows', 'System32', name);
}

export const programFiles: ProgramFiles = {
  isFile: (file) => {
    try {
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
  readStart: (file) => {
    const bytes = Buffer.alloc(150);
    const handle = openSync(file, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(handle, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(handle);
    }
  },
};

function findProgram(command: string, cwd: string, env: Environment, files: ProgramFiles): string | undefined {
  const folders = /[\\/:]/.test(command) ? [cwd] : foldersIn(env);
  const extensions = (valueOf(env, 'PATHEXT') ?? defaultExtensions).split(';').filter(Boolean);
  const withExtension = path.extname(command) === '' ? extensions : ['', ...extensions];
  // A file without an extension, such as a script of a shell, is the last choice in all folders.
  for (const endings of [withExtension, ['']])
    for (const folder of folders)
      for (const ending of endings) {
        const file = path.resolve(folder, command + ending);
        if (files.isFile(file)) return file;
      }
  return undefined;
}

/** The folders of PATH; one that is relative would be in the workspace. */
function foldersIn(env: Environment): readonly string[] {
  const folders = (valueOf(env, 'PATH') ?? '').split(';').map((folder) => folder.trim().replace(/^"(.*)"$/, '$1'));
  return folders.filter((folder) => /^([a-z]:[\\/]|[\\/]{2})/i.test(folder));
}

/** Names of environment variables have no case on Windows. */
function valueOf(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((variable) => variable.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}

/** The program in the first line of a script, by its name alone: its folder is one of another system. */
function interpreterIn(start: string): { readonly command: string; readonly args: readonly string[] } | undefined {
  const line = /^#! ?([^\r\n]*)/.exec(start)?.[1]?.trim();
  if (!line) return undefined;
  const [program = '', ...args] = line.split(/\s+/);
  const name = program.split('/').at(-1) ?? '';
  if (name !== 'env') return { command: name, args };
  const [command, ...commandArguments] = args[0] === '-S' ? args.slice(1) : args;
  return command === undefined ? undefined : { command, args: commandArguments };
}

function notFound(command: string): Error {
  return Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' });
}
