// Measures activation: loading what a window needs and running `activate`, in fresh processes of VS Code's own Node, against
// reading and compiling the same bytes.
import { readdirSync, statSync } from 'node:fs';
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

console.log('\nParts of the extension host of over 10 kB');
for (const name of readdirSync(dist).filter((file) => /^(?!demo|webview|mcp-resources).*\.js$/u.test(file)))
  if (statSync(path.join(dist, name)).size > 10_000)
    console.log(`${name.padEnd(34)} ${kB([path.join(dist, name)]).padStart(10)}`);
