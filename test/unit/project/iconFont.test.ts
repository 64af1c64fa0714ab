import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { subsetIcons } from '../../../scripts/lib/iconFont.mjs';
import { codiconOf } from '../../../src/core/content/mimeTypes';

const root = path.join(import.meta.dirname, '../../..');
let icons: Awaited<ReturnType<typeof subsetIcons>>;

beforeAll(async () => {
  icons = await subsetIcons();
});

/** Returns the style sheet's characters by icon name. */
function characters(): Map<string, number> {
  const rules = icons.css.matchAll(/\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}/gu);
  return new Map([...rules].map(([, name, code]) => [name!, Number.parseInt(code!, 16)]));
}

/** Returns every character that the font has a glyph for, from the segments of its character map (format 4 of `cmap`). */
function inFont(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8);
  const maps = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 8 + 8 * index),
  );
  const map = maps.find((at) => font.readUInt16BE(at) === 4)!;
  const length = font.readUInt16BE(map + 6);
  const characters = new Set<number>();
  for (let offset = 0; offset < length; offset += 2) {
    const end = font.readUInt16BE(map + 14 + offset);
    const start = font.readUInt16BE(map + 16 + length + offset);
    for (let code = start; code <= end && code !== 0xffff; code += 1) characters.add(code);
  }
  return characters;
}

async function namedInPage(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const file of await readdir(path.join(root, 'webview-ui'), { recursive: true })) {
    if (!/\.(ts|css)$/u.test(file)) continue;
    const text = await readFile(path.join(root, 'webview-ui', file), 'utf8');
    for (const [, name] of text.matchAll(/codicon-([a-z0-9-]+)/gu)) names.add(name!);
    for (const [, name] of text.matchAll(/icon: '([a-z0-9-]+)'/gu)) names.add(name!);
  }
  return names;
}

describe('the icons of the panel', () => {
  test('have all that the page names', async () => {
    const names = await namedInPage();
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !characters().has(name))).toEqual([]);
  });

  test('have all that stand for a type', () => {
    const types = ['', 'inode/directory', 'application/pdf', 'text/csv', 'text/markdown', 'text/x-log', 'text/html'];
    const others = ['application/json', 'application/sql', 'image/png', 'application/zip', 'application/octet-stream'];
    const names = [...types, ...others].map(codiconOf);
    expect(new Set(names).size).toBe(12);
    expect(names.filter((name) => !characters().has(name))).toEqual([]);
  });

  test('are glyphs of the font, and few', () => {
    const font = inFont(icons.ttf);
    expect([...characters()].filter(([, code]) => !font.has(code))).toEqual([]);
    expect(font.size).toBeLessThan(200);
  });
});
