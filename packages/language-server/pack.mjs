// The package for npm.
import path from 'node:path';
import { makePackage } from '../../scripts/lib/stage.mjs';
import { npm, root } from '../../scripts/lib/terminal.mjs';
import { buildLanguageServer } from './build.mjs';

const source = import.meta.dirname;
const own = ['package.json', 'README.md'].map((name) => path.relative(root, path.join(source, name)));

/** @returns the paths of the package and of its bill of materials */
export function packLanguageServer(folder) {
  const pack = async (cwd, { name, version }) => {
    await npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd });
    return path.join(folder, `${name}-${version}.tgz`);
  };
  return makePackage(folder, source, [...own, 'LICENSE', 'CHANGELOG.md'], { build: buildLanguageServer, pack });
}
