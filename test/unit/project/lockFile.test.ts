// package-lock.json holds all that `npm ci` needs, on every system. When npm writes the file, it silently leaves out packages that it could not
// download, and later refuses the file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = path.resolve(import.meta.dirname, '../../..');
const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
const manifest = readJson('package.json') as Entry & { readonly overrides: Readonly<Record<string, string>> };
const { packages } = readJson('package-lock.json') as { readonly packages: Readonly<Record<string, Entry>> };

/** Returns the folders in which Node looks for a package required by the one in `folder`, nearest first. */
function candidates(folder: string, name: string): readonly string[] {
  const parents = folder.split(/(?<=^|\/)node_modules\//u).slice(1);
  const chains = parents.map((_, index) =>
    parents.slice(0, parents.length - index).map((parent) => `node_modules/${parent.replace(/\/$/u, '')}/`),
  );
  return [...chains.map((chain) => `${chain.join('')}node_modules/${name}`), `node_modules/${name}`];
}

it('wants what package.json wants', () => {
  const { dependencies, devDependencies } = packages['']!;
  expect({ dependencies, devDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
  });
});

it('has every package that another one asks for, those for other systems too', () => {
  const missing = Object.entries(packages).flatMap(
    ([folder, { dependencies, optionalDependencies, devDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
        .filter((name) => !candidates(folder, name).some((candidate) => candidate in packages))
        .map((name) => `${folder} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

it('has a version and a checksum for each of them', () => {
  const incomplete = Object.entries(packages).filter(([folder, { version, integrity }]) => {
    return folder !== '' && (version === undefined || integrity === undefined);
  });
  expect(incomplete).toEqual([]);
});

it('has the versions that are overridden', () => {
  const locked = Object.keys(manifest.overrides).map((name) => [name, packages[`node_modules/${name}`]?.version]);
  expect(Object.fromEntries(locked)).toEqual(manifest.overrides);
});
