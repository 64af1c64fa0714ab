import { Uri } from 'vscode';
import type { Part } from '../../core/content/part';
import {
  partPlace,
  renewed,
  virtualPlace,
  virtualTarget,
  type ToSafeName,
  type VirtualPlace,
  type VirtualTarget,
} from '../../core/content/virtualPath';
import { virtualScheme } from '../../core/content/virtualScheme';
import type { ResourceAddress } from '../../core/resource/address';
import { withCopies, type ServerDefinition } from '../../core/configuration/serverDefinition';
import type { PathKey } from '../../node/files/pathKey';
import { sha256 } from '../../node/base/sha256';

/** A virtual file, with the address of its resource. */
export interface Located {
  readonly uri: Uri;
  readonly place: VirtualPlace;
  readonly address: ResourceAddress;
  readonly target: VirtualTarget;
}

type Named = Pick<ServerDefinition, 'id' | 'name'>;

/** Separates the MAC from the place; occurs in neither. */
const separator = '~';

/** The URIs of virtual files: `mcpres://<server>/<name>?<MAC>~<place>`. Only this user's windows can make one. */
export class VirtualPaths {
  constructor(
    private readonly definitions: () => readonly ServerDefinition[],
    private readonly key: Pick<PathKey, 'macOf' | 'isMacOf'>,
    private readonly toSafeName: ToSafeName,
  ) {}

  /** All of a resource in one file. Another one for each round and number of lines, see {@link renewed}. */
  whole(serverId: string, resource: Parameters<typeof virtualPlace>[0], round = 0, lines = 0): Uri {
    return this.#at(serverId, renewed(virtualPlace(resource, this.toSafeName), round, lines));
  }

  /** One of the files of a resource. */
  part(serverId: string, resource: Parameters<typeof partPlace>[0], part: Part, round = 0, lines = 0): Uri {
    return this.#at(serverId, renewed(partPlace(resource, part, this.toSafeName), round, lines));
  }

  /** `undefined` for any other URI, and for those of servers that are no longer configured. */
  locate(uri: Uri): Located | undefined {
    const place = virtualPlaceOf(uri);
    const target = virtualTargetOf(uri);
    if (!target) return undefined;
    const isMade = ({ id }: Named): boolean => this.key.isMacOf(macOf(uri), signedText(id, place.query));
    const server = this.#server(uri, isMade);
    return server && { uri, target, place, address: { serverId: server.id, uri: target.uri } };
  }

  /** True for a path of the right form, of a configured server, that none of this user's windows made. */
  isMadeUp(uri: Uri): boolean {
    return virtualTargetOf(uri) !== undefined && this.#server(uri, () => true) !== undefined && !this.locate(uri);
  }

  #server({ authority }: Uri, matches: (named: Named) => boolean): ServerDefinition | undefined {
    return this.definitions().find((definition) =>
      withCopies([definition]).some((named) => authorityOf(named.id, named.name) === authority && matches(named)),
    );
  }

  #at(serverId: string, { path, query }: VirtualPlace): Uri {
    const name = this.definitions().find(({ id }) => id === serverId)?.name ?? '';
    const mac = this.key.macOf(signedText(serverId, query));
    const authority = authorityOf(serverId, name);
    return Uri.from({ scheme: virtualScheme, authority, path, query: `${mac}${separator}${query}` });
  }
}

function macOf({ query }: Uri): string {
  return query.slice(0, Math.max(0, query.indexOf(separator)));
}

function virtualTargetOf(uri: Uri): VirtualTarget | undefined {
  return uri.scheme === virtualScheme ? virtualTarget(virtualPlaceOf(uri)) : undefined;
}

function virtualPlaceOf({ path, query }: Uri): VirtualPlace {
  return { path, query: query.slice(query.indexOf(separator) + 1) };
}

/** Text that a MAC covers: the query has the kind, the resource's URI, the file's name and the round. */
function signedText(serverId: string, query: string): string {
  return JSON.stringify([serverId, query]);
}

/**
 * The authority of a server's virtual files: readable, and the same in every window, so that tabs and resources of the context find their
 * server again. Authorities are compared without case.
 */
function authorityOf(serverId: string, name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 40);
  return `${slug || 'server'}-${sha256(serverId).slice(0, 6)}`;
}
