// Everything below a host that needs no VS Code. The extension and the language server for other editors are built on it.
import { openCatalog, type CatalogNeeds, type CatalogRoom } from './catalog/open';
import { openConnections, type ConnectionsNeeds, type ConnectionsRoom } from './connection/open';
import { ContentCache } from './context/contentCache';
import { createReader, type ReaderPorts } from './context/resourceReader';
import { Directories } from './directories/directories';
import { listingsOf } from './directories/listing';
import { Skills } from './skills/skills';
import { SkillVerifier, type SkillCheck } from './skills/verify';

export interface CoreNeeds extends CatalogNeeds, ConnectionsNeeds {
  /** Services that read resources. */
  readonly reading: Omit<ReaderPorts, 'log' | 'listing' | 'admit' | 'proofOfListing' | 'readFromServer'> & {
    readonly skillCheck: () => Promise<SkillCheck>;
  };
}

export interface Core extends CatalogRoom, ConnectionsRoom {
  readonly directories: Directories;
  readonly skills: Skills;
  readonly cache: ContentCache;
}

/** Starts nothing, and reads nothing but stored lists once servers are configured. */
export function composeCore(needs: CoreNeeds): Core {
  const { store, clock, log, reading, connecting } = needs;
  const catalogRoom = openCatalog(needs);
  const connectionsRoom = openConnections(needs, catalogRoom);
  const { connections, announced } = connectionsRoom;
  const { catalog } = catalogRoom;
  const directories = store.add(new Directories(catalog, connections, { clock, log, limits: connecting.limits }));
  const skills = store.add(new Skills(catalog, connections, { clock, log, limits: connecting.limits }));
  const verifier = new SkillVerifier(skills, { log, check: reading.skillCheck });
  const cache = store.add(
    new ContentCache({
      clock,
      log,
      read: createReader({
        ...reading,
        log,
        listing: listingsOf(directories, catalog),
        admit: (address, read, signal) => verifier.admit(address, read, signal),
        proofOfListing: (address) => verifier.proofOfListing(address),
        readFromServer: (address, options) => connections.read(address, options),
      }),
      announcedType: (address) => announced(address)?.mimeType,
      isLive: ({ serverId, uri }) => connections.get(serverId)?.isLive(uri) ?? false,
      proofOf: (address) => verifier.proofOf(address),
    }),
  );
  store.add(skills.onDidChange((serverId) => cache.recheck(serverId)));
  return { ...catalogRoom, ...connectionsRoom, directories, skills, cache };
}
