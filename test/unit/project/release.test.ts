// A release can be checked: the same sources give the same bytes, and each package has a bill of what is bundled, and its licences.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isShipped } from '../../../scripts/lib/bundled.mjs';
import { maxVsixBytes } from '../../../scripts/lib/packages.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'release-')));
const built = mkdtempSync(path.join(tmpdir(), 'release-'));

interface Bill {
  readonly metadata: { readonly component: { readonly name: string; readonly hashes: readonly { content: string }[] } };
  readonly components: readonly { readonly name: string; readonly group?: string; readonly version: string }[];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const fileOf = (folder: string, end: string): string =>
  path.join(folder, readdirSync(folder).find((name) => name.endsWith(end)) ?? end);
const hashesOf = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder).map((name) => [name, sha256(readFileSync(path.join(folder, name)))]);

const nameOf = ({ group, name, version }: Bill['components'][number]): string =>
  `${group === undefined ? '' : `${group}/`}${name} ${version}`;

/** Makes both packages, on a machine with other habits each time. */
async function make(folder: string, env: NodeJS.ProcessEnv, umask: string): Promise<void> {
  const script = `process.umask(${umask}); await (await import('./scripts/lib/packages.mjs')).makePackages(process.env.FOLDER)`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, ...env, FOLDER: folder, SOURCE_DATE_EPOCH: '1790000000' },
  });
}

beforeAll(async () => {
  await make(folders[0]!, { TZ: 'Asia/Tokyo', LC_ALL: 'C' }, '0o022');
  await make(folders[1]!, { TZ: 'America/New_York', LC_ALL: 'et_EE.UTF-8' }, '0o077');
  await promisify(execFile)(process.execPath, ['esbuild.mjs', '--outdir', built], { cwd: root });
}, 300_000);
afterAll(() => {
  for (const folder of [...folders, built]) rmSync(folder, { recursive: true });
});

it('makes the same bytes twice', () => {
  const [one, other] = folders.map(hashesOf);
  expect(one?.map(([name]) => name.replace(/^.*\d\./u, '')).sort()).toEqual([
    'tgz',
    'tgz.cdx.json',
    'vsix',
    'vsix.cdx.json',
  ]);
  expect(other).toEqual(one);
});

it('makes an extension within its size limit', () => {
  expect(readFileSync(fileOf(folders[0]!, '.vsix')).length).toBeLessThanOrEqual(maxVsixBytes);
});

it.each(['.vsix', '.tgz'])('lists what is in the %s, whose hash it has', (end) => {
  const file = fileOf(folders[0]!, end);
  const bill = JSON.parse(readFileSync(`${file}.cdx.json`, 'utf8')) as Bill;
  expect(bill.metadata.component).toMatchObject({
    name: end === '.vsix' ? 'mcp-resource-picker' : 'mcp-resources-ls',
    hashes: [{ content: sha256(readFileSync(file)) }],
  });
  const names = bill.components.map((one) => nameOf(one).replace(/ .*$/u, ''));
  const isPanel = end === '.vsix';
  expect({
    oauth: names.includes('oauth4webapi'),
    lit: names.includes('lit-html'),
    icons: names.includes('@vscode/codicons'),
    // They build and test, as the SDK does.
    tools: names.filter((name) => /^(esbuild|vitest|typescript|hono|zod|@modelcontextprotocol\/.*)$/u.test(name)),
  }).toEqual({ oauth: isPanel, lit: isPanel, icons: isPanel, tools: [] });
});

it('has nothing of the SDK or of zod in any bundle but that of the demo server, which is in no package', () => {
  const { outputs } = JSON.parse(readFileSync(path.join(built, 'metafile.json'), 'utf8')) as Metafile;
  const bundlesWith = (inputs: RegExp): readonly string[] =>
    Object.entries(outputs)
      .filter(([, output]) => Object.keys(output.inputs).some((file) => inputs.test(file)))
      .map(([file]) => path.basename(file));
  // Names that outlive minifying: copies of a package in a folder of another name would have them, too.
  const filesWith = (name: string): readonly string[] =>
    readdirSync(built).filter((file) => file.endsWith('.js') && readFileSync(path.join(built, file)).includes(name));
  expect({
    sdk: bundlesWith(/node_modules\/@modelcontextprotocol\//u),
    zod: bundlesWith(/node_modules\/zod\//u),
    namesOfSdk: filesWith('UnsupportedProtocolVersionError'),
    namesOfZod: filesWith('ZodError'),
    oauth: bundlesWith(/node_modules\/oauth4webapi\//u),
    namesOfOAuth: filesWith('oauth4webapi/v'),
    shipped: ['demo-server.js', 'mcp.js', 'oauth.js'].filter(isShipped),
  }).toEqual({
    sdk: ['demo-server.js'],
    zod: ['demo-server.js'],
    namesOfSdk: ['demo-server.js'],
    namesOfZod: ['demo-server.js'],
    oauth: ['oauth.js'],
    namesOfOAuth: ['oauth.js'],
    shipped: ['mcp.js', 'oauth.js'],
  });
});

it('does not watch its own files, as what is built by npm run watch does', () => {
  const bundle = readFileSync(path.join(built, 'extension.js'), 'utf8');
  expect(bundle).not.toMatch(/reloadWebviewAction|IS_WATCH_BUILD/u);
});

it('has the licence of all that is in a package', () => {
  const vsix = readFileSync(fileOf(folders[0]!, '.vsix'));
  const notices = {
    '.vsix': readFileSync(path.join(built, 'third-party-notices.txt')),
    '.tgz': gunzipSync(readFileSync(fileOf(folders[0]!, '.tgz'))),
  };
  const missing = Object.entries(notices).flatMap(([end, text]) => {
    const { components } = JSON.parse(readFileSync(fileOf(folders[0]!, `${end}.cdx.json`), 'utf8')) as Bill;
    expect(components.length).toBeGreaterThan(end === '.vsix' ? 30 : 10);
    return components.map(nameOf).filter((name) => !text.includes(`\n${name} (`));
  });
  // Both have one licence, and the language server is built on the extension's core.
  expect(missing).toEqual(['mcp-resource-picker 0.1.0']);
  expect(vsix.includes('extension/dist/third-party-notices.txt')).toBe(true);
});

it('has the skills that the extension contributes', () => {
  const { contributes } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly contributes: { readonly chatSkills: readonly { readonly path: string }[] };
  };
  const vsix = readFileSync(fileOf(folders[0]!, '.vsix'));
  expect(contributes.chatSkills.filter((skill) => !vsix.includes(path.posix.join('extension', skill.path)))).toEqual(
    [],
  );
});

it('has every bundle of the extension and no other, with a package.json of their own', () => {
  const vsix = readFileSync(fileOf(folders[0]!, '.vsix'), 'latin1');
  const names = Array.from(vsix.matchAll(/extension\/dist\/([\w-]+)\.js(?!on)/gu), ([, name = '']) => name);
  const parts = readdirSync(built).filter((file) => file.endsWith('.js') && isShipped(file));
  expect(parts.length).toBeGreaterThan(20);
  expect([...new Set(names)].sort()).toEqual(parts.map((file) => path.basename(file, '.js')).sort());
  expect(vsix).toContain('extension/dist/package.json');
});
