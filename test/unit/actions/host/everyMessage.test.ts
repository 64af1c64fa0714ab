import { beforeEach, describe, expect, it } from 'vitest';
import type { Uri } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import type { Content } from '../../../../src/core/content/content';
import { rendition } from '../../../../src/core/content/rendition';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import type { Liveness } from '../../../../src/core/context/liveContext';
import type { SeenContents } from '../../../../src/core/context/seenContents';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import { EveryMessage } from '../../../../src/host/actions/everyMessage';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { needsOf } from '../../../support/needsOf';
import { newSeen } from '../../../support/newSeen';
import { newWeights } from '../../../support/newWeights';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';

const live: Liveness = { kind: 'live', isUpdated: false, since: 'sent' };
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Contents by URI: a number of words, or an image. */
let contents: Record<string, number | 'image'>;
let states: Record<string, Liveness>;
/** URIs whose files are attached as excerpts. */
let excerpts: string[];
/** URIs whose files are no longer there. */
let missing: string[];
/** Called when a file's size is asked for. */
let statted: (uri: string) => Promise<void>;
let isCertain: boolean;
let limit: number | undefined;
let isHarness: boolean;
let added: string[];
let clock: FakeClock;
let seen: SeenContents;
let picked: ContextSet;
let everyMessage: EveryMessage;

const resource = (uri: string): PickedResource => ({
  serverId: 'shop',
  uri,
  name: uri,
  title: undefined,
  mimeType: undefined,
  size: undefined,
});

const known = new Map<string, Content>();
function contentOf({ uri }: Pick<ResourceAddress, 'uri'>): Content | undefined {
  const what = contents[uri];
  if (what === undefined) return undefined;
  const key = `${uri} ${what}`;
  const body =
    what === 'image' ? { kind: 'blob' as const, bytes: pixel } : { kind: 'text' as const, text: 'word '.repeat(what) };
  const content = known.get(key) ?? (rendition(uri, [{ uri, mimeType: undefined, body }]) as Content);
  known.set(key, content);
  return content;
}

beforeEach(() => {
  [contents, states, excerpts, missing, added] = [{}, {}, [], [], []];
  [isCertain, limit, isHarness] = [true, undefined, false];
  statted = () => Promise.resolve();
  clock = new FakeClock(1_800_000_000_000);
  seen = newSeen(new FakeStore(), clock);
  picked = new ContextSet(new FakeStore());
  const markAttached = (addresses: readonly ResourceAddress[]): void => {
    for (const address of addresses) seen.mark(address, contentOf(address)!, 'attached');
  };
  everyMessage = own(
    new EveryMessage(
      needsOf({
        clock,
        picked,
        seen,
        live: { liveness: ({ uri }: ResourceAddress) => states[uri] ?? live, markAttached, waiting: [] },
        cache: { peek: contentOf },
        weights: newWeights({ peek: contentOf }),
        budget: {
          current: () => (limit === undefined ? undefined : { tokens: limit, room: limit, modelName: undefined }),
        },
        session: {
          get isHarness() {
            return isHarness;
          },
        },
        files: {
          uriForChat: (_: string, { uri }: Pick<ResourceAddress, 'uri'>) =>
            ({ query: excerpts.includes(uri) ? 'x.1.300' : 'x.1', toString: () => uri }) as unknown as Uri,
          handOut: () => Promise.resolve(),
          stat: async (uri: Uri) => {
            await statted(String(uri));
            if (missing.includes(String(uri))) throw new Error('Gone');
            return {} as never;
          },
        },
        sink: {
          addQuietly: (files: readonly Uri[]) => {
            if (isCertain) added.push(...files.map(String));
            return Promise.resolve(isCertain && files.length > 0);
          },
        },
        log: silent,
      }) as unknown as ConstructorParameters<typeof EveryMessage>[0],
    ),
  );
});

/** Puts resources into every message, each of ten words unless told. */
async function always(...uris: readonly string[]): Promise<void> {
  contents = { ...Object.fromEntries(uris.map((uri) => [uri, 10])), ...contents };
  await picked.add(uris.map(resource));
  await picked.setInEveryMessage(uris.map(resource), true);
}

