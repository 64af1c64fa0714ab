import { config } from '@vscode/l10n';
import { describe, expect, it } from 'vitest';
import { checkContent, checkValue, parseText } from '../../../src/core/questions/checkValue';
import type { FieldType, FormField } from '../../../src/core/questions/interaction';
import { safePattern } from '../../../src/core/questions/safePattern';

type Text = Extract<FieldType, { kind: 'text' }>;
type NumberType = Extract<FieldType, { kind: 'number' }>;

function text(limits: Partial<Text> = {}): Text {
  return { kind: 'text', format: undefined, minLength: undefined, maxLength: undefined, pattern: undefined, ...limits };
}

function number(limits: Partial<NumberType> = {}): NumberType {
  return { kind: 'number', isInteger: false, minimum: undefined, maximum: undefined, ...limits };
}

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));

function check(type: FieldType, value: unknown, isRequired = false): string | undefined {
  return checkValue({ type, isRequired }, value);
}

describe('a value', () => {
  it.each<[FieldType, unknown]>([
    [text(), ''],
    [text({ minLength: 2, maxLength: 2 }), '🎉🎉'],
    [text({ pattern: '^\\d{4}$' }), '2026'],
    [text({ pattern: '^\\d{4}$' }), 'x'.repeat(300)],
    [text({ format: 'email' }), 'ada@example.com'],
    [text({ format: 'uri' }), 'urn:isbn:1'],
    [text({ format: 'date' }), '2028-02-29'],
    [text({ format: 'date-time' }), '2026-07-28T09:30:00.5+02:00'],
    [number(), -0.5],
    [number({ isInteger: true, minimum: 1, maximum: 1 }), 1],
    [{ kind: 'boolean' }, false],
    [{ kind: 'choice', options }, 'b'],
    [{ kind: 'choices', options, minItems: undefined, maxItems: undefined }, []],
    [{ kind: 'choices', options, minItems: 2, maxItems: 2 }, ['c', 'a']],
  ])('fits %j: %j', (type, value) => {
    expect(check(type, value)).toBeUndefined();
  });

  it.each<[FieldType, unknown, RegExp]>([
    [text(), 5, /text/],
    [text({ minLength: 3 }), 'ab', /at least 3/],
    [text({ maxLength: 3 }), 'abcd', /Too many characters \(4\)\. Enter at most 3\./],
    [text(), 'x'.repeat(10_001), /at most 10000/],
    [text({ pattern: '^\\d{4}$' }), '26', /\^\\d\{4\}\$/],
    [text({ format: 'email' }), 'ada', /email address/],
    [text({ format: 'uri' }), 'example.com', /full URL/],
    [text({ format: 'date' }), '2026-02-29', /year-month-day/],
    [text({ format: 'date' }), '28.7.2026', /year-month-day/],
    [text({ format: 'date-time' }), '2026-07-28T25:00:00Z', /time zone/],
    [text({ format: 'date-time' }), '2026-07-28T09:30:00', /time zone/],
    [number(), Number.NaN, /number/],
    [number(), '5', /number/],
    [number({ isInteger: true }), 1.5, /whole/],
    [number({ minimum: 2 }), 1, /at least 2/],
    [number({ maximum: 2 }), 3, /at most 2/],
    [{ kind: 'boolean' }, 'true', /Yes or No/],
    [{ kind: 'choice', options }, 'd', /list/],
    [{ kind: 'choices', options, minItems: 1, maxItems: 2 }, [], /at least 1/],
    [{ kind: 'choices', options, minItems: 1, maxItems: 2 }, ['a', 'b', 'c'], /at most 2/],
    [{ kind: 'choices', options, minItems: 1, maxItems: 2 }, ['a', 'a'], /list/],
    [{ kind: 'choices', options, minItems: 1, maxItems: 2 }, 'a', /list/],
  ])('does not fit %j: %j', (type, value, sentence) => {
    expect(check(type, value)).toMatch(sentence);
  });

  it('is needed where the server says so', () => {
    expect(check(text(), '', true)).toMatch(/value is required/);
  });

  it.each([
    [' 12 ', 12],
    ['-.5', -0.5],
    ['1e3', 1000],
    ['1,5', Number.NaN],
    ['0x10', Number.NaN],
    ['', Number.NaN],
    ['Infinity', Number.NaN],
  ])('typed as a number: "%s"', (typed, value) => {
    expect(parseText(number(), typed)).toBe(value);
  });
});

describe('a whole answer', () => {
  const field = (name: string, isRequired: boolean): FormField => ({
    name,
    title: name.toUpperCase(),
    description: undefined,
    isRequired,
    default: undefined,
    type: number(),
  });
  const fields = [field('one', true), field('two', false)];

  it.each([
    [{ one: 1 }, undefined],
    [{ one: 1, two: 2 }, undefined],
    [{ two: 2 }, '“ONE” is required.'],
    [{ one: 1, two: 'x' }, 'TWO: Enter a number, such as 12 or 0.5.'],
    [{ one: 1, three: 3 }, 'Unexpected extra value.'],
  ])('%j', (content, problem) => {
    expect(checkContent(fields, content)).toBe(problem);
  });

  it('is told of in the words and the order of the language', () => {
    config({ contents: { '{0}: {1}': '{1} ({0})' } });
    expect(checkContent(fields, { one: 'x' })).toBe('Enter a number, such as 12 or 0.5. (ONE)');
    config({ contents: {} });
  });
});

describe('a pattern of a server', () => {
  it.each([
    '^[A-Z]{3}-\\d{4}$',
    '^\\d{4}-(0[1-9]|1[0-2])$',
    '^(foo|bar)?baz$',
    '\\d+',
    '^[^@]+@[^@]+$',
    '^\\p{L}+$',
    '^a{2,5}$',
  ])('is used where it is bounded: %s', (pattern) => {
    expect(safePattern(pattern)).toBe(pattern);
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '(a{1,9}){1,9}',
    '^a*a*a*a*b$',
    'a?'.repeat(40),
    `^${'a?'.repeat(24)}a{24}$`,
    `^${'(a|a)'.repeat(24)}$`,
    `^${'a{0,8}'.repeat(5)}a{60}b`,
    '^(\\w+\\s?)*$',
    '(x)\\1',
    '(?=a)b',
    '(?<name>a)',
    '^([',
    'a'.repeat(201),
    5,
  ])('is left to the server where it may run for long, or is none: %s', (pattern) => {
    expect(safePattern(pattern)).toBeUndefined();
  });
});
