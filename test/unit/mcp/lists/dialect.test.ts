import { beforeEach, describe, expect, it } from 'vitest';
import type { Resource } from '../../../../src/core/resource/resource';
import type { ListLimits, Session, LearnedProtocol } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import {
  allowDialect,
  collect,
  failure,
  never,
  next,
  noLimits,
  node,
  open,
  raw,
  read,
  readText,
  until,
  type Opened,
} from '../support';

const orders = 'doc://orders';
const picture = 'doc://picture';
const notes = 'doc://notes';
const tables: ListLimits = { ...noLimits, filter: { kind: 'database_table' } };

interface Received {
  readonly method: string;
  readonly params?: { readonly uri?: string; readonly uris?: readonly string[]; readonly filter?: unknown };
}

function dialect(
  flags: readonly string[] = [],
  learned?: LearnedProtocol,
  options: Parameters<typeof open>[1] = {},
): Promise<Opened> {
  return open(node('test/servers/dialectServer.mjs', ...flags), { learned, ...options });
}

const list = (session: Session, limits = noLimits) => collect(session.listResources(limits, never));

async function received(session: Session): Promise<readonly Received[]> {
  const log = JSON.parse(await readText(session, 'control://log')) as Received[];
  return log.filter(({ method }) => method.startsWith('resources/') && method !== 'resources/templates/list');
}

const about = (log: readonly Received[], ...methods: readonly string[]) =>
  log
    .filter(({ method }) => methods.includes(method))
    .map(({ method, params }) => [method, params?.uris ?? params?.uri]);

const isOfDialect = ({ method, params }: Received): boolean =>
  method === 'resources/get' || params?.uris !== undefined || params?.filter !== undefined;

