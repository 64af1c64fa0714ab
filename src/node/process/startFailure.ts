import { access, constants, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../../core/base/errors';
import type { StdioLaunch } from '../../core/configuration/launch/stdio';

/** Codes of a system that has no room for another process now. */
const shortages: ReadonlySet<unknown> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);
const missing: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
const notRunnable: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EPERM',
  'ENOEXEC',
  'EISDIR',
  'ELOOP',
  'UNKNOWN',
  'EFTYPE',
]);
const tooLong: ReadonlySet<unknown> = new Set(['E2BIG', 'ENAMETOOLONG']);

/** Explains an error with which a process could not be started. Only a shortage of the system is worth another try. */
export async function startFailure(cause: unknown, { command, cwd }: StdioLaunch): Promise<HumanError> {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const failure = (reason: Reason, text: string): HumanError => new HumanError(reason, text, { cause });
  if (shortages.has(code)) {
    const text = l10n.t(
      'Your system couldn’t start “{0}” ({1}). Close other programs, then start the server again.',
      command,
      code,
    );
    return failure('unavailable', text);
  }
  const problem = configurationProblem(command, code);
  if (problem !== undefined) return failure('configuration', problem);
  if (!missing.has(code) && !notRunnable.has(code)) {
    const text = l10n.t('Couldn’t start the command “{0}” ({1}). Check the command in mcp.json.', command, code);
    return failure('commandNotFound', text);
  }
  const folder = await folderProblem(cwd);
  if (folder !== undefined) return failure('configuration', folder);
  return failure('commandNotFound', await commandProblem(command, code));
}

/** Returns what is wrong with the configuration, where the error alone says so. */
function configurationProblem(command: string, code: string): string | undefined {
  if (tooLong.has(code))
    return l10n.t(
      'The arguments and environment variables of “{0}” are too long for your system. Shorten them in mcp.json.',
      command,
    );
  if (command.trim() === '') return l10n.t('The command is empty. Enter a command in mcp.json.');
  if (code !== 'ERR_INVALID_ARG_VALUE') return undefined;
  return l10n.t(
    'The configuration of the command “{0}” contains a null character. Remove that character from mcp.json.',
    command,
  );
}

async function commandProblem(command: string, code: string): Promise<string> {
  if (notRunnable.has(code))
    return l10n.t(
      'Couldn’t run the command “{0}”. Check that it’s an executable program and that you have permission to run it.',
      command,
    );
  return (await isScript(command))
    ? l10n.t(
        'The first line of the script “{0}” names a program that wasn’t found. Install the program, or correct the line.',
        command,
      )
    : l10n.t('The command “{0}” wasn’t found. Install it, or enter its full path in mcp.json.', command);
}

/** Returns what is wrong with the folder to start in, if anything. */
async function folderProblem(folder: string): Promise<string | undefined> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory())
    return l10n.t('The server’s working directory {0} doesn’t exist. Create it, or correct “cwd” in mcp.json.', folder);
  return access(folder, constants.X_OK).then(
    () => undefined,
    () =>
      l10n.t(
        'You don’t have permission to access the server’s working directory {0}. Check the directory’s permissions, or change “cwd” in mcp.json.',
        folder,
      ),
  );
}

/** The system says of a script without its interpreter that there is no such file. */
async function isScript(command: string): Promise<boolean> {
  if (!command.includes('/')) return false;
  const stats = await stat(command).catch(() => undefined);
  return stats?.isFile() === true;
}
