import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResourceTable } from '../../../src/core/catalog/resourceTable';
import { SearchTexts } from '../../../src/core/catalog/searchTexts';
import { FakeClock } from '../../support/fakeClock';
import { resource } from './fixtures';

let table: ResourceTable;
let clock: FakeClock;
let texts: SearchTexts;

beforeEach(() => {
  table = new ResourceTable();
  clock = new FakeClock();
  texts = new SearchTexts(table, clock);
});

afterEach(() => texts.dispose());

/** The names, the URI and what follows it. */
const partsAt = (row: number): string[] => {
  const text = texts.at(row);
  const [names, uri] = [texts.namesEnd(row), texts.uriEnd(row)];
  return [text.slice(0, names), text.slice(names, uri), text.slice(uri)];
};

/** The names and the URI, perhaps with capital letters. */
const anyCaseAt = (row: number): string[] => [
  texts.namesOfAnyCase(row).slice(0, texts.namesEnd(row)),
  texts.uriOfAnyCase(row),
];

describe('the text of a row', () => {
  it('is its names, its URI and its description, without case', () => {
    table.add(resource('X://A', { title: 'The Title', name: 'Name', description: 'Of It' }));
    expect([partsAt(0), anyCaseAt(0)]).toEqual([
      ['the title\nname', '\nx://a', '\nof it'],
      ['The Title\nName', 'X://A'],
    ]);
  });

  it('is folded where that makes it longer or shorter', () => {
    table.add(resource('x://ﬁ', { name: 'Crème İ Ǆ', description: 'ﬂat' }));
    expect(partsAt(0)).toEqual(['creme i dz', '\nx://fi', '\nflat']);
    expect(anyCaseAt(0)).toEqual(['creme i dz', 'x://fi']);
  });

  it('is that of the resource that is in the row now, and empty without one', () => {
    const id = table.add(resource('x://a', { name: 'One' }));
    expect(texts.at(0)).toBe('one\nx://a');
    table.remove(id);
    texts.forget(id);
    expect([texts.at(0), texts.at(9)]).toEqual(['', '']);
    table.add(resource('x://b', { name: 'Two' }));
    expect(texts.at(0)).toBe('two\nx://b');
  });
});

it('texts are kept while searches use them, and released after', async () => {
  for (const name of ['a', 'b', 'c']) table.add(resource(`x://${name}`, { name }));
  const made = vi.spyOn(table, 'text');
  /** Number of texts that had to be made for a search. */
  const search = (): number => {
    made.mockClear();
    texts.use();
    for (const row of [2, 0, 1]) texts.at(row);
    return made.mock.calls.length;
  };
  const searches = [search(), search()];
  await clock.advance(59_000);
  searches.push(search());
  await clock.advance(59_000);
  searches.push(search());
  await clock.advance(120_000);
  searches.push(search());
  expect(searches).toEqual([3, 0, 0, 0, 3]);
});
