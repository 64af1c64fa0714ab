import { isRecord } from '../../../src/core/configuration/rawValue';
import type { LanguageSettings } from '../../../src/core/mentions/mention/languagePorts';

/** Name of the settings' section in clients. */
export const settingsSection = 'mcpResources';

const problems = ['off', 'hint', 'information', 'warning'] as const;

/**
 * Reads the settings that a client sends as `initializationOptions`, with `workspace/didChangeConfiguration`, or on request:
 * `mcpResources.mentions.problems`, nested or as one key. A missing or wrong value leaves the setting as it is.
 */
export function readSettings(value: unknown, current: LanguageSettings): LanguageSettings {
  const chosen = valueAt(value, [settingsSection, 'mentions', 'problems']);
  const severity = problems.find((candidate) => candidate === chosen);
  return severity === undefined ? current : { ...current, problems: severity };
}

function valueAt(value: unknown, [key, ...furtherKeys]: readonly string[]): unknown {
  if (key === undefined || !isRecord(value)) return value;
  return valueAt(value[key], furtherKeys) ?? value[[key, ...furtherKeys].join('.')];
}
