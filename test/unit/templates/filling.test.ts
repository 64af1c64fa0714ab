import { describe, expect, it } from 'vitest';
import { asArguments, fieldErrors, mistakeIn, readFields, type FieldTexts } from '../../../src/core/templates/filling';
import { parseTemplate } from '../../../src/core/templates/parseTemplate';
import { previewPieces, variables } from '../../../src/core/templates/uriTemplate';

const source = 'db://x/{schema}/{+table}/rows{?limit}{&tags*}';
const template = parseTemplate(source);
const asked = variables(template);

function pieces(texts: FieldTexts): string {
  const all = previewPieces(template, readFields(asked, texts)).filter(({ text }) => text !== '');
  const marks = { fixed: '', value: '=', missing: '!' };
  return all.map(({ kind, text }) => `${marks[kind]}${text}`).join(' ');
}

describe('the fields of a form', () => {
  it('become a URI in pieces, with what is missing', () => {
    expect(pieces({})).toBe('db://x/ !{schema} / !{table} /rows');
    expect(pieces({ schema: 'a b', table: 'c/d', limit: '', tags: '\r\n \n' })).toBe('db://x/ =a%20b / =c/d /rows');
    expect(pieces({ schema: 's', limit: '5', tags: 'a, b\r\nc\n' })).toBe(
      'db://x/ =s / !{table} /rows ? limit= =5 & tags= =a%2C%20b & tags= =c',
    );
  });

  it('say what is wrong with them', () => {
    const errors = (texts: FieldTexts): string[] => Object.keys(fieldErrors(asked, readFields(asked, texts)));
    expect(errors({ schema: 's' })).toEqual(['table']);
    expect(errors({ schema: 's', table: 't'.repeat(10_000), limit: '5'.repeat(10_001) })).toEqual(['limit']);
    expect(errors({ schema: 's', table: 't' })).toEqual([]);
  });

  it('are sent as the context of a question', () => {
    const values = readFields(asked, { schema: 's', limit: '', tags: 'a\nb' });
    expect(asArguments(values)).toEqual({ schema: 's', tags: 'a,b' });
  });

  it('can be called like what every object has', () => {
    const odd = variables(parseTemplate('x://{constructor}/{__proto__}'));
    expect(Object.keys(fieldErrors(odd, readFields(odd, {})))).toEqual(['constructor', '__proto__']);
    const given = JSON.parse('{"__proto__":"a"}') as FieldTexts;
    expect(readFields(odd, given)).toEqual(new Map([['__proto__', 'a']]));
  });
});

it('makes no URI of a template with a mistake', () => {
  const [mistake, flawless] = ['x://{id', source].map((one) => mistakeIn(one, parseTemplate(one)));
  expect(mistake).toContain('syntax error at character 5. Report this to the server’s author.');
  expect(flawless).toBeUndefined();
});
