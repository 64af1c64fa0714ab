import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { ConnectionState } from '../../../src/core/connection/connection';
import { Catalog } from '../../../src/core/catalog/catalog';
import {
  commonStaleness,
  stalenessExplanation,
  stalenessLabel,
  stalenessOf,
} from '../../../src/core/connection/staleness';
import { searchTextOfServer, searchTextOfUri } from '../../../src/core/tree/searchText';
import { FakeClock } from '../../support/fakeClock';
import { page, resource } from '../catalog/fixtures';
import { info } from './fakeServer';

const error = new HumanError('exited', 'It stopped.');
const fresh = { isFromBefore: false, isFromOlderList: false };

describe('a resource is stale', () => {
  it('while its server is away, whatever is known of the resource', () => {
    expect([
      stalenessOf({ kind: 'stopped' }, fresh),
      stalenessOf({ kind: 'failed', error, retryAt: 1 }, fresh),
      stalenessOf({ kind: 'blocked', error }, fresh),
      stalenessOf({ kind: 'signInNeeded', error }, { ...fresh, isFromBefore: true }),
      stalenessOf({ kind: 'connecting' }, fresh),
      stalenessOf({ kind: 'ready', info }, fresh),
      stalenessOf(undefined, fresh),
    ]).toEqual(['stopped', 'failed', 'blocked', 'signInNeeded', undefined, undefined, undefined]);
  });

  it('and so is a row where all below it is, for one reason', () => {
    const states: Readonly<Record<string, ConnectionState>> = {
      a: { kind: 'stopped' },
      b: { kind: 'stopped' },
      failed: { kind: 'failed', error, retryAt: undefined },
      ready: { kind: 'ready', info },
    };
    const of = (...ids: string[]) => commonStaleness(ids, (id) => states[id]);
    expect([of('a'), of('a', 'b', 'a'), of('a', 'failed'), of('a', 'ready'), of('unknown'), of()]).toEqual([
      'stopped',
      'stopped',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('until its server has listed it anew', () => {
    expect(stalenessOf({ kind: 'ready', info }, { isFromBefore: true, isFromOlderList: true })).toBe('fromBefore');
    expect(stalenessOf({ kind: 'connecting' }, { ...fresh, isFromBefore: true })).toBe('fromBefore');
    expect(stalenessOf({ kind: 'ready', info }, { ...fresh, isFromOlderList: true })).toBe('olderList');
  });

  it('when a list broke off before it came to it', () => {
    const catalog = new Catalog(new FakeClock());
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

  it('in words of its own for each reason', () => {
    const all = ['stopped', 'failed', 'blocked', 'signInNeeded', 'fromBefore', 'olderList'] as const;
    expect(new Set(all.map(stalenessLabel)).size).toBe(all.length);
    expect(new Set(all.map(stalenessExplanation)).size).toBe(all.length);
  });
});

describe('the text that finds', () => {
  it('a resource is its URI in quotes', () => {
    expect(searchTextOfUri('db://sales/order items')).toBe('"db://sales/order items"');
    expect(searchTextOfUri('x:say "hi" now')).toBe('"x:say " "hi" " now"');
  });

  it('a server is a filter by its name', () => {
    expect([searchTextOfServer('shop'), searchTextOfServer('my shop')]).toEqual(['server:shop', 'server:"my shop"']);
  });
});
