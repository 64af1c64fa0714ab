import * as l10n from '@vscode/l10n';
import { isFields } from '../base/values';
import type { ContextItem } from './contextSet';

/** Target of an entry. A search is in the syntax of the search panel; `mentions` is the path of a file in the workspace. */
type Target =
  | { readonly kind: 'uri' | 'glob' | 'template' | 'search' | 'mentions'; readonly text: string }
  /** Resources with at least this priority, 0 to 1, that are not for the user alone. */
  | { readonly kind: 'priority'; readonly atLeast: number };

export type SetEntry = Target & {
  /** Name as configured; if absent, every server counts. */
  readonly server: string | undefined;
  /** True if its resources are checked in the context. */
  readonly isChecked: boolean;
};

/** A named selection of resources, resolved when it is used. */
export interface NamedSet {
  readonly name: string;
  readonly description: string | undefined;
  readonly entries: readonly SetEntry[];
}

const entryKinds = ['uri', 'glob', 'template', 'search', 'mentions', 'priority'] as const;
export const entryKeys: readonly string[] = [...entryKinds, 'server', 'checked'];

/** Reads an entry of a file: a URI, or an object with one kind of target; `undefined` for anything else, which the file's JSON schema explains. */
export function readEntry(value: unknown): SetEntry | undefined {
  if (isText(value)) return entryFor({ kind: 'uri', text: value });
  if (!isFields(value)) return undefined;
  const [kind, second] = entryKinds.filter((kindName) => value[kindName] !== undefined);
  const target = kind && !second ? targetOf(kind, value[kind]) : undefined;
  const { server, checked } = value;
  if (!target || (server !== undefined && !isText(server))) return undefined;
  return { ...target, server, isChecked: checked !== false };
}

/** An entry that looks at every server. */
export function entryFor(target: Target): SetEntry {
  return { ...target, server: undefined, isChecked: true };
}

/** The entry for a resource; `server` is given if its URI alone would be ambiguous. */
export function entryOf({ uri, isChecked }: ContextItem, server: string | undefined): SetEntry {
  return { kind: 'uri', text: uri, server, isChecked };
}

/** The value for a file: a URI alone where there is nothing else to write. */
export function writeEntry(entry: SetEntry): unknown {
  const { server, isChecked } = entry;
  if (entry.kind === 'uri' && server === undefined && isChecked) return entry.text;
  const value = entry.kind === 'priority' ? entry.atLeast : entry.text;
  return { ...(server !== undefined && { server }), [entry.kind]: value, ...(!isChecked && { checked: false }) };
}

/** The entry in a few words: as the user wrote it, where that says enough. */
export function describeEntry(entry: SetEntry): string {
  if (entry.kind === 'priority') return l10n.t('priority {0}', entry.atLeast);
  return entry.kind === 'mentions' ? l10n.t('mentioned in {0}', entry.text) : entry.text;
}

function targetOf(kind: Target['kind'], value: unknown): Target | undefined {
  if (kind !== 'priority') return isText(value) ? { kind, text: value } : undefined;
  return typeof value === 'number' && value >= 0 && value <= 1 ? { kind, atLeast: value } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
