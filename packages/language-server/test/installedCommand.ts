import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from '../../../scripts/lib/terminal.mjs';
import { packLanguageServer } from '../pack.mjs';

/** The command `mcp-resources-ls` as users have it. */
export interface InstalledCommand {
  readonly file: string;
  /** The folder that holds it under its name, which npm puts on the path. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const [modules, commands] = process.platform === 'win32' ? ['node_modules', '.'] : ['lib/node_modules', 'bin'];

/** Makes the package and installs it in a folder of its own, without a network. */
export async function installCommand(): Promise<InstalledCommand> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mcp-resources-ls-'));
  const [file] = await packLanguageServer(folder);
  await npm(['install', '--global', '--prefix', folder, '--offline', '--no-audit', '--no-fund', file]);
  return {
    file: path.join(folder, modules, 'mcp-resources-ls/dist/mcp-resources-ls.js'),
    folder: path.join(folder, commands),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
