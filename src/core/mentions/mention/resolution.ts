import type { CatalogEntry } from '../../catalog/catalog';
import type { TemplateEntry } from '../../catalog/templates';
import type { Connection } from '../../connection/connection';
import type { ResourceAddress } from '../../resource/address';
import type { Mention } from '../text/mention';

/** The current meaning of a mention. */
export type Resolution =
  /** A server lists it. `others`: further ones that do, of the same name if one is written. The first in configured order is used. */
  | { readonly kind: 'listed'; readonly entry: CatalogEntry; readonly others: readonly CatalogEntry[] }
  /** No list contains it, but a template of the server makes such URIs. `others`: those of further servers of this name. */
  | {
      readonly kind: 'made';
      readonly address: ResourceAddress;
      readonly template: TemplateEntry;
      readonly others: readonly TemplateEntry[];
    }
  /** The server is known and does not list it, and its list is complete. This and all the following only occur for `@server:uri`. */
  | { readonly kind: 'unlisted'; readonly address: ResourceAddress }
  /** The server is known but its resources are not: it is not connected, or its list is incomplete. */
  | { readonly kind: 'unsure'; readonly address: ResourceAddress; readonly connection: Connection }
  /** Several servers have this name, and it is unknown which of them has the resource. */
  | { readonly kind: 'undecided'; readonly connections: readonly Connection[] }
  /** No server is configured under this name. */
  | { readonly kind: 'unknownServer' };

/** A resolved mention. A bare URI that no server knows is none. */
export interface ResolvedMention {
  readonly mention: Mention;
  /** As {@link Mention.end}, without the punctuation that turned out not to belong to the URI. */
  readonly end: number;
  /** The exact URI of a request to the server. */
  readonly uri: string;
  readonly resolution: Resolution;
}

/** The resource of a resolved mention, where it is certain. */
export function addressOf({ uri, resolution }: ResolvedMention): ResourceAddress | undefined {
  switch (resolution.kind) {
    case 'listed':
      return { serverId: resolution.entry.serverId, uri };
    case 'made':
    case 'unlisted':
    case 'unsure':
      return resolution.address;
    case 'undecided':
    case 'unknownServer':
      return undefined;
  }
}

/** As {@link addressOf}, but `undefined` for a resource that its server does not list: there is nothing to open or to read. */
export function usableAddressOf(mention: ResolvedMention): ResourceAddress | undefined {
  return mention.resolution.kind === 'unlisted' ? undefined : addressOf(mention);
}
