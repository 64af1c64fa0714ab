import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkContent, checkValue, defaultsOf } from '../../../src/core/questions/checkValue';
import type { FormField, Question } from '../../../src/core/questions/interaction';
import { readQuestion, type Refusal } from '../../../src/core/questions/readQuestion';

function form(properties: unknown, required?: unknown, message: unknown = 'Why?'): Question | Refusal {
  return readQuestion({ message, requestedSchema: { type: 'object', properties, required } });
}

function fieldsOf(properties: unknown, required?: unknown): readonly FormField[] {
  const question = form(properties, required);
  if (question.kind !== 'form') throw new Error(JSON.stringify(question));
  return question.fields;
}

function typeOf(schema: unknown): FormField['type'] | undefined {
  return fieldsOf({ field: schema })[0]?.type;
}

const text = { kind: 'text', format: undefined, minLength: undefined, maxLength: undefined, pattern: undefined };
const redAndBlue = [
  { value: '#f00', label: 'Red' },
  { value: '#00f', label: 'Blue' },
];
const titled = [
  { const: '#f00', title: 'Red' },
  { const: '#00f', title: 'Blue' },
];

const noInput = (property: number): string => `no input fits property ${property} of its schema`;

describe('the schema of a question', () => {
  it('has its fields in order, with what each says about itself', () => {
    const fields = fieldsOf(
      {
        email: { type: 'string', title: 'E-mail', description: 'Yours', format: 'email', maxLength: 40 },
        age: { type: 'integer', minimum: 18, default: 30 },
      },
      ['email'],
    );
    expect(fields).toEqual([
      {
        name: 'email',
        title: 'E-mail',
        description: 'Yours',
        isRequired: true,
        default: undefined,
        type: { ...text, format: 'email', maxLength: 40 },
      },
      {
        name: 'age',
        title: 'age',
        description: undefined,
        isRequired: false,
        default: 30,
        type: { kind: 'number', isInteger: true, minimum: 18, maximum: undefined },
      },
    ]);
  });

  it.each([
    [
      'a list of values',
      { type: 'string', enum: ['#f00', '#00f'] },
      redAndBlue.map(({ value }) => ({ value, label: value })),
    ],
    [
      'values and names of revision 2025-06-18',
      { type: 'string', enum: ['#f00', '#00f'], enumNames: ['Red', 'Blue'] },
      redAndBlue,
    ],
    ['constants with titles', { type: 'string', oneOf: titled }, redAndBlue],
    ['constants without a type', { anyOf: titled }, redAndBlue],
    ['values of which some are twice or none', { enum: ['#f00', 5, '#f00', null] }, [{ value: '#f00', label: '#f00' }]],
  ])('has a choice by %s', (_what, schema, options) => {
    expect(typeOf(schema)).toEqual({ kind: 'choice', options });
  });

  it.each([
    ['values', { enum: ['#f00', '#00f'] }, redAndBlue.map(({ value }) => ({ value, label: value }))],
    ['constants with titles', { anyOf: titled }, redAndBlue],
  ])('has a choice of several by %s', (_what, items, options) => {
    const schema = { type: 'array', minItems: 1, maxItems: 2, items };
    expect(typeOf(schema)).toEqual({ kind: 'choices', options, minItems: 1, maxItems: 2 });
  });

  it.each([
    ['no type', {}, text],
    ['an unknown type', { type: 'str' }, text],
    ['several types', { type: ['null', 'boolean'] }, { kind: 'boolean' }],
    ['no schema at all', 'string', text],
    ['options that are none', { type: 'string', oneOf: [{ type: 'string' }, { type: 'null' }] }, text],
    ['limits that contradict each other', { type: 'string', minLength: 5, maxLength: 2 }, text],
    ['limits that are none', { type: 'string', minLength: '1', maxLength: -1, format: 'hostname', pattern: 5 }, text],
  ])('is read leniently: %s', (_what, schema, type) => {
    expect(typeOf(schema)).toEqual(type);
  });

  it.each([
    ['an object', form({ place: { type: 'object' } }), noInput(1)],
    ['a free list', form({ one: {}, tags: { type: 'array', items: { type: 'string' } } }), noInput(2)],
    ['too many options', form({ one: { enum: Array.from({ length: 501 }, String) } }), noInput(1)],
    ['too long a name', form({ ['n'.repeat(201)]: {} }), noInput(1)],
    [
      'too many fields',
      form(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, {}]))),
      'its schema has 51 properties',
    ],
    ['no properties', form([]), 'the properties of its schema are no object'],
    ['no schema', readQuestion({ message: '?' }), 'it has no schema'],
    ['nothing', readQuestion(null), 'it has no parameters'],
    ['another mode', readQuestion({ mode: 'voice' }), 'its mode is neither form nor url'],
  ])('is refused as a whole with %s', (_what, question, reason) => {
    expect(question).toEqual({ kind: 'refusal', reason });
  });

  it('without fields is a question for a yes', () => {
    expect(readQuestion({ message: 'Sure?', mode: 'form', requestedSchema: { type: 'object' } })).toEqual({
      kind: 'form',
      message: 'Sure?',
      fields: [],
    });
  });

  it('starts with the defaults that it would take itself', () => {
    const fields = fieldsOf({
      good: { type: 'number', default: 0.5 },
      wrong: { type: 'integer', default: 0.5 },
      chosen: { enum: ['a', 'b'], default: 'b' },
      unknown: { enum: ['a', 'b'], default: 'c' },
      several: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'a'] },
      twice: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'b'] },
      no: { type: 'boolean', default: false },
    });
    expect(defaultsOf(fields)).toEqual({ good: 0.5, chosen: 'b', several: ['b', 'a'], no: false });
  });

  it('has no long defaults beside patterns: to hold them against these could take long', () => {
    const field = (length: number) => ({ type: 'string', pattern: '^a+$', default: 'a'.repeat(length) });
    const fields = fieldsOf({ short: field(32), long: field(33), any: { ...field(33), pattern: undefined } });
    expect(Object.keys(defaultsOf(fields))).toEqual(['short', 'any']);
  });

  it('shows nothing that deceives: one line, in the order of its characters, of a bounded length', () => {
    const title = `a\u202eb\nc${'x'.repeat(500)}`;
    const question = form({ field: { title } }, [], `line\n\u2066two${'y'.repeat(5000)}`);
    if (question.kind !== 'form') throw new Error('Refused');
    expect([question.message.slice(0, 10), question.message.length]).toEqual(['line twoyy', 1000]);
    expect([question.fields[0]?.title.slice(0, 7), question.fields[0]?.title.length]).toEqual(['a b cxx', 100]);
  });
});

