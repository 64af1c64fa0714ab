// Both packages, the extension's and that for npm, and a bill of materials beside each.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packLanguageServer } from '../../packages/language-server/pack.mjs';
import { shippedPart } from './bundled.mjs';
import { makePackage } from './stage.mjs';
import { mustRun, root, run } from './terminal.mjs';
import { packVsix } from './vsix.mjs';

const inVsix = [
  'package.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'l10n',
  'media',
  'skills',
  '.vscodeignore',
];

/** Bytes: every user downloads the extension with every update. */
export const maxVsixBytes = 706_000;

/**
 * Says what only the owner can give, and `package.json` has not: see docs/releasing.md.
 * @returns sentences that begin with the name of the property
 */
export function missingForRelease({ name, publisher, repository, private: isPrivate }) {
  return [
    ...(publisher === name ? [`publisher: "${publisher}" is a placeholder, not an account at the Marketplace.`] : []),
    ...(repository
      ? []
      : ['repository: without its URL, the pictures and links of the README lead nowhere in the Marketplace.']),
    ...(isPrivate ? ['private: take it out here and in packages/language-server.'] : []),
  ];
}

/** Seconds since 1970 of the last commit; without Git, the first time that a zip file can have. */
async function timeOfSources() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']).catch(() => ({ code: 1 }));
  return code === 0 ? Number(output) : 315_532_800;
}

async function buildExtension(outdir) {
  await mustRun(process.execPath, ['esbuild.mjs', '--outdir', outdir]);
  return shippedPart(JSON.parse(await readFile(path.join(outdir, 'metafile.json'), 'utf8')));
}

/** @returns the paths of the extension's package and of its bill, and of the other's */
export async function makePackages(folder) {
  const pack = async (stage, { name, version }) => {
    const file = path.join(folder, `${name}-${version}.vsix`);
    await packVsix(stage, file, await timeOfSources());
    return file;
  };
  const vsix = await makePackage(folder, root, inVsix, { build: buildExtension, pack });
  return [...vsix, ...(await packLanguageServer(folder))];
}
