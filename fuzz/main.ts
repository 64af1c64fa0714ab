// npm run fuzz. Built by scripts/fuzz.mjs, which says what it does.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readCorpus, writeEntry } from './corpus';
import { longInput } from './growth';
import { inputOf } from './mutate';
import { targets } from './targets';
import type { Target } from './target';
import type { Job, Result } from './worker';

/** Milliseconds of a processor that one input may take. */
const tooLong = 10_000;
/** Inputs that took too long, after which a target is given up. */
const maxHangs = 3;

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    minutes: { type: 'string' },
    inputs: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
    corpus: { type: 'string', default: 'fuzz/corpus' },
    finds: { type: 'string', default: '.cache/fuzz/finds' },
  },
});
const chosen = targets.filter(({ name }) => values.target === undefined || name === values.target);
if (chosen.length === 0)
  throw new Error(`There is no such target, but these: ${targets.map(({ name }) => name).join(', ')}.`);
const seed = Number(values.seed ?? Date.now() % 1e9) || 1;
const inputs = Number(values.inputs ?? Infinity);
const minutes = Number(values.minutes ?? (values.inputs === undefined ? 1 : Infinity));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/** Runs a thread to its end; resolves to the seed of an input that takes too long. */
function run(job: Job): Promise<Result | number> {
  const current = new BigInt64Array(job.current);
  current[0] = BigInt(job.seed);
  // As deep as the stack of the extension host; a thread's would have four times as much.
  const resourceLimits = { stackSizeMb: 1 };
  const worker = new Worker(path.join(import.meta.dirname, 'worker.mjs'), { workerData: job, resourceLimits });
  return new Promise((resolve, reject) => {
    let last = { seed: current[0] ?? 0n, usage: process.cpuUsage() };
    const watch = setInterval(() => {
      const now = current[0] ?? 0n;
      const { user, system } = process.cpuUsage(last.usage);
      if (now !== last.seed || now === 0n) last = { seed: now, usage: process.cpuUsage() };
      else if (user + system > tooLong * 1000) void worker.terminate();
    }, 500);
    worker.once('message', resolve);
    worker.once('error', reject);
    // Only a thread that was terminated has said nothing before.
    worker.once('exit', () => {
      clearInterval(watch);
      resolve(Number(last.seed));
    });
  });
}

/** @returns the number of finds */
async function fuzz(target: Target): Promise<number> {
  const start = Date.now();
  const end = start + (minutes * 60_000) / chosen.length;
  const corpus = readCorpus(values.corpus, target.name).map(({ bytes }) => bytes);
  let finds = 0;
  const tell = (kind: string, at: number | undefined, bytes: Uint8Array, text: string): void => {
    finds += 1;
    const file = writeEntry(values.finds, target.name, { name: hashOf(bytes), bytes });
    const short =
      at !== undefined && at < 0 ? 'a long input' : `again: --target ${target.name} --seed ${at} --inputs 1`;
    say(
      `✗ ${target.name}: ${kind}\n    ${file} (${at === undefined ? 'in the corpus' : short})\n${text.replace(/^/gmu, '    ').slice(0, 3_000)}`,
    );
  };
  let done = 0;
  const usage = process.cpuUsage();
  for (let hangs = 0, next = seed; hangs < maxHangs;) {
    const job: Job = {
      target: target.name,
      corpusFolder: values.corpus,
      seed: next,
      inputs: inputs - done,
      end,
      keepsShapes: values.keep,
      current: new SharedArrayBuffer(8),
    };
    const result = await run(job);
    if (typeof result === 'number') {
      const bytes = result < 0 ? longInput(target, corpus, result) : inputOf(target, corpus, result);
      tell('An input takes too long.', result, bytes, '');
      if (result < 0) break;
      hangs += 1;
      done += result + 1 - next;
      next = result + 1;
      continue;
    }
    done += result.inputs;
    for (const find of result.finds) tell(find.kind, find.seed, find.bytes, find.text);
    for (const bytes of result.kept) writeEntry(values.corpus, target.name, { name: `shape-${hashOf(bytes)}`, bytes });
    const kept = result.kept.length > 0 ? `, ${result.kept.length} kept` : '';
    const { user, system } = process.cpuUsage(usage);
    say(
      `${finds === 0 ? '✓' : '✗'} ${target.name}: ${done} inputs, ${result.shapes} shapes, ${finds} finds${kept}, ${((user + system) / 1e6).toFixed(0)} s of a processor`,
    );
    break;
  }
  return finds;
}

say(`Seed ${seed}.`);
let finds = 0;
for (const target of chosen) finds += await fuzz(target);
if (finds > 0) process.exitCode = 1;
