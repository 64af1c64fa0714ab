import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseDate } from '../../../../src/core/mcp/base/dates';
import { Normaliser } from '../../../../src/core/mcp/lists/normalise';

function resource(fields: object) {
  const normaliser = new Normaliser();
  const item = normaliser.resource({ uri: 'a://b/c', name: 'c', ...fields });
  return { item, repaired: normaliser.repaired };
}

describe('Normaliser', () => {
  it('makes a name of the URI where there is none', () => {
    const normaliser = new Normaliser();
    const nameFor = (uri: string): string | undefined => normaliser.resource({ uri })?.name;
    expect(nameFor('file:///home/a%20b.txt')).toBe('a b.txt');
    expect(nameFor('wiki://handbook/part one/')).toBe('part one');
    expect(nameFor('db://table?limit=5#top')).toBe('table');
    expect(nameFor('broken://%E0%A4%A')).toBe('%E0%A4%A');
    expect(nameFor('urn:isbn:1')).toBe('urn:isbn:1');
    expect(nameFor('x://')).toBe('x:');
    expect(normaliser.repaired).toBe(6);
  });

  it('takes no text for a name or a title in which nothing can be seen', () => {
    const unseen = [
      ' ',
      '\t\n',
      '\u200b',
      '\u2800',
      '\u3164',
      '\u202e\u2069',
      '\ufe0f',
      '\u{e0041}\u{e007f}',
      '\u00ad\u115f',
    ];
    const blank = (title: string) => resource({ name: title, title }).item;
    expect(unseen.map(blank)).toMatchObject(unseen.map(() => ({ name: 'c', title: undefined })));
    expect(resource({ title: ' ' })).toMatchObject({ item: { name: 'c', title: undefined }, repaired: 1 });
    expect(resource({ title: '\u200ba' }).item?.title).toBe('\u200ba');
    expect(new Normaliser().resource({ uri: '\u200b', name: 'a' })).toBeUndefined();
    const uri = 'a://b/%E3%85%A4';
    expect(new Normaliser().resource({ uri, name: '\u3164' })?.name).toBe(uri);
    const uriTemplate = 'a://{b}';
    const template = new Normaliser().template({ uriTemplate, name: '\u2800', title: '\u200e' });
    expect(template).toMatchObject({ name: uriTemplate, title: undefined });
  });

  it('counts an item once, however much of it is wrong', () => {
    expect(resource({ title: 1, description: {}, size: '5', icons: 'none' }).repaired).toBe(1);
  });

  it('does not count what is merely null', () => {
    const fields = { title: null, description: null, mimeType: null, size: null, annotations: null, icons: null };
    expect(resource({ ...fields, _meta: null }).repaired).toBe(0);
  });

  it('cuts texts at their limits', () => {
    const { item, repaired } = resource({ title: 't'.repeat(1001), description: 'd'.repeat(10_001) });
    expect({ title: item?.title?.length, description: item?.description?.length, repaired }).toEqual({
      title: 1000,
      description: 10_000,
      repaired: 1,
    });
  });

  it('keeps what it does not know, as far as it fits', () => {
    const { item, repaired } = resource({ small: { a: [1] }, large: 'x'.repeat(4000), after: 1 });
    expect({ extra: item?.extra, repaired }).toEqual({ extra: { small: { a: [1] } }, repaired: 1 });
  });

  it('has no hidden class for an item with many fields of its own', () => {
    setFlagsFromString('--allow-natives-syntax');
    const hasClass = runInThisContext('(value) => %HasFastProperties(value)') as (value: unknown) => boolean;
    const own = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`own ${index}`, index]));
    const [common, many] = [{ _meta: own, vendor: 1 }, own].map((fields) => resource(fields).item?.extra);
    expect([common, many]).toEqual([{ _meta: own, vendor: 1 }, own]);
    expect([hasClass(common), hasClass(many)]).toEqual([true, false]);
  });

  it('keeps the fields of a thousand names', () => {
    const normaliser = new Normaliser();
    const items = Array.from({ length: 2_000 }, (_, index) =>
      normaliser.resource({ uri: `a:${index}`, name: 'a', [`own ${index}`]: 1 }),
    );
    expect(items.flatMap((item) => Object.keys(item?.extra ?? {}))).toHaveLength(1_000);
    expect(normaliser.repaired).toBe(1_000);
    expect(normaliser.resource({ uri: 'a:b', name: 'a', 'own 7': 2, other: 2 })?.extra).toEqual({ 'own 7': 2 });
  });

  it('keeps nothing that is nested so deeply that it cannot be written', () => {
    const nested = (depth: number) => JSON.parse('[{"a":'.repeat(depth) + '1' + '}]'.repeat(depth)) as unknown;
    const { item, repaired } = resource({ shallow: nested(10), deep: nested(50_000) });
    expect({ extra: item?.extra, repaired }).toEqual({ extra: { shallow: nested(10) }, repaired: 1 });
    expect(resource({ deep: nested(11) }).item?.extra).toBeUndefined();
  });

  it('drops an item with a URI of an absurd length', () => {
    const normaliser = new Normaliser();
    const uri = `a:${'/'.repeat(65_533)}b`;
    expect([normaliser.resource({ uri })?.name, normaliser.template({ uriTemplate: uri })?.uriTemplate]).toEqual([
      'b',
      uri,
    ]);
    expect([normaliser.resource({ uri: `${uri}c` }), normaliser.template({ uriTemplate: `${uri}c` })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(normaliser.dropped).toBe(2);
  });

  it('keeps what it does not know of a template', () => {
    const item = new Normaliser().template({ uriTemplate: 'a://{b}', name: 'b', _meta: { owner: 'x' }, vendor: 1 });
    expect(item?.extra).toEqual({ _meta: { owner: 'x' }, vendor: 1 });
  });

  it('does not let an unknown field become a prototype', () => {
    const raw = JSON.parse('{"uri":"a://b","name":"b","__proto__":{"polluted":true}}') as unknown;
    const item = new Normaliser().resource(raw);
    expect(item).toMatchObject({ uri: 'a://b', extra: undefined });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('keeps the icons that can be shown', () => {
    const icons = [
      { src: 'https://example.com/i.svg', mimeType: 'image/svg+xml', theme: 'dark', sizes: ['any'] },
      { src: `data:image/png;base64,${'A'.repeat(88_000)}` },
      { src: 'icon.png', theme: 'blue', sizes: '16x16' },
      { src: 'icons.png', sizes: ['16x16', '48x32', 'large', 7] },
    ];
    expect(resource({ icons }).item?.icons).toEqual([
      { src: 'https://example.com/i.svg', mimeType: 'image/svg+xml', theme: 'dark', size: 'any' },
      { src: 'icon.png', mimeType: undefined, theme: undefined, size: 16 },
      { src: 'icons.png', mimeType: undefined, theme: undefined, size: 48 },
    ]);
  });

  it('keeps the same icons once', () => {
    const normaliser = new Normaliser();
    const raw = (uri: string) => ({ uri, name: 'n', icons: [{ src: `data:image/png;base64,${'A'.repeat(1_000)}` }] });
    const [first, second] = [normaliser.resource(raw('a:1')), normaliser.resource(raw('a:2'))];
    expect(second?.icons).toBe(first?.icons);
    expect(normaliser.template({ ...raw('a:1'), uriTemplate: 'a:{b}' })?.icons).toBe(first?.icons);
  });

  it('reads audiences in any order and without repetition', () => {
    const audience = (value: unknown) => resource({ annotations: { audience: value } }).item?.audience;
    expect(audience(['assistant', 'user', 'user'])).toEqual(['user', 'assistant']);
    expect(audience(['assistant'])).toEqual(['assistant']);
    expect(audience(['robot'])).toBeUndefined();
    expect(audience([])).toBeUndefined();
  });
});

describe('parseDate', () => {
  const noon = Date.UTC(2025, 0, 12, 12, 30, 15);
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['2025-01-12T12:30:15Z', noon],
    ['2025-01-12T12:30:15.5Z', noon + 500],
    ['2025-01-12T12:30:15.123456Z', noon + 123],
    ['2025-01-12T12:30:15,25Z', noon + 250],
    ['2025-01-12t12:30:15z', noon],
    ['2025-01-12 12:30:15', noon],
    ['2025-01-12T14:30:15+02:00', noon],
    ['2025-01-12T14:30:15+0200', noon],
    ['2025-01-12T07:30:15-05', noon],
    ['2025-01-12T12:30', noon - 15_000],
    ['2025-01-12', Date.UTC(2025, 0, 12)],
    [' 2025-01-12T12:30:15Z ', noon],
    ['2025-13-01T00:00:00Z', undefined],
    ['2026-02-30T00:00:00Z', undefined],
    ['2026-02-30', undefined],
    ['2025-02-29T12:00:00+02:00', undefined],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2025-01-12T25:00:00Z', undefined],
    ['yesterday', undefined],
    ['shipment 1', undefined],
    ['1736694058', undefined],
    ['', undefined],
  ];
  for (const [text, time] of cases) {
    it(`reads “${text}” as ${time === undefined ? 'nothing' : new Date(time).toISOString()}`, () => {
      expect(parseDate(text)).toBe(time);
    });
  }
});
