import type { HumanError } from '../../../src/core/base/errors';
import { Slice } from '../../../src/core/base/scheduler';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Activity } from '../../../src/core/catalog/activity';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { Connection } from '../../../src/core/connection/connection';
import { Directories } from '../../../src/core/directories/directories';
import { listingsOf } from '../../../src/core/directories/listing';
import { Connections } from '../../../src/core/connection/connections';
import { followTemplates } from '../../../src/core/connection/templateLists';
import { websiteNotAllowed } from '../../../src/core/content/webFetch';
import type { Content } from '../../../src/core/content/content';
import { type ResourceAddress } from '../../../src/core/resource/address';
import { ContentCache } from '../../../src/core/context/contentCache';
import { ContextSet } from '../../../src/core/context/contextSet';
import type { Liveness } from '../../../src/core/context/liveContext';
import { SkillPermissions } from '../../../src/core/skills/allowed';
import { Skills } from '../../../src/core/skills/skills';
import { SkillVerifier } from '../../../src/core/skills/verify';
import { createReader } from '../../../src/core/context/resourceReader';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import type { Launch } from '../../../src/core/session/session';
import { ReadAllowances } from '../../../src/core/tools/readAllowances';
import { openSession } from '../../../src/node/mcp/mcp';
import { checkSkill } from '../../../src/node/skills/skillTools';
import { afterEveryTest } from '../../support/cleanUp';
import { PromptClock } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { silent } from '../../support/silent';
import { definition } from '../connection/fakeServer';
import { newIndex } from '../search/fixtures';
import { until } from '../mcp/support';
import { own } from '../../support/own';

/** In ms. Delays for batching changes pass at once; longer ones, such as backoffs and timeouts, never end. */
const gathering = 500;
const worlds: { readonly connections: Connections; readonly clock: PromptClock }[] = [];

afterEveryTest(async () => {
  for (const { connections, clock } of worlds.splice(0)) {
    const { all } = connections;
    connections.dispose();
    await Promise.all(all.map(({ ended }) => clock.ending(ended)));
  }
});

/** Reasons not to start a server, by its name. */
type Blocked = Map<string, HumanError>;

/** Creates everything the tools need, over real servers that start when they are woken. */
export function newWorld(
  servers: Readonly<Record<string, Launch>>,
  blocked: Blocked = new Map(),
  { items = 10_000, maxBytes }: { readonly items?: number; readonly maxBytes?: number } = {},
) {
  const clock = new PromptClock(gathering);
  const catalog = new Catalog(maxBytes);
  const templates = new TemplateCatalog();
  const newSlice = (): Slice =>
    new Slice(
      () => 0,
      () => Promise.resolve(),
    );
  const limits = () => ({ pages: 100, items, bytes: 1e8, time: 600_000, connectTimeout: 10_000 });
  const newConnection = (one: ServerDefinition): Connection =>
    own(
      new Connection(one, catalog, {
        clock,
        random: () => 0.5,
        log: silent,
        openSession,
        gate: ({ name }) => blocked.get(name),
        resolveLaunch: ({ id, name }) => Promise.resolve((servers[id] ?? servers[name])!),
        learnedProtocols: { get: () => undefined, set: () => undefined },
        limits,
      }),
    );
  const connections = own(new Connections(catalog, newConnection, () => undefined));
  worlds.push({ connections, clock });
  own(followTemplates(connections, templates, { log: silent, limits }));
  const names = Object.keys(servers).filter((name) => !name.includes('/'));
  connections.setDefinitions(names.map((name) => definition(name)));
  const directories = own(new Directories(catalog, connections, { clock, log: silent, limits }));
  const skills = own(new Skills(catalog, connections, { clock, log: silent, limits }));
  const skillStore = new FakeStore();
  const skillPermissions = own(new SkillPermissions(skillStore, skills, connections, clock));
  const verifier = new SkillVerifier(skills, { log: silent, check: () => Promise.resolve(checkSkill) });
  const cache = new ContentCache({
    clock,
    log: silent,
    proofOf: (address) => verifier.proofOf(address),
    announcedType: ({ serverId, uri }) => catalog.find(serverId, uri)?.resource.mimeType,
    isLive: ({ serverId, uri }) => connections.get(serverId)?.isLive(uri) ?? false,
    read: createReader({
      admit: (address, read, signal) => verifier.admit(address, read, signal),
      proofOfListing: (address) => verifier.proofOfListing(address),
      log: silent,
      listing: listingsOf(directories, catalog),
      maxBytes: () => 1_000_000,
      interactionWith: () => {
        throw new Error('A tool asks nobody');
      },
      readFromServer: ({ serverId, uri }, options) => connections.get(serverId)!.read(uri, options),
      fetchFromWeb: async (uri, { allow }) => {
        await allow(new URL(uri).origin, { kind: 'public' });
        throw new Error('Nobody agreed');
      },
      allowWebsite: (origin, _, asking) =>
        Promise.reject(asking ? new Error('A tool asks nobody') : websiteNotAllowed(origin)),
    }),
  });
  skills.onDidChange((serverId) => cache.recheck(serverId));
  const picked = new ContextSet(new FakeStore());
  const allowances = new ReadAllowances(new FakeStore());
  const sent: string[] = [];
  const seen = {
    mark: ({ uri }: ResourceAddress, _: Content, kind: string) => void sent.push(`${kind} ${uri}`),
    sentAt: () => undefined,
    isCrowded: () => false,
  };
  const live = {
    liveness: ({ serverId, uri }: ResourceAddress): Liveness => {
      const connection = connections.get(serverId);
      if (connection?.state.kind !== 'ready') return { kind: 'offline' };
      const common = { isUpdated: false, since: undefined };
      return connection.isLive(uri) ? { ...common, kind: 'live' } : { ...common, kind: 'notLive', isFresh: false };
    },
  };
  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  const activity = own(new Activity(undefined, clock, () => false));
  const order = new ImportanceOrder(catalog, newSlice, activity);
  const index = newIndex(catalog, order, { newSlice }, { templates, serverName });
  const idOf = (name: string): string => definition(name).id;
  const wake = (): void => connections.startAll();
  /** Starts everything, and waits for the resources and these templates. */
  const start = async (...uriTemplates: readonly string[]): Promise<void> => {
    wake();
    await until(() => connections.all.every(({ state }) => state.kind !== 'connecting'));
    await until(() =>
      connections.all.every(
        (one) => one.state.kind !== 'ready' || catalog.listInfo(one.definition.id).completeness.kind === 'complete',
      ),
    );
    await until(() =>
      uriTemplates.every((text) => templates.all.some(({ template }) => template.uriTemplate === text)),
    );
  };
  const pick = (name: string, uri: string): Promise<void> =>
    picked.add([{ serverId: idOf(name), uri, name: uri, title: undefined, mimeType: undefined, size: undefined }]);
  const parts = {
    clock,
    catalog,
    order,
    activity,
    templates,
    connections,
    directories,
    skills,
    skillPermissions,
    skillStore,
    cache,
    picked,
    allowances,
    seen,
    live,
    index,
    newSlice,
  };
  let calls = 0;
  const saw: boolean[] = [];
  const randomText = (): string => `random${(calls += 1)}`;
  const sawCall = (isHarness: boolean): void => void saw.push(isHarness);
  return {
    ...parts,
    randomText,
    saw,
    sawCall,
    log: silent,
    configured: Promise.resolve(),
    wake,
    start,
    pick,
    idOf,
    sent,
    blocked,
  };
}

export type World = ReturnType<typeof newWorld>;
