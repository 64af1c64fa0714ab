// Measures activation: loading what a window needs and running `activate`, and loading what the first connection and the first sign-in need,
// in fresh processes of VS Code's own Node, against reading and compiling the same bytes.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureCodeServer } from '../scripts/lib/codeServer.mjs';
import { activate, type Activation } from '../test/support/activation';
import { median } from './median';

const dist = path.join(process.cwd(), 'dist');
const bundle = path.join(dist, 'extension.js');
const runs = 9;
const { node } = await ensureCodeServer();

const kB = (files: readonly string[]): string =>
  `${(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000).toFixed(1)} kB`;

for (const hasServers of [false, true]) {
  const { parts } = activate(bundle, { hasServers });
  const samples = Array.from({ length: runs }, () => activate(bundle, { hasServers, floorOf: parts, node }));
  type Times = Exclude<keyof Activation, 'parts'>;
  const row = (name: string, ...keys: readonly [Times, Times]): string => {
    const [wall = 0, cpu = 0] = keys.map((key) => median(samples.map((sample) => sample[key])));
    return `${name.padEnd(34)} ${wall.toFixed(1).padStart(8)} ms ${cpu.toFixed(1).padStart(8)} ms of CPU`;
  };
  console.log(
    `\nA window ${hasServers ? 'with' : 'without'} servers: ${kB(parts)} in ${parts.map((file) => path.basename(file)).join(', ')}, median of ${runs} fresh processes`,
  );
  console.log(row('floor: read and compile them', 'floor', 'floorCpu'));
  console.log(row('load them and activate', 'activated', 'activatedCpu'));
}

/** Times to read and compile a file, and then to load it, in ms. What VS Code's extension host has loaded itself is there before. */
const load = `
  const modules = ['child_process', 'crypto', 'dns/promises', 'events', 'fs/promises', 'http', 'os', 'stream/promises', 'timers/promises', 'vm'];
  for (const name of modules) require('node:' + name);
  const times = [() => new (require('node:vm').Script)(require('node:fs').readFileSync(process.argv[1], 'utf8')), () => require(process.argv[1])];
  const measured = times.map((work) => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  console.log(JSON.stringify(measured));
`;

console.log(`\nLoaded with the first connection, and with the first sign-in, median of ${runs} fresh processes`);
for (const name of ['mcp.js', 'oauth.js']) {
  const file = path.join(dist, name);
  const samples = Array.from({ length: runs }, () => {
    const output = execFileSync(node, ['-e', load, file], { encoding: 'utf8', cwd: tmpdir() });
    return JSON.parse(output) as readonly [number, number];
  });
  const [floor, loaded] = [0, 1].map((index) => median(samples.map((sample) => sample[index] ?? 0)));
  const ratio = median(samples.map(([compiled, all]) => all / compiled));
  console.log(
    `${`${name}, ${kB([file])}`.padEnd(34)} ${loaded?.toFixed(1)} ms, ${ratio.toFixed(2)} × reading and compiling it (${floor?.toFixed(1)} ms)`,
  );
}

console.log('\nParts of the extension host of over 10 kB');
for (const name of readdirSync(dist).filter((file) => /^(?!demo|webview|mcp-resources).*\.js$/u.test(file)))
  if (statSync(path.join(dist, name)).size > 10_000)
    console.log(`${name.padEnd(34)} ${kB([path.join(dist, name)]).padStart(10)}`);
