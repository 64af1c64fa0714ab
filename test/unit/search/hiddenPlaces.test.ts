import { describe, expect, it } from 'vitest';
import { HiddenPlaces } from '../../../src/core/search/hiddenPlaces';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';

const key = 'resources.hidden';

/** What is left of three servers with two schemes each. */
function left(places: HiddenPlaces): string[] {
  const all = ['shop', 'wiki', 'blog'].flatMap((server) => ['note', 'db'].map((scheme) => [server, scheme] as const));
  return all.filter(([server, scheme]) => !places.isHidden(server, scheme)).map((pair) => pair.join(' '));
}

const serversOf = (places: HiddenPlaces): string[] =>
  ['shop', 'wiki', 'blog'].filter((server) => places.isServerHidden(server));

describe('the places that are hidden', () => {
  it('are servers and schemes, each until it is shown again, or all are', async () => {
    const places = new HiddenPlaces(new FakeStore());
    await places.hide({ servers: ['shop', 'wiki'] });
    await places.hide({ schemes: ['db'] });
    const states = [left(places)];
    await places.showServers(['shop']);
    states.push(left(places), serversOf(places));
    await places.showAll(false);
    expect([...states, left(places).length]).toEqual([['blog note'], ['shop note', 'blog note'], ['wiki'], 6]);
  });

  it('are told by an event once they count, and are the same in the next window', async () => {
    const store = new FakeStore();
    const places = new HiddenPlaces(store);
    const told: string[][] = [];
    own(places.onDidChange(() => told.push(left(places))));
    await places.hide({ servers: ['wiki', 'blog'] });
    await places.hide({ schemes: ['db'] });
    expect([told, left(new HiddenPlaces(store))]).toEqual([[['shop note', 'shop db'], ['shop note']], ['shop note']]);
    await places.showAll(false);
    expect(store.get(key)).toBeUndefined();
  });

  it('keep that applications are shown, until they are hidden as a scheme', async () => {
    const store = new FakeStore();
    await new HiddenPlaces(store).showAll(true);
    const places = new HiddenPlaces(store);
    await places.hide({ schemes: ['ui'] });
    await places.showAll(false);
    expect([places.showsApplications, new HiddenPlaces(store).showsApplications]).toEqual([true, true]);
  });

  it('follow a server that is configured elsewhere', async () => {
    const store = new FakeStore();
    const places = new HiddenPlaces(store);
    await places.hide({ servers: ['shop'] });
    const told: number[] = [];
    own(places.onDidChange(() => told.push(1)));
    await places.moveServers(new Map([['wiki', 'blog']]));
    await places.moveServers(new Map([['shop', 'wiki']]));
    expect([serversOf(places), serversOf(new HiddenPlaces(store)), told.length]).toEqual([['wiki'], ['wiki'], 1]);
  });
});
