import * as l10n from '@vscode/l10n';
import { labelled } from '../base/format';
import type { FieldType, FormContent, FormField, TextFormat } from './interaction';
import { maxTestedLength } from './safePattern';

type TextType = Extract<FieldType, { kind: 'text' }>;
type NumberType = Extract<FieldType, { kind: 'number' }>;
type ChoicesType = Extract<FieldType, { kind: 'choices' }>;

/** Characters of one text. */
const maxTextLength = 10_000;

/** The error in a value, in a sentence; `undefined` if the server will take it. */
export function checkValue(
  { type, isRequired }: Pick<FormField, 'type' | 'isRequired'>,
  value: unknown,
): string | undefined {
  switch (type.kind) {
    case 'text':
      return typeof value === 'string' ? checkText(type, isRequired, value) : l10n.t('Enter text.');
    case 'number':
      return checkNumber(type, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : l10n.t('Select Yes or No.');
    case 'choice':
      return type.options.some((option) => option.value === value) ? undefined : notAnOption();
    case 'choices':
      return checkChoices(type, value);
  }
}

/** The first error in an answer; `undefined` if it satisfies every field and has nothing else in it. */
export function checkContent(fields: readonly FormField[], content: FormContent): string | undefined {
  for (const field of fields) {
    const isGiven = Object.hasOwn(content, field.name);
    if (!isGiven && field.isRequired) return l10n.t('“{0}” is required.', field.title);
    const problem = isGiven ? checkValue(field, content[field.name]) : undefined;
    if (problem !== undefined) return labelled(field.title, problem);
  }
  const names = new Set(fields.map(({ name }) => name));
  return Object.keys(content).every((name) => names.has(name)) ? undefined : l10n.t('Unexpected extra value.');
}

/** The values that a form starts with. */
export function defaultsOf(fields: readonly FormField[]): FormContent {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );
}

/** A typed text or number as a value; NaN for a text that is no number. */
export function parseText(type: TextType | NumberType, text: string): string | number {
  if (type.kind === 'text') return text;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text.trim()) ? Number(text) : Number.NaN;
}

function checkText(type: TextType, isRequired: boolean, text: string): string | undefined {
  const { minLength = 0, maxLength = maxTextLength, pattern, format } = type;
  if (text === '' && isRequired) return l10n.t('A value is required.');
  const length = text.length > 2 * maxLength ? text.length : Array.from(text).length;
  if (length < minLength)
    return minLength === 1 ? l10n.t('A value is required.') : l10n.t('Enter at least {0} characters.', minLength);
  if (length > maxLength) return l10n.t('Too many characters ({1}). Enter at most {0}.', maxLength, length);
  if (format !== undefined && !formats[format].test(text)) return formats[format].problem();
  if (pattern === undefined || text.length > maxTestedLength || new RegExp(pattern, 'u').test(text)) return undefined;
  return l10n.t('The value must match this pattern: {0}', pattern);
}

const formats: Readonly<Record<TextFormat, { test(text: string): boolean; problem(): string }>> = {
  email: {
    test: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    problem: () => l10n.t('Enter an email address, such as name@example.com.'),
  },
  uri: {
    test: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text),
    problem: () => l10n.t('Enter a full URL, such as https://example.com/page.'),
  },
  date: {
    test: isDay,
    problem: () => l10n.t('Enter a date as year-month-day, such as 2026-07-28.'),
  },
  'date-time': {
    test: (text) => {
      const [, day = '', hour, minute, second] =
        /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i.exec(text) ?? [];
      return isDay(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61;
    },
    problem: () => l10n.t('Enter a date and time with a time zone, such as 2026-07-28T09:30:00Z.'),
  },
};

/** A day that exists: 31 April would become 1 May. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function checkNumber({ isInteger, minimum, maximum }: NumberType, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return l10n.t('Enter a number, such as 12 or 0.5.');
  if (isInteger && !Number.isSafeInteger(value)) return l10n.t('Enter a whole number.');
  if (minimum !== undefined && value < minimum) return l10n.t('Enter a value of at least {0}.', minimum);
  if (maximum !== undefined && value > maximum) return l10n.t('Enter a value of at most {0}.', maximum);
  return undefined;
}

function checkChoices({ options, minItems = 0, maxItems }: ChoicesType, value: unknown): string | undefined {
  if (!Array.isArray(value)) return notAnOption();
  const allowed = new Set<unknown>(options.map((option) => option.value));
  if (new Set(value).size < value.length || !value.every((item) => allowed.has(item))) return notAnOption();
  if (value.length < minItems) return l10n.t('Select at least {0}.', minItems);
  if (maxItems !== undefined && value.length > maxItems) return l10n.t('Select at most {0}.', maxItems);
  return undefined;
}

function notAnOption(): string {
  return l10n.t('Select from the list.');
}
