// The README stays short, and the reference names what the product has.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inlineCode, readPage, userDocs } from '../../support/userDocs';
import { settingProperties } from '../../support/vscode/commands';

const root = path.resolve(import.meta.dirname, '../../..');
const json = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const wordsIn = (text: string): string[] => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];

describe('the README', () => {
  const readme = readPage('README.md');
  const [start = ''] = readme.split('\n## Reference\n');
  const items = (text: string, mark: string): string[] => text.split('\n').filter((line) => line.startsWith(mark));

  it('has fewer than 600 words before the reference', () => {
    expect(start.length).toBeLessThan(readme.length);
    expect(wordsIn(start).length).toBeLessThan(600);
  });

  it('has a picture, six short bullets and three steps', () => {
    const bullets = items(start, '- ');
    expect(bullets.filter((bullet) => wordsIn(bullet).length > 12)).toEqual([]);
    expect([items(start, '![').length, bullets.length, start.match(/^\d\. /gmu)]).toEqual([
      1,
      6,
      ['1. ', '2. ', '3. '],
    ]);
  });

  it('links to every page of the reference', () => {
    expect(userDocs.filter((page) => page !== 'README.md' && !readme.includes(`(${page})`))).toEqual([]);
  });
});

describe('docs/settings.md', () => {
  const rows = [...readPage('docs/settings.md').matchAll(/^\| `([\w.]+)` \| .* \| (.*) \|$/gmu)];
  const written = (value: unknown): string => {
    const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
    return isEmpty ? 'none' : `\`${String(value)}\``;
  };

  it('has every setting once, with its default', () => {
    const settings = Object.entries(settingProperties);
    const expected = settings.map(([name, property]) => [name, written(property['default'])]);
    expect(rows.map(([, name, value]) => [name, value]).sort()).toEqual(expected.sort());
  });

  it('has every setting that other pages name', () => {
    const named = userDocs
      .flatMap((page) => inlineCode(readPage(page)))
      .filter((code) => /^mcpResources\../u.test(code));
    expect(named.filter((name) => !(name in settingProperties))).toEqual([]);
  });
});

it('every command that the user docs introduce has that title', () => {
  const titles = Object.values(json('package.nls.json') as Record<string, string>);
  const named = userDocs.flatMap((page) =>
    [...readPage(page).matchAll(/\*(?:MCP Resources: ([^*]+)|(\w[^*:\n]*…))\*/gu)].map(
      ([, one, other]) => one ?? other!,
    ),
  );
  const texts = new Set([...titles, ...Object.keys(json('l10n/bundle.l10n.zh-cn.json') as object)]);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((title) => !texts.has(title))).toEqual([]);
});

const folders = ['.', 'docs', 'examples'];
const pages = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name)),
);

/** Returns the anchors of a page's headings, as GitHub and VS Code make them. */
function anchorsOf(page: string): string[] {
  const headings = readPage(page).match(/^#+ .*$/gmu) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /u, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('the links and pictures of %s lead somewhere', (page) => {
  const targets = [...readPage(page).matchAll(/\]\(([^()\s]+)\)/gu)].map(([, target]) => target!);
  const broken = targets.filter((target) => {
    if (/^\w+:/u.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const full = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    return !existsSync(path.join(root, full)) || (anchor !== undefined && !anchorsOf(full).includes(anchor));
  });
  expect(broken).toEqual([]);
});
