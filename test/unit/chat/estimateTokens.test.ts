import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { estimateTokens, tokensOf } from '../../../src/core/chat/estimateTokens';

const folder = path.join(root, 'test/unit/chat/tokenSamples');
/** The weights were not fitted to any of these samples. */
const samples = readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

/** Returns the error of an estimate, as a share of the tokenizer's count. */
function offBy(text: string): number {
  return estimateTokens(text) / countTokens(text) - 1;
}

describe('the estimate of tokens', () => {
  it.each(samples)('is within 15 %% of a real tokenizer for %s', (_, text) => {
    expect(Math.abs(offBy(text))).toBeLessThan(0.15);
  });

  it('is too high about as often as too low', () => {
    const errors = samples.map(([, text]) => offBy(text));
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.03);
  });

  it.each(['prose.en.txt', 'prose.zh-cn.txt', 'log.txt'])(
    'holds for a long text of which it sees parts: %s',
    (file) => {
      const text = samples.find(([name]) => name === file)?.[1] ?? '';
      const times = Math.ceil(1_000_000 / text.length);
      const estimate = estimateTokens(text.repeat(times));
      expect(Math.abs(estimate / (countTokens(text) * times) - 1)).toBeLessThan(0.15);
    },
  );

  it('is nothing for nothing, and at least one for anything', () => {
    expect(['', 'a', '\n', '字', '\u{1f600}', '/'].map(estimateTokens)).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it.each(['#', ' ', '=', '\n'])('does not overlook a flood of %j', (sign) => {
    // The tokenizer's time grows with the square of a run's length, so a run is counted in parts. Their sum is within 1 % of the whole.
    const [length, parts] = [64_000, 16];
    const count = countTokens(sign.repeat(length / parts)) * parts;
    expect(estimateTokens(sign.repeat(length))).toBeGreaterThan(count / 3);
  });

  it('is there for bytes that are text', () => {
    const long = Buffer.from('字'.repeat(700_000));
    expect([tokensOf(Buffer.from('Hello, world')), tokensOf(new Uint8Array([0, 1, 2]))]).toEqual([3, undefined]);
    expect((tokensOf(long) ?? 0) / estimateTokens(long.toString())).toBeCloseTo(1, 4);
  });
});
