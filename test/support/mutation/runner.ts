// Runs each test with every mutant whose switch it passes, in one process: what Stryker's runner starts a process for.
import path from 'node:path';
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { getFn } from 'vitest/suite';
import { followDisposables } from '../../../src/core/base/disposable';
import { takeTimers } from '../fakeClock';
import { HeldDisposables } from '../leaks';
import { type MeasuredTest, type Mutant, type Outcome, readMutants, readOrder, Results } from './plan';

/** What the code with switches reads and writes. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  /** How many switches a test has passed while it is measured. */
  calls?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

interface Job {
  readonly mutant: Mutant;
  readonly hits: number;
}

const scope = globalThis as unknown as { __stryker__?: Switches; mutation?: Shared };

/** What all files of a process share: the runner is made anew for each. */
interface Shared {
  readonly results: Results;
  readonly mutants: ReadonlyMap<string, Mutant>;
  readonly tests: ReadonlyMap<string, MeasuredTest>;
  readonly measured: Map<string, Omit<MeasuredTest, 'key'>>;
  unhandled: number;
}

const switches = (scope.__stryker__ ??= {});
const order = readOrder();

function newShared(): Shared {
  const shared: Shared = {
    results: new Results(order),
    mutants: new Map(readMutants(order).map((mutant) => [mutant.id, mutant])),
    tests: new Map(order.tests.map((test) => [test.id, test])),
    measured: new Map(),
    unhandled: 0,
  };
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => (shared.unhandled += 1));
  return shared;
}
const shared = (scope.mutation ??= newShared());

/** Real time for a test with a change, in ms: many times its own, and what a busy machine may take. */
const limitOf = ({ ms }: MeasuredTest): number => 10_000 + 30 * ms;
/** A change that makes a loop endless is found by how often its switch is passed. */
const hitLimitOf = (hits: number): number => 10_000 + 100 * hits;

class Overdue extends Error {}

export default class MutationRunner extends TestRunner {
  #queue: Job[] = [];
  #job: Job | undefined;
  #isChecking = false;
  #isOverdue = false;
  #held = new HeldDisposables();
  #unhandledBefore = 0;
  #start = 0;
  #cpuBefore = process.cpuUsage();

  onCollected(files: RunnerTestFile[]): void {
    const quickFirst = (task: { tasks: RunnerTask[] }): void => {
      task.tasks.sort((one, other) => msOf(one) - msOf(other));
      for (const child of task.tasks) if (child.type === 'suite') quickFirst(child);
    };
    if (order.mode === 'mutate') for (const file of files) quickFirst(file);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (order.mode === 'measure') {
      // Some tests cannot be run a second time in one process.
      test.repeats = 1;
      return;
    }
    this.#queue = this.#jobsOf(test);
    this.#isChecking = false;
    if (this.#queue.length === 0) test.mode = 'skip';
    else test.repeats = Number.MAX_SAFE_INTEGER;
  }

  #jobsOf({ id }: RunnerTestCase): Job[] {
    const test = shared.tests.get(id);
    if (!test?.passed) return [];
    return Object.entries(test.hits).flatMap(([number, hits]) => {
      const mutant = shared.mutants.get(number);
      if (!mutant) return [];
      const before = shared.results.outcome(mutant.key, test.key);
      const isOurs = Number(number) % order.shares === order.share;
      const isOpen = before === undefined || before === 'poisoned';
      const isWanted = order.every || !shared.results.isFound(mutant.key);
      return isOurs && isOpen && isWanted ? [{ mutant, hits }] : [];
    });
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    test.result = { state: 'run', startTime: Date.now(), retryCount: 0 };
    super.onBeforeTryTask(test);
    this.#held = new HeldDisposables();
    followDisposables(this.#held);
    takeTimers();
    this.#unhandledBefore = shared.unhandled;
    this.#isOverdue = false;
    this.#start = performance.now();
    this.#cpuBefore = process.cpuUsage();
    switches.calls = 0;
    if (order.mode === 'measure') switches.currentTestId = test.id;
    else this.#activate(shared.tests.get(test.id)!);
  }

  #activate(test: MeasuredTest): void {
    if (!this.#isChecking) this.#job = this.#queue.shift();
    const { mutant, hits } = this.#job!;
    switches.activeMutant = this.#isChecking ? undefined : mutant.id;
    switches.hitCount = 0;
    switches.hitLimit = hitLimitOf(hits);
    shared.results.begin(mutant.key, test.key, limitOf(test));
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = getFn(test);
    const measured = shared.tests.get(test.id);
    const limit = measured ? limitOf(measured) : 60_000;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Overdue()), limit);
    });
    try {
      await Promise.race([run(), overdue]);
    } catch (error) {
      this.#isOverdue = error instanceof Overdue;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async onAfterRetryTask(test: RunnerTestCase): Promise<void> {
    // Rejections that nobody handles are told of in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    const ms = performance.now() - this.#start;
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    const leaks = this.#held.take().length + takeTimers().filter(({ ms: delay }) => delay > 100).length > 0;
    const hasFailed = test.result!.state === 'fail' || shared.unhandled > this.#unhandledBefore;
    if (order.mode === 'measure') {
      this.#measured(test, { ms, cpu: (user + system) / 1000, passed: !hasFailed, leaks });
      return;
    }
    const measured = shared.tests.get(test.id)!;
    this.#judge(measured, hasFailed || (leaks && !measured.leaks));
    // The only way out of the repetitions, of which nobody knows how many there will be.
    if (!this.#isChecking && this.#queue.length === 0) Object.assign(test.result!, { pending: true });
  }

  /** A test that failed has to pass again without the change. */
  #judge(test: MeasuredTest, hasFailed: boolean): void {
    const { key } = this.#job!.mutant;
    const add = (outcome: Outcome): void => shared.results.add(key, test.key, outcome);
    if (!this.#isChecking) {
      if (hasFailed) this.#isChecking = true;
      else add('passed');
      this.#wasOverdue = hasFailed && this.#isOverdue;
      return;
    }
    this.#isChecking = false;
    const found = this.#wasOverdue ? 'timeout' : 'failed';
    if (!hasFailed) {
      add(found);
      return;
    }
    const isSecond = shared.results.outcome(key, test.key) === 'poisoned';
    add(isSecond ? found : 'poisoned');
    process.kill(process.pid, 'SIGKILL');
  }

  #wasOverdue = false;

  #measured(test: RunnerTestCase, run: Pick<MeasuredTest, 'ms' | 'cpu' | 'passed' | 'leaks'>): void {
    switches.currentTestId = undefined;
    const first = shared.measured.get(test.id);
    if (first) {
      shared.measured.set(test.id, { ...first, passed: first.passed && run.passed });
      return;
    }
    const hits = switches.mutantCoverage?.perTest[test.id] ?? {};
    const file = path.relative(process.cwd(), test.file.filepath);
    shared.measured.set(test.id, { id: test.id, name: test.fullTestName, file, hits: { ...hits }, ...run });
    if (run.cpu > 2000 || !run.passed) Object.assign(test.result!, { pending: true });
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    if (order.mode === 'measure')
      shared.results.measured([...shared.measured.values()], switches.mutantCoverage?.static ?? {});
  }
}

function msOf(task: RunnerTask): number {
  if (task.type === 'suite') return Math.max(0, ...task.tasks.map(msOf));
  return shared.tests.get(task.id)?.ms ?? 0;
}
