import { isRecord } from '../../core/servers/rawValue';
import type { LanguageSettings } from '../../core/language/ports';

const problems = ['off', 'hint', 'information', 'warning'] as const;

/**
 * What a client sends as `initializationOptions` or with `workspace/didChangeConfiguration`: `mcpResources.mentions.problems`, nested or as
 * one key. What it does not say, or says wrongly, stays as it is.
 */
export function readSettings(value: unknown, before: LanguageSettings): LanguageSettings {
  const chosen = valueAt(value, ['mcpResources', 'mentions', 'problems']);
  const known = problems.find((one) => one === chosen);
  return known === undefined ? before : { ...before, problems: known };
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || !isRecord(value)) return value;
  return valueAt(value[key], rest) ?? value[[key, ...rest].join('.')];
}
