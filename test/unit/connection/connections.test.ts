import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { Connections } from '../../../src/core/connection/connections';
import type { ResourceAddress } from '../../../src/core/resource/address';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { settle } from '../../support/fakeClock';
import { definition, newWorld, type World } from './fakeServer';
import { own } from '../../support/own';

interface Fixture extends World {
  readonly connections: Connections;
  readonly restored: string[];
}

function newConnections(...definitions: readonly ServerDefinition[]): Fixture {
  const world = newWorld();
  const restored: string[] = [];
  const restore = ({ name }: ServerDefinition): void => void restored.push(name);
  const connections = own(new Connections(world.catalog, world.connect, restore));
  connections.setDefinitions(definitions);
  return Object.assign(world, { connections, restored });
}

function states({ connections }: Fixture): Record<string, string> {
  return Object.fromEntries(connections.all.map(({ definition: { name }, state }) => [name, state.kind]));
}

const [shop, wiki] = [definition('shop'), definition('wiki')];

describe('configured servers', () => {
  it('do not start before a user looks, then all at once, with their old lists', async () => {
    const fixture = newConnections(shop, wiki);
    await fixture.clock.advance(60_000);
    expect([states(fixture), fixture.server.openings.length, fixture.restored]).toEqual([
      { shop: 'stopped', wiki: 'stopped' },
      0,
      [],
    ]);
    fixture.connections.startAll();
    await settle();
    expect([states(fixture), fixture.restored]).toEqual([{ shop: 'ready', wiki: 'ready' }, ['shop', 'wiki']]);
    fixture.connections.startAll();
    await settle();
    expect([fixture.server.openings.length, fixture.restored.length]).toEqual([2, 2]);
  });

  it('start as they come once a user has looked', async () => {
    const fixture = newConnections();
    fixture.connections.startAll();
    fixture.connections.setDefinitions([shop]);
    await settle();
    expect([states(fixture), fixture.restored]).toEqual([{ shop: 'ready' }, ['shop']]);
  });

  it('show what they listed in an earlier window once, without being started', async () => {
    const fixture = newConnections(shop);
    fixture.connections.restoreAll();
    fixture.connections.restoreAll();
    fixture.connections.setDefinitions([shop, wiki]);
    await settle();
    expect([states(fixture), fixture.restored]).toEqual([{ shop: 'stopped', wiki: 'stopped' }, ['shop', 'wiki']]);
    fixture.connections.startAll();
    await settle();
    expect([states(fixture), fixture.restored.length]).toEqual([{ shop: 'ready', wiki: 'ready' }, 2]);
  });

  it('that may not start show nothing of before until they may', async () => {
    const fixture = newConnections();
    fixture.blockedBy = new HumanError('untrusted', 'No.');
    fixture.connections.setDefinitions([shop]);
    fixture.connections.restoreAll();
    expect([states(fixture), fixture.restored]).toEqual([{ shop: 'blocked' }, []]);
    fixture.blockedBy = undefined;
    fixture.connections.recheckAll();
    await settle();
    expect([states(fixture), fixture.restored]).toEqual([{ shop: 'stopped' }, ['shop']]);
  });

  it('stand in the order of the configuration, also after one was edited', () => {
    const fixture = newConnections(shop, wiki);
    fixture.connections.setDefinitions([definition('shop', 'edited'), wiki, definition('new')]);
    expect(Object.keys(states(fixture))).toEqual(['shop', 'wiki', 'new']);
    expect(fixture.connections.get(shop.id)?.definition.hash).toBe('edited');
  });

  it('that stay the same run on untouched, others end and are forgotten', async () => {
    const fixture = newConnections(shop, wiki);
    fixture.connections.startAll();
    await settle();
    const [ofShop, ofWiki] = fixture.server.sessions;
    ofShop!.list.page('a:1').end();
    ofWiki!.list.page('b:1').end();
    await settle();
    fixture.connections.setDefinitions([{ ...wiki }]);
    expect([ofShop!.isDisposed, ofWiki!.isDisposed, fixture.catalog.table.size]).toEqual([true, false, 1]);
    expect([states(fixture), fixture.connections.get(shop.id)]).toEqual([{ wiki: 'ready' }, undefined]);
  });

  it('that were edited end and start as what they are now', async () => {
    const fixture = newConnections(shop);
    fixture.connections.startAll();
    await settle();
    const before = fixture.server.session;
    before.list.page('a:1').end();
    await settle();
    fixture.connections.setDefinitions([definition('shop', 'edited')]);
    expect([before.isDisposed, fixture.catalog.table.size]).toEqual([true, 0]);
    await settle();
    fixture.server.session.list.page('a:2').end();
    await settle();
    expect([states(fixture), fixture.server.sessions.length, fixture.catalog.table.size]).toEqual([
      { shop: 'ready' },
      2,
      1,
    ]);
  });

  it('say that they changed, and what changed in them', async () => {
    const { connections, server } = newConnections(shop);
    let changes = 0;
    const updates: ResourceAddress[] = [];
    const listed: string[] = [];
    let lives = 0;
    own(connections.onDidChange(() => (changes += 1)));
    own(connections.onDidUpdate((update) => updates.push(update)));
    own(connections.onDidList(({ definition: { name } }) => listed.push(name)));
    own(connections.onDidChangeLive(() => (lives += 1)));
    connections.startAll();
    await settle();
    expect(changes).toBe(2);
    server.session.update.fire('a:1');
    server.session.changeLive.fire();
    server.session.list.end();
    await settle();
    expect([updates, lives, listed]).toEqual([[{ serverId: shop.id, uri: 'a:1' }], 1, ['shop']]);
  });
});

