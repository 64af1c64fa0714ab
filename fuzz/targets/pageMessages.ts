import { Answerer, type Handlers } from '../../src/shared/endpoint';
import type { PanelEvents, SearchRequests } from '../../src/shared/protocol';
import type { TemplateRequests } from '../../src/shared/templateProtocol';
import { HumanError, isCancelled } from '../../src/core/base/errors';
import { isFields } from '../../src/core/base/values';
import { Activity } from '../../src/core/catalog/activity';
import { ImportanceOrder } from '../../src/core/catalog/importanceOrder';
import { NameOrder } from '../../src/core/catalog/nameOrder';
import { TemplateCatalog } from '../../src/core/catalog/templates';
import { Connections } from '../../src/core/connection/connections';
import { ContextSet } from '../../src/core/context/contextSet';
import { PanelSearch } from '../../src/core/panel/panelSearch';
import { PinnedAndRecent } from '../../src/core/panel/pinnedAndRecent';
import { newOrders } from '../../src/core/search/resultOrder';
import { SearchIndex } from '../../src/core/search/searchIndex';
import { UsedValues } from '../../src/core/templates/usedValues';
import { rowHandlers } from '../../src/host/panel/rowHandlers';
import { SearchPage } from '../../src/host/panel/searchPage';
import { ReplyWriter } from '../../src/host/panel/searchReply';
import { TemplatePanel } from '../../src/host/templates/templatePanel';
import { allVisible } from '../../test/support/allVisible';
import { FakeStore } from '../../test/support/fakeStore';
import { silent } from '../../test/support/silent';
import { listAll, newCatalog, resource, template } from '../../test/unit/catalog/fixtures';
import { hold, jsonIn, some, type Target } from '../target';

type Requests = Pick<SearchRequests, keyof SearchPage['handlers'] | keyof ReturnType<typeof rowHandlers>> &
  TemplateRequests;

const actions = ['attach', 'open', 'copyUri', 'copyContent', 'save', 'reveal'] as const;
const uris = ['db://orders', 'db://customers', 'wiki://a b'];
const maxMessages = 50;

/** What the search page, or whoever runs code in it, sends to the host. */
export const pageMessages: Target = {
  name: 'pageMessages',
  isJson: true,
  words: [
    ...['kind', 'request', 'cancel', 'answer', 'error', 'event', 'id', 'method', 'params', 'start', 'search', 'shown'],
    ...['rows', 'ids', 'find', 'facets', 'copyOrder', 'copyEntries', 'describeSelection', 'act', 'run', 'queryId'],
    ...['query', 'text', 'audience', 'choices', 'sort', 'first', 'from', 'to', 'action', ...actions, 'constructor'],
    ...['openTemplate', 'expandTemplate', 'completeVariable', 'useTemplate', 'values', 'use', 'keep', 'name', 'table'],
    ...['type:json server:shop', '"orders', '-a', 'changed:<1d', '__proto__', 'toString', 'entries'],
  ],
  async check(bytes) {
    const input = jsonIn(bytes);
    const messages = (Array.isArray(input) ? input : [input]).slice(0, maxMessages);
    const world = newWorld();
    const answers: Record<string, unknown>[] = [];
    let failures = 0;
    const describeError = (error: unknown): string => {
      if (!(error instanceof HumanError) && !isCancelled(error)) failures += 1;
      return 'It failed.';
    };
    const post = (message: unknown): void => void answers.push(structuredClone(message) as Record<string, unknown>);
    const options = { newAbort: () => new AbortController(), describeError };
    const answerer = new Answerer<Requests, PanelEvents>(post, world.handlers, options);
    await Promise.all(messages.map((message) => answerer.receive(message)));
    world.dispose();
    checkAnswers(messages, answers);
    hold(answers.filter(({ answer }) => answer === true).length <= world.ran.length, 'What was done was an action.');
    for (const { action, resources } of world.ran) {
      hold((actions as readonly string[]).includes(action), 'Only the actions of the page run.', action);
      hold(
        resources.every((uri) => uris.includes(uri)),
        'An action is about listed resources.',
        resources,
      );
    }
    const kinds = new Set(
      answers.map(({ kind, answer }) => `${String(kind)}${isFields(answer) ? Object.keys(answer).length : ''}`),
    );
    return `${[...kinds].sort().join(' ')}, ${some(world.ran.length)} run, ${some(failures)} unexpected`;
  },
};

