// One target in a thread of its own. Built by scripts/fuzz.mjs.
import { parentPort, workerData } from 'node:worker_threads';
import { readCorpus, type Entry } from './corpus';
import { check, fuzz, kindOf, shortened, type Find } from './fuzzTarget';
import { longInput } from './growth';
import { inputOf, reduced } from './mutate';
import type { Target } from './target';
import { targets } from './targets';

/** What a thread does. */
export interface Job {
  readonly target: string;
  readonly corpusFolder: string;
  readonly seed: number;
  readonly inputs: number;
  /** In ms since 1970. */
  readonly end: number;
  /** Gives the inputs back that had a result unlike those before. */
  readonly keepsShapes: boolean;
  /** The seed of the current input; less than 0 for a long one, and 0 where there is none. */
  readonly current: SharedArrayBuffer;
}

export interface Result {
  readonly inputs: number;
  readonly shapes: number;
  readonly finds: readonly {
    readonly seed: number | undefined;
    readonly bytes: Uint8Array;
    readonly kind: string;
    readonly text: string;
  }[];
  readonly kept: readonly Uint8Array[];
}

/** Long inputs for each target. */
const longInputs = 300;
/** Milliseconds of a processor for a long input: ten microseconds for a byte. */
const tooLong = 1_000;
/** Kinds of finds after which a target is given up. */
const maxKinds = 10;
const maxKept = 12;
/** Bytes of an input that is shortened. */
const maxShortened = 10_000;

/** One run of a target. */
class Run {
  readonly #corpus: readonly Entry[];
  readonly #current: BigInt64Array;
  /** The first seed of each shape; `undefined` for those of the corpus. */
  readonly #shapes = new Map<string, number | undefined>();
  readonly #finds = new Map<string, Find>();
  #inputs = 0;

  constructor(
    private readonly target: Target,
    private readonly job: Job,
  ) {
    this.#corpus = readCorpus(job.corpusFolder, target.name);
    this.#current = new BigInt64Array(job.current);
  }

  async result(): Promise<Result> {
    for (const { bytes } of this.#corpus) {
      const result = await check(this.target, bytes, 1);
      if ('shape' in result) this.#shapes.set(result.shape, undefined);
    }
    await this.#short();
    await this.#long();
    return {
      inputs: this.#inputs,
      shapes: this.#shapes.size,
      kept: await this.#kept(),
      finds: [...this.#finds].map(([kind, { seed, bytes, error }]) => ({
        seed,
        bytes,
        kind,
        text: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })),
    };
  }

  async #short(): Promise<void> {
    const { seed, inputs, end } = this.job;
    for await (const result of fuzz(this.target, this.#corpus, seed)) {
      if (typeof result !== 'string') await this.#add(result);
      else if (!this.#shapes.has(result)) this.#shapes.set(result, seed + this.#inputs);
      if (typeof result !== 'string' && result.seed === undefined) continue;
      this.#inputs += 1;
      this.#current[0] = BigInt(seed + this.#inputs);
      if (this.#inputs >= inputs || this.#finds.size >= maxKinds) return;
      if (this.#inputs % 64 === 0 && Date.now() > end) return;
    }
  }

  async #long(): Promise<void> {
    const corpus = this.#corpus.map(({ bytes }) => bytes);
    for (let seed = -1; seed >= -longInputs && this.#finds.size < maxKinds; seed -= 1) {
      this.#current[0] = BigInt(seed);
      const bytes = longInput(this.target, corpus, seed);
      const start = process.cpuUsage();
      const result = await check(this.target, bytes, seed);
      const { user, system } = process.cpuUsage(start);
      if ('error' in result) await this.#add({ seed, bytes, error: result.error });
      else if (user + system > tooLong * 1000) await this.#add({ seed, bytes, error: 'A long input takes too long.' });
    }
  }

  async #add(find: Find): Promise<void> {
    const kind = kindOf(find.error);
    if (this.#finds.has(kind)) return;
    this.#current[0] = 0n;
    // Trying to shorten a long one would take hours.
    this.#finds.set(kind, find.bytes.length > maxShortened ? find : await shortened(this.target, find));
  }

  async #kept(): Promise<readonly Uint8Array[]> {
    const corpus = this.#corpus.map(({ bytes }) => bytes);
    this.#current[0] = 0n;
    const kept: Uint8Array[] = [];
    for (const [shape, seed] of this.job.keepsShapes ? this.#shapes : []) {
      if (seed === undefined || kept.length === maxKept) continue;
      const isSame = async (bytes: Uint8Array): Promise<boolean> => {
        const result = await check(this.target, bytes, 1);
        return 'shape' in result && result.shape === shape;
      };
      kept.push(await reduced(inputOf(this.target, corpus, seed), isSame));
    }
    return kept;
  }
}

const job = workerData as Job;
const target = targets.find(({ name }) => name === job.target);
if (!target) throw new Error(`There is no target ${job.target}.`);
parentPort?.postMessage(await new Run(target, job).result());