describe('the page of a question', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['https://ex\u0430mple.com/', 'https://xn--exmple-4nf.com/'],
  ])('%s is opened as it is shown', (url, shown) => {
    expect(readQuestion({ mode: 'url', message: 'Go', url, elicitationId: '1' })).toEqual({
      kind: 'url',
      message: 'Go',
      url: shown,
    });
  });

  it.each([
    ['file:///etc/passwd', 'its URL is neither https nor http'],
    ['command:workbench.action.quit', 'its URL is neither https nor http'],
    ['https://bank.example@evil.example/', 'its URL has a user name in it'],
    ['not a url', 'it has no valid URL'],
    [5, 'it has no valid URL'],
    [`https://example.com/${'x'.repeat(4000)}`, 'it has no valid URL'],
  ])('%s is refused', (url, reason) => {
    expect(readQuestion({ mode: 'url', message: 'Go', url })).toEqual({ kind: 'refusal', reason });
  });
});

describe('any JSON', () => {
  const keywords = [
    'type',
    'title',
    'description',
    'enum',
    'oneOf',
    'anyOf',
    'items',
    'default',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'const',
    'enumNames',
  ];
  const scalar = fc.oneof(
    fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'email', 'a'),
    fc.jsonValue(),
  );
  const schema = fc.dictionary(
    fc.constantFrom(...keywords),
    fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.constantFrom(...keywords), fc.oneof(scalar, fc.array(scalar)))),
  );
  const params = fc.record(
    {
      mode: fc.oneof(fc.constantFrom('form', 'url'), fc.jsonValue()),
      message: fc.jsonValue(),
      url: fc.oneof(fc.webUrl(), fc.jsonValue()),
      requestedSchema: fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            properties: fc.oneof(fc.dictionary(fc.string(), fc.oneof(schema, fc.jsonValue())), fc.jsonValue()),
            required: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: [] },
  );

  it('is a question or a refusal, and never an exception', () => {
    fc.assert(
      fc.property(fc.oneof(params, fc.jsonValue()), (value) => {
        const question = readQuestion(value);
        if (question.kind !== 'form') return;
        for (const field of question.fields) expect(field.title).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });

  it('can be held against any field, and defaults always fit theirs', () => {
    fc.assert(
      fc.property(schema, fc.jsonValue(), fc.boolean(), (one, value, isRequired) => {
        const question = form({ field: one }, isRequired ? ['field'] : []);
        if (question.kind !== 'form') return;
        for (const field of question.fields) checkValue(field, value);
        const defaults = defaultsOf(question.fields);
        if ('field' in defaults) expect(checkContent(question.fields, defaults)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});