/** Each request gets at most one answer, and nothing else does. */
function checkAnswers(messages: readonly unknown[], answers: readonly Readonly<Record<string, unknown>>[]): void {
  const asked = messages.flatMap((message) =>
    isFields(message) && message['kind'] === 'request' ? [JSON.stringify(message['id'])] : [],
  );
  for (const { kind, id, answer } of answers) {
    const at = asked.indexOf(JSON.stringify(id));
    hold(at >= 0, 'An answer is to a request.', id);
    asked.splice(at, 1);
    hold(kind === 'answer' || kind === 'error', 'An answer is one.', kind);
    hold(!Array.isArray(answer) || answer.length <= uris.length + 1, 'A window has an end.');
  }
}

function newWorld() {
  const { clock, catalog, slices } = newCatalog();
  const { newSlice } = slices;
  listAll(
    catalog,
    uris.map((uri) => resource(uri, { size: 1_000, description: 'Of the shop' })),
  );
  const templates = new TemplateCatalog();
  const writer = templates.beginList('shop');
  writer.append([template('db://{table}{?limit}')]);
  writer.complete();
  const store = new FakeStore();
  const activity = new Activity(store, clock, () => true);
  const priority = new ImportanceOrder(catalog, newSlice, activity);
  const orders = newOrders(catalog, { priority, name: new NameOrder(catalog, newSlice) }, newSlice, activity);
  const connections = new Connections(
    catalog,
    () => {
      throw new Error('Nothing starts');
    },
    () => undefined,
  );
  const common = { catalog, templates, newSlice, visibility: allVisible, serverName: (id: string) => id };
  const newIndex = (): SearchIndex => new SearchIndex({ ...common, orders });
  const ran: { readonly action: string; readonly resources: readonly string[] }[] = [];
  const runs = (action: string) => (resources: readonly { readonly uri: string }[]) =>
    Promise.resolve(void ran.push({ action, resources: resources.map(({ uri }) => uri) }));
  const search = new PanelSearch({
    ...{ ...common, clock, connections, activity, newIndex },
    picked: new ContextSet(store),
    onTop: new PinnedAndRecent(store, activity),
    live: { liveness: () => ({ kind: 'offline' }) },
    iconOf: () => undefined,
    skillPermission: () => 'no',
  });
  const replies = new ReplyWriter({
    ...{ catalog, templates, connections },
    hasMore: () => false,
    sources: { problems: [] },
    weigh: () => ({ tokens: 0, uncounted: 0, images: 0 }),
    runAction: ({ kind }) => Promise.resolve(void ran.push({ action: kind, resources: [] })),
  });
  const rows = rowHandlers({
    ...{ catalog, replies },
    files: {
      uriForChat: (_, { uri }) => ({ toString: () => `mcpres:${uri}` }) as never,
      fileAt: (uri) => ({ serverId: 'shop', target: { kind: 'whole', uri } }),
      handOut: () => Promise.resolve(),
    },
    actions: {
      ...{ attach: runs('attach'), open: runs('open'), copyUri: runs('copyUri'), copyContent: runs('copyContent') },
      ...{ save: runs('save'), reveal: runs('reveal'), glance: runs('glance'), pin: runs('pin') },
    },
  });
  const page = new SearchPage({
    ...{ search, replies, catalog, clock, log: silent },
    changes: [],
    savedSearches: { names: [], onDidChange: () => ({ dispose: () => undefined }) },
    otherHandlers: {} as never,
  });
  const used = new UsedValues(store);
  const nothing = () => Promise.resolve();
  const actions = {
    ...{ canRead: () => Promise.resolve(false), open: nothing, copyUris: nothing },
    attach: () => Promise.resolve(true),
  };
  const directories = { isDirectory: () => false, read: () => Promise.reject(new Error('Nothing is a folder')) };
  const core = { templates, connections, catalog, directories };
  const loaded = { get: () => Promise.resolve({ actions }) };
  const panel = new TemplatePanel({ base: { log: silent }, core, saved: { keep: nothing }, actions: loaded }, used);
  const handlers: Handlers<Requests> = { ...page.handlers, ...rows, ...panel.handlers };
  const dispose = (): void => {
    page.dispose();
    connections.dispose();
    activity.dispose();
  };
  return { handlers, ran, dispose };
}