describe('a server that a user stopped', () => {
  it('is not woken by anything but a user', async () => {
    const fixture = newConnections(shop, wiki);
    fixture.connections.startAll();
    await settle();
    fixture.connections.get(shop.id)!.stop();
    fixture.connections.startAll();
    fixture.connections.recheckAll();
    fixture.connections.setDefinitions([shop, wiki]);
    await fixture.clock.advance(60_000);
    expect(states(fixture)).toEqual({ shop: 'stopped', wiki: 'ready' });
    await fixture.connections.get(shop.id)!.start();
    expect(states(fixture)).toEqual({ shop: 'ready', wiki: 'ready' });
  });
});

describe('trust and consent', () => {
  it('are looked at when a server comes, and started by when they are given', async () => {
    const fixture = newConnections();
    const blockedBy = new HumanError('notAllowed', 'Agree first.');
    fixture.blockedBy = blockedBy;
    fixture.connections.setDefinitions([shop]);
    fixture.connections.startAll();
    await settle();
    expect([states(fixture), fixture.restored, fixture.server.openings.length]).toEqual([{ shop: 'blocked' }, [], 0]);
    fixture.blockedBy = undefined;
    fixture.connections.recheckAll();
    await settle();
    expect([states(fixture), fixture.restored]).toEqual([{ shop: 'ready' }, ['shop']]);
  });

  it('do not start servers before the user looks', async () => {
    const fixture = newConnections();
    fixture.blockedBy = new HumanError('untrusted', 'Trust first.');
    fixture.connections.setDefinitions([shop]);
    fixture.blockedBy = undefined;
    fixture.connections.recheckAll();
    await settle();
    expect([states(fixture), fixture.server.openings.length]).toEqual([{ shop: 'stopped' }, 0]);
  });

  it('end what runs when they are taken back', async () => {
    const fixture = newConnections(shop);
    fixture.connections.startAll();
    await settle();
    fixture.blockedBy = new HumanError('policy', 'Not allowed here.');
    fixture.connections.recheckAll();
    expect([states(fixture), fixture.server.session.isDisposed]).toEqual([{ shop: 'blocked' }, true]);
  });
});

describe('the end of all connections', () => {
  it('leaves nothing behind', async () => {
    const { connections, server, clock, catalog } = newConnections(shop, wiki);
    connections.startAll();
    await settle();
    let changes = 0;
    connections.onDidChange(() => (changes += 1));
    connections.dispose();
    catalog.dispose();
    await settle();
    expect([server.sessions.map(({ isDisposed }) => isDisposed), connections.all, changes, clock.pending]).toEqual([
      [true, true],
      [],
      0,
      [],
    ]);
  });
});
