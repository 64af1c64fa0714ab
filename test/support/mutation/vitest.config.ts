import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import all from '../../../vitest.config.mjs';
import { readOrder } from './plan';

const order = readOrder();
/** Switches that a test may pass: it would take minutes with each of its changes. */
const maxCalls = 3_000_000;
const root = path.resolve(import.meta.dirname, '../../..');

/** Loads the files of the room with the switches of their mutants in them. */
const switched: Plugin = {
  name: 'switched',
  enforce: 'pre',
  load(id) {
    const file = path.relative(root, id.split('?')[0]!);
    const switches = path.join(order.folder, 'switched', file);
    if (file.startsWith('..') || !existsSync(switches)) return undefined;
    const code = readFileSync(switches, 'utf8');
    // Counting what ran takes most of the time: when it is over, and for a test of millions of steps, it is left.
    const first =
      order.mode === 'measure'
        ? `if ((ns.calls = (ns.calls || 0) + 1) > ${maxCalls}) throw new Error('Too long');`
        : 'return;';
    return code.replace('function cover() {', `$& ${first}`);
  },
};

/** Quick files first: what they find, slow ones need not look for. */
class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => order.files.indexOf(path.relative(root, moduleId));
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)));
  }
}

const [unit] = (all as { test: { projects: { test: object }[] } }).test.projects;

/** The unit tests that `npm run mutate` named, each run with each mutant by a runner of its own. */
export default defineConfig({
  ...unit,
  root,
  plugins: [switched],
  test: {
    ...unit!.test,
    include: [...order.files],
    runner: path.join(import.meta.dirname, 'runner.ts'),
    setupFiles: ['test/support/mutation/setUp.ts', 'test/support/setUp.ts'],
    env: { MUTATION_ROUNDS: '120' },
    maxWorkers: 1,
    // Code with switches is slow; what hangs is ended by the runner.
    testTimeout: 300_000,
    sequence: { sequencer: InOrder },
    reporters: [{}],
    // A file with thousands of runs is told of nothing.
    onConsoleLog: () => false,
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
