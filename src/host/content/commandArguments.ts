import { Uri } from 'vscode';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import type { TemplateCatalog, TemplateEntry } from '../../core/catalog/templates';
import { lastSegment } from '../../core/content/virtualPath';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContextSet, PickedResource } from '../../core/context/contextSet';
import type { VirtualFiles } from './virtualFiles';

/** Sources in which command arguments are looked up. */
export interface Lookup {
  readonly catalog: Catalog;
  readonly picked: ContextSet;
  readonly files: VirtualFiles;
}

export function toPicked({ serverId, resource }: CatalogEntry): PickedResource {
  const { uri, name, title, mimeType, size } = resource;
  return { serverId, uri, name, title, mimeType, size };
}

/**
 * The resources that a command applies to. A command is called with a tree's row and the rows selected with it, with the ids of the search
 * panel's context menu, with a virtual file, or with resources from our own code; any other argument names none.
 */
export function resourcesOf(first: unknown, selection: unknown, lookup: Lookup): PickedResource[] {
  const rows: unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [first];
  const found = new Map<string, PickedResource>();
  for (const row of rows)
    for (const one of resourcesOfOne(row, lookup)) {
      const { uri = '', occurrence = '' } = one.part ?? {};
      found.set([one.serverId, one.uri, occurrence, uri].join('\n'), one);
    }
  return [...found.values()];
}

function resourcesOfOne(value: unknown, lookup: Lookup): PickedResource[] {
  if (value instanceof Uri) return ofFile(value, lookup);
  if (!isRecord(value)) return [];
  if (value['file'] instanceof Uri) return ofFile(value['file'], lookup);
  if (Array.isArray(value['resources'])) return value['resources'].filter(isPicked);
  if (isRecord(value['entry'])) return ofIds([value['entry']['id']], lookup);
  if (Array.isArray(value['ids'])) return ofIds(value['ids'], lookup);
  return isPicked(value) ? [value] : [];
}

function ofIds(ids: readonly unknown[], { catalog }: Lookup): PickedResource[] {
  return ids.flatMap((id) => {
    const entry = typeof id === 'number' ? catalog.get(id) : undefined;
    return entry ? [toPicked(entry)] : [];
  });
}

/** A resource that its server does not list, or not yet, such as that of a restored tab, is known by its address alone. */
export function pickedAt(
  address: ResourceAddress,
  { catalog, picked }: Pick<Lookup, 'catalog' | 'picked'>,
  name = lastSegment(address.uri) || address.uri,
): PickedResource {
  const entry = catalog.find(address.serverId, address.uri);
  const unknown = { ...address, name, title: undefined, mimeType: undefined, size: undefined };
  return entry ? toPicked(entry) : (picked.get(address) ?? unknown);
}

function ofFile(uri: Uri, lookup: Lookup): PickedResource[] {
  const address = lookup.files.addressOf(uri);
  if (!address) return [];
  const part = lookup.files.partOf(uri);
  return [{ ...pickedAt(address, lookup, uri.path.slice(uri.path.lastIndexOf('/') + 1)), part }];
}

/** The template that a command applies to: of a row in the tree or in the search panel, or named by our own code. */
export function templateOf(value: unknown, templates: TemplateCatalog): TemplateEntry | undefined {
  if (isOfPanel(value)) return templates.byId(value.ids[0] ?? NaN);
  const entry = isRecord(value) ? value['entry'] : undefined;
  if (!isRecord(entry) || !isRecord(entry['template'])) return undefined;
  const { serverId } = entry;
  const { uriTemplate } = entry['template'];
  return typeof serverId === 'string' && typeof uriTemplate === 'string'
    ? templates.find(serverId, uriTemplate)
    : undefined;
}

/** The server that a command applies to: of a row in one of the trees, or named by our own code. */
export function serverIdOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  if (typeof value['serverId'] === 'string') return value['serverId'];
  const definition = value['definition'];
  return isRecord(definition) && typeof definition['id'] === 'string' ? definition['id'] : undefined;
}

/** True for the argument of a key binding in a tree, which applies to the rows there and nothing else. */
export function isSelection(value: unknown): value is { readonly selectedIn: unknown } {
  return isRecord(value) && 'selectedIn' in value;
}

/** True for the argument of the search panel's context menu. */
export function isOfPanel(value: unknown): value is { readonly ids: readonly number[] } {
  return isRecord(value) && Array.isArray(value['ids']) && value['ids'].every((id) => typeof id === 'number');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPicked(value: unknown): value is PickedResource {
  return isRecord(value) && ['serverId', 'uri', 'name'].every((key) => typeof value[key] === 'string');
}
