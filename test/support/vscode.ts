/**
 * An in-memory VS Code that replaces the module `vscode` in unit tests, with everything the extension uses. Tests control it through `fakeVscode`.
 */
import { commands as allCommands } from './vscode/commands';
import { env as allEnv, extensions as allExtensions, languages as allLanguages, l10n as allL10n } from './vscode/env';
import { chat as allChat, lm as allLm } from './vscode/languageModels';
import { unexpected } from './vscode/unexpected';
import { window as allWindow } from './vscode/window';
import { workspace as allWorkspace } from './vscode/workspace';

export * from './vscode/enums';
export * from './vscode/positions';
export * from './vscode/values';
export { CancellationError, CancellationTokenSource, Disposable, EventEmitter } from './vscode/events';
export { LanguageModelDataPart, LanguageModelTextPart, LanguageModelToolResult } from './vscode/languageModels';
export { Uri } from './vscode/uri';
export { version } from './vscode/env';

/** Throws for members that the fake lacks, instead of returning `undefined`. */
function whole<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target)) throw unexpected(`The fake of VS Code has no ${name}.${key}.`);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

export const chat = whole('chat', allChat);
export const commands = whole('commands', allCommands);
export const env = whole('env', allEnv);
export const extensions = whole('extensions', allExtensions);
export const l10n = whole('l10n', allL10n);
export const languages = whole('languages', allLanguages);
export const lm = whole('lm', allLm);
export const window = whole('window', allWindow);
export const workspace = whole('workspace', allWorkspace);
