import { describe, expect, it } from 'vitest';
import type { SearchQuery, SearchReply } from '../../../../src/shared/protocol';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import { Activity } from '../../../../src/core/catalog/activity';
import { ImportanceOrder } from '../../../../src/core/catalog/importanceOrder';
import { TemplateCatalog } from '../../../../src/core/catalog/templates';
import { Connections } from '../../../../src/core/connection/connections';
import type { Liveness } from '../../../../src/core/context/liveContext';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import type { Resource } from '../../../../src/core/resource/resource';
import { PinnedAndRecent } from '../../../../src/core/panel/pinnedAndRecent';
import { PanelSearch } from '../../../../src/core/panel/panelSearch';
import { rowHandlers } from '../../../../src/host/panel/rowHandlers';
import { SearchPage } from '../../../../src/host/panel/searchPage';
import { ReplyWriter } from '../../../../src/host/panel/searchReply';
import { FakeStore } from '../../../support/fakeStore';
import { settle } from '../../../support/fakeClock';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import { CountedSlices, resource, template } from '../../catalog/fixtures';
import { definition, newWorld } from '../../connection/fakeServer';
import { choice, day, listTemplates, newIndex } from '../../search/fixtures';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { allVisible } from '../../../support/allVisible';

const going = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

type Parts = ConstructorParameters<typeof PanelSearch>[0] &
  ConstructorParameters<typeof ReplyWriter>[0] &
  Omit<Parameters<typeof rowHandlers>[0], 'replies'> &
  Omit<ConstructorParameters<typeof SearchPage>[0], 'search' | 'replies'>;

function fixture(fields: Partial<Parts> = {}, isVisible = (_id: number): boolean => true) {
  const world = newWorld();
  const { catalog, clock } = world;
  const slices = new CountedSlices();
  const templates = new TemplateCatalog();
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const activity = own(new Activity(new FakeStore(), clock, () => true));
  const order = new ImportanceOrder(catalog, slices.newSlice, activity);
  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  const visibility = { ...allVisible, isVisible };
  const ran: unknown[] = [];
  const handedOut: ResourceAddress[] = [];
  const picked = new ContextSet(new FakeStore());
  const onTop = new PinnedAndRecent(new FakeStore(), activity);
  const parts: Parts = {
    clock,
    catalog,
    templates,
    connections,
    visibility,
    hasMore: () => false,
    sources: { problems: [] },
    newIndex: () => newIndex(catalog, order, slices, { templates, serverName, visibility, activity }),
    picked,
    live: { liveness: () => ({ kind: 'live', isUpdated: false, since: 'sent' }) },
    files: {
      uriForChat: (serverId, { uri }) => ({ toString: () => `mcpres:${serverId}/${uri}` }) as never,
      fileAt: (text) => {
        const [, serverId, uri] = /^mcpres:([^/]+)\/(.*)$/u.exec(text) ?? [];
        return serverId !== undefined && uri !== undefined ? { serverId, target: { kind: 'whole', uri } } : undefined;
      },
      handOut: (resources) => Promise.resolve(void handedOut.push(...resources)),
    },
    iconOf: () => undefined,
    skillPermission: () => 'no',
    newSlice: slices.newSlice,
    onTop,
    activity,
    weigh: (resources) => ({
      tokens: resources.reduce((sum, { size }) => sum + (size ?? 0), 0),
      uncounted: resources.filter(({ size }) => size === undefined).length,
      images: 0,
    }),
    actions: Object.fromEntries(
      (['attach', 'open', 'copyUri', 'copyContent', 'save', 'reveal'] as const).map((action) => [
        action,
        (resources: readonly PickedResource[]) => {
          ran.push([action, ...resources.map(({ uri }) => uri)]);
          return Promise.resolve();
        },
      ]),
    ) as Parts['actions'],
    runAction: (action) => Promise.resolve(void ran.push(action)),
    changes: [],
    savedSearches: { names: [], onDidChange: () => ({ dispose: () => undefined }) },
    otherHandlers: {} as never,
    log: silent,
    ...fields,
  };
  const replies = new ReplyWriter(parts);
  const service = own(new SearchPage({ ...parts, search: new PanelSearch(parts), replies }));
  let queryId = 0;
  const handlers = { ...service.handlers, ...rowHandlers({ ...parts, replies }) };
  return {
    ...world,
    world,
    service,
    handlers,
    connections,
    templates,
    picked,
    onTop,
    activity,
    ran,
    handedOut,
    search: async (text = '', query: Partial<SearchQuery> = {}, first = 10): Promise<SearchReply> =>
      handlers.search({ queryId: ++queryId, query: { ...emptyQuery, ...query, text }, first }, going),
    current: () => ({ queryId }),
    /** Starts a server and lists these resources. */
    serve: async (name: string, items: readonly Resource[], isWhole = true) => {
      connections.setDefinitions([...connections.all.map((one) => one.definition), definition(name)]);
      await connections.get(definition(name).id)?.start();
      const writer = catalog.beginList(definition(name).id);
      writer.append({ items, dropped: 0, repaired: 0 });
      if (isWhole) writer.end({ kind: 'complete' });
      await settle();
    },
  };
}

