import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { CountedSlices, listAll, newCatalog, page, resource } from './fixtures';

function named(names: readonly string[], prefix = 'x'): ReturnType<typeof resource>[] {
  return names.map((name, index) => resource(`${prefix}:${index}`, { name }));
}

async function namesInOrder(catalog: Catalog, order: NameOrder): Promise<string[]> {
  return [...(await order.ids())].map((id) => catalog.table.get(id)?.name ?? '(gone)');
}

async function sorted(names: readonly string[]): Promise<string[]> {
  const { catalog, slices } = newCatalog();
  listAll(catalog, named(names));
  return namesInOrder(catalog, new NameOrder(catalog, slices.newSlice));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

describe('the order of names', () => {
  it('takes numbers by value, and neither case nor accents into account', async () => {
    expect(await sorted(['file 10', 'zoo', 'File 2', 'éclair', 'file 1', 'Edge', 'file', 'v1.10', 'v1.9'])).toEqual([
      'éclair',
      'Edge',
      'file',
      'file 1',
      'File 2',
      'file 10',
      'v1.9',
      'v1.10',
      'zoo',
    ]);
  });

  it('puts the letters of any script where a collator puts them', async () => {
    const names = ['ж', 'б', 'Я', 'ω', 'α', '漢', '字', 'あ', '한', 'z', '😀', '_', '-', '(', '9', 'ä', 'b'];
    expect(await sorted(names)).toEqual([...names].sort(collator.compare));
  });

  it('is that of a natural collator for what people write', async () => {
    const word = fc.stringMatching(/^[A-Za-z0-9 ._-]{0,12}$/u);
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), async (names) => {
        const order = await sorted(names);
        for (const [index, name] of order.slice(1).entries())
          expect(collator.compare(order[index]!, name)).toBeLessThanOrEqual(0);
        expect([...order].sort()).toEqual([...names].sort());
      }),
    );
  });

  it('orders whatever comes, also broken text and endless numbers, the same way whoever is listed first', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', '9'.repeat(2_000), 'x'.repeat(5_000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { maxLength: 12 }), async (names) => {
        expect(await sorted([...names].reverse())).toEqual(await sorted(names));
      }),
    );
  });

  it('puts equal names by URI, then by age in the catalog', async () => {
    const { catalog, slices } = newCatalog();
    listAll(catalog, [resource('y:2', { name: 'same' }), resource('y:1', { name: 'same' })]);
    listAll(catalog, [resource('y:1', { name: 'same' })], 'other');
    expect([...(await new NameOrder(catalog, slices.newSlice).ids())]).toEqual([1, 2, 0]);
  });

  it('takes in pages, new letters and new names as they come', async () => {
    const { catalog, slices } = newCatalog();
    const order = new NameOrder(catalog, slices.newSlice);
    const writer = catalog.beginList('shop');
    writer.append(page(named(['c', 'a'], 'first')));
    expect(await namesInOrder(catalog, order)).toEqual(['a', 'c']);
    writer.append(page(named(['b', 'd'], 'second')));
    expect(await namesInOrder(catalog, order)).toEqual(['a', 'b', 'c', 'd']);
    writer.append(page(named(['я', 'ж', '字'], 'third')));
    const letters = ['я', 'ж', '字'].sort(collator.compare);
    expect(await namesInOrder(catalog, order)).toEqual(['a', 'b', 'c', 'd', ...letters]);
    writer.end({ kind: 'complete' });
    listAll(catalog, [resource('first:0', { name: 'я' }), resource('first:1', { name: 'a' })]);
    expect(await namesInOrder(catalog, order)).toEqual(['a', 'я']);
  });

  it('never holds the thread for long', async () => {
    const { catalog } = newCatalog();
    listAll(catalog, named(Array.from({ length: 20_000 }, (_, index) => `name ${(index * 7_919) % 20_000}`)));
    const slices = new CountedSlices();
    expect(await new NameOrder(catalog, slices.newSlice).ids()).toHaveLength(20_000);
    expect(slices.breaths).toBeGreaterThan(50);
  });
});
