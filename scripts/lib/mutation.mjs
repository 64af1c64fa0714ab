// Runs unit tests with changes of the code, see scripts/mutate.mjs and test/support/mutation.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureNode22 } from './node22.mjs';
import { binary, mustRun, root, say, ScriptError } from './terminal.mjs';

const config = 'test/support/mutation/vitest.config.ts';
const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));
const hash = (...parts) => createHash('sha1').update(parts.join('\0')).digest('hex').slice(0, 12);

/** One room, or a part of it, with the folder under .cache that holds what is known of it. */
export class Mutation {
  /** @param options `folder`, `files` and `testFiles` relative to the root, `beside`: other files that the tests need */
  constructor({ folder, files, testFiles, beside, shares, every, slowest, sample }) {
    Object.assign(this, { folder, files, testFiles, beside, shares, every, slowest, sample });
  }

  #path(name) {
    return path.join(this.folder, name);
  }

  async makeMutants() {
    await rm(this.#path('switched'), { recursive: true, force: true });
    const node = await ensureNode22();
    await mustRun(node, [path.join(import.meta.dirname, 'mutants.mjs'), this.folder, ...this.files]);
    const mutants = await readJson(this.#path('mutants.json'));
    const changed = mutants.filter(({ ignored }) => ignored === undefined);
    // A key is a hash: the first ones are a random choice, and the same each time.
    const chosen = new Set(
      changed
        .map(({ key }) => key)
        .toSorted()
        .slice(0, this.sample),
    );
    this.mutants = mutants.filter(({ key, ignored }) => ignored !== undefined || chosen.has(key));
    await writeFile(this.#path('mutants.json'), JSON.stringify(this.mutants));
  }

  async #start(order) {
    const file = this.#path(`order-${order.share}.json`);
    await writeFile(file, JSON.stringify({ folder: this.folder, every: this.every, shares: this.shares, ...order }));
    const env = { ...process.env, MUTATION_ORDER: file, CI: 'true' };
    const child = spawn(process.execPath, [await binary('vitest'), 'run', '--config', config], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-10_000)));
    const ended = new Promise((resolve) => child.on('close', () => resolve(output)));
    return { child, ended };
  }

  /** Runs each test once, unless that is known, and reads which switches it passes. */
  async measure() {
    const contents = new Map();
    for (const file of [...this.testFiles, ...this.beside, ...this.files])
      contents.set(file, await readFile(path.join(root, file), 'utf8'));
    const besides = this.beside.map((file) => contents.get(file));
    const state = hash(...[...contents].flat());
    const isKnown = (await readFile(this.#path('measured.txt'), 'utf8').catch(() => '')) === state;
    const { tests, outside } = isKnown ? await readJson(this.#path('measured.json')) : await this.#measureAnew();
    await writeFile(this.#path('measured.txt'), state);
    const keyOf = ({ id, file }) => hash(hash(contents.get(file), ...besides), file, id);
    this.outside = new Set(outside);
    this.tests = tests.map((test) => ({ ...test, key: keyOf(test) }));
    for (const { name, file, cpu, passed } of this.tests) {
      if (!passed) say(`Fails without any change, or when it is repeated, and is left out: ${file} > ${name}`);
      else if (cpu > this.slowest) say(`Takes ${Math.round(cpu)} ms, and is left out: ${file} > ${name}`);
    }
    this.tests = this.tests.map((test) => ({ ...test, passed: test.passed && test.cpu <= this.slowest }));
  }

  async #measureAnew() {
    for (const name of ['measured.json', 'measured.txt']) await rm(this.#path(name), { force: true });
    const { ended } = await this.#start({ mode: 'measure', files: this.testFiles, tests: [], share: 0, shares: 1 });
    const output = await ended;
    return await readJson(this.#path('measured.json')).catch(() => {
      throw new ScriptError(`The tests ended without a result.\n${output}`);
    });
  }

  /** @returns outcomes by mutant and test, and the mutants that were found */
  async results() {
    const text = await readFile(this.#path('results.jsonl'), 'utf8').catch(() => '');
    const outcomes = new Map();
    for (const line of text.split('\n').filter(Boolean)) {
      const [mutant, test, outcome] = JSON.parse(line);
      outcomes.set(`${mutant} ${test}`, outcome);
    }
    return outcomes;
  }

  /** How many pairs of mutant and test a share has still to run. */
  async #open(share) {
    const outcomes = await this.results();
    const current = new Set(this.tests.filter(({ passed }) => passed).map(({ key }) => key));
    const isFound = ([pair, outcome]) =>
      (outcome === 'failed' || outcome === 'timeout') && current.has(pair.split(' ')[1]);
    const found = new Set([...outcomes].filter(isFound).map(([pair]) => pair.split(' ')[0]));
    const keys = new Map(this.mutants.map(({ id, key }) => [id, key]));
    let open = 0;
    for (const { key, passed, hits } of this.tests)
      for (const id of passed ? Object.keys(hits) : []) {
        const mutant = keys.get(id);
        if (mutant === undefined) continue;
        const outcome = outcomes.get(`${mutant} ${key}`);
        const isNew = outcome === undefined || outcome === 'poisoned';
        if (Number(id) % this.shares === share && isNew && (this.every || !found.has(mutant))) open += 1;
      }
    return open;
  }

  async mutate() {
    await Promise.all(Array.from({ length: this.shares }, (_, share) => this.#mutateShare(share)));
  }

  async #mutateShare(share) {
    const total = new Map();
    for (const { file, ms } of this.tests) total.set(file, (total.get(file) ?? 0) + ms);
    const files = [...total.keys()].toSorted((one, other) => total.get(one) - total.get(other));
    for (let known = -1, open = await this.#open(share); open > 0; open = await this.#open(share)) {
      say(`  ${open} pairs of mutant and test to run at most`);
      const results = await readFile(this.#path('results.jsonl'), 'utf8').catch(() => '');
      // It ended without any result, not even that a test has to be seen in a fresh process.
      if (results.length === known) await this.#giveUp(share);
      known = results.length;
      await rm(this.#path(`current-${share}.json`), { force: true });
      const { child, ended } = await this.#start({ mode: 'mutate', files, tests: this.tests, share });
      await this.#watch(share, child, ended);
    }
  }

  /** Ends a process that is over its limit for a test: it loops, and cannot do so itself. */
  async #watch(share, child, ended) {
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1000))]);
      const current = await readJson(this.#path(`current-${share}.json`)).catch(() => undefined);
      if (isOver || !current || Date.now() < current.since + current.limit + 10_000) continue;
      await this.#giveUp(share);
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
  }

  /** The change with which the process came to its end. */
  async #giveUp(share) {
    const current = await readJson(this.#path(`current-${share}.json`)).catch(() => undefined);
    if (!current) throw new ScriptError('The tests end without a result.');
    await appendFile(this.#path('results.jsonl'), `${JSON.stringify([current.mutant, current.test, 'timeout'])}\n`);
  }
}
