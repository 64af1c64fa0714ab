import * as l10n from '@vscode/l10n';
import { isFields, type Fields } from '../base/values';
import type { ContextItem, ContextMarks } from './contextSet';

/** The target of an entry. */
type Named =
  | { readonly kind: 'uri'; readonly uri: string }
  | { readonly kind: 'glob'; readonly glob: string }
  /** In the syntax of the search panel. */
  | { readonly kind: 'search'; readonly search: string };

export type SetEntry = Named &
  Pick<ContextMarks, 'isChecked'> & {
    /** Name as configured; if absent, every server counts. */
    readonly server: string | undefined;
  };

/** A named selection of resources, resolved when it is opened. */
export interface NamedSet {
  readonly name: string;
  readonly description: string | undefined;
  readonly entries: readonly SetEntry[];
}

/** An entry as far as it is valid, and sentences about the rest. */
export interface ReadEntry {
  readonly entry: SetEntry | undefined;
  readonly mistakes: readonly string[];
}

const entryKinds = ['uri', 'glob', 'search'] as const;
export const entryKeys: readonly string[] = [...entryKinds, 'server', 'checked'];

/** Reads an entry of a file: a URI, or an object. It is lost only by a mistake that would change its meaning. */
export function readEntry(value: unknown): ReadEntry {
  if (typeof value === 'string' && value.trim() !== '') return { entry: uriEntry(value), mistakes: [] };
  const mistakes: string[] = [];
  const kinds = isFields(value) ? entryKinds.filter((kind) => value[kind] !== undefined) : [];
  const [kind, second] = kinds;
  if (!isFields(value) || !kind)
    return invalidEntry(l10n.t('An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.'));
  if (second) return invalidEntry(l10n.t('Use either “{0}” or “{1}” in an entry, not both.', kind, second));
  for (const key of Object.keys(value))
    if (!entryKeys.includes(key)) mistakes.push(l10n.t('The unknown property “{0}” is ignored.', key));
  const isChecked = readFlag(value, 'checked', true, mistakes);
  const { server } = value;
  if (server !== undefined && !isText(server)) return invalidEntry(...mistakes, notText('server'));
  const text = value[kind];
  if (!isText(text)) return invalidEntry(...mistakes, notText(kind));
  return { entry: { ...named(kind, text), server, isChecked }, mistakes };
}

/** The entry for a resource; `server` is given if its URI alone would be ambiguous. */
export function entryOf({ uri, isChecked }: ContextItem, server: string | undefined): SetEntry {
  return { kind: 'uri', uri, server, isChecked };
}

/** The value for a file: a URI alone where there is nothing else to write. */
export function writeEntry(entry: SetEntry): unknown {
  const { server, isChecked } = entry;
  const isPlain = server === undefined && isChecked;
  return entry.kind === 'uri' && isPlain
    ? entry.uri
    : {
        ...(server !== undefined && { server }),
        [entry.kind]: entryText(entry),
        ...(!isChecked && { checked: false }),
      };
}

/** The text that the user wrote for it. */
export function entryText(entry: SetEntry): string {
  switch (entry.kind) {
    case 'uri':
      return entry.uri;
    case 'glob':
      return entry.glob;
    case 'search':
      return entry.search;
  }
}

function uriEntry(uri: string): SetEntry {
  return { kind: 'uri', uri, server: undefined, isChecked: true };
}

function invalidEntry(...mistakes: readonly string[]): ReadEntry {
  return { entry: undefined, mistakes };
}

function named(kind: Named['kind'], text: string): Named {
  if (kind === 'uri') return { kind, uri: text };
  return kind === 'glob' ? { kind, glob: text } : { kind, search: text };
}

function readFlag(value: Fields, key: string, fallback: boolean, mistakes: string[]): boolean {
  const flag = value[key];
  if (typeof flag === 'boolean') return flag;
  if (flag !== undefined) mistakes.push(l10n.t('“{0}” must be true or false.', key));
  return fallback;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function notText(key: string): string {
  return l10n.t('“{0}” must be a non-empty string.', key);
}
