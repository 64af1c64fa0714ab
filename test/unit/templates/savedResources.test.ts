import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/core/base/event';
import type { Catalog } from '../../../src/core/catalog/catalog';
import { builtResource, SavedResources, type SavedResource } from '../../../src/core/templates/savedResources';
import type { TemplateValue } from '../../../src/core/templates/uriTemplate';
import { FakeStore } from '../../support/fakeStore';
import { newCatalog, resource, template } from '../catalog/fixtures';
import { own } from '../../support/own';

function kept(uri: string, fields: Partial<SavedResource> = {}): SavedResource {
  const unknown = { description: undefined, mimeType: undefined, audience: undefined, priority: undefined };
  return { serverId: 'shop', uri, name: uri, ...unknown, ...fields };
}

/** The surroundings: configured servers and their catalog. */
function world(...configured: readonly string[]) {
  const { catalog } = newCatalog();
  const servers = new Set(configured);
  const didChange = new Emitter<void>();
  const configuredServers = { get: (id: string) => (servers.has(id) ? id : undefined), onDidChange: didChange.event };
  return {
    catalog,
    servers,
    didChange,
    open: (store: FakeStore) => own(new SavedResources(store, catalog, configuredServers)),
  };
}

function shown(catalog: Catalog): string[] {
  const entries = Array.from({ length: catalog.table.length }, (_, row) => catalog.get(catalog.table.idAt(row) ?? -1));
  return entries.flatMap((entry) => (entry ? `${entry.serverId} ${entry.resource.uri}` : []));
}

describe('what is kept', () => {
  it('is in the catalog, for the next window too, until it is forgotten', async () => {
    const store = new FakeStore();
    const full = kept('t:42', {
      name: 'Ticket: 42',
      description: 'd',
      mimeType: 'text/plain',
      audience: ['user'],
      priority: 0.5,
    });
    const { serverId, ...fields } = full;
    await world('shop').open(store).keep(full);
    const next = world('shop');
    const again = next.open(store);
    expect(next.catalog.find(serverId, 't:42')?.resource).toEqual(resource('t:42', fields));
    expect(again.items).toEqual([full]);
    await again.forget([full]);
    expect(shown(next.catalog)).toEqual([]);
    const last = world('shop');
    last.open(store);
    expect(shown(last.catalog)).toEqual([]);
  });

  it('is shown while its server is configured', async () => {
    const { catalog, servers, didChange, open } = world('a');
    const keeping = open(new FakeStore());
    await keeping.keep(kept('x:1', { serverId: 'a' }));
    await keeping.keep(kept('x:1', { serverId: 'b' }));
    expect(shown(catalog)).toEqual(['a x:1']);
    servers.add('b');
    didChange.fire();
    expect(shown(catalog)).toEqual(['a x:1', 'b x:1']);
    catalog.removeServer('a');
    didChange.fire();
    expect(shown(catalog).toSorted()).toEqual(['a x:1', 'b x:1']);
    keeping.dispose();
    catalog.removeServer('a');
    didChange.fire();
    expect(shown(catalog)).toEqual(['b x:1']);
  });

  it('loses its oldest above 500', async () => {
    const { catalog, open } = world('shop');
    const keeping = open(new FakeStore());
    for (let index = 0; index <= 500; index += 1) await keeping.keep(kept(`x:${index}`));
    expect([keeping.items.length, keeping.items[0]?.uri, shown(catalog).length]).toEqual([500, 'x:1', 500]);
  });
});

describe('a resource that was built', () => {
  const entry = {
    serverId: 'shop',
    template: template('db://{schema}/{table}{?columns*}', {
      name: 'rows',
      title: 'Rows',
      description: 'd',
      mimeType: 'text/csv',
      audience: ['user'],
      priority: 0.9,
    }),
  };

  it('is named after its template and the values, and annotated as the template', () => {
    const values = new Map<string, TemplateValue | undefined>([
      ['schema', 'sales\n2026'],
      ['table', undefined],
      ['columns', ['a', 'b']],
    ]);
    expect(builtResource(entry, 'db://x', values)).toEqual({
      serverId: 'shop',
      uri: 'db://x',
      name: 'Rows: sales 2026, a,b',
      description: 'd',
      mimeType: 'text/csv',
      audience: ['user'],
      priority: 0.9,
    });
  });

  it('has the template’s name where there are no values, and little of a long one', () => {
    expect(builtResource(entry, 'db://x', new Map()).name).toBe('Rows');
    expect(builtResource(entry, 'db://x', new Map([['table', '🙂'.repeat(100)]])).name).toBe(
      `Rows: ${'🙂'.repeat(60)}…`,
    );
  });
});
