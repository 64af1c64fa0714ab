import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/core/base/event';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { Connections } from '../../../src/core/connection/connections';
import { AlwaysSets, isSameSet, maxTokens } from '../../../src/core/context/alwaysSets';
import { ContextSet } from '../../../src/core/context/contextSet';
import type { Weight } from '../../../src/core/context/contextWeights';
import { resolveSet } from '../../../src/core/context/resolveSet';
import type { SetPlace } from '../../../src/core/context/savedSets';
import { readEntry } from '../../../src/core/context/setEntry';
import { keyOf, type ResourceAddress } from '../../../src/core/resource/address';
import type { Resource } from '../../../src/core/resource/resource';
import { settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';
import { CountedSlices, page, resource } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';

const serverId = definition('shop').id;
const file = 'file:///w/.vscode/mcp-context.json';
const priority = { priority: 1 };

/** A set of the user's own, or of a file. */
function set(name: string, entries: readonly unknown[], from?: string): SetPlace {
  const read = entries.map((entry) => readEntry(entry)!);
  return { set: { name, description: undefined, entries: read }, file: from };
}

/** A fixture with the running server `shop` and a set of the user's own with these entries, if there are any. */
async function fixture(...entries: readonly unknown[]) {
  const world = newWorld();
  const { catalog, clock, server } = world;
  const slices = new CountedSlices(1_000_000);
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const counts = { orders: 0, resolved: 0 };
  const counted = { ids: () => ((counts.orders += 1), order.ids()) };
  const index = newIndex(catalog, order, slices);
  const store = new FakeStore();
  const changed = new Emitter<void>();
  const mentioned: Record<string, readonly string[] | undefined> = {};
  const accepted = new Set<string>();
  const state: { sets: readonly SetPlace[] | undefined } = { sets: entries.length > 0 ? [set('Own', entries)] : [] };
  const start = (): { picked: ContextSet; reports: string[]; engine: AlwaysSets } => {
    const picked = new ContextSet(store);
    const needs = {
      base: { clock, log: silent, newSlice: slices.newSlice },
      core: { catalog, connections, orders: { importance: { byAnnotations: counted } } },
      search: { withoutTemplates: index, visibility: { isVisible: () => true } },
      context: {
        picked,
        sets: {
          isInEveryMessage: ({ file }: SetPlace) => file !== undefined,
          hasAccepted: (_: SetPlace, addresses: readonly ResourceAddress[]) =>
            addresses.every((address) => accepted.has(keyOf(address))),
        },
      },
      chat: {
        weights: {
          weigh: ({ size }: Pick<Resource, 'size'>) =>
            ({ tokens: size === undefined ? 0 : Math.ceil(size / 4) }) as Weight,
        },
      },
      mentions: {
        mentionedIn: (path: string) => Promise.resolve(mentioned[path]?.map((uri) => ({ serverId, uri }))),
      },
    };
    const engine = own(
      new AlwaysSets(needs, {
        sets: () => state.sets,
        onDidChangeSets: changed.event,
        resolve: (place, signal) => {
          counts.resolved += 1;
          return resolveSet(place, needs, signal);
        },
      }),
    );
    const reports: string[] = [];
    own(
      engine.onDidAdd(({ added, leftOut }) => {
        const texts = added.map(({ uri, reason }) => `${uri} ${reason.set}`);
        reports.push([...texts, ...(leftOut > 0 ? [`${leftOut} left out`] : [])].join(', '));
      }),
    );
    return { picked, reports, engine };
  };
  connections.setDefinitions([definition('shop')]);
  connections.startAll();
  await settle();
  const window = start();
  /** Lists resources of the server, by default completely. */
  const list = async (items: readonly Resource[], isWhole = true): Promise<void> => {
    const writer = catalog.beginList(serverId);
    writer.append(page(items));
    if (isWhole) writer.end({ kind: 'complete' });
    await clock.advance(2_000);
  };
  const choose = async (...sets: readonly SetPlace[]): Promise<void> => {
    state.sets = sets;
    changed.fire();
    await clock.advance(2_000);
  };
  const suspend = async (): Promise<void> => {
    state.sets = undefined;
    changed.fire();
    await clock.advance(2_000);
  };
  const uris = (): string[] => urisOf(window.picked);
  return { ...world, ...window, server, connections, counts, start, list, choose, suspend, mentioned, accepted, uris };
}

function urisOf(picked: ContextSet): string[] {
  return picked.items.map(({ uri }) => uri);
}

function address(uri: string) {
  return { serverId, uri, name: uri, title: undefined, mimeType: undefined, size: 4 };
}

const small = { size: 4 };
/** So large that only one of them fits. */
const large = { size: 4 * (maxTokens / 2 + 1) };
const first = resource('db://first', { priority: 1, ...small });
const second = resource('db://second', { priority: 1, ...small });

describe('a set that is always on', () => {
  it('adds what it leads to, says so, and takes it with it', async () => {
    const { list, choose, suspend, reports, uris, picked } = await fixture();
    await list([first]);
    expect(uris()).toEqual([]);
    await choose(set('Important', [priority]));
    expect([uris(), reports]).toEqual([['db://first'], ['db://first Important']]);
    expect(picked.items[0]).toMatchObject({ isChecked: true, reason: { set: 'Important', state: 'new' } });
    expect(picked.isChosen(address('db://first'))).toBe(false);
    await picked.add([address('db://first')]);
    expect(picked.isChosen(address('db://first'))).toBe(true);
    await suspend();
    expect(uris()).toEqual(['db://first']);
    await choose();
    expect([uris(), picked.canUndoRemoval]).toEqual([[], false]);
  });

  it('costs nothing at a change of a list while there is none', async () => {
    const { list, choose, counts, clock } = await fixture();
    const pending = clock.pending.length;
    await list([first], false);
    expect([counts, clock.pending.length]).toEqual([{ orders: 0, resolved: 0 }, pending]);
    await choose(set('Important', [priority]));
    await list([first]);
    const before = { ...counts };
    expect(before.resolved).toBeGreaterThan(0);
    await choose();
    await list([first, second]);
    expect(counts).toEqual(before);
  });

  it('adds what a file mentions, also what no list has, and follows the file', async () => {
    const { list, choose, mentioned, reports, uris } = await fixture({ mentions: 'AGENTS.md' });
    mentioned['AGENTS.md'] = ['db://first', 'note:new'];
    await list([first, resource('db://other', small)]);
    expect([uris(), reports]).toEqual([['db://first', 'note:new'], ['db://first Own, note:new Own']]);
    mentioned['AGENTS.md'] = ['db://other'];
    await choose(set('Own', [{ mentions: 'AGENTS.md' }]));
    expect(uris()).toEqual(['db://other']);
    mentioned['AGENTS.md'] = undefined;
    await choose(set('Own', [{ mentions: 'AGENTS.md' }]));
    expect(uris(), 'while its mentions are not known').toEqual(['db://other']);
  });

  it('adds nothing that a file mentions of a server that is not connected, and keeps what it has of it', async () => {
    const { list, choose, mentioned, uris, connections, catalog } = await fixture({ mentions: 'AGENTS.md' });
    mentioned['AGENTS.md'] = ['note:made'];
    await list([first]);
    connections.get(serverId)?.stop();
    catalog.removeServer(serverId);
    mentioned['AGENTS.md'] = ['note:made', 'note:new'];
    await choose(set('Own', [{ mentions: 'AGENTS.md' }]));
    expect(uris()).toEqual(['note:made']);
  });

  it('stays within the limit with all others, by importance, and says how many did not fit', async () => {
    const { list, reports, choose } = await fixture();
    await list([
      resource('a:least', small),
      resource('a:most', { ...large, priority: 0.9 }),
      resource('a:large', { ...large, priority: 0.8 }),
      resource('b:next', { ...small, priority: 0.7 }),
    ]);
    await choose(set('A', [{ glob: 'a:*' }]), set('B', [{ glob: 'b:*' }]));
    expect(reports).toEqual(['a:most A, a:least A, b:next B, 1 left out']);
  });

  it('counts what has no size as a thousand tokens, and adds no more than a hundred', async () => {
    const { list, reports, uris, choose } = await fixture({ glob: '**' });
    await list(Array.from({ length: 400 }, (_, index) => resource(`a:${index}`)));
    expect([uris().length, reports[0]]).toEqual([10, expect.stringContaining(', 390 left out')]);
    await choose();
    await list(Array.from({ length: 400 }, (_, index) => resource(`a:${index}`, small)));
    await choose(set('Own', [{ glob: '**' }]));
    expect([uris().length, reports[1]]).toEqual([100, expect.stringContaining(', 300 left out')]);
    await list(Array.from({ length: 400 }, (_, index) => resource(`a:${index + 1}`, small)));
    expect([uris().length, reports[2]]).toEqual([100, 'a:100 Own, 300 left out']);
  });

  it('adds in one burst what several lists bring, once they have arrived, and does not wait for ever', async () => {
    const { list, reports, catalog, clock, connections } = await fixture(priority);
    connections.setDefinitions([definition('shop'), definition('other')]);
    connections.startAll();
    await list([first]);
    expect(reports, 'while another server has no list').toEqual([]);
    catalog.beginList(definition('other').id).end({ kind: 'complete' });
    const writer = catalog.beginList(serverId);
    writer.append(page([first]));
    await clock.advance(3_000);
    expect(reports).toEqual([]);
    writer.append(page([second]));
    writer.end({ kind: 'complete' });
    await clock.advance(2_000);
    expect(reports).toEqual(['db://first Own, db://second Own']);
    const other = await fixture(priority);
    await other.list([first], false);
    await other.clock.advance(20_000);
    expect(other.reports).toEqual(['db://first Own']);
  });

  it('leaves what the user picked to them, in its place and outside the limit', async () => {
    const { list, picked, reports, choose } = await fixture({ glob: '**' });
    await picked.add([{ ...address('a:mine'), size: large.size }]);
    await list([resource('a:mine', large), resource('a:other', large)]);
    expect([picked.items.map(({ reason }) => reason?.set), reports]).toEqual([[undefined, 'Own'], ['a:other Own']]);
    await list([resource('a:mine', large)]);
    expect(picked.items.map(({ reason }) => reason?.set)).toEqual([undefined]);
    await choose();
    expect(urisOf(picked)).toEqual(['a:mine']);
  });

  it('does not add again what the user took out, whoever had added it, until they add it', async () => {
    const { list, picked, reports, uris, start, engine } = await fixture(priority);
    const mine = resource('db://mine', { priority: 1, ...small });
    await picked.add([address('db://mine')]);
    await list([first, mine]);
    await picked.clear();
    await list([first, second, mine]);
    expect([uris(), reports]).toEqual([['db://second'], ['db://first Own', 'db://second Own']]);
    engine.dispose();
    const next = start();
    await list([first, second, mine]);
    expect(urisOf(next.picked)).toEqual(['db://second']);
    await next.picked.add([address('db://first')]);
    expect(next.picked.isDismissed(address('db://first'))).toBe(false);
  });

  it('withdraws what it leads to no longer, and what the server no longer has', async () => {
    const { list, uris, choose, picked } = await fixture(priority, { glob: 'log:**' });
    await list([first, second, resource('log://a', small)]);
    expect(uris()).toEqual(['db://first', 'db://second', 'log://a']);
    await list([{ ...first, priority: 0.5 }, resource('log://a', small)]);
    expect(uris()).toEqual(['log://a']);
    await choose(set('Own', [priority]));
    expect([uris(), picked.canUndoRemoval]).toEqual([[], false]);
  });

  it('takes over what another set had added that is on no longer', async () => {
    const { list, choose, picked } = await fixture();
    await list([first]);
    await choose(set('A', [priority]), set('B', [{ glob: 'db:**' }]));
    expect(picked.items).toMatchObject([{ uri: 'db://first', reason: { set: 'A' } }]);
    await choose(set('B', [{ glob: 'db:**' }]));
    expect(picked.items).toMatchObject([{ uri: 'db://first', reason: { set: 'B' } }]);
  });

  it('keeps what it has while a list is arriving, cut, or away, and when something more important comes', async () => {
    const { list, choose, uris, catalog, clock, connections } = await fixture({ glob: '**' });
    await list([resource('a:1', large)]);
    const writer = catalog.beginList(serverId);
    writer.append(page([resource('a:2', { ...large, priority: 1 })]));
    await clock.advance(20_000);
    writer.end({ kind: 'cut', by: 'pages' });
    await clock.advance(2_000);
    expect(uris()).toEqual(['a:1']);
    connections.get(serverId)?.stop();
    catalog.removeServer(serverId);
    await choose(set('Own', [{ glob: '**' }]), set('Other', [priority]));
    expect(uris()).toEqual(['a:1']);
    void connections.get(serverId)?.start();
    await settle();
    const again = catalog.beginList(serverId);
    again.append(page([resource('a:3', large)]));
    again.end({ kind: 'cut', by: 'pages' });
    await clock.advance(2_000);
    expect(uris(), 'which still counts for the limit').toEqual(['a:1']);
    connections.setDefinitions([]);
    await clock.advance(2_000);
    expect(uris(), 'of a server that is removed').toEqual([]);
  });

  it('is quiet in the next window where it is the same again, and adds nothing from an earlier list', async () => {
    const { list, start, engine, catalog, clock, connections } = await fixture(priority);
    await list([first]);
    engine.dispose();
    catalog.removeServer(serverId);
    connections.get(serverId)?.stop();
    const next = start();
    catalog.restore(serverId, [first, second]);
    await clock.advance(2_000);
    expect([urisOf(next.picked), next.reports]).toEqual([['db://first'], []]);
    await list([first]);
    expect([urisOf(next.picked), next.reports]).toEqual([['db://first'], []]);
  });

  it('reads nothing, and stops when it is disposed', async () => {
    const { list, engine, uris, server, clock } = await fixture(priority);
    await list([first]);
    expect(server.session.reads).toEqual([]);
    engine.dispose();
    await list([first, second]);
    expect([uris(), clock.pending.filter((ms) => ms <= 1_000)]).toEqual([['db://first'], []]);
  });
});

describe('a set of a file that is always on', () => {
  const sales = set('Sales', [{ server: 'shop', glob: 'db://**' }], file);

  it('adds what the user accepted, and what it leads to later waits, unchecked and unread, until they check it', async () => {
    const { list, choose, picked, reports, accepted } = await fixture();
    accepted.add(keyOf(address('db://first')));
    await list([first]);
    await choose(sales);
    await list([first, second]);
    expect(picked.items).toMatchObject([
      { uri: 'db://first', isChecked: true, isInEveryMessage: true, reason: { set: 'Sales', file, state: 'accepted' } },
      { uri: 'db://second', isChecked: false, isInEveryMessage: false, reason: { set: 'Sales', file, state: 'new' } },
    ]);
    expect([picked.checked.length, picked.isChosen(address('db://second'))]).toEqual([1, false]);
    expect(reports, 'nobody is told of what waits').toEqual(['db://first Sales']);
    await picked.setChecked([address('db://second')], true);
    expect(picked.isChosen(address('db://second'))).toBe(true);
    await list([first, second]);
    expect(picked.items[1]).toMatchObject({ isChecked: true, reason: { state: 'accepted' } });
    await choose();
    expect(picked.items).toEqual([]);
  });

  it('is another set than one of the user’s own with that name', () => {
    expect(isSameSet({ set: 'Sales', file }, { set: 'Sales' })).toBe(false);
    expect(isSameSet({ set: 'Sales', file }, { set: 'Sales', file })).toBe(true);
  });
});
