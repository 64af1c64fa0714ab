// Puts extensions where code-server finds them: a folder `publisher.name-version` with the contents of the package.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { root, ScriptError } from './terminal.mjs';

const entries = { recursive: true, withFileTypes: true };

/** Paths of the files of the package, relative to the repository: those that `.vscodeignore` names. */
async function packagedFiles() {
  // Dependencies may be installed after this module was loaded.
  const { minimatch } = await import('minimatch');
  const lines = (await readFile(path.join(root, '.vscodeignore'), 'utf8')).split('\n');
  const globs = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const folders = new Set(globs.filter((glob) => glob.includes('/')).map((glob) => glob.split('/')[0]));
  const lists = await Promise.all([...folders].map((folder) => readdir(path.join(root, folder), entries)));
  const files = [...(await readdir(root, { withFileTypes: true })), ...lists.flat()]
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return files.filter((file) => globs.some((glob) => minimatch(file, glob)));
}

async function readManifest(source) {
  const manifest = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8'));
  return { ...manifest, id: `${manifest.publisher}.${manifest.name}` };
}

/** Removes every version of the extension in `source` from `extensionsFolder`. */
export async function removeExtension(source, extensionsFolder) {
  const { id } = await readManifest(source);
  await mkdir(extensionsFolder, { recursive: true });
  for (const name of await readdir(extensionsFolder))
    if (name.startsWith(`${id}-`)) await rm(path.join(extensionsFolder, name), { recursive: true });
}

/**
 * Copies the extension in `source` into `extensionsFolder`, in place of any other version of it.
 * From the repository itself only the files of the package are copied. @returns the extension's folder
 */
export async function copyExtension(source, extensionsFolder) {
  const { id, version, main } = await readManifest(source);
  if (main && !existsSync(path.join(source, main)))
    throw new ScriptError(`${path.join(source, main)} does not exist. Run "npm run build" first.`);
  await removeExtension(source, extensionsFolder);
  const target = path.join(extensionsFolder, `${id}-${version}`);
  for (const name of source === root ? await packagedFiles() : await readdir(source))
    await cp(path.join(source, name), path.join(target, name), { recursive: true });
  return target;
}
