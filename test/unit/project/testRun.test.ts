// The options of `npm test`. There is none to try a test again.
import { describe, expect, it } from 'vitest';
import { readTestOptions } from '../../../scripts/lib/testOptions.mjs';
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
    [['--fast'], '--fast'],
  ])('that make no sense are said to make none, with those that do: %j', (args, reason) => {
    expect(() => readTestOptions(args)).toThrow(reason);
    expect(() => readTestOptions(args)).toThrow('Usage: npm test -- [OPTIONS]');
  });
});

it('gives no test a second life', () => {
  expect(JSON.stringify(config)).not.toMatch(/"(retry|bail|passWithNoTests)"/u);
});
