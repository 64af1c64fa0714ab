// The options of `npm test`. There is none to try a test again.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVitest, parseCLI } from 'vitest/node';
import { vscodeVersions } from '../../../scripts/lib/codeServer.mjs';
import { byRoom } from '../../../scripts/lib/coverage.mjs';
import { readTestOptions } from '../../../scripts/lib/testOptions.mjs';
import { needNewer } from '../../support/workbench/needNewer';
import { kindOfWindow } from '../../support/workbench/windowOrder';
import config from '../../../vitest.config.mjs';

describe('the options of npm test', () => {
  it('name nothing for all there is', () => {
    expect(readTestOptions([])).toMatchObject({ only: undefined, quick: false, repeat: undefined, seed: undefined });
  });

  it('name kinds of tests, or files and how often they run', () => {
    expect(readTestOptions(['--only', 'unit,e2e']).only).toEqual(['unit', 'e2e']);
    expect(readTestOptions(['--repeat', '20', '--busy', 'a.test.ts', 'b.test.ts'])).toMatchObject({
      repeat: 20,
      busy: true,
      files: ['a.test.ts', 'b.test.ts'],
    });
  });

  it('name a VS Code for the end-to-end tests, such as the oldest that the extension promises', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      readonly engines: { readonly vscode: string };
    };
    const oldest = Object.keys(vscodeVersions).at(-1) ?? '';
    expect(engines.vscode).toBe(`^${oldest}.0`);
    expect(readTestOptions(['--vscode', oldest])).toMatchObject({ vscode: oldest, only: ['e2e'] });
    expect(readTestOptions(['--vscode', oldest, '--repeat', '2', 'a.test.ts'])).toMatchObject({ only: undefined });
  });

  it('shuffle by a seed, which is another one each time unless it is named', () => {
    expect(readTestOptions(['--seed', '7']).seed).toBe(7);
    expect(readTestOptions(['--shuffle']).seed).toBeGreaterThan(0);
  });

  it.each([
    [['--only', 'units'], 'There are no "units" tests.'],
    [['--repeat', '0', 'a.test.ts'], '--repeat takes a number from 1 on, not "0".'],
    [['--repeat', '3'], '--repeat takes the files to run.'],
    [['a.test.ts'], 'Files go with --repeat.'],
    [['--quick', '--only', 'unit'], '--quick and --only do not go together.'],
    [['--vscode', '1.104'], 'There is no VS Code "1.104".'],
    [['--fast'], '--fast'],
  ])('that make no sense are said to make none, with those that do: %j', (args, reason) => {
    expect(() => readTestOptions(args)).toThrow(reason);
    expect(() => readTestOptions(args)).toThrow('Usage: npm test -- [OPTIONS]');
  });
});

it('the oldest VS Code is spared the end-to-end tests that it cannot run, and no others', () => {
  const folder = path.resolve(import.meta.dirname, '../../e2e');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const unable = files.filter((file) => /\bCopilotChat\b/u.test(readFileSync(path.join(folder, file), 'utf8')));
  expect(unable.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(Object.keys(needNewer).sort());
});

it('gives no test a second life', () => {
  expect(JSON.stringify(config)).not.toMatch(/"(retry|bail|passWithNoTests)"/u);
});

it('the coverage of a room is that of all its files, however deep', () => {
  const share = (covered: number, total: number) => ({ covered, total });
  const file = (name: string): string => path.resolve(import.meta.dirname, '../../..', name);
  expect(
    byRoom({
      total: { lines: share(9, 99), branches: share(9, 99) },
      [file('src/host/tree/one.ts')]: { lines: share(1, 3), branches: share(0, 0) },
      [file('src/host/tree/rows/two.ts')]: { lines: share(2, 3), branches: share(0, 0) },
      [file('src/extension.ts')]: { lines: share(0, 5), branches: share(1, 4) },
    }),
  ).toEqual([
    ['src', 0, 25],
    ['src/host/tree', 50, 100],
  ]);
});

describe('end-to-end files', () => {
  async function kinds(args: readonly string[]): Promise<readonly number[]> {
    const root = path.resolve(import.meta.dirname, '../../..');
    const { options } = parseCLI(['vitest', 'run', '--project=e2e', ...args]);
    const vitest = await createVitest('test', { ...options, root, watch: false });
    const sequencer = new vitest.config.sequence.sequencer(vitest);
    const files = await sequencer.sort(await vitest.globTestSpecifications());
    await vitest.close();
    return files.map(({ moduleId }) => kindOfWindow(moduleId));
  }

  it('come one after the other where they ask for the same kind of window', async () => {
    const inOrder = await kinds([]);
    expect(inOrder).toEqual(inOrder.toSorted());
    expect(new Set(inOrder)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('come in an order of chance where files are shuffled', async () => {
    const shuffled = await kinds(['--sequence.shuffle.files', '--sequence.seed=7']);
    expect(shuffled).not.toEqual(shuffled.toSorted());
  });
});
