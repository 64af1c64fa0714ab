// The extension's package, with the same bytes wherever it is made. Run by itself, in an environment of its own: times in a zip file are local
// ones, and its entries are sorted as the language of the system does it.
import { mustRun } from './terminal.mjs';

/** Packs a folder. @param time of the files in the package, in seconds since 1970 */
export async function packVsix(folder, file, time) {
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C', SOURCE_DATE_EPOCH: String(time) };
  await mustRun(process.execPath, [import.meta.filename, folder, file], { env });
}

if (process.argv[1] === import.meta.filename) {
  const [, , cwd, packagePath] = process.argv;
  const { createVSIX } = await import('@vscode/vsce');
  const options = { dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false };
  await createVSIX({ cwd, packagePath, ...options });
}
