// Both packages, the extension's and that for npm, and a bill of materials beside each. Made of a copy of what they hold, so that the same
// sources give the same bytes, and nothing else that builds is in the way.
import { chmod, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { packForNpm } from './npmPackage.mjs';
import { writeSbom } from './sbom.mjs';
import { mustRun, root, run } from './terminal.mjs';
import { packVsix } from './vsix.mjs';

const sources = [
  'package.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'l10n',
  'media',
  'skills',
  'docs/other-editors.md',
  '.vscodeignore',
  '.npmignore',
];

/** Bytes: every user downloads the extension with every update. */
export const maxVsixBytes = 640_000;

/** Seconds since 1970 of the last commit; without Git, the first time that a zip file can have. */
async function timeOfSources() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']).catch(() => ({ code: 1 }));
  return code === 0 ? Number(output) : 315_532_800;
}

/** Who may do what with the sources is not the same everywhere, and goes into a package. */
async function setModes(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await chmod(path.join(entry.parentPath, entry.name), 0o644);
}

/** @returns the paths of the packages and of their bills */
export async function makePackages(folder) {
  const stage = path.join(folder, '.package');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  for (const name of sources) await cp(path.join(root, name), path.join(stage, name), { recursive: true });
  await mustRun(process.execPath, ['esbuild.mjs', '--outdir', path.join(stage, 'dist')]);
  await setModes(stage);
  const { name, version } = JSON.parse(await readFile(path.join(stage, 'package.json'), 'utf8'));
  const { description } = JSON.parse(await readFile(path.join(stage, 'package.nls.json'), 'utf8'));
  const metafile = JSON.parse(await readFile(path.join(stage, 'dist/metafile.json'), 'utf8'));
  const vsix = path.join(folder, `${name}-${version}.vsix`);
  await packVsix(stage, vsix, await timeOfSources());
  const npm = await packForNpm(stage, folder, { name, version });
  const bills = [
    await writeSbom('vsix', vsix, metafile, description),
    await writeSbom('npm', npm, metafile, description),
  ];
  await rm(stage, { recursive: true });
  return { vsix, npm, bills };
}
