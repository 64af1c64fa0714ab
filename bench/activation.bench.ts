// Measures activation: loading what a window needs and running `activate`, in fresh processes, against reading and compiling the same bytes.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { activate } from '../test/support/activation';

const dist = path.join(process.cwd(), 'dist');
const bundle = path.join(dist, 'extension.js');
const runs = 9;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const kB = (files: readonly string[]): string =>
  `${(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000).toFixed(1)} kB`;

for (const hasServers of [false, true]) {
  const { parts } = activate(bundle, { hasServers });
  const samples = Array.from({ length: runs }, () => activate(bundle, { hasServers, floorOf: parts }));
  const middle = (key: 'floor' | 'activated' | 'cpu'): number => median(samples.map((sample) => sample[key]));
  const floor = middle('floor');
  const row = (name: string, value: number): string =>
    `${name.padEnd(34)} ${value.toFixed(1).padStart(8)} ms ${(value / floor).toFixed(2).padStart(8)}x`;
  console.log(
    `\nA window ${hasServers ? 'with' : 'without'} servers: ${kB(parts)} in ${parts.map((file) => path.basename(file)).join(', ')}, median of ${runs} fresh processes`,
  );
  console.log(row('floor: read and compile them', floor));
  console.log(row('load them and activate', middle('activated')));
  console.log(row('CPU time of that', middle('cpu')));
}

console.log('\nAll parts of the extension host');
for (const name of readdirSync(dist).filter((file) => /^(?!demo|webview|mcp-resources).*\.js$/u.test(file)))
  console.log(`${name.padEnd(34)} ${kB([path.join(dist, name)]).padStart(10)}`);
