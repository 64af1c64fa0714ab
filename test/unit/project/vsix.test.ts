// What the Marketplace shows of a package: pictures, links, and whether it is a pre-release.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { missingForRelease } from '../../../scripts/lib/packages.mjs';
import { packVsix } from '../../../scripts/lib/vsix.mjs';
import { newFolder } from '../../support/newFolder';

const { readZip } = createRequire(import.meta.url)('@vscode/vsce/out/zip') as {
  readonly readZip: (file: string, filter: () => boolean) => Promise<ReadonlyMap<string, Buffer>>;
};
const picture = '![Search](docs/pictures/overview.png)';

async function pack(manifest: object): Promise<{ readonly readme: string; readonly isPreRelease: boolean }> {
  const folder = await newFolder();
  const common = { name: 'it', publisher: 'me', license: 'MIT', engines: { vscode: '^1.105.0' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...common, ...manifest }));
  await writeFile(path.join(folder, 'README.md'), `# It\n\n${picture} [Settings](docs/settings.md)\n`);
  await writeFile(path.join(folder, 'LICENSE'), 'MIT');
  const file = path.join(folder, 'it.vsix');
  await packVsix(folder, file, 1_790_000_000);
  const entries = await readZip(file, () => true);
  const text = (name: string): string => String(entries.get(name));
  const isPreRelease = text('extension.vsixmanifest').includes('Code.PreRelease" Value="true"');
  return { readme: text('extension/readme.md'), isPreRelease };
}

it('pictures and links lead to the version’s tag in the repository, and an even minor number is a release', async () => {
  const { readme, isPreRelease } = await pack({ version: '0.2.1', repository: 'https://github.com/larkspur/it' });
  expect(readme).toContain('(https://github.com/larkspur/it/raw/v0.2.1/docs/pictures/overview.png)');
  expect(readme).toContain('(https://github.com/larkspur/it/blob/v0.2.1/docs/settings.md)');
  expect(isPreRelease).toBe(false);
}, 120_000);

it('without a repository they stay as they are, and an odd minor number is a pre-release', async () => {
  const { readme, isPreRelease } = await pack({ version: '0.3.0' });
  expect(readme).toContain(picture);
  expect(isPreRelease).toBe(true);
}, 120_000);

it('the owner is told what is missing, all of which the list in the docs names', () => {
  const placeholder = { name: 'it', publisher: 'it', private: true };
  const names = missingForRelease(placeholder).map((line) => line.replace(/:.*$/u, ''));
  expect(names).toEqual(['publisher', 'repository', 'private']);
  expect(missingForRelease({ name: 'it', publisher: 'me', repository: 'https://github.com/larkspur/it' })).toEqual([]);
  const docs = readFileSync(new URL('../../../docs/releasing.md', import.meta.url), 'utf8');
  const [, list = ''] = docs.split('## What only the owner can give');
  expect(names.filter((name) => !list.split('\n## ')[0]?.includes(`\`${name}\``))).toEqual([]);
});
