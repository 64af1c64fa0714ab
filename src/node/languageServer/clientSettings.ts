import { isRecord } from '../../core/servers/rawValue';
import type { LanguageSettings } from '../../core/mentions/mention/ports';

/** What clients keep the settings under. */
export const settingsSection = 'mcpResources';

const problems = ['off', 'hint', 'information', 'warning'] as const;

/**
 * What a client sends as `initializationOptions`, with `workspace/didChangeConfiguration`, or when it is asked:
 * `mcpResources.mentions.problems`, nested or as one key. What it does not say, or says wrongly, stays as it is.
 */
export function readSettings(value: unknown, before: LanguageSettings): LanguageSettings {
  const chosen = valueAt(value, [settingsSection, 'mentions', 'problems']);
  const known = problems.find((one) => one === chosen);
  return known === undefined ? before : { ...before, problems: known };
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || !isRecord(value)) return value;
  return valueAt(value[key], rest) ?? value[[key, ...rest].join('.')];
}
