import { access, constants, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { HumanError, type Reason } from '../core/base/errors';
import type { Launch } from '../core/session/session';

type StdioLaunch = Extract<Launch, { kind: 'stdio' }>;

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
export async function startFailure(cause: unknown, launch: StdioLaunch): Promise<HumanError> {
  const { command, cwd } = launch;
  const { code } = cause as NodeJS.ErrnoException;
  const failure = (reason: Reason, text: string): HumanError => new HumanError(reason, text, { cause });
  if (shortages.has(code))
    return failure(
      'unavailable',
      l10n.t(
        'Your system could not start “{0}” now ({1}). Close other programs, then start it again.',
        command,
        code ?? '',
      ),
    );
  if (tooLong.has(code))
    return failure(
      'configuration',
      l10n.t(
        'The arguments and the environment of “{0}” are too long for your system. Shorten them in mcp.json.',
        command,
      ),
    );
  if (command.trim() === '') return failure('configuration', l10n.t('The command is empty. Write it in mcp.json.'));
  if (code === 'ERR_INVALID_ARG_VALUE')
    return failure(
      'configuration',
      l10n.t('The command “{0}”, or a value for it, has a null character. Correct it in mcp.json.', command),
    );
  if (!missing.has(code) && !notRunnable.has(code))
    return failure(
      'commandNotFound',
      l10n.t('The command “{0}” could not be started ({1}). Check it in mcp.json.', command, code ?? ''),
    );
  const folder = await folderProblem(cwd);
  if (folder !== undefined) return failure('configuration', folder);
  if (notRunnable.has(code))
    return failure(
      'commandNotFound',
      l10n.t('The command “{0}” cannot be run. Check that it is a program and that you may run it.', command),
    );
  return failure(
    'commandNotFound',
    (await isScript(command))
      ? l10n.t('The program in the first line of “{0}” was not found. Install it, or correct that line.', command)
      : l10n.t('The command “{0}” was not found. Install it, or write its full path in mcp.json.', command),
  );
}

/** Returns what is wrong with the folder to start in, if anything. */
async function folderProblem(folder: string): Promise<string | undefined> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) return l10n.t('The folder {0} to start the server in does not exist.', folder);
  const canEnter = await access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
  return canEnter ? undefined : l10n.t('You may not enter the folder {0} to start the server in.', folder);
}

/** The system says of a script without its interpreter that there is no such file. */
async function isScript(command: string): Promise<boolean> {
  if (!command.includes('/')) return false;
  return stat(command).then(
    (stats) => stats.isFile(),
    () => false,
  );
}
