import * as l10n from '@vscode/l10n';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type FormattingOptions, type Node } from 'jsonc-parser';
import { describe, isEmpty, nestedTooDeeply, readTree } from '../configuration/configurationText';
import { readEntry, writeEntry, type NamedSet, type SetEntry } from './setEntry';

export interface FileSet extends NamedSet {
  /** In the text, in UTF-16 units. */
  readonly offset: number;
  /** Offsets of entries that are not valid, and don't count. */
  readonly invalid: readonly number[];
  /** The problem that makes the set invalid, if any. */
  readonly mistake: FileProblem | undefined;
}

export interface FileProblem {
  /** A sentence without the file. */
  readonly message: string;
  /** In the text, in UTF-16 units. */
  readonly offset: number;
}

/** A file of named sets, as far as it is valid. Its JSON schema explains what else is wrong. */
export interface ContextFile {
  readonly sets: readonly FileSet[];
  /** A problem of the whole file, because of which nothing may be written into it. */
  readonly mistake: FileProblem | undefined;
}

/** Reads JSON with comments and trailing commas. From a file with errors, returns the valid part; of equal names the first counts. */
export function readContextFile(text: string): ContextFile {
  const { root, errors, isTooDeep } = readTree(text);
  if (isTooDeep) return { sets: [], mistake: { message: nestedTooDeeply('mcp-context.json'), offset: 0 } };
  const [error] = errors;
  if (!root && (!error || isEmpty(errors))) return { sets: [], mistake: undefined };
  const sets = root && findNodeAtLocation(root, ['sets']);
  if (error) return { sets: setsIn(sets), mistake: { message: describe(error), offset: error.offset } };
  const wrong = root?.type === 'object' ? sets && sets.type !== 'object' && sets : root;
  const message = l10n.t('The file must contain an object with a “sets” property, which has an entry for each set.');
  return { sets: setsIn(sets), mistake: wrong ? { message, offset: wrong.offset } : undefined };
}

/**
 * Returns the text with the set in place of one of the same name; all else stays except the layout of the lines beside it. The text must
 * have no problem.
 */
export function withSet(text: string, name: string, entries: readonly SetEntry[]): string {
  const resources = entries.map(writeEntry);
  const { root } = readTree(text);
  const isThere = root && findNodeAtLocation(root, ['sets', name])?.type === 'object';
  const edited = isThere
    ? modified(text, ['sets', name, 'resources'], resources)
    : modified(text, ['sets', name], { resources });
  return edited.endsWith('\n') ? edited : `${edited}${formatOf(text).eol}`;
}

export function withoutSet(text: string, name: string): string {
  return modified(text, ['sets', name], undefined);
}

function setsIn(node: Node | undefined): readonly FileSet[] {
  const sets = new Map<string, FileSet>();
  for (const property of node?.children ?? []) {
    const set = node?.type === 'object' ? setOf(property) : undefined;
    if (set && !sets.has(set.name)) sets.set(set.name, set);
  }
  return [...sets.values()];
}

/** An invalid set is empty, so that it can be shown and edited; `undefined` for one without a name. */
function setOf({ children: [key, value] = [] }: Node): FileSet | undefined {
  const name = String(key?.value ?? '');
  if (!key || !value || name.trim() === '') return undefined;
  const [resources, description] = ['resources', 'description'].map((part) => findNodeAtLocation(value, [part]));
  const message = l10n.t('A context set must be an object with a “resources” array.');
  const isValid = resources?.type === 'array';
  const entries = (isValid ? (resources.children ?? []) : []).map((node) => {
    return { entry: readEntry(getNodeValue(node)), offset: node.offset };
  });
  const text: unknown = description?.value;
  return {
    name,
    description: typeof text === 'string' ? text : undefined,
    entries: entries.flatMap(({ entry }) => entry ?? []),
    offset: key.offset,
    invalid: entries.flatMap(({ entry, offset }) => (entry ? [] : offset)),
    mistake: isValid ? undefined : { message, offset: (resources ?? value).offset },
  };
}

function modified(text: string, path: readonly string[], value: unknown): string {
  try {
    return applyEdits(text, modify(text, [...path], value, { formattingOptions: formatOf(text) }));
  } catch {
    // jsonc-parser throws if it would indent a line by exactly 200 characters.
    // https://github.com/microsoft/node-jsonc-parser/blob/v3.3.1/src/impl/format.ts (newLinesAndIndent)
    return applyEdits(text, modify(text, [...path], value, {}));
  }
}

/** Uses the indentation of the first indented line, and the first end of line. */
function formatOf(text: string): FormattingOptions {
  const [, indent = '  '] = /^([ \t]+)\S/mu.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: /\r?\n/u.exec(text)?.[0] ?? '\n' };
}
