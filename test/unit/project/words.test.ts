import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { userDocs } from '../../support/userDocs';
import { inChinese, inEnglish, inNames, inTexts, type RetiredWord } from './retiredWords';

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function texts(file: string): readonly (readonly [key: string, text: string])[] {
  return Object.entries(JSON.parse(read(file)) as Readonly<Record<string, string>>);
}

/** Returns "what stands there → what to say" for each text that has a retired word. */
function retired(words: readonly RetiredWord[], given: Iterable<string>): readonly string[] {
  return Array.from(new Set(given)).flatMap((text) =>
    words.flatMap(([pattern, instead]) => (pattern.test(text) ? `${text} → ${instead}` : [])),
  );
}

/** The docs for users, line by line; of the changelog, what is not released. */
function docs(): readonly string[] {
  const [, unreleased = ''] = read('CHANGELOG.md').split(/^## /mu);
  return [unreleased, ...userDocs.map(read)].flatMap((page) => page.split('\n'));
}

/** Names that the code of the product declares or uses, and the names of its files. */
function names(): Set<string> {
  const found = new Set<string>();
  for (const floor of ['src', 'packages/language-server/src', 'webview-ui'])
    for (const file of readdirSync(path.join(root, floor), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      found.add(path.basename(file));
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, read(path.join(floor, file)), ts.ScriptTarget.Latest));
    }
  return found;
}

it('texts of the interface have no retired word', () => {
  const english = [
    ...texts('l10n/bundle.l10n.zh-cn.json').map(([key]) => key),
    ...texts('package.nls.json').map(([, text]) => text),
  ];
  expect(english.length).toBeGreaterThan(1_000);
  expect(retired([...inEnglish, ...inTexts], english)).toEqual([]);
});

it('Chinese texts of the interface have no retired word', () => {
  const chinese = ['l10n/bundle.l10n.zh-cn.json', 'package.nls.zh-cn.json'].flatMap((file) =>
    texts(file).map(([, text]) => text),
  );
  expect(chinese.length).toBeGreaterThan(1_000);
  expect(retired(inChinese, chinese)).toEqual([]);
});

it('docs for users have no retired word', () => {
  const lines = docs();
  expect(lines.length).toBeGreaterThan(300);
  expect(retired(inEnglish, lines)).toEqual([]);
});

it('names in the code have no retired word', () => {
  const used = names();
  expect(used.size).toBeGreaterThan(2_000);
  expect(retired(inNames, used)).toEqual([]);
});
