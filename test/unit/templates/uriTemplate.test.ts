import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/core/templates/parseTemplate';
import {
  expand,
  previewPieces,
  variables,
  type TemplateValue,
  type TemplateValues,
} from '../../../src/core/templates/uriTemplate';
import { rfcExamples, rfcValues } from './rfc6570';

function expanded(template: string, values: Readonly<Record<string, TemplateValue>>): string {
  return expand(parseTemplate(template), new Map(Object.entries(values)));
}

describe('the examples of RFC 6570', () => {
  for (const [section, examples] of Object.entries(rfcExamples))
    it(section, () => {
      const results = examples.map(([template]) => [template, expand(parseTemplate(template), rfcValues)]);
      expect(results).toEqual(examples);
      expect(examples.map(([template]) => parseTemplate(template).errorAt)).toEqual(examples.map(() => undefined));
    });
});

describe('percent-encoding', () => {
  it.each([
    [
      "encodes all but unreserved characters, !'()* too",
      '{v}',
      "-._~ !'()*[]/%41é",
      '-._~%20%21%27%28%29%2A%5B%5D%2F%2541%C3%A9',
    ],
    [
      'keeps reserved characters and what is encoded already in + and #, and encodes a lone percent sign',
      '{+v}',
      "%41%e2%82%ac%4 100% :/?#[]@!$&'()*+,;=",
      "%41%e2%82%ac%254%20100%25%20:/?#[]@!$&'()*+,;=",
    ],
    ['encodes letters that only ignoring case makes ASCII', '{+v}', '\u212A\u017F', '%E2%84%AA%C5%BF'],
    ['writes characters outside the basic plane as one', '{v}{+v}', '🙂', '%F0%9F%99%82%F0%9F%99%82'],
    ['writes halves of one as the replacement character', '{v}', 'a\uD83D', 'a%EF%BF%BD'],
    [
      'encodes what may not stand in a URI of the literal text, and nothing else',
      "a b%20%é'/?{v}",
      'x',
      "a%20b%20%25%C3%A9'/?x",
    ],
    ['counts characters of a prefix, not units', '{v:2}', '🙂é🙂', '%F0%9F%99%82%C3%A9'],
    ['does not tear apart what is percent-encoded and kept', '{+v:2}', 'a%E2%82%ACb', 'a%E2%82%AC'],
    ['tears apart what only looks so', '{v:2}', 'a%E2', 'a%25'],
  ])('%s', (_, template, v, uri) => {
    expect(expanded(template, { v })).toBe(uri);
  });
});

describe('what is no template', () => {
  const broken: readonly (readonly [template: string, errorAt: number])[] = [
    ['a{', 1],
    ['a}b', 1],
    ['{/id*', 0],
    ['/id*}', 4],
    ['{/?id}', 0],
    ['{var:prefix}', 0],
    ['{hello:2*}', 0],
    ['{v:0}', 0],
    ['{v:10000}', 0],
    ['{??hello}', 0],
    ['{!hello}', 0],
    ['{=path}', 0],
    ['{|var*}', 0],
    ['{}', 0],
    ['{a,}', 0],
    ['{.}', 0],
    ['{a.}', 0],
    ['{with space}', 0],
    ['x{a}{?x, y}', 4],
    ['{{a}}', 0],
    ['{-join|&|var,list}', 0],
    ['/people/{~thing}', 8],
  ];

  it('is text, and where it begins is said', () => {
    expect(broken.map(([template]) => [template, parseTemplate(template).errorAt])).toEqual(broken);
  });

  it('leaves the rest of the template working', () => {
    expect(expanded('{a}/{b c}/{d}', { a: '1', d: '2' })).toBe('1/%7Bb%20c%7D/2');
  });

  it('has too many names', () => {
    const names = Array.from({ length: 101 }, (_, index) => `{v${index}}`).join('');
    const template = parseTemplate(names);
    expect([variables(template).length, template.errorAt]).toEqual([100, names.indexOf('{v100}')]);
  });

  it('is too long to be looked at to its end', () => {
    const template = parseTemplate(`{a}${'x'.repeat(10_000)}{b}`);
    expect([variables(template).map(({ name }) => name), template.errorAt]).toEqual([['a'], 10_003]);
  });

  it('is not a name with a hyphen, which servers use', () => {
    expect(expanded('x://{repo-name}', { 'repo-name': 'a' })).toBe('x://a');
  });
});

describe('variables', () => {
  const of = (template: string): unknown[] => variables(parseTemplate(template));

  it('come in the order of appearance, each once', () => {
    expect(of('db://{schema}/{+path}{?limit:3,sort*}#{at}')).toEqual([
      { name: 'schema', isRequired: true, isList: false },
      { name: 'path', isRequired: true, isList: false },
      { name: 'limit', isRequired: false, isList: false },
      { name: 'sort', isRequired: false, isList: true },
      { name: 'at', isRequired: true, isList: false },
    ]);
  });

  it('are required where leaving them out leaves a hole', () => {
    const required = variables(parseTemplate('x://{a}{/b}{.c}{;d}?e={e}{&f}{#g}')).filter((one) => one.isRequired);
    expect(required.map(({ name }) => name)).toEqual(['a', 'e']);
  });

  it('are asked for once, for all places together', () => {
    expect(of('{?v:3}{v*}')).toEqual([{ name: 'v', isRequired: true, isList: true }]);
  });
});

describe('the preview', () => {
  const preview = (...args: Parameters<typeof previewPieces>): string =>
    previewPieces(...args)
      .map(({ text }) => text)
      .join('');
  const template = parseTemplate('wiki://{space}/search{?words,language}{#at}');

  it('shows the names of what is missing', () => {
    expect(preview(template, new Map())).toBe('wiki://{space}/search?words={words}&language={language}#{at}');
  });

  it('shows values as they will stand in the URI, and nothing for what was left out', () => {
    const values: TemplateValues = new Map([
      ['space', 'a b'],
      ['words', undefined],
      ['at', undefined],
    ]);
    expect(preview(template, values)).toBe('wiki://a%20b/search?language={language}');
  });

  it('is the URI once everything is decided', () => {
    const values = new Map(['a', 'b', 'c'].map((name) => [name, 'v'] as const));
    const parsed = parseTemplate('{a}{/b*}{;c}');
    expect(preview(parsed, values)).toBe(expand(parsed, values));
  });
});

describe('whatever a server writes', () => {
  const hostile = fc.string({ unit: fc.constantFrom(...Array.from('{}+#./;?&,:*%41ab é🙂\uD83D')), maxLength: 60 });
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.string({ unit: 'binary' })),
    fc.dictionary(fc.string(), fc.string()).map((record) => new Map(Object.entries(record))),
  );

  it('makes a URI of characters that a URI may have', () => {
    fc.assert(
      fc.property(hostile, value, (text, one) => {
        const template = parseTemplate(text);
        const values = new Map(variables(template).map(({ name }) => [name, one]));
        expect(expand(template, values)).toMatch(/^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})*$/);
      }),
    );
  });

  it('keeps its literal text', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), (url, one) => {
        fc.pre(!/[{}]/.test(url));
        expect(expanded(`${url}{v}`, { v: one }).startsWith(url)).toBe(true);
      }),
    );
  });

  it('carries values that can be read back', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, fc.array(text, { minLength: 1 }), (a, b, list) => {
        const uri = expanded('x://{a}/{b}{/list*}', { a, b, list });
        expect(uri.slice('x://'.length).split('/').map(decodeURIComponent)).toEqual([a, b, ...list]);
      }),
    );
  });
});
