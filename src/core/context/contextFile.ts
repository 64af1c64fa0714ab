import * as l10n from '@vscode/l10n';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type FormattingOptions, type Node } from 'jsonc-parser';
import { words } from '../base/untrusted';
import { describe, isEmpty, nestedTooDeeply, readTree } from '../servers/configurationText';
import { readEntry, writeEntry, type NamedSet, type SetEntry } from './setEntry';

export interface FileSet extends NamedSet {
  /** Zero-based. */
  readonly line: number;
  /** Line of each of {@link entries}, zero-based. */
  readonly entryLines: readonly number[];
  /** Invalid entries. */
  readonly lost: readonly LostEntry[];
  /** The problem that makes the set invalid, if any; also among the file's problems. */
  readonly mistake: FileProblem | undefined;
}

export interface LostEntry extends FileProblem {
  /** As written, on one line and shortened. */
  readonly text: string;
}

export interface FileProblem {
  /** A sentence without the file and the line. */
  readonly message: string;
  /** Zero-based. */
  readonly line: number;
}

/** A file of named sets, as far as it is valid. */
export interface ContextFile {
  readonly sets: readonly FileSet[];
  readonly problems: readonly FileProblem[];
  /** A problem of the whole file, because of which nothing may be written into it. */
  readonly mistake: FileProblem | undefined;
}

interface Property {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

const maxEntryLength = 60;
const fileKeys = ['$schema', 'sets'];
const setKeys = ['description', 'resources'];

/** Reads JSON with comments and trailing commas. From a file with errors, returns the valid part; of equal names the first counts. */
export function readContextFile(text: string): ContextFile {
  const { root, errors, isTooDeep } = readTree(text);
  if (isTooDeep) return broken(nestedTooDeeply('mcp-context.json'));
  const [error] = errors;
  if (!root && (!error || isEmpty(errors))) return { sets: [], problems: [], mistake: undefined };
  const lines = new Lines(text);
  const reading = new Reading(text, lines);
  const sets = root ? reading.file(root) : [];
  const syntax = error && { message: describe(error), line: lines.at(error.offset) };
  return { sets, problems: reading.problems, mistake: syntax ?? reading.mistake };
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

class Reading {
  readonly problems: FileProblem[] = [];
  mistake: FileProblem | undefined;

  constructor(
    private readonly text: string,
    private readonly lines: Lines,
  ) {}

  file(root: Node): readonly FileSet[] {
    if (root.type !== 'object')
      return this.#invalid(l10n.t('The file must contain an object with a “sets” property.'), root);
    const sets = this.#properties(root, fileKeys).find(({ name }) => name === 'sets')?.value;
    if (!sets) return [];
    if (sets.type !== 'object')
      return this.#invalid(l10n.t('“sets” must be an object with one entry for each set.'), sets);
    return this.#properties(sets).flatMap((property) => this.#set(property) ?? []);
  }

  /** An invalid set is empty, so that it can be shown and edited. */
  #set({ name, key, value }: Property): FileSet | undefined {
    if (name.trim() === '') {
      this.#report(l10n.t('A context set needs a name.'), key);
      return undefined;
    }
    const properties = value.type === 'object' ? this.#properties(value, setKeys) : [];
    const [description, resources] = setKeys.map((key) => properties.find((property) => property.name === key)?.value);
    if (description && description.type !== 'string')
      this.#report(l10n.t('“description” must be a string.'), description);
    const mistake =
      resources?.type === 'array'
        ? undefined
        : this.#report(l10n.t('A context set must be an object with a “resources” array.'), resources ?? value);
    const results = mistake ? [] : (resources?.children ?? []).map((node) => this.#entry(node));
    const valid = results.filter((result) => 'entry' in result);
    const text: unknown = description?.value;
    return {
      name,
      description: typeof text === 'string' ? text : undefined,
      line: this.lines.at(key.offset),
      entries: valid.map(({ entry }) => entry),
      entryLines: valid.map(({ line }) => line),
      lost: results.filter((result) => 'message' in result),
      mistake,
    };
  }

  #entry(node: Node): { readonly entry: SetEntry; readonly line: number } | LostEntry {
    const { entry, mistakes } = readEntry(getNodeValue(node));
    for (const mistake of mistakes) this.#report(mistake, node);
    const { offset, length } = node;
    const line = this.lines.at(offset);
    if (entry) return { entry, line };
    const text = words(this.text.slice(offset, offset + length), maxEntryLength) ?? '';
    return { text, line, message: mistakes.at(-1) ?? '' };
  }

  /** Without repeated names: the first one counts, as for the functions that edit by name. */
  #properties(node: Node, knownKeys?: readonly string[]): readonly Property[] {
    const properties = new Map<string, Property>();
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (!key || !value) continue;
      const name = String(key.value);
      if (properties.has(name))
        this.#report(l10n.t('The property “{0}” occurs more than once. Only the first one is used.', name), key);
      else properties.set(name, { name, key, value });
      if (knownKeys && !knownKeys.includes(name))
        this.#report(l10n.t('The unknown property “{0}” is ignored.', name), key);
    }
    return [...properties.values()];
  }

  #report(message: string, { offset }: Node): FileProblem {
    const problem = { message, line: this.lines.at(offset) };
    this.problems.push(problem);
    return problem;
  }

  #invalid(message: string, { offset }: Node): readonly FileSet[] {
    this.mistake = { message, line: this.lines.at(offset) };
    return [];
  }
}

function broken(message: string): ContextFile {
  return { sets: [], problems: [], mistake: { message, line: 0 } };
}

function modified(text: string, path: readonly string[], value: unknown): string {
  try {
    return applyEdits(text, modify(text, [...path], value, { formattingOptions: formatOf(text) }));
  } catch {
    // jsonc-parser throws where it would indent a line by exactly 200 characters.
    // https://github.com/microsoft/node-jsonc-parser/blob/main/src/impl/format.ts (newLinesAndIndent)
    return applyEdits(text, modify(text, [...path], value, {}));
  }
}

/** Uses the indentation of the first indented line, and the first end of line. */
function formatOf(text: string): FormattingOptions {
  const [, indent = '  '] = /^([ \t]+)\S/mu.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: /\r?\n/u.exec(text)?.[0] ?? '\n' };
}

/** Finds the lines of many offsets without scanning the text for each. */
class Lines {
  /** Offset of each line but the first. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = [...text.matchAll(/\r\n|\r|\n/gu)].map((end) => end.index + end[0].length);
  }

  /** Zero-based. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
