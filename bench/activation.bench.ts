// Measures activation: loading the host bundle and running `activate`, in fresh processes, against reading and compiling the same bytes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { activate } from '../test/support/activation';

const root = process.cwd();
const bundle = path.join(root, 'dist/extension.js');
const runs = 9;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const samples = Array.from({ length: runs }, () => activate(bundle));
const floor = median(samples.map((sample) => sample.floor));
const loaded = median(samples.map((sample) => sample.loaded));
const activated = median(samples.map((sample) => sample.activated));
const row = (name: string, value: number): string =>
  `${name.padEnd(34)} ${value.toFixed(1).padStart(8)} ms ${(value / floor).toFixed(2).padStart(8)}x`;
console.log(
  `\nActivation: ${(readFileSync(bundle).length / 1000).toFixed(0)} kB of host code, median of ${runs} fresh processes`,
);
console.log(row('floor: read and compile it', floor));
console.log(row('load it', loaded));
console.log(row('load it and activate', activated));
console.log(`the MCP part is loaded by it: ${samples.some(({ hasMcp }) => hasMcp) ? 'YES' : 'no'}`);
console.log(`the language features are: ${samples.some(({ hasLanguage }) => hasLanguage) ? 'YES' : 'no'}`);
