import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/core/templates/parseTemplate';
import { beginningOf, typedVariable } from '../../../src/core/templates/typedVariable';

function at(template: string, typed: string) {
  const variable = typedVariable(parseTemplate(template), typed);
  if (!variable) return undefined;
  const { name, value, otherValues: others, start, written, isLast } = variable;
  return [name, value, others, typed.slice(0, start) + written('x y'), isLast];
}

describe('the variable in which the typing is', () => {
  it.each([
    ['db://{schema}/{table}/rows', 'db://', ['schema', '', {}, 'db://x%20y/', false]],
    ['db://{schema}/{table}/rows', 'db://pu', ['schema', 'pu', {}, 'db://x%20y/', false]],
    ['db://{schema}/{table}/rows', 'db://a%20b/or', ['table', 'or', { schema: 'a b' }, 'db://a%20b/x%20y/rows', true]],
    ['db://{schema}/{table}/rows', 'db://', ['schema', '', {}, 'db://x%20y/', false]],
    ['{schema}.{table}', 'a.b', ['table', 'b', { schema: 'a' }, 'a.x%20y', true]],
    ['{a}-{b}', 'x-y-z', ['b', 'y-z', { a: 'x' }, 'x-x%20y', true]],
    ['p:{a,b}', 'p:1,2', ['b', '2', { a: '1' }, 'p:1,x%20y', true]],
    ['file://{+path}', 'file:///a/b?c', ['path', '/a/b?c', {}, 'file://x%20y', true]],
    ['file://{+path}{?rev}', 'file:///a?rev=3', ['rev', '3', { path: '/a' }, 'file:///a?rev=x%20y', true]],
    ['q://{kind}{?from,to}', 'q://k', ['kind', 'k', {}, 'q://x%20y', true]],
    ['q://{kind}{?from,to}', 'q://k?from=', ['from', '', { kind: 'k' }, 'q://k?from=x%20y', true]],
    ['q://{kind}{?from,to}', 'q://k?to=5', ['to', '5', { kind: 'k' }, 'q://k?to=x%20y', true]],
    ['q://{kind}{?from,to}', 'q://k?from=1&to=5', ['to', '5', { kind: 'k', from: '1' }, 'q://k?from=1&to=x%20y', true]],
    ['q://k?fixed{&from}', 'q://k?fixed&from=1', ['from', '1', {}, 'q://k?fixed&from=x%20y', true]],
    ['page{/lang,id}', 'page/en/4', ['id', '4', { lang: 'en' }, 'page/en/x%20y', true]],
    ['page{.format}', 'page.ht', ['format', 'ht', {}, 'page.x%20y', true]],
    ['page{#part}', 'page#one', ['part', 'one', {}, 'page#x%20y', true]],
    ['page{;a}', 'page;a=1', ['a', '1', {}, 'page;a=x%20y', true]],
    ['page/{id:3}', 'page/4', ['id', '4', {}, 'page/x%20y', true]],
    ['{everything}', '', ['everything', '', {}, 'x%20y', true]],
    ['broken%zz/{id}', 'broken%25zz/%', ['id', '%', {}, 'broken%25zz/x%20y', true]],
  ])('of %s in %s', (template, typed, expected) => {
    expect(at(template, typed)).toEqual(expected);
  });

  it.each([
    ['db://{schema}/{table}/rows', 'db:/'],
    ['db://{schema}/{table}/rows', 'other://a'],
    ['db://{schema}/{table}/rows', 'db://a/b/ro'],
    ['db://{schema}/{table}/rows', 'db://a/b/rows'],
    ['db://{schema}/{table}/rows', 'db://a?b'],
    ['q://{kind}{?from}', 'q://k?'],
    ['q://{kind}{?from}', 'q://k#'],
    ['fixed://page', 'fixed://page'],
    ['', ''],
  ])('is none of %s in %s', (template, typed) => {
    expect(at(template, typed)).toBeUndefined();
  });

  it('has each value again that the template was expanded with', () => {
    const value = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(value, value, (first, second) => {
        const template = parseTemplate('db://{first}/{second}');
        const start = typedVariable(template, 'db://');
        const next = typedVariable(template, `db://${start?.written(first)}`);
        expect(next).toMatchObject({ name: 'second', value: '', otherValues: { first } });
        const end = typedVariable(template, `db://${start?.written(first)}${next?.written(second)}`);
        expect(end?.value).toBe(second);
      }),
    );
  });

  it('never throws, whatever is typed', () => {
    const piece = fc.constantFrom(
      '{a}',
      '{+b}',
      '{?c,d*}',
      '{/e*}',
      '{#f}',
      '{',
      '}',
      '/',
      '%',
      'x',
      '?c=',
      '&d=',
      ',',
    );
    const text = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (template, typed) => {
        const variable = typedVariable(parseTemplate(template), typed);
        expect(variable === undefined || variable.start <= typed.length).toBe(true);
      }),
    );
  });
});

it('knows what every URI of a template begins with', () => {
  const of = (template: string): string => beginningOf(parseTemplate(template));
  expect(['db://a b/{x}', '{+path}', 'fixed://page'].map(of)).toEqual(['db://a%20b/', '', 'fixed://page']);
});
