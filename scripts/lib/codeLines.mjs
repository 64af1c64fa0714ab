// Counts lines of code: those that hold more than blanks and comments. A comment begins its line; where it ends, the rest of its line counts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const made = ['node_modules', '.cache', 'dist', 'output', 'corpus'];
const isCode = /\.(?:ts|mts|mjs|css|html)$/;

export function codeLines(text) {
  let count = 0;
  let isComment = false;
  for (const line of text.split('\n')) {
    const start = isComment ? '' : line.trim();
    const end = isComment || start.startsWith('/*') ? line.indexOf('*/') : -1;
    const code = end >= 0 ? line.slice(end + 2).trim() : start;
    isComment = end < 0 && (isComment || start.startsWith('/*'));
    if (!isComment && code !== '' && !code.startsWith('//')) count += 1;
  }
  return count;
}

/** Returns the files of code in a folder, each with its text; none if there is no such folder. */
export function codeFiles(root, folder) {
  return entriesOf(path.join(root, folder)).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return made.includes(entry.name) ? [] : codeFiles(root, name);
    return isCode.test(entry.name) ? [{ name, text: readFileSync(path.join(root, name), 'utf8') }] : [];
  });
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Folders whose code is shipped. */
export const sourceFolders = ['src', 'webview-ui', 'packages'];

/** Without the tests and build scripts of packages. */
export function sourceFiles(root) {
  const files = sourceFolders.flatMap((folder) => codeFiles(root, folder));
  return files.filter(({ name }) => !/\/test\/|\.mjs$/.test(name));
}

/** The room of a source file: a folder on one of the floors that have rooms, else its first two folders. */
function roomOf(name) {
  const folders = name.split('/').slice(0, -1);
  return folders.slice(0, /^src\/(?:core|node|host)\//.test(name) ? 3 : 2).join('/');
}

/** Returns the lines of code by room. */
export function linesByRoom(root) {
  const rooms = new Map();
  for (const { name, text } of sourceFiles(root)) {
    const room = roomOf(name);
    rooms.set(room, (rooms.get(room) ?? 0) + codeLines(text));
  }
  return new Map([...rooms].sort(([one], [other]) => (one < other ? -1 : 1)));
}
