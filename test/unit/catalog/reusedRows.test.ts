import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { ServerOrder } from '../../../src/core/catalog/serverOrder';
import { isTemplateId, TemplateCatalog } from '../../../src/core/catalog/templates';
import { KnownNames } from '../../../src/core/mentions/mention/knownNames';
import { TreeModel } from '../../../src/core/tree/treeModel';
import { excludedIn, newVisibility } from '../search/fixtures';
import { own } from '../../support/own';
import { byPath, CountedSlices, listAll, noSkills, resource } from './fixtures';

const { newSlice } = new CountedSlices();

/** Lists `count` resources that no list named before. */
function listNew(catalog: Catalog, list: number, count = 10, server = 'shop'): readonly number[] {
  listAll(
    catalog,
    Array.from({ length: count }, (_, at) => resource(`a:${list}/${at}`, { name: `name ${(at * 7) % count}` })),
    server,
  );
  return liveIds(catalog);
}

function liveIds({ table }: Catalog): readonly number[] {
  return Array.from({ length: table.length }, (_, row) => table.idAt(row)).filter((id) => id !== undefined);
}

describe('lists of new URIs', () => {
  it('take the room of those that are gone, and never their ids', () => {
    const catalog = own(new Catalog());
    const known = new Map<number, string>();
    for (let list = 0; list < 60; list += 1) {
      for (const id of listNew(catalog, list)) {
        expect(known.get(id) ?? catalog.table.get(id)?.uri).toBe(catalog.table.get(id)?.uri);
        known.set(id, catalog.table.get(id)?.uri ?? '');
      }
    }
    expect([catalog.table.size, catalog.table.length, known.size]).toEqual([10, 20, 600]);
    const live = new Set(liveIds(catalog));
    const gone = [...known.keys()].filter((id) => !live.has(id));
    const held = gone.filter(
      (id) =>
        catalog.get(id) ??
        (catalog.table.has(id) ||
          catalog.table.uri(id) !== '' ||
          catalog.table.text(id) !== '' ||
          catalog.table.serverIdOf(id)),
    );
    expect([gone.length, held]).toEqual([590, []]);
  });

  it('leave a row empty rather than give an id twice', () => {
    const catalog = own(new Catalog());
    const ids = new Set<number>();
    for (let list = 0; list < 600; list += 1) for (const id of listNew(catalog, list, 1)) ids.add(id);
    expect([ids.size, [...ids].some(isTemplateId), catalog.table.length]).toEqual([600, false, 4]);
  });

  it('are in every order what they would be in a new catalog', async () => {
    const catalog = own(new Catalog());
    const orders = [ImportanceOrder, NameOrder, ServerOrder].map((Order) => new Order(catalog, newSlice));
    const urisIn = async (): Promise<readonly (readonly string[])[]> =>
      Promise.all(
        orders.map(async (order) => [...(await order.ids())].flatMap((id) => catalog.table.get(id)?.uri ?? [])),
      );
    listNew(catalog, 0, 10, 'other');
    for (let list = 1; list < 8; list += 1) {
      listNew(catalog, list, 5 + ((list * 3) % 7));
      const fresh = own(new Catalog());
      listNew(fresh, 0, 10, 'other');
      listNew(fresh, list, 5 + ((list * 3) % 7));
      const expected = [ImportanceOrder, NameOrder, ServerOrder].map(async (Order) =>
        [...(await new Order(fresh, newSlice).ids())].flatMap((id) => fresh.table.get(id)?.uri ?? []),
      );
      const sorted = (uris: readonly string[]): readonly string[] => uris.toSorted();
      const [importance, name, server] = await urisIn();
      const [freshImportance, freshName, freshServer] = await Promise.all(expected);
      expect([importance, name, sorted(server!)]).toEqual([freshImportance, freshName, sorted(freshServer!)]);
    }
  });
});

describe('who holds something of a resource that is gone', () => {
  it('does not get the one in its place: an open row of the tree, a hidden URI, the schemes that are known', async () => {
    const catalog = own(new Catalog());
    const visibility = own(newVisibility({ catalog, excluded: () => ['a:0/**'] }));
    await excludedIn(visibility);
    const templates = own(new TemplateCatalog());
    const names = new KnownNames({ catalog, templates, connections: { all: [] } } as never, { hasScheme: () => false });
    const model = new TreeModel(
      catalog,
      { importance: new ImportanceOrder(catalog, newSlice) } as never,
      templates,
      newSlice,
      byPath(catalog),
      noSkills,
    );
    const options = {
      groupBy: 'scheme',
      sortBy: 'importance',
      audience: 'all',
      servers: [],
      isVisible: () => true,
      isTemplateVisible: () => true,
    } as const;
    const hidden = listNew(catalog, 0, 3).map((id) => visibility.isVisible(id));
    const [group] = await model.roots(options);
    const schemes = [names.current.schemes.has('a:'), names.current.schemes.has('b:')];
    listNew(catalog, 1, 3);
    listAll(
      catalog,
      Array.from({ length: 3 }, (_, at) => resource(`b:${at}`)),
    );
    expect([hidden, liveIds(catalog).map((id) => visibility.isVisible(id))]).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
    expect(await model.children(group!, options)).toEqual([]);
    expect([...schemes, names.current.schemes.has('b:')]).toEqual([true, false, true]);
  });
});
