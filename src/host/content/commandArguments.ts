import type { Uri } from 'vscode';
import type { CatalogEntry } from '../../core/catalog/catalog';
import { lastSegment } from '../../core/content/virtualPath';
import { comparedScheme, virtualScheme } from '../../core/content/virtualScheme';
import type { ResourceAddress } from '../../core/resource/address';
import { describeResource, type PickedResource } from '../../core/context/contextSet';
import type { Target } from '../base/commandMap';
import type { ContentNeeds } from './open';
import type { VirtualFiles } from './virtualFiles';

/** Sources in which command arguments are looked up. */
export interface Lookup {
  readonly core: Pick<ContentNeeds['core'], 'catalog'>;
  readonly context: Pick<ContentNeeds['context'], 'picked'>;
  readonly content: { readonly files: Pick<VirtualFiles, 'addressOf' | 'partOf'> };
}

export function toPicked({ serverId, resource }: CatalogEntry): PickedResource {
  const { uri, name, title, mimeType, size } = resource;
  return { serverId, uri, name, title, mimeType, size };
}

/** The resources that a command applies to, each once; what is gone, or no resource, is left out. */
export function resourcesOf(targets: readonly Target[], lookup: Lookup): PickedResource[] {
  const byKey = new Map<string, PickedResource>();
  for (const resource of targets.flatMap((target) => resourcesOfOne(target, lookup))) {
    const { uri = '', occurrence = '' } = resource.part ?? {};
    byKey.set([resource.serverId, resource.uri, occurrence, uri].join('\n'), resource);
  }
  return [...byKey.values()];
}

function resourcesOfOne(target: Target, lookup: Lookup): readonly PickedResource[] {
  switch (target.kind) {
    case 'file':
      return resourcesOfFile(target.uri, lookup);
    case 'ids':
      return target.ids.flatMap((id) => lookup.core.catalog.get(id) ?? []).map(toPicked);
    case 'resources':
      return target.resources.map(chosen);
  }
}

/** A resource that its server does not list, or not yet, such as that of a restored tab, is known by its address alone. */
export function pickedAt(
  address: ResourceAddress,
  { core, context }: Omit<Lookup, 'content'>,
  name = lastSegment(address.uri) || address.uri,
): PickedResource {
  const entry = core.catalog.find(address.serverId, address.uri);
  const unknown = { ...address, name, title: undefined, mimeType: undefined, size: undefined };
  return entry ? toPicked(entry) : describeResource(address, context.picked.get(address) ?? unknown);
}

/** The row of a resource that a rule included has the rule's mark: the user chooses the resource itself. */
function chosen(resource: PickedResource): PickedResource {
  const { part } = resource;
  return { ...describeResource(resource, resource), ...(part && { part }) };
}

function resourcesOfFile(shown: Uri, lookup: Lookup): PickedResource[] {
  const uri = shown.scheme === comparedScheme ? shown.with({ scheme: virtualScheme, fragment: '' }) : shown;
  const { files } = lookup.content;
  const address = files.addressOf(uri);
  if (!address) return [];
  const part = files.partOf(uri);
  return [{ ...pickedAt(address, lookup, uri.path.slice(uri.path.lastIndexOf('/') + 1)), part }];
}
