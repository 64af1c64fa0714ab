import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { getL10nJson, type l10nJsonFormat } from '@vscode/l10n-dev';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { formatAge, formatDate, formatNumbersIn, formatTime } from '../../../src/core/base/format';

type Texts = Readonly<Record<string, string>>;

/** Every language the extension is translated into. */
const languages = ['zh-cn'];

function read(file: string): Texts {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
}

function sources() {
  return ['src', 'packages/language-server/src']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, contents: readFileSync(path.join(root, file), 'utf8') }));
}

const call = /\bl10n\.t\((?:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`))?/gu;

/** Returns the texts of the code, collected by the tool that translators use. It takes 40 ms for a kilobyte, so it gets the beginnings of the calls alone. */
async function exported(): Promise<readonly string[]> {
  const calls = sources().flatMap(({ contents }) => contents.match(call) ?? []);
  const contents = ["import * as l10n from '@vscode/l10n';", ...calls.map((text) => `${text});`)].join('\n');
  const texts: l10nJsonFormat = await getL10nJson([{ extension: '.ts', contents }]);
  return Object.keys(texts);
}

/** Returns the parts that a translation has to keep: placeholders, links, code, and names of things in the editor's own files. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/\{\d+\}|\]\([^)]+\)|`[^`]+`|\$\([\w-]+\)|mcpResources\.[\w.]+|\.?mcp\.json/gu)]
    .map(([part]) => part)
    .sort();
}

function broken(texts: Texts, original: (key: string) => string | undefined): object[] {
  return Object.entries(texts).flatMap(([key, translation]) => {
    const text = original(key) ?? key;
    const isSame = JSON.stringify(fixedParts(text)) === JSON.stringify(fixedParts(translation));
    return isSame ? [] : [{ text, translation }];
  });
}

/** Returns texts with Latin commas and full stops after Chinese characters, or with spaces at an end. */
function untidy(texts: Texts): string[] {
  return Object.values(texts).filter((text) => text.trim() !== text || /[\u4e00-\u9fff][,.;]/u.test(text));
}

describe.each(languages)('the texts in %s', (language) => {
  const bundle = read(`l10n/bundle.l10n.${language}.json`);
  const manifest = read(`package.nls.${language}.json`);
  const english = read('package.nls.json');
  let keys: readonly string[];

  beforeAll(async () => {
    keys = await exported();
    expect(keys.length).toBeGreaterThan(300);
  });

  it('are there for all of the code, and for nothing else', () => {
    const missing = keys.filter((key) => !bundle[key]);
    const unused = Object.keys(bundle).filter((key) => !keys.includes(key));
    expect({ missing, unused }).toEqual({ missing: [], unused: [] });
  });

  it('keep values, links and names', () => {
    expect(broken(bundle, (key) => key)).toEqual([]);
    expect(broken(manifest, (key) => english[key])).toEqual([]);
  });

  it('are written as the language is', () => {
    expect([...untidy(bundle), ...untidy(manifest)]).toEqual([]);
  });

  it('give no two commands the same name', () => {
    const titles = Object.entries(manifest).flatMap(([key, title]) => (key.startsWith('command.') ? [title] : []));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('are what the code says once it is told', () => {
    l10n.config({ contents: { ...bundle } });
    try {
      expect(formatAge(0, 7 * 60_000)).toBe(bundle['{0} min']?.replace('{0}', '7'));
    } finally {
      l10n.config({ contents: {} });
    }
    expect(formatAge(0, 7 * 60_000)).toBe('7 min');
  });

  it('have dates in their language, by one formatter', () => {
    const noon = new Date(2026, 0, 31, 12, 30).getTime();
    formatNumbersIn('zh-cn');
    try {
      expect([formatDate(noon), formatTime(noon, 0), formatTime(noon, noon)]).toEqual([
        '2026/1/31 12:30:00',
        '1月31日 12:30',
        '12:30',
      ]);
    } finally {
      formatNumbersIn('en');
    }
    expect(formatDate(noon)).toMatch(/^1\/31\/2026, 12:30:00\sPM$/u);
    const writing = sources().filter(({ contents }) => /\.toLocale(?:Date)?String\(|Intl\.DateTime/u.test(contents));
    expect(writing.map(({ file }) => file)).toEqual([path.join('src', 'core', 'base', 'format.ts')]);
  });
});
