import { beforeEach, describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { Catalog } from '../../../src/core/catalog/catalog';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import type { ConnectionState } from '../../../src/core/connection/connectionState';
import type { Resource } from '../../../src/core/resource/resource';
import { treeState } from '../../../src/core/tree/treeState';
import { listAll, noSkills, page, resource, template } from '../catalog/fixtures';
import { definition, info } from '../connection/fakeServer';

const shop = definition('shop');
let catalog: Catalog;
let templates: TemplateCatalog;
let state: ConnectionState;
let servers: { readonly definition: typeof shop; readonly state: ConnectionState }[];

beforeEach(() => {
  catalog = new Catalog();
  templates = new TemplateCatalog();
  state = { kind: 'ready', info };
  servers = [
    {
      definition: shop,
      get state() {
        return state;
      },
    },
  ];
});

function isChangedBy(action: () => void): boolean {
  const before = treeState(catalog, templates, servers, noSkills);
  action();
  return before !== treeState(catalog, templates, servers, noSkills);
}

function list(...resources: readonly Resource[]): void {
  listAll(catalog, resources, shop.id);
}

function listTemplates(...texts: readonly string[]): void {
  const writer = templates.beginList(shop.id);
  writer.append(texts.map((text) => template(text)));
  writer.complete();
}

const [a, b, c] = [resource('note:a'), resource('note:b'), resource('note:c')];

describe('what the rows of the tree depend on', () => {
  it('is the same after a list that says the same again', () => {
    list(a, b);
    listTemplates('x:{1}', 'x:{2}');
    expect([
      isChangedBy(() => list(resource('note:a'), resource('note:b'))),
      isChangedBy(() => listTemplates('x:{1}', 'x:{2}')),
      isChangedBy(() => listTemplates('x:{1}', 'x:{2}', 'x:{2}')),
      isChangedBy(() => (state = { kind: 'ready', info: { ...info, serverVersion: '2' } })),
    ]).toEqual([false, false, false, false]);
  });

  it.each<[string, () => void]>([
    ['a resource more', () => list(a, b, c)],
    ['a resource less', () => list(a)],
    ['another order', () => list(b, a)],
    ['another title', () => list(a, resource('note:b', { title: 'B' }))],
    ['a server that says something else of one', () => catalog.update(shop.id, resource('note:a', { priority: 1 }))],
    ['a server that goes', () => catalog.removeServer(shop.id)],
    ['a resource that is kept', () => catalog.keep(shop.id, c)],
    ['a template more', () => listTemplates('x:{1}', 'x:{2}', 'x:{3}')],
    ['a template less', () => listTemplates('x:{1}')],
    ['other templates', () => listTemplates('x:{2}', 'x:{1}')],
    ['a server that stops', () => (state = { kind: 'stopped' })],
    [
      'a server that is renamed',
      () => (servers = servers.map((one) => ({ ...one, definition: { ...shop, name: 'Shop' } }))),
    ],
    ['another server', () => servers.push({ definition: definition('wiki'), state })],
  ])('differs with %s', (_, action) => {
    list(a, b);
    listTemplates('x:{1}', 'x:{2}');
    expect(isChangedBy(action)).toBe(true);
  });

  it('differs when what was cached or kept is listed, although nothing else of it is different', () => {
    catalog.restore(shop.id, [a]);
    expect(isChangedBy(() => list(a))).toBe(true);
    catalog.keep(shop.id, b);
    expect(isChangedBy(() => list(a, b))).toBe(true);
    expect(isChangedBy(() => list(a))).toBe(true);
    expect(isChangedBy(() => catalog.forget(shop.id, b.uri))).toBe(true);
  });

  it('differs with each list that does not come to its end: what it did not name is marked', () => {
    list(a, b);
    const fail = (...resources: readonly Resource[]): void => {
      const writer = catalog.beginList(shop.id);
      writer.append(page(resources));
      writer.end({ kind: 'failed', error: new HumanError('timeout', 'It took too long.') });
    };
    expect(isChangedBy(() => fail(a))).toBe(true);
    expect(isChangedBy(() => fail(b))).toBe(true);
    expect(isChangedBy(() => list(a, b))).toBe(true);
  });

  it('differs with another name of a template', () => {
    listTemplates('x:{1}');
    const again = (title: string): void => {
      const writer = templates.beginList(shop.id);
      writer.append([template('x:{1}', { title })]);
      writer.complete();
    };
    expect([isChangedBy(() => again('One')), isChangedBy(() => again('One')), isChangedBy(() => again('Two'))]).toEqual(
      [true, false, true],
    );
  });
});
