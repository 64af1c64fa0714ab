import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../src/core/base/errors';
import { websiteNotAllowed } from '../../../src/core/content/webFetch';
import type { Asking } from '../../../src/core/context/contentCache';
import { createReader } from '../../../src/core/context/resourceReader';
import type { ReadOptions, ReadResult } from '../../../src/core/session/session';
import { silent } from '../connection/fakeServer';

const page = { serverId: 'wiki', uri: 'https://docs.example/a' };
const { signal } = new AbortController();
const interaction = { ask: () => Promise.resolve({ action: 'cancel' } as const) };

function result(text: string): ReadResult {
  return {
    contents: [{ uri: page.uri, mimeType: undefined, body: { kind: 'text', text } }],
    problems: [],
    ttl: undefined,
    version: undefined,
  };
}

interface World {
  answer: ReadResult | Reason;
  /** What {@link page} is as a directory. */
  listing: ReadResult | HumanError | undefined;
  readonly reads: ReadOptions[];
  /** The fetched addresses, each with its options. */
  readonly web: unknown[];
}

function newReader(world: Partial<World> = {}) {
  const state: World = { answer: result('from the server'), listing: undefined, reads: [], web: [], ...world };
  const read = createReader({
    admit: (_, read) => read(),
    proofOfListing: () => '',
    log: silent,
    maxBytes: () => 1_000,
    interactionWith: () => interaction,
    listing: () => Promise.resolve(state.listing),
    readFromServer: (_, options) => {
      state.reads.push(options);
      const { answer } = state;
      return typeof answer === 'string'
        ? Promise.reject(new HumanError(answer, 'It failed.'))
        : Promise.resolve(answer);
    },
    fetchFromWeb: async (uri, { maxBytes, allow }) => {
      state.web.push([uri, maxBytes]);
      await allow('https://docs.example', { kind: 'public' });
      return { uri, mimeType: 'text/html', body: { kind: 'text', text: 'from the web' } };
    },
    allowWebsite: (origin, address, asking) => {
      state.web.push([origin, address, asking]);
      return asking ? Promise.resolve() : Promise.reject(websiteNotAllowed(origin));
    },
  });
  return { read: (address = page, asking?: Asking) => read(address, { signal, version: 'v1', asking }), state };
}

describe('reading', () => {
  it('asks the server, with the cap, what is known, and whom to ask', async () => {
    const { read, state } = newReader();
    expect(await read(page, {})).toEqual(result('from the server'));
    expect([state.reads, state.web]).toEqual([[{ maxBytes: 1_000, signal, version: 'v1', interaction }], []]);
  });

  it('reports each question to the user to the caller', async () => {
    const { read, state } = newReader({ answer: 'notFound' });
    const questions: Promise<unknown>[] = [];
    await read(page, { onQuestion: (answer) => void questions.push(answer) });
    expect(await Promise.all(questions)).toEqual([undefined]);
    const [options] = state.reads;
    await options?.interaction?.ask({ kind: 'visit', message: '', url: 'https://a.example' }, signal);
    expect(await questions[1]).toEqual({ action: 'cancel' });
  });

  it('goes to the web where the server leaves an https resource to its client', async () => {
    const { read, state } = newReader({ answer: 'notFound' });
    const asking = {};
    expect(await read(page, asking)).toEqual({
      ...result('from the web'),
      isFromWeb: true,
      contents: [{ uri: page.uri, mimeType: 'text/html', body: { kind: 'text', text: 'from the web' } }],
    });
    expect(state.web).toEqual([
      [page.uri, 1_000],
      ['https://docs.example', page, asking],
    ]);
  });

  it('has the list of a directory, or what else the server has there, or the reason why it has neither', async () => {
    const directory = newReader({ listing: result('a list') });
    expect([await directory.read(), directory.state.reads]).toEqual([{ ...result('a list'), proof: '' }, []]);
    const listing = new HumanError('notFound', 'No folder.');
    expect(await newReader({ listing }).read()).toEqual(result('from the server'));
    const note = { ...page, uri: 'note:a' };
    await expect(newReader({ listing, answer: 'notFound' }).read(note)).rejects.toBe(listing);
    await expect(newReader({ listing, answer: 'timeout' }).read(note)).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('says in the background that the user has to be asked first', async () => {
    const { read } = newReader({ answer: 'unsupported' });
    await expect(read()).rejects.toMatchObject({
      reason: 'websiteNotAllowed',
      message: expect.stringContaining(
        'Open or attach the resource, and you’ll be asked whether to allow the website.',
      ) as string,
    });
  });

  it('fails with what the server said, for every other scheme and every other failure', async () => {
    const gone = newReader({ answer: 'notFound' });
    await expect(gone.read({ ...page, uri: 'db://a' }, {})).rejects.toMatchObject({ reason: 'notFound' });
    const offline = newReader({ answer: 'disconnected' });
    await expect(offline.read(page, {})).rejects.toMatchObject({ reason: 'disconnected' });
    expect([gone.state.web, offline.state.web]).toEqual([[], []]);
  });
});
