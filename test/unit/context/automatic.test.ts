import { describe, expect, it } from 'vitest';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { Emitter } from '../../../src/core/base/event';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { Connections } from '../../../src/core/connection/connections';
import { AutomaticInclusion, type AutomaticPorts, type AutomaticRules } from '../../../src/core/context/automatic';
import { ContextSet } from '../../../src/core/context/contextSet';
import type { Resource } from '../../../src/core/resource/resource';
import { FakeStore } from '../../support/fakeStore';
import { settle } from '../../support/fakeClock';
import { CountedSlices, page, resource } from '../catalog/fixtures';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';
import { own } from '../../support/own';

const none: AutomaticRules = { isPriority: false, globs: [], searches: [], files: [], budget: 10_000 };
const serverId = definition('shop').id;

/** A fixture with the running server `shop` and the test's rules. */
async function fixture(rules: Partial<AutomaticRules> = {}, ports: Partial<AutomaticPorts> = {}) {
  const world = newWorld();
  const { catalog, clock, server } = world;
  const slices = new CountedSlices(1_000_000);
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const store = new FakeStore();
  const changed = new Emitter<void>();
  const mentioned: Record<string, readonly string[] | undefined> = {};
  const choice: { rules: AutomaticRules | undefined } = { rules: { ...none, ...rules } };
  const start = (): { picked: ContextSet; reports: string[]; engine: AutomaticInclusion } => {
    const picked = new ContextSet(store);
    const engine = own(
      new AutomaticInclusion({
        clock,
        log: silent,
        catalog,
        connections,
        order,
        index: newIndex(catalog, order, slices),
        isVisible: () => true,
        mentionedIn: (file) => Promise.resolve(mentioned[file]?.map((uri) => ({ serverId, uri }))),
        newSlice: slices.newSlice,
        picked,
        rules: () => choice.rules,
        onDidChangeRules: changed.event,
        tokensOf: ({ size }) => (size === undefined ? undefined : Math.ceil(size / 4)),
        ...ports,
      }),
    );
    const reports: string[] = [];
    own(
      engine.onDidInclude(({ added, leftOut }) => {
        const texts = added.map(({ uri, reason }) => `${uri} ${reason.kind === 'priority' ? 1 : reason.kind}`);
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
  const choose = async (next: Partial<AutomaticRules> | undefined): Promise<void> => {
    choice.rules = next && { ...none, ...next };
    changed.fire();
    await clock.advance(2_000);
  };
  return {
    ...world,
    ...window,
    server,
    connections,
    start,
    list,
    choose,
    mentioned,
    uris: () => urisOf(window.picked),
  };
}

function urisOf(picked: ContextSet): string[] {
  return picked.items.map(({ uri }) => uri);
}

function address(uri: string) {
  return { serverId, uri, name: uri, title: undefined, mimeType: undefined, size: 4 };
}

const small = { size: 4 };
const first = resource('db://first', { priority: 1, ...small });

describe('automatic inclusion', () => {
  it('is off until it is chosen', async () => {
    const { list, choose, reports, uris, picked } = await fixture();
    await list([first]);
    expect(uris()).toEqual([]);
    await choose({ isPriority: true });
    expect([uris(), reports]).toEqual([['db://first'], ['db://first 1']]);
    expect(picked.items[0]).toMatchObject({ isChecked: true, reason: { kind: 'priority' } });
    await choose(undefined);
    expect(uris()).toEqual(['db://first']);
    await choose(none);
    expect([uris(), picked.canUndoRemoval]).toEqual([[], false]);
  });

  it('takes what has priority 1 unless it is for the user alone, what matches a glob, and what a search finds', async () => {
    const { list, reports } = await fixture({
      isPriority: true,
      globs: ['db://**'],
      searches: [
        { name: 'Logs', query: { ...emptyQuery, text: 'log' } },
        { name: 'Odd', query: { ...emptyQuery, text: 'server:nobody wiki' } },
      ],
    });
    await list([
      resource('log://a', { ...small }),
      resource('db://b', { ...small, priority: 0.9 }),
      resource('wiki://c', { ...small, priority: 1, audience: ['user'] }),
      resource('wiki://d', { ...small, priority: 1, audience: ['user', 'assistant'] }),
      resource('wiki://e', { ...small, priority: 0.99 }),
    ]);
    expect(reports).toEqual(['wiki://d 1, db://b glob, log://a search']);
  });

  it('takes what a file mentions, also what no list has, and follows the file', async () => {
    const { list, choose, mentioned, reports, uris, picked } = await fixture({ files: ['AGENTS.md'] });
    mentioned['AGENTS.md'] = ['db://first', 'note:new'];
    await list([first, resource('db://other', small)]);
    expect([uris(), reports]).toEqual([['db://first', 'note:new'], ['db://first mention, note:new mention']]);
    expect(picked.items[1]).toMatchObject({ name: 'note:new', reason: { kind: 'mention', file: 'AGENTS.md' } });
    mentioned['AGENTS.md'] = ['db://other'];
    await choose({ files: ['AGENTS.md'] });
    expect(uris()).toEqual(['db://other']);
    await choose(none);
    expect(uris()).toEqual([]);
  });

  it('keeps what a file mentioned while its mentions are not known, and ends with its rule alone', async () => {
    const { list, choose, mentioned, uris } = await fixture({ files: ['AGENTS.md', 'b.prompt.md'] });
    Object.assign(mentioned, { 'AGENTS.md': ['db://first'], 'b.prompt.md': ['db://other', 'db://first'] });
    await list([first, resource('db://other', small)]);
    mentioned['AGENTS.md'] = undefined;
    mentioned['b.prompt.md'] = undefined;
    await choose({ files: ['AGENTS.md', 'b.prompt.md'] });
    expect(uris()).toEqual(['db://first', 'db://other']);
    await choose({ files: ['b.prompt.md'] });
    expect(uris()).toEqual(['db://other']);
  });

  it('adds nothing that a file mentions of a server that is not connected, and keeps what it has of it', async () => {
    const { list, choose, mentioned, uris, connections, catalog } = await fixture({ files: ['AGENTS.md'] });
    mentioned['AGENTS.md'] = ['note:made'];
    await list([first]);
    connections.get(serverId)?.stop();
    catalog.removeServer(serverId);
    mentioned['AGENTS.md'] = ['note:made', 'note:new'];
    await choose({ files: ['AGENTS.md'] });
    expect(uris()).toEqual(['note:made']);
  });

  it('stays within its budget, by importance, and says how many did not fit', async () => {
    const { list, reports } = await fixture({ globs: ['**'], budget: 100 });
    await list([
      resource('a:least', { size: 4 }),
      resource('a:most', { size: 200, priority: 0.9 }),
      resource('a:large', { size: 400, priority: 0.8 }),
      resource('a:next', { size: 196, priority: 0.7 }),
    ]);
    expect(reports).toEqual(['a:most glob, a:next glob, a:least glob, 1 left out']);
  });

  it('counts what has no size as a thousand tokens, and takes no more than a hundred', async () => {
    const { list, reports, uris, choose } = await fixture({ globs: ['**'] });
    const many = Array.from({ length: 2_000 }, (_, index) => resource(`a:${index}`));
    await list(many);
    expect([uris().length, reports[0]]).toEqual([10, expect.stringContaining(', 1990 left out')]);
    await choose({ globs: ['**'], budget: 1_000_000 });
    expect([uris().length, reports[1]]).toEqual([100, expect.stringContaining(', 1900 left out')]);
  });

  it('adds in one burst what several lists bring, once they have arrived', async () => {
    const { list, reports, catalog, clock } = await fixture({ isPriority: true });
    await list([first], false);
    const writer = catalog.beginList(serverId);
    writer.append(page([first]));
    await clock.advance(3_000);
    expect(reports).toEqual([]);
    writer.append(page([resource('db://second', { priority: 1, ...small })]));
    writer.end({ kind: 'complete' });
    await clock.advance(2_000);
    expect(reports).toEqual(['db://first 1, db://second 1']);
  });

  it('does not wait for ever for a list', async () => {
    const { list, reports, clock } = await fixture({ isPriority: true });
    await list([first], false);
    await clock.advance(20_000);
    expect(reports).toEqual(['db://first 1']);
  });

  it('leaves what a user picked to them, in its place and outside the budget', async () => {
    const { list, picked, reports, choose } = await fixture({ globs: ['**'], budget: 1 });
    await picked.add([address('a:mine')]);
    await list([resource('a:mine', small), resource('a:other', small)]);
    expect([picked.items.map(({ reason }) => reason?.kind), reports]).toEqual([[undefined, 'glob'], ['a:other glob']]);
    await choose(none);
    expect(urisOf(picked)).toEqual(['a:mine']);
  });

  it('does not add again what the user took out', async () => {
    const { list, picked, reports, uris } = await fixture({ isPriority: true });
    await list([first]);
    await picked.remove(picked.items);
    await list([first, resource('db://second', { priority: 1, ...small })]);
    expect([uris(), reports]).toEqual([['db://second'], ['db://first 1', 'db://second 1']]);
  });

  it('does not add what the user had picked and took out, unless they pick it again', async () => {
    const { list, picked, uris, start, engine, choose } = await fixture({ isPriority: true });
    await picked.add([address('db://first')]);
    await picked.remove([address('db://first')]);
    await list([first]);
    engine.dispose();
    expect([uris(), urisOf(start().picked)]).toEqual([[], []]);
    await choose({ isPriority: true });
    await picked.add([address('db://first')]);
    expect(picked.isDismissed(address('db://first'))).toBe(false);
  });

  it('lets go of what no rule names any more, and of what the server no longer has', async () => {
    const { list, uris, choose, picked } = await fixture({ isPriority: true, globs: ['log:**'] });
    await list([first, resource('db://second', { priority: 1, ...small }), resource('log://a', small)]);
    expect(uris()).toEqual(['db://first', 'db://second', 'log://a']);
    await list([{ ...first, priority: 0.5 }, resource('log://a', small)]);
    expect(uris()).toEqual(['log://a']);
    await choose({ isPriority: true });
    expect([uris(), picked.canUndoRemoval]).toEqual([[], false]);
  });

  it('lets go of what does not fit into a smaller budget, the least important first', async () => {
    const { list, uris, choose } = await fixture({ globs: ['**'], budget: 100 });
    await list([resource('a:1', { size: 200 }), resource('a:2', { size: 200, priority: 0.5 })]);
    await choose({ globs: ['**'], budget: 50 });
    expect(uris()).toEqual(['a:2']);
  });

  it('keeps what it has while a list is arriving, cut, or away, and when something more important comes', async () => {
    const { list, uris, catalog, clock, connections } = await fixture({ globs: ['**'], budget: 1 });
    await list([resource('a:1', small)]);
    const writer = catalog.beginList(serverId);
    writer.append(page([resource('a:2', { ...small, priority: 1 })]));
    await clock.advance(20_000);
    writer.end({ kind: 'cut', by: 'pages' });
    await clock.advance(2_000);
    expect(uris()).toEqual(['a:1']);
    connections.get(serverId)?.stop();
    catalog.removeServer(serverId);
    await clock.advance(2_000);
    expect(uris()).toEqual(['a:1']);
  });

  it('is quiet in the next window where it is the same again, and adds nothing from an earlier list', async () => {
    const { list, start, engine, catalog, clock, connections } = await fixture({ isPriority: true });
    await list([first]);
    engine.dispose();
    catalog.removeServer(serverId);
    connections.get(serverId)?.stop();
    const next = start();
    catalog.restore(serverId, [first, resource('db://second', { priority: 1, ...small })]);
    await clock.advance(2_000);
    expect([urisOf(next.picked), next.reports]).toEqual([['db://first'], []]);
    await list([first]);
    expect([urisOf(next.picked), next.reports]).toEqual([['db://first'], []]);
  });

  it('reads nothing, and stops when it is disposed', async () => {
    const { list, engine, uris, server, clock } = await fixture({ isPriority: true });
    await list([first]);
    expect(server.session.reads).toEqual([]);
    engine.dispose();
    await list([first, resource('db://second', { priority: 1, ...small })]);
    expect([uris(), clock.pending.filter((ms) => ms <= 1_000)]).toEqual([['db://first'], []]);
  });
});
