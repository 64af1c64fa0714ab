import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { ConfiguredServer, ConnectionState } from '../../../src/core/connection/connectionState';
import { Catalog } from '../../../src/core/catalog/catalog';
import { commonAbsence, stalenessOf } from '../../../src/core/connection/staleness';
import { searchTextOf, searchTextOfUri } from '../../../src/core/tree/searchText';
import { page, resource } from '../catalog/fixtures';
import { definition, info } from './fakeServer';

const error = new HumanError('exited', 'It stopped.');
const fresh = { isFromBefore: false, isFromOlderList: false };
const staleness = (server: ConfiguredServer | undefined, { isFromBefore, isFromOlderList }: typeof fresh) =>
  stalenessOf(
    server,
    { table: { isFromBefore: () => isFromBefore } as never, isFromOlderList: () => isFromOlderList },
    0,
  );
const inState = (state: ConnectionState) => ({ definition: definition('shop'), state });

describe('a resource is stale', () => {
  it('while its server is away, whatever is known of the resource', () => {
    const cached = { ...fresh, isFromBefore: true };
    expect(staleness(inState({ kind: 'stopped' }), cached)).toEqual({
      isAbsent: true,
      label: 'server stopped',
      sentence:
        'The server “shop” is stopped. Start it to read its resources. The resource is cached from an earlier connection.',
    });
    expect([
      staleness(inState({ kind: 'connecting' }), fresh),
      staleness(inState({ kind: 'ready', info }), fresh),
      staleness(undefined, fresh),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it('and so is a row where all below it is, for one reason', () => {
    const states: Readonly<Record<string, ConnectionState>> = {
      a: { kind: 'stopped' },
      b: { kind: 'stopped' },
      failed: { kind: 'failed', error, retryAt: undefined },
      ready: { kind: 'ready', info },
    };
    const of = (...ids: string[]): string | undefined =>
      commonAbsence(ids, (id) => (states[id] ? inState(states[id]) : undefined));
    expect([of('a'), of('a', 'b', 'a'), of('a', 'failed'), of('a', 'ready'), of('unknown'), of()]).toEqual([
      'server stopped',
      'server stopped',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('until its server has listed it again', () => {
    const cached = {
      isAbsent: false,
      label: 'cached',
      sentence: 'Cached from an earlier connection; refreshing the list…',
    };
    const ready = inState({ kind: 'ready', info });
    expect(staleness(ready, { isFromBefore: true, isFromOlderList: true })).toEqual(cached);
    expect(staleness(inState({ kind: 'connecting' }), { ...fresh, isFromBefore: true })).toEqual(cached);
    expect(staleness(ready, { ...fresh, isFromOlderList: true })).toEqual({
      isAbsent: false,
      label: 'not in the server’s list',
      sentence:
        'The server’s last list was incomplete and didn’t include this resource. Refresh to check whether it still exists.',
    });
  });

  it('when a list broke off before it came to it', () => {
    const catalog = new Catalog();
    const first = catalog.beginList('shop');
    first.append(page([resource('a:1'), resource('a:2')]));
    first.end({ kind: 'complete' });
    catalog.keep('shop', resource('a:kept'));
    const second = catalog.beginList('shop');
    second.append(page([resource('a:2')]));
    const old = (): boolean[] =>
      ['a:1', 'a:2', 'a:kept'].map((uri) => catalog.isFromOlderList(catalog.find('shop', uri)?.id ?? -1));
    expect(old()).toEqual([false, false, false]);
    second.end({ kind: 'failed', error });
    expect(old()).toEqual([true, false, false]);
  });
});

describe('the text that finds', () => {
  it('a resource is its URI in quotes', () => {
    expect(searchTextOfUri('db://sales/order items')).toBe('"db://sales/order items"');
    expect(searchTextOfUri('x:say "hi" now')).toBe('"x:say " "hi" " now"');
  });

  it('a server is a filter by its name', () => {
    expect(['shop', 'my shop'].map((name) => searchTextOf({ serverId: name }, String))).toEqual([
      'server:shop',
      'server:"my shop"',
    ]);
  });
});
