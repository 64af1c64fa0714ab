// What a run of `npm run mutate` knows, in the files of its folder under .cache/mutation.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A change of the code behind a switch. */
export interface Mutant {
  /** The number of its switch. */
  readonly id: string;
  /** The same as long as its file is the same. */
  readonly key: string;
}

/** A test as it ran without any change. */
export interface MeasuredTest {
  readonly id: string;
  /** The same as long as its file and what lies beside it are the same. */
  readonly key: string;
  readonly name: string;
  readonly file: string;
  /** Real time. */
  readonly ms: number;
  /** Time of the processor, in ms: the same on a busy machine. */
  readonly cpu: number;
  readonly passed: boolean;
  /** Leaves disposables or timers behind that belong to its whole file. */
  readonly leaks: boolean;
  /** How often it passed the switch of each mutant. */
  readonly hits: Readonly<Record<string, number>>;
}

/** `passed`: the test did not notice. `poisoned`: the test failed, and then without the change too: it has to be seen in a fresh process. */
export type Outcome = 'passed' | 'failed' | 'timeout' | 'poisoned';

export interface Order {
  readonly folder: string;
  /** `measure` runs every test once; `mutate` runs each with every mutant whose switch it passes. */
  readonly mode: 'measure' | 'mutate';
  /** Test files, the first first. */
  readonly files: readonly string[];
  readonly tests: readonly MeasuredTest[];
  /** By test: also those that another test has found already. */
  readonly every: boolean;
  /** This process takes the mutants whose number is `share` modulo `shares`. */
  readonly share: number;
  readonly shares: number;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Reads the order of this process: the file is named by an environment variable. */
export function readOrder(): Order {
  return readJson(process.env['MUTATION_ORDER']!) as Order;
}

export function readMutants({ folder }: Order): readonly Mutant[] {
  return readJson(path.join(folder, 'mutants.json')) as readonly Mutant[];
}

/** Results of pairs of mutant and test, kept from run to run. */
export class Results {
  readonly #file: string;
  readonly #current: string;
  readonly #measured: string;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #found = new Set<string>();
  /** The keys of the tests as they are now: what an earlier version of one found counts no more. */
  readonly #tests: ReadonlySet<string>;

  constructor({ folder, share, tests }: Order) {
    this.#tests = new Set(tests.flatMap(({ key, passed }) => (passed ? [key] : [])));
    this.#file = path.join(folder, 'results.jsonl');
    this.#current = path.join(folder, `current-${share}.json`);
    this.#measured = path.join(folder, 'measured.json');
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').trim().split('\n') : [];
    for (const line of lines.filter(Boolean)) this.#keep(...(JSON.parse(line) as [string, string, Outcome]));
  }

  #keep(mutant: string, test: string, outcome: Outcome): void {
    this.#outcomes.set(`${mutant} ${test}`, outcome);
    if ((outcome === 'failed' || outcome === 'timeout') && this.#tests.has(test)) this.#found.add(mutant);
  }

  outcome(mutant: string, test: string): Outcome | undefined {
    return this.#outcomes.get(`${mutant} ${test}`);
  }

  isFound(mutant: string): boolean {
    return this.#found.has(mutant);
  }

  add(mutant: string, test: string, outcome: Outcome): void {
    this.#keep(mutant, test, outcome);
    appendFileSync(this.#file, `${JSON.stringify([mutant, test, outcome])}\n`);
  }

  /** Writes what all tests passed, and the switches that were passed outside of any. */
  measured(tests: readonly object[], outside: Readonly<Record<string, number>>): void {
    writeFileSync(this.#measured, JSON.stringify({ tests, outside: Object.keys(outside) }));
  }

  /** For whoever watches this process, which cannot answer while it loops. */
  begin(mutant: string, test: string, limit: number): void {
    writeFileSync(this.#current, JSON.stringify({ mutant, test, limit, since: Date.now() }));
  }
}