describe('a server of the dialect', () => {
  beforeEach(allowDialect);

  it('is listed with what only the dialect has, and nothing of it is faulty', async () => {
    const { session } = await dialect();
    const { items, pages, end } = await list(session);
    expect(items.map(({ uri, name, title, extra }) => ({ uri, name, title, extra }))).toEqual([
      {
        uri: orders,
        name: 'orders',
        title: 'Orders 1',
        extra: { kind: 'database_table', version: '1', metadata: { owner: 'ada' } },
      },
      { uri: picture, name: 'picture', title: undefined, extra: { kind: 'image', version: '1' } },
      { uri: notes, name: 'notes', title: undefined, extra: { kind: 'file', version: '1' } },
    ]);
    expect({ repaired: pages.map(({ repaired }) => repaired), end }).toEqual({
      repaired: [0, 0],
      end: { kind: 'complete' },
    });
  });

  it('is read with resources/get once it has refused resources/read, and from then on at once', async () => {
    const { session } = await dialect();
    await list(session);
    expect(await read(session, orders)).toEqual({
      contents: [{ uri: orders, mimeType: 'text/markdown', body: { kind: 'text', text: 'version 1' } }],
      problems: [],
      ttl: undefined,
      version: '1',
    });
    expect((await read(session, picture)).contents).toEqual([
      { uri: picture, mimeType: 'image/png', body: { kind: 'blob', bytes: new Uint8Array([0, 1, 2]) } },
    ]);
    expect(await readText(session, notes)).toBe('version 1version 1');
    expect(about(await received(session), 'resources/read', 'resources/get')).toEqual([
      ['resources/read', orders],
      ['resources/get', orders],
      ['resources/get', picture],
      ['resources/get', notes],
      ['resources/get', 'control://log'],
    ]);
  });

  it('can be read before it is listed', async () => {
    const { session } = await dialect();
    expect(await readText(session, orders)).toBe('version 1');
  });

  it.each([[], ['--unchanged', '304'], ['--unchanged', 'result']])('says that nothing changed %s', async (...flags) => {
    const { session } = await dialect(flags);
    await list(session);
    const { version } = await read(session, orders);
    const again = () => session.read(orders, { maxBytes: 1000, signal: never, version });
    expect(await again()).toBe('notModified');
    await readText(session, 'control://bump');
    expect(await again()).toMatchObject({ version: '2', contents: [{ body: { text: 'version 2' } }] });
  });

  it('is subscribed to in its own form after it refused the standard one, many at a time', async () => {
    const { session } = await dialect();
    await list(session);
    session.watch(new Set([orders]));
    await until(() => session.isLive(orders));
    session.watch(new Set([orders, picture, notes]));
    await until(() => session.isLive(notes));
    session.watch(new Set([orders]));
    const subscribed = async () => JSON.parse(await readText(session, 'control://subscriptions')) as string[];
    await until(async () => (await subscribed()).length === 1);
    expect(about(await received(session), 'resources/subscribe', 'resources/unsubscribe')).toEqual([
      ['resources/subscribe', orders],
      ['resources/subscribe', [orders]],
      ['resources/subscribe', [picture, notes]],
      ['resources/unsubscribe', [picture, notes]],
    ]);
  });

  it('is subscribed to one by one where it refuses many at a time', async () => {
    const { session, learnedProtocols } = await dialect(['--batch', '1']);
    await readText(session, orders);
    session.watch(new Set([orders, picture]));
    await until(() => session.isLive(orders) && session.isLive(picture));
    expect(learnedProtocols.at(-1)).toMatchObject({ quirks: { speaksDialect: true } });
  });

  it('is subscribed to again when it was too early to know, and it did not mind', async () => {
    const { session } = await dialect(['--lenient', 'true']);
    session.watch(new Set([orders]));
    await until(() => session.isLive(orders));
    await readText(session, orders);
    const subscribed = async () => JSON.parse(await readText(session, 'control://subscriptions')) as string[];
    await until(async () => (await subscribed()).length === 1);
    expect(session.isLive(orders)).toBe(true);
  });

  it('reports changes, with the resource as it is now', async () => {
    // The clock stands still, so both updates are reported as one.
    const clock = new FakeClock();
    const { session } = await dialect([], undefined, { clock });
    const updates: string[] = [];
    const resources: Resource[] = [];
    session.onDidUpdate((uri) => updates.push(uri));
    session.onDidChangeResource((resource) => resources.push(resource));
    await list(session);
    session.watch(new Set([orders]));
    await until(() => session.isLive(orders));
    await readText(session, 'control://bump');
    await readText(session, 'control://bump');
    await clock.advance(1000);
    expect({ updates, resources }).toMatchObject({
      updates: [orders],
      resources: ['2', '3'].map((version) => ({ uri: orders, title: `Orders ${version}`, extra: { version } })),
    });
  });

  it('is listed again with the filter when its first page reveals the dialect, and at once with it after that', async () => {
    const { session } = await dialect();
    expect((await list(session, tables)).items.map(({ uri }) => uri)).toEqual([orders]);
    expect((await list(session, tables)).items.map(({ uri }) => uri)).toEqual([orders]);
    await readText(session, orders);
    const log = await received(session);
    expect(log.filter(({ method }) => method === 'resources/list').map(({ params }) => params?.filter)).toEqual([
      undefined,
      tables.filter,
      tables.filter,
    ]);
  });

  it('is known the next time', async () => {
    const first = await dialect();
    await readText(first.session, orders);
    const { session } = await dialect([], first.learnedProtocols.at(-1));
    session.watch(new Set([orders, picture]));
    await until(() => session.isLive(picture));
    await readText(session, orders);
    await list(session, tables);
    expect((await received(session)).map(({ method, params }) => [method, params?.uris ?? params?.filter])).toEqual([
      ['resources/subscribe', [orders, picture]],
      ['resources/get', undefined],
      ['resources/list', tables.filter],
      ['resources/get', undefined],
    ]);
  });

  it('may know resources/read all the same', async () => {
    const { session } = await dialect(['--reads', 'standard']);
    await list(session);
    session.watch(new Set([orders]));
    await until(() => session.isLive(orders));
    expect([await readText(session, orders), await readText(session, notes)]).toEqual(['version 1', 'version 1']);
    expect(about(await received(session), 'resources/subscribe', 'resources/read', 'resources/get')).toEqual([
      ['resources/subscribe', orders],
      ['resources/subscribe', [orders]],
      ['resources/get', orders],
      ['resources/read', orders],
      ['resources/read', notes],
      ['resources/read', 'control://log'],
    ]);
  });

  it('is found out although it declares nothing, and was watched before that', async () => {
    const { session } = await dialect(['--undeclared', 'true']);
    const changed = next(session.onDidChangeLive);
    session.watch(new Set([orders]));
    await changed;
    await readText(session, orders);
    await until(() => session.isLive(orders));
  });

  it('is found out although it declares nothing', async () => {
    const { session } = await dialect(['--undeclared', 'true']);
    await list(session);
    expect(await readText(session, orders)).toBe('version 1');
    session.watch(new Set([orders]));
    await until(() => session.isLive(orders));
  });
});

describe('a standard server', () => {
  it('sees nothing of the dialect, even where its list looks like it', async () => {
    const { session } = await dialect(['--speaks', 'standard']);
    await list(session);
    session.watch(new Set([orders, picture]));
    await until(() => session.isLive(orders));
    expect(await session.read(orders, { maxBytes: 1000, signal: never, version: '1' })).toMatchObject({
      contents: [{ body: { text: 'version 1' } }],
    });
    const log = await received(session);
    expect({ odd: log.filter(isOfDialect), live: session.isLive(picture) }).toEqual({ odd: [], live: false });
  });

  it('is not taken for one of the dialect for some faulty entries, nor for not knowing resources/read', async () => {
    const script = { scenario: 'badItems', options: {} };
    const { session } = await open(node('test/servers/rawServer.mjs', JSON.stringify(script)));
    await list(session, { ...noLimits, filter: { kind: 'file' } });
    expect((await received(session)).filter(isOfDialect)).toEqual([]);
    const names = await open(raw('noResources'));
    expect((await failure(read(names.session, orders))).reason).toBe('unsupported');
  });

  it('is spoken to as such when it once was of the dialect', async () => {
    allowDialect();
    const old = await dialect();
    await readText(old.session, orders);
    const { session, learnedProtocols } = await dialect(['--speaks', 'standard'], old.learnedProtocols.at(-1));
    session.watch(new Set([orders]));
    await list(session);
    expect(await readText(session, orders)).toBe('version 1');
    await until(() => session.isLive(orders));
    expect(learnedProtocols.at(-1)).toMatchObject({ quirks: { speaksDialect: false } });
  });
});
