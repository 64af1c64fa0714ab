// The pages that users read.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The README and the reference that it links to; paths relative to the repository. */
export const userDocs: readonly string[] = [
  'README.md',
  ...['search', 'context', 'mentions', 'agents', 'servers', 'sign-in', 'settings', 'keyboard'].map(
    (name) => `docs/${name}.md`,
  ),
  'packages/language-server/README.md',
];

/** @param page relative to the repository */
export const readPage = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** Returns the inline code of a Markdown text, without its fenced and indented blocks. */
export function inlineCode(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gmu, '').replace(/^ {4}.*$/gmu, '');
  return [...prose.matchAll(/`([^`\n]+)`/gu)].map(([, code]) => code!);
}
