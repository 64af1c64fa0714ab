import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activate } from '../../support/activation';

const root = path.join(import.meta.dirname, '../../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'activation-'));
  execFileSync(process.execPath, [path.join(root, 'esbuild.mjs'), '--outdir', folder]);
  // Builds everything.
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** The loaded files and their size in bytes. */
function loaded(hasServers: boolean): { readonly names: readonly string[]; readonly size: number } {
  const { parts } = activate(path.join(folder, 'extension.js'), { hasServers });
  const size = parts.reduce((sum, file) => sum + statSync(file).size, 0);
  return { names: parts.map((file) => path.basename(file)).sort(), size };
}

test('a window without servers loads 20 kB', () => {
  const { names, size } = loaded(false);
  expect(names).toEqual(['extension.js']);
  expect(size).toBeLessThan(20_000);
});

test('a window with servers loads neither what speaks MCP nor the language features', () => {
  const { names } = loaded(true);
  expect(names).toEqual(['extension.js', 'host.js']);
});
