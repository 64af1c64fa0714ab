import { isFields } from '../../../src/core/base/values';
import type { Disposable } from '../../../src/core/base/disposable';
import { Emitter } from '../../../src/core/base/event';
import type { LanguageSettings } from '../../../src/core/mentions/mention/languagePorts';

/** Name of the settings' section in clients. */
export const settingsSection = 'mcpResources';

const problems = ['off', 'hint', 'information', 'warning'] as const;

/** The settings that a client sends as `initializationOptions`, with `workspace/didChangeConfiguration`, or on request. */
export class ClientSettings implements Disposable {
  readonly #didChange = new Emitter<void>();
  #current: LanguageSettings = { problems: 'hint', hasLenses: false };
  readonly onDidChange = this.#didChange.event;

  get current(): LanguageSettings {
    return this.#current;
  }

  /** Takes `mcpResources.mentions.problems`, nested or as one key. A missing or wrong value leaves the setting as it is. */
  update(value: unknown): void {
    const chosen = valueAt(value, [settingsSection, 'mentions', 'problems']);
    const severity = problems.find((candidate) => candidate === chosen);
    if (severity !== undefined) this.#current = { problems: severity, hasLenses: false };
    this.#didChange.fire();
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}

function valueAt(value: unknown, [key, ...furtherKeys]: readonly string[]): unknown {
  if (key === undefined || !isFields(value)) return value;
  return valueAt(value[key], furtherKeys) ?? value[[key, ...furtherKeys].join('.')];
}
