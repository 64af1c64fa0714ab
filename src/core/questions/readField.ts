import { isFields, type Fields } from '../base/values';
import { checkValue } from './checkValue';
import type { FieldType, FieldValue, FormField, FormOption, TextFormat } from './interaction';
import { safePattern } from './safePattern';
import { words } from '../base/untrusted';

const maxOptions = 500;
const maxNameLength = 200;
const maxTitleLength = 100;
const maxDescriptionLength = 500;
const maxOptionLength = 1000;
/** Characters of a default that is tested against a pattern, which is done for all fields of a form at once. */
const maxMatchedLength = 32;
const formats: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

/**
 * One property of a requested schema as a field. Its description is used as far as it is understood; an unknown type
 * becomes a text. Undefined where no text could be an answer (objects, free lists) or where there is too much of it.
 */
export function readField(name: string, schema: unknown, isRequired: boolean): FormField | undefined {
  const fields = isFields(schema) ? schema : {};
  const type = name.length <= maxNameLength ? readType(fields) : undefined;
  if (!type) return undefined;
  return {
    name,
    title: words(fields['title'], maxTitleLength) ?? words(name, maxTitleLength) ?? '…',
    description: words(fields['description'], maxDescriptionLength),
    isRequired,
    default: readDefault(type, isRequired, fields['default']),
    type,
  };
}

function readDefault(type: FieldType, isRequired: boolean, value: unknown): FieldValue | undefined {
  const isLong = typeof value === 'string' && value.length > maxMatchedLength;
  if (type.kind === 'text' && type.pattern !== undefined && isLong) return undefined;
  return checkValue({ type, isRequired }, value) === undefined ? (value as FieldValue) : undefined;
}

function readType(schema: Fields): FieldType | undefined {
  switch (typeName(schema['type'])) {
    case 'object':
      return undefined;
    case 'boolean':
      return { kind: 'boolean' };
    case 'number':
      return readNumber(schema, false);
    case 'integer':
      return readNumber(schema, true);
    case 'array':
      return readChoices(schema);
    default:
      return readChoice(schema);
  }
}

/** The first meaningful one of several types: `["string", "null"]` is a text. */
function typeName(type: unknown): unknown {
  return Array.isArray(type) ? (type as unknown[]).find((candidate) => candidate !== 'null') : type;
}

function readNumber(schema: Fields, isInteger: boolean): FieldType {
  const [minimum, maximum] = range(schema['minimum'], schema['maximum'], Number.isFinite);
  return { kind: 'number', isInteger, minimum, maximum };
}

function readChoice(schema: Fields): FieldType | undefined {
  const options = readOptions(schema);
  if (options?.length === 0) return readText(schema);
  return options && { kind: 'choice', options };
}

function readText(schema: Fields): FieldType {
  const [minLength, maxLength] = range(schema['minLength'], schema['maxLength'], isCount);
  const format = formats.find((candidate) => candidate === schema['format']);
  return { kind: 'text', format, minLength, maxLength, pattern: safePattern(schema['pattern']) };
}

function readChoices(schema: Fields): FieldType | undefined {
  const items = schema['items'];
  const options = isFields(items) ? readOptions(items) : undefined;
  if (!options || options.length === 0) return undefined;
  const [minItems, maxItems] = range(schema['minItems'], schema['maxItems'], isCount);
  return { kind: 'choices', options, minItems, maxItems };
}

/**
 * `oneOf` or `anyOf` of constants with titles, or `enum`, of which earlier revisions wrote the titles into `enumNames`. Empty if
 * there are none, `undefined` if there are too many.
 */
function readOptions(schema: Fields): readonly FormOption[] | undefined {
  const titled = schema['oneOf'] ?? schema['anyOf'];
  const values = Array.isArray(titled)
    ? titled.map((option: unknown) => (isFields(option) ? option['const'] : option))
    : listOf(schema['enum']);
  const titles = Array.isArray(titled)
    ? titled.map((option: unknown) => isFields(option) && option['title'])
    : listOf(schema['enumNames']);
  if (values.length > maxOptions) return undefined;
  const options = new Map<string, FormOption>();
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string' || value.length > maxOptionLength || options.has(value)) continue;
    const label = words(titles[index], maxTitleLength) ?? words(value, maxTitleLength) ?? '…';
    options.set(value, { value, label });
  }
  return [...options.values()];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The valid ends of a range; neither if no value fits between them. */
function range(
  low: unknown,
  high: unknown,
  isEnd: (value: unknown) => boolean,
): readonly [number | undefined, number | undefined] {
  const min = isEnd(low) ? (low as number) : undefined;
  const max = isEnd(high) ? (high as number) : undefined;
  return min !== undefined && max !== undefined && min > max ? [undefined, undefined] : [min, max];
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
