import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { ContentCache, type ReadResource } from '../../../src/core/context/contentCache';
import type { ResourceAddress } from '../../../src/core/resource/address';
import { PreviewService } from '../../../src/host/panel/previewService';
import { FakeClock } from '../../support/fakeClock';
import { silent } from '../../support/silent';
import { resourceOf } from './support';

type HowToRead = Parameters<ReadResource>[1];

function serviceWith(read: (how: HowToRead) => Promise<string>, ttl?: number) {
  const clock = new FakeClock();
  const asked: HowToRead[] = [];
  const cache = new ContentCache({
    clock,
    log: silent,
    read: async ({ uri }, how) => {
      asked.push(how);
      const text = await read(how);
      return {
        contents: [{ uri, mimeType: 'text/plain', body: { kind: 'text', text } }],
        problems: [],
        ttl,
        version: undefined,
      };
    },
    proofOf: () => '',
    announcedType: () => undefined,
    isLive: () => false,
  });
  const entry = { id: 7, serverId: 'demo', resource: resourceOf({ title: 'Orders' }) };
  const catalog = { get: (id: number) => (id === entry.id ? entry : undefined) };
  const used: string[] = [];
  const noteUse = (resources: readonly ResourceAddress[]) =>
    Promise.resolve(void used.push(...resources.map(({ uri }) => uri)));
  const { handlers } = new PreviewService({
    base: { clock },
    core: {
      catalog,
      cache,
      skills: { at: () => undefined },
      skillPermissions: { stateOf: () => 'no' },
      serverName: () => 'Demo',
      activity: { noteUse },
    },
  });
  const preview = (id = entry.id, signal = new AbortController().signal) => handlers.preview({ id }, signal);
  const follow = () => handlers.preview({ id: entry.id, isFollowed: true }, new AbortController().signal);
  const standing = (id: number) => handlers.standing({ id }, new AbortController().signal);
  return { clock, asked, preview, follow, standing, used, uri: entry.resource.uri };
}

describe('the preview of the panel', () => {
  it('reads as a user does: the server may ask them something', async () => {
    const { preview, asked } = serviceWith(() => Promise.resolve('Hello'));
    expect(await preview()).toMatchObject({
      title: 'Orders',
      parts: [{ body: { kind: 'text', text: 'Hello' } }],
      summary: 'Text · 5 B',
    });
    expect(asked.map(({ asking }) => asking !== undefined)).toEqual([true]);
  });

  it('is a use of the resource where the user asked for it, and not where it follows the list', async () => {
    const { preview, follow, used, uri } = serviceWith(() => Promise.resolve('Hello'));
    await follow();
    expect(used).toEqual([]);
    await preview();
    expect(used).toEqual([uri]);
  });

  it('tells what was read before, and is still good', async () => {
    const { preview, asked, clock } = serviceWith(() => Promise.resolve('Hello'), 600_000);
    await preview();
    await clock.advance(180_000);
    const { readAt, now } = await preview();
    expect(now - readAt).toBe(180_000);
    expect(asked).toHaveLength(1);
  });

  it('ends the read when nobody looks any more', async () => {
    const { preview, asked } = serviceWith(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('The read was ended')))),
    );
    const abort = new AbortController();
    const shown = preview(7, abort.signal);
    abort.abort();
    await expect(Promise.resolve(shown)).rejects.toMatchObject({ reason: 'disconnected' });
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    await expect(Promise.resolve(preview(7, abort.signal))).rejects.toBeInstanceOf(HumanError);
  });

  it('passes on why it could not be read', async () => {
    const error = new HumanError('notFound', 'It is gone.');
    const { preview } = serviceWith(() => Promise.reject(error));
    await expect(Promise.resolve(preview())).rejects.toBe(error);
  });

  it('tells whether its resource is still there, without a read', async () => {
    const { standing, asked } = serviceWith(() => Promise.resolve(''));
    expect([await standing(7), await standing(8), asked]).toEqual([{ permission: undefined }, undefined, []]);
  });

  it('says that a resource is no longer listed', async () => {
    const { preview, asked } = serviceWith(() => Promise.resolve(''));
    await expect(Promise.resolve(preview(8))).rejects.toThrow(
      'This resource is no longer listed. Go back and select another one.',
    );
    expect(asked).toEqual([]);
  });
});
