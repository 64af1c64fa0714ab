import { describe, expect, it } from 'vitest';
import { folderOf, rowDetail } from '../../../src/core/panel/rowDetail';

interface Row {
  readonly title: string;
  readonly uri: string;
  readonly isTemplate: boolean;
  readonly server: string | undefined;
  readonly others: readonly string[];
}

const file: Row = {
  title: 'OrderService.ts',
  uri: 'repo://acme/shop/src/orders/OrderService.ts',
  isTemplate: false,
  server: undefined,
  others: ['service', 'Holds orders back while the weather is too cold for plants.'],
};

/** Returns the text below the title, with its matches in brackets. */
function detail(words: readonly string[], fields: Partial<Row> = {}, gaps: readonly string[] = []): string {
  const { title, uri, isTemplate, server, others } = { ...file, ...fields };
  const [name = '', description] = others;
  const entry = { kind: isTemplate ? 'template' : 'resource', title, uri, name, description } as const;
  const { text, matches } = rowDetail(entry, server, { words, gaps });
  let marked = '';
  let last = 0;
  for (let pair = 0; pair < matches.length; pair += 2) {
    const [start, end] = [matches[pair] ?? 0, matches[pair + 1] ?? 0];
    marked += `${text.slice(last, start)}[${text.slice(start, end)}]`;
    last = end;
  }
  return marked + text.slice(last);
}

describe('the folder of a URI', () => {
  it.each([
    ['repo://acme/shop/src/main.ts', 'repo://acme/shop/src'],
    ['https://a.example/b/c.html?from=x/y#z/', 'https://a.example/b'],
    ['https://a.example/docs/', 'https://a.example'],
    ['https://a.example', 'https'],
    ['file:///notes.md', 'file'],
    ['adr://0031', 'adr'],
    ['memo:0d6f2b35', 'memo'],
    ['plain', 'plain'],
    ['/etc/hosts', '/etc'],
    ['', ''],
  ])('of %j is %j', (uri, folder) => {
    expect(folderOf(uri)).toBe(folder);
  });
});

describe('below the title stands', () => {
  it('the folder, after the server where there are several', () => {
    expect(detail([])).toBe('repo://acme/shop/src/orders');
    expect(detail([], { server: 'github' })).toBe('github · repo://acme/shop/src/orders');
  });

  it('the folder for words that the title or the folder shows', () => {
    expect(detail(['service', 'shop'])).toBe('repo://acme/[shop]/src/orders');
    expect(detail(['orders'])).toBe('repo://acme/shop/src/[orders]');
    expect(detail(['service'], { server: 'service' })).toBe('service · repo://acme/shop/src/orders');
  });

  it('the whole URI for a word of its last part that the title does not have', () => {
    expect(detail(['orderserv'], { title: 'Orders' })).toBe('repo://acme/shop/src/orders/[OrderServ]ice.ts');
  });

  it('a piece of the name or description for a word that is nowhere else', () => {
    expect(detail(['weather'])).toBe('Holds orders back while the [weather] is too cold for plants.');
    expect(detail(['weather', 'shop'])).toBe(
      'repo://acme/[shop]/src/orders · Holds orders back while the [weather] is too cold for plants.',
    );
    expect(detail(['weather', 'cold'])).toBe('Holds orders back while the [weather] is too [cold] for plants.');
    expect(detail(['service'], { title: 'Orders', uri: 'x:1' })).toBe('[service]');
  });

  it('a short piece of a text of any length', () => {
    expect(detail(['late'], { others: [`${'Words that nobody asked for. '.repeat(9)}Too late.`] })).toBe(
      '…for. Words that nobody asked for. Too [late].',
    );
    const long = 'word '.repeat(40_000);
    expect(detail(['needle'], { others: [`${long}needle ${long}`] }).length).toBeLessThan(160);
  });

  it('all of a template, whose variables matter', () => {
    expect(detail(['table'], { title: 'Rows', uri: 'db://{table}/rows', isTemplate: true })).toBe(
      'db://{[table]}/rows',
    );
  });

  it('the folder where a word is found with gaps only', () => {
    expect(detail(['ordsrv'], {}, ['ordsrv'])).toBe('repo://acme/shop/src/orders');
  });
});
