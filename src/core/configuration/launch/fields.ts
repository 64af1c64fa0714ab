// Reads the fields of a configured server, which are not validated.
import * as l10n from '@vscode/l10n';
import { isFields, toText } from '../../base/values';
import { sourceFormats } from '../sourceFormats';
import { misconfigured } from './misconfigured';
import type { ServerPlace } from '../configuration';

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}

/** @throws {HumanError} `configuration`, as all of these do */
export function parseText({ name, source }: ServerPlace, key: string, value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  if (typeof value === 'string') return value;
  throw misconfigured(
    l10n.t('The “{2}” of the server “{0}” in {1} must be a string. Correct the value.', name, source.label, key),
  );
}

/** Rewrites `$VAR` to `${VAR}` if the format of the source allows both. */
export function toValue(value: unknown, { source }: ServerPlace): string | undefined {
  const text = toText(value);
  return sourceFormats[source.format].hasBareVariables ? text?.replace(/\$(?=[A-Za-z_])(\w+)/g, '${$1}') : text;
}

/** @param names that are valid */
export function parseMap<T>(
  { name, source }: ServerPlace,
  key: string,
  names: RegExp,
  value: unknown,
  parse: (value: unknown) => T | undefined,
): Record<string, T> {
  if (value === undefined || value === null) return {};
  if (!isFields(value))
    throw misconfigured(
      l10n.t('The “{2}” of the server “{0}” in {1} must be an object. Correct the value.', name, source.label, key),
    );
  const entries: [string, T][] = [];
  for (const [entryName, entry] of Object.entries(value)) {
    const parsed = names.test(entryName) ? parse(entry) : undefined;
    if (parsed === undefined)
      throw misconfigured(
        l10n.t(
          'In the “{3}” of the server “{0}” in {1}, “{2}” needs a valid name and a string. Correct the entry.',
          name,
          source.label,
          entryName,
          key,
        ),
      );
    entries.push([entryName, parsed]);
  }
  return Object.fromEntries(entries);
}
