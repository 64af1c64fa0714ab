import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Metafile } from 'esbuild';
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

test('a window with servers loads the host and reads the configuration, without what is loaded with its first use', () => {
  const { names, size } = loaded(true);
  const bundles = new Set(names.map((name) => name.replace(/^host-[A-Z0-9]{8}\.js$/u, 'host-….js')));
  expect([...bundles]).toEqual(['extension.js', 'host-….js', 'host-configuration-readSources.js', 'host.js']);
  expect(size).toBeLessThan(347_000);
});

test('no module of the host is in two of its parts', async () => {
  const metafile = JSON.parse(await readFile(path.join(folder, 'metafile.json'), 'utf8')) as Metafile;
  const others = ['extension', 'mcp', 'oauth', 'demo-server', 'webview'].map((name) => `${name}.js`);
  const parts = Object.entries(metafile.outputs).filter(
    ([file]) => file.endsWith('.js') && !others.includes(path.basename(file)),
  );
  const modules = parts.flatMap(([, { inputs }]) => Object.keys(inputs));
  expect(parts.length).toBeGreaterThan(8);
  expect(modules.filter((name, index) => modules.indexOf(name) !== index)).toEqual([]);
});

test('what signs in is a part of its own: no session is opened with it, and nothing of the SDK is in it', async () => {
  const { outputs } = JSON.parse(await readFile(path.join(folder, 'metafile.json'), 'utf8')) as Metafile;
  const inBundle = (name: string): string[] => {
    const bundle = Object.entries(outputs).find(([file]) => path.basename(file) === name)?.[1];
    return Object.keys(bundle?.inputs ?? {});
  };
  const [mcp, oauth] = [inBundle('mcp.js'), inBundle('oauth.js')];
  const isLazy = (file: string): boolean =>
    /oauth4webapi|auth\/(signIn|signOut|renew|discovery|clients)\.ts$/u.test(file);
  expect([
    mcp.filter(isLazy),
    oauth.filter(isLazy).length,
    oauth.filter((file) => /modelcontextprotocol|zod/u.test(file)),
  ]).toEqual([[], 6, []]);
  expect(statSync(path.join(folder, 'oauth.js')).size).toBeLessThan(50_000);
});
