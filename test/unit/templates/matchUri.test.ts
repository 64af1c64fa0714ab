import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/core/templates/parseTemplate';
import { uriMatcher } from '../../../src/core/templates/matchUri';
import { expand, type TemplateValue } from '../../../src/core/templates/uriTemplate';

function matching(template: string, values: Readonly<Record<string, TemplateValue>>, ...uris: string[]): string[] {
  return uris.filter(uriMatcher(parseTemplate(template), new Map(Object.entries(values))));
}

describe('a template', () => {
  it('matches what it makes of any value for a variable that is open', () => {
    const uris = ['db://sales/orders', 'db://sales/', 'db://hr/people', 'db://sales/orders/rows', 'xdb://sales/a'];
    expect(matching('db://{schema}/{table}', { schema: 'sales' }, ...uris)).toEqual(['db://sales/orders']);
    expect(matching('db://{schema}/{table}', {}, ...uris)).toEqual(['db://sales/orders', 'db://hr/people']);
    expect(matching('db://{schema}/{table}', { table: 'people' }, ...uris)).toEqual(['db://hr/people']);
    expect(matching('db://{schema}/{table}', { schema: 'sales', table: 'orders' }, ...uris)).toEqual([uris[0]]);
  });

  it('compares values as they are written in a URI', () => {
    expect(matching('a:{x}/{y}', { x: 'ü b' }, 'a:%C3%BC%20b/1', 'a:ü b/1')).toEqual(['a:%C3%BC%20b/1']);
  });

  it.each([
    ['file:///{+path}', {}, ['file:///a/b?c', 'file:///a'], ['file:///', 'file://a']],
    ['a:x{#at}', {}, ['a:x', 'a:x#1'], ['a:x1', 'a:x#']],
    ['a:x{#at,to}', { at: '1' }, ['a:x#1,2'], ['a:x', 'a:x#2,2']],
    ['a:x{.type}', {}, ['a:x', 'a:x.md'], ['a:x.', 'a:x.a/b']],
    ['a:{/first,second}', { first: '1' }, ['a:/1', 'a:/1/2'], ['a:', 'a:/2', 'a:/1/2/3']],
    ['a:{/all*}', {}, ['a:', 'a:/1/2/3'], ['a:1', 'a:/1?x']],
    ['a:x{;a,b}', { b: '' }, ['a:x;b', 'a:x;a=1;b'], ['a:x', 'a:x;a=1']],
    ['a:x{?q,limit}', { limit: '5' }, ['a:x?limit=5', 'a:x?q=1&limit=5', 'a:x?q&limit=5'], ['a:x', 'a:x?q=1']],
    ['a:x{?q,limit}', {}, ['a:x', 'a:x?limit=1', 'a:x?q=&limit=1'], ['a:x?other=1', 'a:x?q=1&q=2&z=3']],
    ['a:x?fixed=1{&tags*}', {}, ['a:x?fixed=1', 'a:x?fixed=1&tags=a&tags=b'], ['a:x', 'a:x?fixed=1#f']],
    ['a:{x,y}', { y: 'b' }, ['a:1,b'], ['a:b', 'a:1,c', 'a:1']],
    ['a:{path*}/raw', {}, ['a:1/raw', 'a:1/2/3/raw'], ['a:/raw', 'a:1/2', 'a:1?x/raw', 'a:1#x/raw']],
    ['a:über/{x}', { x: 'ü' }, ['a:über/ü', 'a:%C3%BCber/ü', 'a:%C3%BCber/%C3%BC'], ['a:uber/ü', 'a:über/u']],
    ['Docs+1:{x}/Y', {}, ['docs+1:a/Y', 'DOCS+1:a/Y', 'Docs+1:a/Y'], ['docs+1:a/y', 'docs:a/Y', 'docs+1']],
    ['{+uri}', {}, ['A:b', 'ü'], ['']],
  ])('%s with %o', (template, values, matched, others) => {
    expect(matching(template, values, ...matched, ...others)).toEqual(matched);
  });

  it('matches its own expansion with each choice of open variables', () => {
    const source = 'db://{a}/{+b}{.c}{/d,e}{;f}{?g,h*}{&i}{#j}';
    const all = new Map<string, TemplateValue>(Array.from('abcdefghij', (name) => [name, `v ${name}/1`]));
    const uri = expand(parseTemplate(source), all);
    for (let choice = 0; choice < 2 ** all.size; choice += 1) {
      const given = new Map([...all].filter((_, at) => (choice & (1 << at)) !== 0));
      expect(uriMatcher(parseTemplate(source), given)(uri)).toBe(true);
    }
  });

  it('takes no longer than its size for many variables in a row', () => {
    const isMatch = uriMatcher(parseTemplate(`a:${'{+x}'.repeat(100)}!`), new Map());
    expect(isMatch(`a:${'x'.repeat(5_000)}`)).toBe(false);
    expect(isMatch(`a:${'x'.repeat(5_000)}!`)).toBe(true);
  });
});
