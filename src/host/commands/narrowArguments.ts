import { Uri } from 'vscode';
import { isFields } from '../../core/base/values';
import type { PickedResource } from '../../core/context/contextSet';
import {
  type ArgumentKind,
  type ArgumentKinds,
  type ArgumentOf,
  type ChosenRows,
  type CommandId,
  type Target,
  type TemplateTarget,
} from '../base/commandMap';
import { argumentKinds } from '../base/manifest/commandIds';
import { isOwnRow, pageProof, takeProof } from '../base/proofs';

type Narrowers = {
  readonly [Kind in ArgumentKind]: (
    first: unknown,
    selection: unknown,
    hasProof: () => boolean,
  ) => ArgumentKinds[Kind]['received'];
};

/**
 * VS Code calls commands with a tree's row and the rows selected with it, with a file, with the `args` of a key binding, with the search
 * panel's context, or with what our own rows and buttons pass. Anything else, which other extensions may pass, names nothing.
 */
const narrowers: Narrowers = {
  nothing: () => undefined,
  resources: (first, selection) => chosenRows(first, selection, () => true),
  ownResources: chosenRows,
  template: (first) => templateOf(first),
  templates: (first, selection) => rowsOf(first, selection).flatMap((row) => templateOf(row) ?? []),
  servers: (first, selection) => [...new Set(rowsOf(first, selection).flatMap((row) => serverIdOf(row) ?? []))],
  places: (first, selection) => {
    const rows = rowsOf(first, selection);
    const isOfScheme = (row: unknown): boolean => textIn(row, 'kind') === 'scheme';
    return {
      servers: rows.filter((row) => !isOfScheme(row)).flatMap((row) => serverIdOf(row) ?? []),
      schemes: rows.filter(isOfScheme).flatMap((row) => textIn(row, 'scheme') ?? []),
    };
  },
  configuration: (first) => {
    const file = textIn(first, 'file');
    if (file !== undefined) return { kind: 'file', file, line: lineIn(first) };
    const serverId = serverIdOf(first);
    return serverId === undefined ? undefined : { kind: 'server', serverId };
  },
  searchPlace: (first) => {
    const serverId = serverIdOf(first);
    const ids: unknown = isFields(first) ? first['ids'] : undefined;
    if (!Array.isArray(ids)) return { serverId, ids: [] };
    const isFolder = textIn(first, 'kind') === 'folder';
    const type = textIn(first, 'kind') === 'skills' ? ('skill' as const) : undefined;
    const place = { serverId, scheme: textIn(first, 'scheme'), prefix: textIn(first, 'prefix'), type };
    // Folders are read, which nobody else may have done.
    return { ...place, ids: isFolder && isOwnRow(first) ? ids.filter(isNumber) : [] };
  },
  text: (first) => (typeof first === 'string' ? first : undefined),
  fact: (first) => (isFields(first) ? textIn(first['fact'], 'value') : undefined),
  document: (first, _, hasProof) => ({
    document: typeof first === 'string' || first instanceof Uri ? first : undefined,
    isProven: hasProof(),
  }),
};

/** The argument of a command, from what VS Code passes. A proof among it is used up. Never throws. */
export function narrowArguments<Id extends CommandId>(id: Id, args: readonly unknown[]): ArgumentOf<Id> {
  const [first, selection] = args;
  return narrow(argumentKinds[id], first, selection, () => takeProof(id, args));
}

function narrow<Kind extends ArgumentKind>(
  kind: Kind,
  first: unknown,
  selection: unknown,
  hasProof: () => boolean,
): ArgumentKinds[Kind]['received'] {
  return narrowers[kind](first, selection, hasProof);
}

function chosenRows(first: unknown, selection: unknown, hasProof: () => boolean): ChosenRows {
  if (isFields(first) && 'selectedIn' in first)
    return { targets: [], key: { view: textIn(first, 'selectedIn') }, manner: undefined, isProven: true };
  const rows = rowsOf(first, selection);
  const isProven = rows.every((row) => isOwnRow(row) || textIn(row, 'proof') === pageProof) || hasProof();
  const manner = selection === 'glance' || selection === 'pinned' ? selection : undefined;
  return { targets: targetsOf(rows), key: undefined, manner, isProven };
}

/** The resources that rows, or values in place of rows, stand for. */
export function targetsOf(rows: readonly unknown[]): readonly Target[] {
  return rows.flatMap((row) => targetOf(row) ?? []);
}

function targetOf(value: unknown): Target | undefined {
  if (value instanceof Uri) return { kind: 'file', uri: value };
  if (!isFields(value)) return undefined;
  const { file, resources, entry, ids } = value;
  if (file instanceof Uri) return { kind: 'file', uri: file };
  if (Array.isArray(resources)) return { kind: 'resources', resources: resources.filter(isPicked) };
  if (isFields(entry)) return { kind: 'ids', ids: [entry['id']].filter(isNumber) };
  if (Array.isArray(ids)) return { kind: 'ids', ids: ids.filter(isNumber) };
  return isPicked(value) ? { kind: 'resources', resources: [value] } : undefined;
}

function templateOf(value: unknown): TemplateTarget | undefined {
  if (!isFields(value)) return undefined;
  const { ids, entry } = value;
  if (Array.isArray(ids) && ids.every(isNumber))
    return ids[0] === undefined ? undefined : { kind: 'panel', id: ids[0] };
  if (!isFields(entry)) return undefined;
  const [serverId, uriTemplate] = [textIn(entry, 'serverId'), textIn(entry['template'], 'uriTemplate')];
  return serverId === undefined || uriTemplate === undefined ? undefined : { kind: 'row', serverId, uriTemplate };
}

/** The server of a row in one of the trees, or named by our own code. */
function serverIdOf(value: unknown): string | undefined {
  if (!isFields(value)) return undefined;
  return textIn(value, 'serverId') ?? textIn(value['definition'], 'id');
}

function rowsOf(first: unknown, selection: unknown): readonly unknown[] {
  return Array.isArray(selection) && selection.length > 0 ? selection : [first];
}

function textIn(value: unknown, key: string): string | undefined {
  const text = isFields(value) ? value[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Zero-based; the first line where the argument names none. Key bindings of users may have it as text. */
function lineIn(value: unknown): number {
  const line = isFields(value) ? value['line'] : undefined;
  const number = typeof line === 'number' || typeof line === 'string' ? Number(line) : 0;
  return Number.isFinite(number) ? Math.max(0, number) : 0;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isPicked(value: unknown): value is PickedResource {
  return isFields(value) && ['serverId', 'uri', 'name'].every((key) => typeof value[key] === 'string');
}
