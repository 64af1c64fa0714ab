// The entry of the command `mcp-resources-ls`.
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { HumanError } from '../../../src/core/base/errors';
import { terminalAsk } from './allowCommand';
import { allow, deny, list } from './commands';
import { commandName, consentFolder, rootFolder, userPlace } from './folders';
import { speak } from './localization';
import { serve } from './serve';

/** The command line is no valid command. */
class UsageError extends Error {}

/** @returns text to write; nothing while the language server runs */
async function run(args: readonly string[]): Promise<string | undefined> {
  const { values, positionals } = parse(args);
  const [command, ...names] = positionals;
  if (values.help) return help();
  if (values.version) return version();
  if (command === undefined) {
    serve();
    return undefined;
  }
  const root = rootFolder(values.root ?? '.');
  const user = userPlace();
  if (command === 'list' && names.length === 0) return (await list(root, user)).join('\n');
  if (command === 'allow' && names.length > 0) return (await allow(root, names, user, terminalAsk(process))).join('\n');
  if (command === 'deny' && names.length > 0) return (await deny(root, names, user)).join('\n');
  throw new UsageError(help());
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        root: { type: 'string' },
        stdio: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n\n${help()}`);
  }
}

function help(): string {
  return l10n.t(
    'Usage: {0} [--stdio]\n       {0} list [--root FOLDER]\n       {0} allow SERVER… [--root FOLDER]\n       {0} deny SERVER… [--root FOLDER]\n\nWithout a command, {0} runs as a language server for an editor, over stdin and stdout.\nIt starts only MCP servers that you allowed.\n\n  list     List the servers configured in a folder, what each one runs, and whether you allowed it\n  allow    Show what each server runs, and ask for permission. SERVER@HASH allows\n           a server only if what it runs still matches that hash\n  deny     Don’t allow servers to start\n\n  --root FOLDER   Folder with the configuration (default: current folder)\n  --version, -v   Show the version\n  --help, -h      Show this help\n\nYour permissions are saved in {1}',
    commandName,
    consentFolder(userPlace()),
  );
}

function version(): string {
  const { version: ownVersion } = JSON.parse(readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return ownVersion;
}

/** Exit codes: 0 done, 1 failed, 2 no such command. */
async function main(): Promise<void> {
  const { env, argv, stdout, stderr } = process;
  // stdout belongs to the protocol.
  globalThis.console = new Console(stderr);
  speak(['LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => env[name] ?? '').find((value) => value !== '') ?? '');
  try {
    const text = await run(argv.slice(2));
    if (text !== undefined) stdout.write(`${text}\n`);
  } catch (error) {
    const isForPeople = error instanceof HumanError || error instanceof UsageError;
    stderr.write(`${isForPeople ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

void main();
