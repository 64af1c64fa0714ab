import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../../src/core/chat/estimateTokens';
import { TokenCounts } from '../../../../src/host/chat/tokenCounts';
import { FakeClock, settle } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';

const words = 'How many tokens are these?';
const estimated = (text: string) => ({ tokens: estimateTokens(text), isFinal: true });
const counted = { tokens: 26, isFinal: true };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function fixture(countTokens: (text: string) => Promise<number> = (text) => Promise.resolve(text.length)) {
  const asked: string[] = [];
  let id: string | undefined = 'one';
  const model = () =>
    id === undefined
      ? undefined
      : { id, countTokens: (text: unknown) => (asked.push(String(text)), countTokens(String(text))) };
  const warnings: string[] = [];
  const clock = new FakeClock();
  const counts = own(new TokenCounts(clock, model, { ...silent, warn: (message) => void warnings.push(message) }));
  let changes = 0;
  own(counts.onDidCount(() => (changes += 1)));
  const useModel = (other: string | undefined): void => void (id = other);
  return { clock, counts, asked, warnings, changes: () => changes, useModel };
}

describe('the tokens of a content', () => {
  it('are an estimate until the model has counted, once for a content', async () => {
    const { counts, asked, changes } = fixture();
    const bytes = bytesOf(words);
    const [first] = [counts.of(bytes), counts.of(bytes)];
    expect({ ...first }).toMatchObject({ tokens: estimateTokens(words), isFinal: false });
    await settle();
    expect(counts.of(bytes)).toMatchObject(counted);
    expect([(await counts.counted(bytes)).tokens, asked, changes()]).toEqual([26, [words], 1]);
  });

  it('are counted anew by another model, and estimated without one', async () => {
    const { counts, useModel, asked } = fixture();
    const bytes = bytesOf(words);
    await counts.counted(bytes);
    useModel(undefined);
    expect(await counts.counted(bytes)).toEqual(estimated(words));
    useModel('two');
    expect([(await counts.counted(bytes)).tokens, asked.length]).toEqual([26, 2]);
  });

  it('are an estimate where the model fails, which is logged, or where no message has room for the text', async () => {
    const { counts, warnings, changes } = fixture(() => Promise.reject(new Error('Not signed in')));
    expect(await counts.counted(bytesOf(words))).toMatchObject(estimated(words));
    expect([warnings, changes()], 'an earlier count is shown no longer').toEqual([
      [expect.stringContaining('Not signed in')],
      1,
    ]);
    const { counts: others, asked } = fixture();
    const long = 'word '.repeat(250_000);
    expect([await others.counted(bytesOf(long)), asked]).toMatchObject([{ isFinal: true }, []]);
  });

  it('are an estimate where the model does not answer in time', async () => {
    const { clock, counts, asked, warnings } = fixture(() => new Promise(() => undefined));
    const counting = [counts.counted(bytesOf(words)), counts.counted(bytesOf('More words'))];
    await clock.advance(2_000);
    expect((await Promise.all(counting)).map(({ tokens }) => tokens)).toEqual([estimateTokens(words), 2]);
    expect([asked, clock.pending, warnings]).toEqual([[words], [], []]);
  });

  it.each([NaN, -1, Infinity])('are an estimate where the model counts %d', async (number) => {
    const { counts, warnings } = fixture(() => Promise.resolve(number));
    expect(await counts.counted(bytesOf(words))).toMatchObject(estimated(words));
    expect(warnings.length).toBe(1);
  });

  it('are none for what is no text', async () => {
    const { counts, asked } = fixture();
    expect([(await counts.counted(new Uint8Array([0, 1, 2]))).tokens, asked]).toEqual([undefined, []]);
  });
});
