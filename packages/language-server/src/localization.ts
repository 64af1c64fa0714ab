import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';

let contents: Readonly<Record<string, string>> = {};

/** The translations in use. */
export function texts(): Readonly<Record<string, string>> {
  return contents;
}

/**
 * Uses the user's language from here on, where there is a translation.
 *
 * @param locale such as `zh-cn`, or `zh_CN.UTF-8` as in the environment
 */
export function speak(locale: string): void {
  const language = /^[a-z]+([-_][a-z]+)?/iu.exec(locale)?.[0].replace('_', '-').toLowerCase();
  contents = readTexts(path.join(__dirname, 'l10n', `bundle.l10n.${language ?? ''}.json`));
  l10n.config({ contents });
}

/** Empty if there is no such file: then it is English. */
function readTexts(file: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}
