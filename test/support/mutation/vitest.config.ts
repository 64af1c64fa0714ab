import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import all from '../../../vitest.config.mjs';
import { readOrder } from './plan';

const order = readOrder();
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
    // Counting what ran takes most of the time, and is over.
    return order.mode === 'measure' ? code : code.replace('function cover() {', '$& return;');
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
