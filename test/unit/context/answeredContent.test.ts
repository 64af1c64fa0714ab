import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { ContentCache, type Asking } from '../../../src/core/context/contentCache';
import type { Content } from '../../../src/core/content/content';
import type { ReadResult } from '../../../src/core/session/session';
import { FakeClock } from '../../support/fakeClock';
import { silent } from '../connection/fakeServer';

const report = { serverId: 'shop', uri: 'ask://report' };
const user: Asking = {};

const inputRequired = new HumanError('inputRequired', 'It asks.');

/** Creates a cache over a server that asks the user before each read of {@link report}. Without an answer it refuses, or returns something else where there is no `refusal`. */
function newCache() {
  const clock = new FakeClock();
  const reads: string[] = [];
  const how: { refusal: HumanError | undefined } = { refusal: inputRequired };
  const read = ({ uri }: typeof report, { asking }: { readonly asking: Asking | undefined }): Promise<ReadResult> => {
    reads.push(asking ? 'asking' : 'alone');
    if (!asking && how.refusal) return Promise.reject(how.refusal);
    const body = { kind: 'text', text: `${asking ? '' : 'no '}answer ${reads.length}` } as const;
    const contents = [{ uri, mimeType: 'text/plain', body }];
    const answer = asking ? { isAnswered: true } : { unanswered: inputRequired };
    return Promise.resolve({ contents, problems: [], ttl: undefined, version: undefined, ...answer });
  };
  const ports = { clock, log: silent, read, proofOf: () => '', announcedType: () => undefined, isLive: () => false };
  return { cache: new ContentCache(ports), clock, reads, how };
}

function textOf({ bytes }: Content): string {
  return new TextDecoder().decode(bytes);
}

describe('content for which a user answered questions', () => {
  it('is what everybody gets who cannot ask them again', async () => {
    const { cache, clock, reads, how } = newCache();
    await cache.get(report, user);
    await clock.advance(3_600_000);
    expect(textOf(await cache.get(report))).toBe('answer 1');
    expect(textOf(await cache.refresh(report))).toBe('answer 1');
    expect(textOf(await cache.get(report, user)), 'asked for again by the user').toBe('answer 4');
    expect(reads).toEqual(['asking', 'alone', 'alone', 'asking']);
    how.refusal = new HumanError('timeout', 'No answer. Try again.');
    await expect(cache.refresh(report), 'after another failure').rejects.toBe(how.refusal);
  });

  it('is not replaced by what the server returns without an answer', async () => {
    const { cache, clock, reads, how } = newCache();
    how.refusal = undefined;
    expect(textOf(await cache.get(report))).toBe('no answer 1');
    await clock.advance(3_600_000);
    expect(textOf(await cache.get(report, user))).toBe('answer 2');
    await clock.advance(3_600_000);
    expect(textOf(await cache.get(report))).toBe('answer 2');
    cache.invalidate(report);
    await expect(cache.get(report)).rejects.toBe(inputRequired);
    expect(reads).toEqual(['alone', 'asking', 'alone', 'alone']);
  });

  it('is not good any more once the server says that it changed', async () => {
    const { cache } = newCache();
    await cache.get(report, user);
    cache.invalidate(report);
    await expect(cache.refresh(report)).rejects.toMatchObject({ reason: 'inputRequired' });
    await expect(cache.get(report)).rejects.toMatchObject({ reason: 'inputRequired' });
    expect(textOf(await cache.get(report, user))).toBe('answer 4');
    expect(textOf(await cache.refresh(report))).toBe('answer 4');
  });

  it('is read with the user where a read without them is under way', async () => {
    const { cache, reads } = newCache();
    const alone = cache.get(report).catch((error: unknown) => (error as HumanError).reason);
    const asked = cache.get(report, user);
    expect([await alone, textOf(await asked)]).toEqual(['inputRequired', 'answer 2']);
    expect(reads).toEqual(['alone', 'asking']);
  });
});
