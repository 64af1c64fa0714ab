// The extension's package, with the same bytes wherever it is made. Run by itself, in an environment of its own: times in a zip file are local
// ones, and its entries are sorted as the language of the system does it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mustRun } from './terminal.mjs';

/** Packs a folder. @param time of the files in the package, in seconds since 1970 */
export async function packVsix(folder, file, time) {
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C', SOURCE_DATE_EPOCH: String(time) };
  await mustRun(process.execPath, [import.meta.filename, folder, file], { env });
}

/**
 * A version with an odd minor number is a pre-release. With a repository, links and pictures of the README lead to the version's tag there; without
 * one they stay as they are, and lead nowhere in the Marketplace.
 * https://code.visualstudio.com/api/working-with-extensions/publishing-extension#prerelease-extensions
 */
function optionsFor({ version, repository }) {
  const preRelease = Number(version.split('.')[1]) % 2 === 1;
  const links = { rewriteRelativeLinks: repository !== undefined, githubBranch: `v${version}` };
  return { dependencies: false, allowMissingRepository: true, preRelease, ...links };
}

if (process.argv[1] === import.meta.filename) {
  const [, , cwd, packagePath] = process.argv;
  const { createVSIX } = await import('@vscode/vsce');
  const manifest = JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8'));
  await createVSIX({ cwd, packagePath, ...optionsFor(manifest) });
}
