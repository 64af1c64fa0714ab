import * as l10n from '@vscode/l10n';
import type { UriTemplate } from './parseTemplate';
import { valueText, type TemplateValue, type TemplateValues, type Variable } from './uriTemplate';

/** Maximum length of a value: servers do not accept longer URIs. */
const maxValueLength = 10_000;

/** The reason, in a sentence, why no URI can be made from a template; `undefined` if one can. */
export function mistakeIn(source: string, { errorAt }: UriTemplate): string | undefined {
  if (errorAt === undefined) return undefined;
  return l10n.t(
    'Couldn’t fill in the template “{0}”: syntax error at character {1}. Report this to the server’s author.',
    source,
    errorAt + 1,
  );
}

/** The values as a completion request for another variable sends them. */
export function asArguments(values: TemplateValues): Record<string, string> {
  const entries = [...values].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, valueText(value)] as const],
  );
  return Object.fromEntries(entries);
}

/** The user's texts in the fields of a form, by name. A list has one value per line. */
export type FieldTexts = Readonly<Record<string, string>>;

/** An empty optional field becomes `undefined`; an empty required one is absent from the map, as `preview` expects. */
export function readFields(fields: readonly Variable[], texts: FieldTexts): TemplateValues {
  return new Map(
    fields.flatMap((variable): [string, TemplateValue | undefined][] => {
      const value = valueOf(variable, Object.hasOwn(texts, variable.name) ? texts[variable.name] : undefined);
      return value === undefined && variable.isRequired ? [] : [[variable.name, value]];
    }),
  );
}

/** Errors of the fields: sentences by name. */
export function fieldErrors(fields: readonly Variable[], values: TemplateValues): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name }): [string, string][] => {
      const value = values.get(name);
      if (!values.has(name)) return [[name, l10n.t('A value is required.')]];
      if (value === undefined || valueText(value).length <= maxValueLength) return [];
      return [[name, l10n.t('The value is too long for a URI. Use at most {0} characters.', maxValueLength)]];
    }),
  );
}

function valueOf({ isList }: Variable, text: string | undefined): TemplateValue | undefined {
  if (text === undefined || text === '') return undefined;
  if (!isList) return text;
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '');
  return lines.length === 0 ? undefined : lines;
}