/** A message takes these; resolves when all that follows is done. */
async function send(...uris: readonly string[]): Promise<void> {
  added = [];
  await clock.advance(1_000);
  seen.noteMessage(clock.now());
  for (const uri of uris) seen.mark(resource(uri), contentOf({ uri })!, 'sent');
  await clock.advance(300);
}

/** URIs of the resources that are not attached. */
const left = (): string[] => picked.items.filter((item) => everyMessage.isLeft(item)).map(({ uri }) => uri);

describe('what is in every message', () => {
  it('has nothing that only a set added, or that the user takes out while its server takes its time', async () => {
    await always('a', 'b');
    contents['c'] = 10;
    const reason = { set: 'Notes', file: undefined, state: 'new' } as const;
    await picked.add([{ ...resource('c'), isInEveryMessage: true, reason }]);
    statted = (uri) => (uri === 'b' ? picked.setInEveryMessage([resource('b')], false) : Promise.resolve());
    await send('a');
    expect([added, left()]).toEqual([['a'], ['c']]);
    await picked.add([resource('c')]);
    await send('a');
    expect(added).toEqual(['a', 'c']);
  });

  it('is attached again once a message took it or went without it, with the others and in their order, and not before', async () => {
    await always('a', 'b');
    await picked.add([resource('c')]);
    contents['c'] = 10;
    await clock.advance(10_000);
    expect([added, left()]).toEqual([[], ['a', 'b']]);
    await send('b', 'a');
    expect([added, left()]).toEqual([['a', 'b'], []]);
    await send('c');
    expect([added, left()]).toEqual([['a', 'b'], []]);
    await clock.advance(10_000);
    expect([added, left()]).toEqual([['a', 'b'], []]);
  });

  it('is not attached again because it is attached', async () => {
    await always('a');
    await send('a');
    added = [];
    seen.mark(resource('a'), contentOf({ uri: 'a' })!, 'attached');
    await clock.advance(10_000);
    expect(added).toEqual([]);
  });

  it('is attached no more once it was switched off', async () => {
    await always('a', 'b');
    await send('a', 'b');
    await picked.setInEveryMessage([resource('a')], false);
    await send('a', 'b');
    expect([added, left()]).toEqual([['b'], []]);
    await picked.clear();
    await send('a', 'b');
    expect(added).toEqual([]);
  });

  it('does not say that it is missing while it is being attached', async () => {
    await always('a');
    seen.noteMessage(clock.now());
    seen.mark(resource('a'), contentOf({ uri: 'a' })!, 'sent');
    expect(left()).toEqual([]);
    await clock.advance(300);
    expect([added, left()]).toEqual([['a'], []]);
  });

  it('is left where it would not arrive, which is tried again after the next message', async () => {
    contents = { photo: 'image', long: 5_000 };
    excerpts = ['excerpt'];
    missing = ['missing'];
    states = { away: { kind: 'offline' }, gone: { kind: 'failed', error: new HumanError('notFound', 'Gone.') } };
    const all = ['fits', 'photo', 'long', 'excerpt', 'missing', 'away', 'gone'];
    await always(...all);
    await send(...all);
    expect([added, left()]).toEqual([['fits'], ['photo', 'long', 'excerpt', 'missing', 'away', 'gone']]);
    states = {};
    await send('fits');
    expect([added, left()]).toEqual([
      ['fits', 'away', 'gone'],
      ['photo', 'long', 'excerpt', 'missing'],
    ]);
  });

  it('is attached within the limit of all that is checked', async () => {
    contents = { large: 2_000 };
    await always('large', 'small');
    limit = 1_500;
    await send('large', 'small');
    expect([added, left()]).toEqual([['small'], ['large']]);
    limit = 20_000;
    await send('small');
    expect(added).toEqual(['large', 'small']);
  });

  it('may be long in a session of the Copilot harness, which has no limit', async () => {
    contents = { long: 50_000 };
    await always('long');
    isHarness = true;
    await send('long');
    expect(added).toEqual(['long']);
  });

  it('is left where it is not certain which chat would get it', async () => {
    isCertain = false;
    await always('a');
    await send('a');
    expect(left()).toEqual(['a']);
    isCertain = true;
    await send('a');
    expect([added, left()]).toEqual([['a'], []]);
  });
});
