// The icons of the panel: those of the 650 in the font of codicons that can be shown.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { root } from './terminal.mjs';

const codicons = path.join(root, 'node_modules/@vscode/codicons/dist');
/** The page, and the host, which sends it names of icons. */
const sources = ['webview-ui', 'src'];
const rule = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gmu;

/** Every word that may name an icon: the beginning of a string, or the word behind `codicon-`. Rather one too many than one too few. */
async function possibleNames() {
  const names = new Set();
  for (const folder of sources) {
    const files = await readdir(path.join(root, folder), { recursive: true });
    for (const file of files.filter((name) => /\.(ts|css)$/u.test(name))) {
      const text = await readFile(path.join(root, folder, file), 'utf8');
      for (const [, name] of text.matchAll(/(?:codicon-|(?<=['"`]))([a-z0-9-]+)/gu)) names.add(name);
    }
  }
  return names;
}

/** @returns the style sheet and the font with the icons in use, and the file that they come from */
export async function subsetIcons() {
  const [css, font, names] = await Promise.all([
    readFile(path.join(codicons, 'codicon.css'), 'utf8'),
    readFile(path.join(codicons, 'codicon.ttf')),
    possibleNames(),
  ]);
  let characters = '';
  const style = css.replace(rule, (all, name, code) => {
    if (!names.has(name)) return '';
    characters += String.fromCodePoint(Number.parseInt(code, 16));
    return all;
  });
  const ttf = await subsetFont(font, characters, { targetFormat: 'truetype' });
  return { css: style, ttf, source: 'node_modules/@vscode/codicons/dist/codicon.ttf' };
}
