// The packages whose code is in the bundles, by esbuild's own account of them, and their licences.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './terminal.mjs';

const stylesAndIcons = ['webview-style.css', 'codicon.css', 'codicon.ttf'];

/** True for a file of `dist` that a package contains; .vscodeignore says the same. */
export const isShipped = (name) => stylesAndIcons.includes(name) || (name.endsWith('.js') && name !== 'demo-server.js');

/** Relative to the root, of a file that may be named relative to another folder. */
const packageFolder = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/u;
const licenceFile = /^(licen[cs]e|copying|notice|copyrightnotice|thirdpartynotices)(\.|-|$)/iu;

/** One metafile of several builds: what is in it is named relative to the root, so that nothing is there twice. */
export function joined(metafiles) {
  const inputs = Object.assign({}, ...metafiles.map((one) => one.inputs));
  return { inputs, outputs: Object.assign({}, ...metafiles.map((one) => one.outputs)) };
}

/** The part of a metafile that tells of what is shipped; the same wherever it was built. */
export function shippedPart({ inputs, outputs }) {
  const own = Object.entries(outputs).filter(([file]) => isShipped(path.basename(file)));
  const names = [...new Set(own.flatMap(([, output]) => Object.keys(output.inputs)))].sort();
  return {
    inputs: Object.fromEntries(names.map((file) => [file, inputs[file]])),
    outputs: Object.fromEntries(own.map(([file, output]) => [`dist/${path.basename(file)}`, output])),
  };
}

/** The packages of a metafile: folder, name, version and licence, by their names. */
export async function packagesIn({ inputs }) {
  const folders = new Set(Object.keys(inputs).flatMap((file) => packageFolder.exec(file)?.[0] ?? []));
  const packages = [...folders].map(async (folder) => {
    const { name, version, license, author } = JSON.parse(
      await readFile(path.join(root, folder, 'package.json'), 'utf8'),
    );
    return { folder, name, version, license, author: typeof author === 'string' ? author : author?.name };
  });
  const order = ({ name, version, folder }) => `${name} ${version} ${folder}`;
  return (await Promise.all(packages)).sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** Texts that take the place of a package's own. */
const ownTexts = {
  '@vscode/codicons':
    'The icons are under the Creative Commons Attribution 4.0 International licence,\n' +
    'https://creativecommons.org/licenses/by/4.0/legalcode. Copyright (c) Microsoft Corporation.\n' +
    'Changed: the font has only the icons that are shown. Their style sheet is under the MIT licence.\n',
};

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

async function licenceOf({ folder, name, license, author }) {
  const own = ownTexts[name];
  const files = (await readdir(path.join(root, folder))).filter((file) => licenceFile.test(file)).sort();
  if (own === undefined && files.length > 0)
    return (await Promise.all(files.map((file) => readFile(path.join(root, folder, file), 'utf8')))).join('\n');
  if (own !== undefined) return own;
  if (license === 'MIT' && author !== undefined) return `Copyright (c) ${author}\n\n${mit}`;
  throw new Error(
    `${name} is bundled and has no licence text: add one in ${path.relative(root, import.meta.filename)}.`,
  );
}

/** The licences of packages as one text; those that share one stand together. */
export async function noticesOf(packages) {
  const byText = new Map();
  for (const one of packages) {
    const text = (await licenceOf(one))
      .replace(/\r\n?/gu, '\n')
      .replace(/[ \t]+$/gmu, '')
      .trim();
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const sections = [...byText].map(([text, some]) => {
    const names = some.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${'='.repeat(80)}\n${names.join('\n')}\n${'='.repeat(80)}\n\n${text}\n`;
  });
  return `Code of these packages is in this one, under the licences that follow.\n\n${sections.join('\n')}`;
}