const orders = resource('db://orders', { title: 'The orders', size: 1_500, priority: 0.5, audience: ['user'] });
const customers = resource('db://customers', { description: 'Of the shop', mimeType: 'application/json' });

/** Of a server that lists {@link orders}. */
async function withOrders(...options: Parameters<typeof fixture>) {
  const made = fixture(...options);
  await made.serve('shop', [orders]);
  return made;
}

describe('a search of the panel', () => {
  it('counts what is hidden beside what is shown, and shows it at a click', async () => {
    const summary = { count: 12, label: '12 hidden', sentence: 'Not shown: wiki.' };
    const isServerVisible = (id: string): boolean => id !== definition('wiki').id;
    const visibility = { ...allVisible, summary: () => Promise.resolve(summary), isServerVisible };
    const { serve, search, handlers, ran } = await withOrders({ visibility }, (id) => id === 0);
    await serve('wiki', [customers]);
    const { summary: text, hidden, first } = await search('o');
    expect([text, hidden]).toEqual([
      '1 of 1',
      { id: expect.any(String) as unknown, label: '12 hidden', title: 'Not shown: wiki.' },
    ]);
    // The only server that is shown need not be named in its rows.
    expect(first.map(({ detail }) => detail)).toEqual(['db']);
    await handlers.run({ id: hidden!.id }, going);
    expect(ran).toEqual([{ kind: 'showHidden' }]);
  });

  it('is told to the walkthrough once something was typed or filtered', async () => {
    const { search, service } = fixture();
    const told: string[] = [];
    own(service.onDidSearch(() => told.push('searched')));
    await search();
    expect(told).toEqual([]);
    await search('orders');
    await search('', { audience: 'user' });
    expect(told).toEqual(['searched', 'searched']);
  });

  it('answers with the first rows, and keeps the others for windows', async () => {
    const { serve, search, handlers, current, templates, clock } = fixture();
    await serve('shop', [{ ...orders, lastModified: clock.now() - 3 * day }, customers]);
    listTemplates(templates, [template('db://{table}', { name: 'A table' })], definition('shop').id);
    const { first, total, summary, isLoading, empty, problems } = await search('', {}, 2);
    expect({ total, summary, isLoading, empty, problems }).toEqual({
      total: 3,
      summary: '3 total',
      isLoading: false,
      empty: undefined,
      problems: [],
    });
    expect(first).toEqual([
      {
        place: 'Sorted by Priority',
        kind: 'resource',
        id: 0,
        title: 'The orders',
        titleMatches: [],
        detail: 'db',
        detailMatches: [],
        server: 'shop',
        uri: 'db://orders',
        description: undefined,
        icon: 'file',
        serverIcon: undefined,
        audience: ['user'],
        priority: 0.5,
        age: '3 d',
        size: '1.5 kB',
        mark: undefined,
        origin: undefined,
      },
      expect.objectContaining({ kind: 'template', id: 2 ** 31, title: 'A table', detail: 'db://{table}' }),
    ]);
    const rows = await handlers.rows({ ...current(), from: 2, to: 5 }, going);
    expect(rows?.map(({ title, icon, description }) => [title, icon, description])).toEqual([
      ['db://customers', 'json', 'Of the shop'],
    ]);
    expect(await handlers.ids({ ...current(), from: 0, to: 3 }, going)).toEqual([0, 1]);
    expect(await handlers.find({ ...current(), id: 2 ** 31 }, going)).toBe(1);
    expect(await handlers.find({ ...current(), id: 99 }, going)).toBeUndefined();
  });

  it('highlights words, and the characters of what is found with gaps', async () => {
    const { search } = await withOrders();
    expect((await search('ORDERS')).first[0]).toMatchObject({ titleMatches: [4, 10], detail: 'db', detailMatches: [] });
    expect((await search('ordrs')).first[0]).toMatchObject({
      titleMatches: [4, 7, 8, 10],
      detail: 'db',
    });
  });

  it('leaves wrong filters out and says where they are, and names the choices', async () => {
    const { search } = await withOrders();
    const { total, problems, choiceLabels } = await search('orders size:big', { choices: [choice('priority:>=0.4')] });
    expect({ total, choiceLabels, problems }).toMatchObject({
      total: 1,
      choiceLabels: ['Medium or higher'],
      problems: [{ start: 12, end: 15 }],
    });
  });

  it('knows nothing of queries that are not current any more', async () => {
    const { search, handlers, current, service } = await withOrders();
    await search('orders');
    const old = current();
    await search('o', { sort: 'size' });
    const window = { ...old, from: 0, to: 1 };
    expect([
      await handlers.rows(window, going),
      await handlers.ids(window, going),
      await handlers.facets(old, going),
      await handlers.find({ ...old, id: 0 }, going),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(service.query).toEqual({ ...emptyQuery, text: 'o', sort: 'size' });
    const facets = await handlers.facets(current(), going);
    expect(facets?.[0]).toEqual({ name: 'server', values: [{ value: 'shop', label: 'shop', count: 1 }], more: 0 });
    expect(await handlers.facets(current(), { ...going, aborted: true })).toBeUndefined();
  });

  it('marks what is picked, kept, from before and gone', async () => {
    let liveness: Liveness = { kind: 'live', isUpdated: false, since: 'sent' };
    const { search, picked, catalog, handlers, current } = await withOrders({ live: { liveness: () => liveness } });
    const serverId = definition('shop').id;
    await picked.add([{ serverId, ...orders }]);
    const marks = [];
    for (const next of [
      { kind: 'live', isUpdated: false, since: 'sent' },
      { kind: 'notLive', isUpdated: true, since: 'sent', isFresh: false },
      { kind: 'failed', error: new HumanError('notFound', 'Gone') },
      { kind: 'offline' },
    ] as const) {
      liveness = next;
      marks.push((await search()).first[0]?.mark);
    }
    expect(marks).toEqual(['picked', 'updated', 'failed', 'picked']);
    await picked.setChecked([{ serverId, ...orders }], false);
    expect((await search()).first[0]?.mark).toBe('unchecked');
    catalog.keep(serverId, customers);
    catalog.restore('other', [resource('x:old')]);
    expect((await search()).first.map(({ origin }) => origin)).toEqual([undefined, 'kept', 'fromBefore']);
    catalog.removeServer(serverId);
    expect(await handlers.rows({ ...current(), from: 0, to: 1 }, going)).toMatchObject([
      { title: 'not in the server’s list', kind: 'resource', id: 0 },
    ]);
  });

  it('shows of a server that was stopped that it was', async () => {
    const { serve, search, connections, catalog } = await withOrders();
    await serve('wiki', [customers]);
    const { id } = definition('shop');
    catalog.keep(id, resource('db://kept', { priority: 0.4 }));
    connections.get(id)?.stop();
    const { first, summary } = await search();
    expect(first.map(({ title, origin }) => [title, origin])).toEqual([
      ['The orders', 'fromBefore'],
      ['db://kept', 'kept'],
      ['db://customers', undefined],
    ]);
    expect([summary, first.map(({ detail }) => detail)]).toEqual(['3 total', ['shop · db', 'shop · db', 'wiki · db']]);
  });

  it('finds nothing for a server that there is not, and says once which there are', async () => {
    const { search } = await withOrders();
    const message = 'Unknown server “nope”. Configured servers: shop.';
    const { total, problems, empty } = await search('server:nope');
    expect([total, problems, empty?.text]).toEqual([0, [], message]);
    expect(await search('server:nope,shop')).toMatchObject({
      total: 1,
      problems: [{ kind: 'unknownServer', message }],
    });
    expect(await search('-server:nope')).toMatchObject({ total: 1, problems: [{ message }] });
  });

  it('of a page that was loaded again is not answered late', async () => {
    const { serve, handlers } = fixture();
    await serve(
      'shop',
      Array.from({ length: 3_000 }, (_, at) => resource(`x:${at}`)),
    );
    const ask = (queryId: number, text: string) =>
      handlers.search({ queryId, query: { ...emptyQuery, text }, first: 1 }, going);
    const before = ask(7, 'x:1');
    await handlers.start({ version: 1 }, going);
    const now = ask(1, 'x:2');
    await expect(before).rejects.toBeInstanceOf(CancelledError);
    await now;
    expect(await handlers.rows({ queryId: 1, from: 0, to: 1 }, going)).toHaveLength(1);
  });

  it('is repeated as it is now, under an id between its own and the next', async () => {
    const { serve, search, service, handlers, current } = fixture();
    expect(await service.repeat()).toBeUndefined();
    await serve('shop', [orders]);
    await search('', {}, 1);
    const { queryId } = current();
    await handlers.shown({ queryId, first: 2 }, going);
    await serve('wiki', [customers]);
    const one = await service.repeat();
    await handlers.shown({ queryId: one!.queryId, first: 0 }, going);
    const two = await service.repeat();
    expect([one?.reply, two?.reply]).toMatchObject([
      { total: 2, first: [{ uri: 'db://orders' }, { uri: 'db://customers' }] },
      { total: 2, first: [] },
    ]);
    expect([queryId, one?.queryId, two?.queryId, queryId + 1]).toEqual(
      [queryId, one?.queryId, two?.queryId, queryId + 1].toSorted((a = 0, b = 0) => a - b),
    );
    expect(new Set([queryId, one?.queryId, two?.queryId]).size).toBe(3);
    const counts: (number | undefined)[] = [];
    for (const id of [queryId, one!.queryId, two!.queryId])
      counts.push((await handlers.rows({ queryId: id, from: 0, to: 9 }, going))?.length);
    expect(counts).toEqual([undefined, undefined, 2]);
  });

  it('is repeated only once it was answered, and gives way to the next', async () => {
    const searches: { next?: () => unknown } = {};
    const summary = (): Promise<undefined> => {
      const { next } = searches;
      delete searches.next;
      next?.();
      return Promise.resolve(undefined);
    };
    const { serve, service, handlers, world } = fixture({ visibility: { ...allVisible, summary } });
    const { clock } = world;
    await serve(
      'shop',
      Array.from({ length: 3_000 }, (_, at) => resource(`x:${at}`)),
    );
    const ask = (queryId: number, text: string) =>
      handlers.search({ queryId, query: { ...emptyQuery, text }, first: 1 }, going);
    const ended: string[] = [];
    const first = Promise.resolve(ask(1, 'x:1')).then(() => ended.push('search'));
    const late = service.repeat().then(() => ended.push('repeat'));
    await first;
    await settle();
    // An answer to another query, which comes late, is not the one that the page was sent.
    await handlers.shown({ queryId: 0, first: 1 }, going);
    await settle();
    expect(ended).toEqual(['search']);
    await handlers.shown({ queryId: 1, first: 1 }, going);
    await late;
    expect(ended).toEqual(['search', 'repeat']);
    // A page may be gone.
    const afterAll = service.repeat();
    await settle();
    await clock.advance(2_000);
    expect((await afterAll)?.queryId).toBeGreaterThan(1 + 2 ** -26);
    await handlers.shown({ queryId: 1 + 2 ** -25, first: 1 }, going);
    // The next query comes while the host searches again.
    let asked: unknown;
    searches.next = () => (asked = ask(2, 'x:2'));
    expect(await service.repeat()).toBeUndefined();
    await asked;
    await handlers.start({ version: 1 }, going);
    expect(await service.repeat()).toBeUndefined();
  });

  it('is repeated at once after an answer without rows, of which the page has nothing to ask', async () => {
    const { serve, search, service } = fixture();
    await search('', {}, 1);
    await serve('shop', [orders]);
    expect((await service.repeat())?.reply.total).toBe(1);
  });

  it('describes a selection, with at most a hundred files', async () => {
    const { serve, handlers } = fixture();
    await serve('shop', [orders, customers, ...Array.from({ length: 150 }, (_, at) => resource(`x:${at}`))]);
    expect(await handlers.describeSelection({ ids: [0, 1, 2 ** 31, 999] }, going)).toEqual({
      summary: '2 selected · at least 1.5K tokens, 1 not counted',
      files: ['mcpres:user//shop/db://orders', 'mcpres:user//shop/db://customers'],
    });
    const all = Array.from({ length: 152 }, (_, id) => id);
    expect((await handlers.describeSelection({ ids: all }, going)).files).toHaveLength(100);
  });

  it('hands out the resources of dragged files, and nothing for any other text', async () => {
    const { handlers, handedOut } = fixture();
    await handlers.dragged({ files: ['mcpres:shop/db://orders', 'file:///etc/passwd', ''] }, going);
    expect(handedOut).toEqual([{ serverId: 'shop', uri: 'db://orders' }]);
  });

  it('acts on resources, and runs the buttons of this reply and the last one', async () => {
    const { handlers, ran, search, serve } = fixture();
    const ids = [];
    for (let round = 0; round < 3; round += 1) ids.push((await search()).empty?.actions[0]?.id ?? '');
    for (const id of ids) await handlers.run({ id }, going);
    expect(ran).toEqual(Array(2).fill({ kind: 'builtIn', command: 'workbench.mcp.addConfiguration' }));
    await serve('shop', [orders]);
    await handlers.act({ action: 'open', ids: [0, 2 ** 31] }, going);
    expect(ran.at(-1)).toEqual(['open', 'db://orders']);
  });

  it('answers whether the user cancelled an action', async () => {
    let isAttached: boolean | undefined;
    const attach = () => Promise.resolve(isAttached);
    const { handlers } = fixture({ actions: { attach } as unknown as Parts['actions'] });
    const answers = [];
    for (isAttached of [false, true, undefined]) answers.push(await handlers.act({ action: 'attach', ids: [] }, going));
    expect(answers).toEqual([false, true, true]);
  });
});

describe('an empty list says why', () => {
  const brief = ({ empty, summary, isLoading }: SearchReply) => ({
    title: empty?.title,
    text: empty?.text,
    actions: empty?.actions.map(({ label }) => label).join(', '),
    canLoosen: empty?.canLoosen,
    summary,
    isLoading,
  });

  it('nothing is configured', async () => {
    expect(brief(await fixture().search())).toMatchObject({
      title: 'No MCP servers are configured',
      actions: 'Add Server…, Open User Configuration',
      canLoosen: false,
      summary: '',
    });
  });

  it('the servers are stopped', async () => {
    const { connections, search } = fixture();
    connections.setDefinitions([definition('shop')]);
    expect(brief(await search('a'))).toMatchObject({ title: 'No resources yet', actions: 'Start Servers' });
  });

  it('they are being connected to', async () => {
    const { connections, server, search } = fixture();
    server.answer = 'hang';
    connections.setDefinitions(['a', 'b', 'c', 'd', 'e'].map((name) => definition(name)));
    connections.startAll();
    await settle();
    expect(brief(await search())).toMatchObject({ title: 'Connecting to a, b, c and 2 more…', isLoading: true });
    connections.dispose();
  });

  it('lists are arriving, and so far nothing matches', async () => {
    const { serve, search } = fixture();
    await serve('shop', [], false);
    expect(brief(await search())).toMatchObject({ title: 'Loading…', isLoading: true, canLoosen: false });
    await serve('other', [orders], false);
    expect(brief(await search())).toMatchObject({ title: undefined, summary: '1 so far' });
    expect(brief(await search('type:image'))).toMatchObject({
      title: 'No resources found yet',
      text: 'Remove “type:image” to see more (1). Resources are still loading.',
      canLoosen: true,
      summary: '0 of 1 so far',
    });
  });

  it('a list is read again, and no more is awaited', async () => {
    const { serve, search, catalog, connections, server } = fixture();
    await serve('shop', [orders, customers]);
    const writer = catalog.beginList(definition('shop').id);
    const again = { summary: '2 total', isLoading: true };
    const none = {
      title: 'No resources found',
      text: 'Remove “qqq” to see more (2).',
      summary: '0 of 2',
      isLoading: true,
    };
    expect([brief(await search()), brief(await search('qqq'))]).toMatchObject([again, none]);
    writer.append({ items: [orders, customers], dropped: 0, repaired: 0 });
    writer.end({ kind: 'complete' });
    connections.get(definition('shop').id)?.stop();
    server.answer = 'hang';
    void connections.get(definition('shop').id)?.start();
    await settle();
    expect(brief(await search('qqq'))).toMatchObject(none);
    connections.dispose();
  });

  it('and one server that does not answer is no list that arrives', async () => {
    const { connections, serve, server, search } = await withOrders();
    server.answer = 'hang';
    await Promise.race([serve('slow', []), settle()]);
    expect(await search()).toMatchObject({ summary: '1 total', isLoading: true });
    connections.dispose();
  });

  it('nothing matches, and what to loosen', async () => {
    const { serve, search } = fixture();
    await serve('shop', [orders, customers]);
    expect(brief(await search('qqq'))).toEqual({
      title: 'No resources found',
      text: 'Remove “qqq” to see more (2).',
      actions: '',
      canLoosen: true,
      summary: '0 of 2',
      isLoading: false,
    });
  });

  it('nothing matches, and whether the words or the filters are to blame', async () => {
    const { search } = await withOrders();
    const asked: (readonly [string, Partial<SearchQuery>])[] = [
      ['qqq', {}],
      ['type:image', {}],
      ['', { choices: [{ facet: 'scheme', value: 'qqq' }] }],
      ['', { audience: 'assistant' }],
      ['qqq', { audience: 'assistant' }],
    ];
    const found = [];
    for (const [text, query] of asked) found.push((await search(text, query)).empty?.loosen);
    expect(found).toEqual(['words', 'words', 'filters', 'filters', 'words']);
  });

  it('the server that is asked for is stopped, or failed', async () => {
    const { connections, server, search } = await withOrders();
    server.answer = new HumanError('refused', 'Nobody listens there.');
    connections.setDefinitions(['shop', 'wiki', 'third'].map((name) => definition(name)));
    await connections.get(definition('wiki').id)?.start();
    expect(brief(await search('server:wiki'))).toMatchObject({
      title: 'No resources found',
      text: 'wiki: Nobody listens there.',
    });
    expect(brief(await search('server:t'))).toMatchObject({
      text: 'The server “third” is stopped. Start it to read its resources.',
    });
    expect(brief(await search('server:third,wiki'))).toMatchObject({ title: 'No resources found' });
    expect(brief(await search('server:shop qqq'))).toMatchObject({ text: 'Remove “qqq” to see more (1).' });
    expect(brief(await search('', { choices: [choice('server:third')] })).text).toContain('stopped');
    connections.dispose();
  });

  it('servers failed, in one line that leads to the view Servers', async () => {
    const { connections, server, search, ran, handlers } = fixture();
    server.answer = new HumanError('refused', 'Nobody listens there.');
    connections.setDefinitions([definition('shop')]);
    connections.startAll();
    await settle();
    expect(brief(await search())).toMatchObject({
      title: 'shop: failed, trying again…',
      text: '',
      actions: 'Show Servers',
      summary: '',
    });
    connections.setDefinitions(['shop', 'wiki'].map((name) => definition(name)));
    await settle();
    const reply = await search();
    expect(brief(reply)).toMatchObject({ title: '2 servers need attention', actions: 'Show Servers' });
    await handlers.run({ id: reply.empty?.actions[0]?.id ?? '' }, going);
    expect(ran).toEqual([{ kind: 'builtIn', command: 'mcpResources.servers.focus' }]);
    connections.dispose();
  });

  it('they have nothing, and one waits for an agreement', async () => {
    const { world, serve, search } = fixture();
    await serve('shop', []);
    expect(brief(await search())).toMatchObject({ text: 'Your servers have no resources.' });
    await serve('wiki', []);
    expect(brief(await search())).toMatchObject({
      title: 'No resources yet',
      text: 'Your servers have no resources.',
      actions: 'Try Again, Show Servers',
    });
    world.blockedBy = new HumanError('notAllowed', 'Agree first.');
    await serve('new', []);
    expect(brief(await search())).toMatchObject({ text: '', actions: 'Review and Start…' });
  });

  it('nothing matches, and servers wait for the user', async () => {
    const { world, serve, search } = await withOrders();
    world.blockedBy = new HumanError('notAllowed', 'Agree first.');
    await serve('new', []);
    expect(brief(await search('qqq'))).toMatchObject({
      title: 'No resources found',
      text: 'Remove “qqq” to see more (1). Servers that need your attention may have more resources.',
    });
    await serve('newer', []);
    expect((await search('qqq')).empty?.text).toContain('Servers that need your attention may have more resources.');
  });

  it('nothing matches, and folders were not read to their end, which is said below other results, too', async () => {
    const { serve, search } = await withOrders({ hasMore: (id) => id === definition('wiki').id });
    expect((await search()).notices).toEqual([]);
    await serve('wiki', []);
    expect((await search()).notices).toEqual([]);
    expect(brief(await search('qqq'))).toMatchObject({
      title: 'No resources found',
      text: 'Remove “qqq” to see more (1). Folders that weren’t read may have more resources.',
    });
    const text = 'Folders may have more than was read. Use “Search Here” on a folder to read it.';
    expect((await search('orders')).notices).toEqual([{ kind: 'info', text, actions: [] }]);
  });

  it('nothing matches among skills, which are in no folder', async () => {
    const { serve, search } = await withOrders({ hasMore: () => true });
    await serve('wiki', []);
    expect(brief(await search('orders type:skill'))).toMatchObject({ text: 'Remove “type:skill” to see more (1).' });
  });

  it('the settings hide everything', async () => {
    const { serve, search } = fixture({}, () => false);
    await serve('shop', [orders, customers]);
    expect(brief(await search('a'))).toMatchObject({
      title: 'All resources are hidden',
      text: 'The setting “mcpResources.exclude” hides all resources (2).',
      actions: 'Open Settings',
      canLoosen: false,
    });
  });

  it('the user hides everything, and one button shows it; lists that arrive come first', async () => {
    const summary = { count: 2, label: '2 hidden', sentence: 'Not shown: shop.' };
    const visibility = { ...allVisible, summary: () => Promise.resolve(summary) };
    const { serve, search, handlers, ran } = fixture({ visibility }, () => false);
    await serve('shop', [orders, customers]);
    const reply = await search('a');
    expect([brief(reply), reply.hidden]).toEqual([
      {
        ...{ title: 'All resources are hidden', text: 'Not shown: shop.', actions: 'Show' },
        ...{ canLoosen: false, summary: '', isLoading: false },
      },
      undefined,
    ]);
    await handlers.run({ id: reply.empty!.actions[0]!.id }, going);
    expect(ran).toEqual([{ kind: 'showHidden' }]);
    await serve('wiki', [], false);
    expect(brief(await search())).toMatchObject({ title: 'Loading…' });
  });

  it('and what failed is one quiet line at a list that is not empty', async () => {
    const { connections, serve, server, search } = await withOrders();
    await serve('wiki', [customers]);
    server.answer = new HumanError('refused', 'Nobody listens there.');
    connections.setDefinitions(['shop', 'wiki', 'third', 'fourth'].map((name) => definition(name)));
    for (const name of ['third', 'fourth']) await connections.get(definition(name).id)?.start();
    const { summary, notices } = await search();
    expect({ summary, notices }).toMatchObject({
      summary: '2 total',
      notices: [{ kind: 'error', text: '2 servers need attention', actions: [{ label: 'Show Servers' }] }],
    });
    connections.dispose();
  });
});

describe('the line below the results', () => {
  it('leads to the review where that is all there is to do', async () => {
    const { world, connections, server, serve, search, ran, handlers } = await withOrders();
    world.blockedBy = new HumanError('notAllowed', 'Agree first.');
    await serve('new', []);
    const line = async () => (await search()).notices.map(({ actions }) => actions)[0] ?? [];
    const [review, ...others] = await line();
    expect([review?.label, others]).toEqual(['Review and Start…', []]);
    await handlers.run({ id: review?.id ?? '' }, going);
    await serve('newer', []);
    await handlers.run({ id: (await line())[0]?.id ?? '' }, going);
    expect(ran).toEqual([{ kind: 'review', serverId: definition('new').id }, { kind: 'review' }]);
    world.blockedBy = undefined;
    server.answer = new HumanError('refused', 'Nobody listens there.');
    await serve('broken', []);
    expect((await line()).map(({ label }) => label)).toEqual(['Show Servers']);
    connections.dispose();
  });
});

describe('a list of more templates than are shown', () => {
  it('says so below the results', async () => {
    const { search, templates } = await withOrders();
    const texts = Array.from({ length: 1_500 }, (_, index) => template(`db://{v${index}}`));
    listTemplates(templates, texts, definition('shop').id);
    const { summary, notices } = await search();
    expect([summary, notices.map(({ kind, text }) => [kind, text])]).toEqual([
      '1,001 total',
      [['warning', 'shop: 1 resource, 1,000 of 1,500 templates']],
    ]);
  });
});

describe('attaching all results', () => {
  it('is offered with their number and tokens where something is searched for', async () => {
    const { serve, search, templates } = fixture();
    await serve('shop', [orders, customers, resource('db://unsized', { title: 'Unsized orders' })]);
    listTemplates(templates, [template('db://{table}', { name: 'A table' })], definition('shop').id);
    const offered = async (text: string) => (await search(text)).attachAll;
    expect([await offered(''), await offered('db'), await offered('customers'), await offered('nothing')]).toEqual([
      undefined,
      'Attach All 3 (at least 1.5K tokens, 2 not counted)',
      undefined,
      undefined,
    ]);
    expect((await search('', { audience: 'assistant' })).attachAll).toBe('Attach All 2');
  });

  it('is not offered where it would ask first', async () => {
    const { serve, search } = fixture();
    await serve(
      'shop',
      Array.from({ length: 101 }, (_, index) => resource(`db://${index}`)),
    );
    expect([(await search('db')).attachAll, (await search('db -100')).attachAll]).toEqual([
      undefined,
      'Attach All 100',
    ]);
  });
});

describe('pinned and recently used resources', () => {
  const at = (uri: string) => ({ serverId: definition('shop').id, uri });
  const fruits = ['apple', 'banana', 'cherry', 'damson'].map((name) => resource(`fruit:${name}`, { title: name }));
  const shown = ({ first }: SearchReply) =>
    first.map(({ title, group, isPinned }) =>
      [title, ...(group && group !== 'others' ? [group] : []), ...(isPinned ? ['*'] : [])].join(' '),
    );

  it('stand on top while nothing is searched for', async () => {
    const { serve, search, onTop, activity } = fixture();
    await serve('shop', fruits);
    expect(shown(await search())).toEqual(['apple', 'banana', 'cherry', 'damson']);
    await onTop.pin([at('fruit:cherry')]);
    await activity.noteUse([at('fruit:damson')]);
    await activity.noteUse([at('fruit:cherry')]);
    await onTop.pin([at('fruit:gone')]);
    await search('a');
    expect(shown(await search())).toEqual(['cherry pinned *', 'damson recent', 'apple', 'banana']);
    expect(shown(await search('', { sort: 'name' }))).toEqual(['apple', 'banana', 'cherry *', 'damson']);
    expect(shown(await search('n'))).toEqual(['banana', 'damson']);
    await onTop.unpin([at('fruit:cherry')]);
    expect(shown(await search()).slice(0, 2)).toEqual(['cherry recent', 'damson']);
  });

  it('say why they stand where they stand', async () => {
    const { serve, search, onTop, activity, clock } = fixture();
    await serve('shop', [...fruits, resource('fruit:elder', { title: 'elder', priority: 0.5 })]);
    await onTop.pin([at('fruit:cherry')]);
    await activity.noteUse([at('fruit:damson')]);
    await clock.advance(5 * 60_000);
    const places = ({ first }: SearchReply) => first.map(({ title, place }) => `${title}: ${place}`);
    expect(places(await search())).toEqual([
      'cherry: Pinned to the top',
      'damson: Sorted higher because you used the resource 5 min ago',
      'elder: Sorted by Priority',
      'apple: Sorted by Name',
      'banana: Sorted by Name',
    ]);
    expect(places(await search('an'))).toEqual(['banana: Sorted by Relevance']);
    expect(places(await search('', { sort: 'name' }))[0]).toBe('apple: Sorted by Name');
    activity.settle();
    expect(places(await search('', { sort: 'size' })).slice(0, 2)).toEqual([
      'elder: Sorted by Priority',
      'damson: Sorted higher because you used the resource 5 min ago',
    ]);
  });

  it('do not move under the pointer when one of them is used', async () => {
    const { serve, search, activity, handlers } = fixture();
    await serve('shop', fruits);
    await search();
    await activity.noteUse([at('fruit:damson')]);
    expect(shown(await search())).toEqual(['apple', 'banana', 'cherry', 'damson']);
    await handlers.start({ version: 3 }, going);
    expect(shown(await search())[0]).toBe('damson recent');
  });
});
