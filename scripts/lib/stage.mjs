// A package and a bill of materials beside it. Made of a copy of what it holds, so that the same sources give the same bytes, and nothing else that
// builds is in the way.
import { chmod, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeSbom } from './sbom.mjs';
import { root } from './terminal.mjs';

/** Who may do what with the sources is not the same everywhere, and goes into a package. */
async function setModes(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await chmod(path.join(entry.parentPath, entry.name), 0o644);
}

/**
 * @param folder for the package
 * @param source the folder with its manifest
 * @param names of what it holds, relative to the repository
 * @param build builds into a folder; returns esbuild's account of what is in the package
 * @param pack packs a folder with this manifest; returns the path of the package
 * @returns the paths of the package and of its bill
 */
export async function makePackage(folder, source, names, { build, pack }) {
  const stage = path.join(folder, '.package');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  for (const name of names) await cp(path.join(root, name), path.join(stage, path.basename(name)), { recursive: true });
  const metafile = await build(path.join(stage, 'dist'));
  await setModes(stage);
  const file = await pack(stage, JSON.parse(await readFile(path.join(stage, 'package.json'), 'utf8')));
  await rm(stage, { recursive: true });
  return [file, await writeSbom(file, metafile, source)];
}
