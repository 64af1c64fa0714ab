import { setImmediate } from 'node:timers/promises';
import os from 'node:os';
import path from 'node:path';
import { commands, window, workspace, type ExtensionContext } from 'vscode';
import type { Handlers } from './shared/endpoint';
import type { HostRequests, ResourceAction } from './shared/protocol';
import { DisposableStore, type Disposable } from './core/base/disposable';
import { Slice } from './core/base/scheduler';
import { Catalog, type CatalogEntry } from './core/catalog/catalog';
import { ImportanceOrder } from './core/catalog/importanceOrder';
import { NameOrder } from './core/catalog/nameOrder';
import { ServerOrder } from './core/catalog/serverOrder';
import { TemplateCatalog } from './core/catalog/templates';
import { Connection } from './core/connection/connection';
import { Connections } from './core/connection/connections';
import { followTemplates } from './core/connection/templateLists';
import { virtualScheme } from './core/content/virtualPath';
import { ContentCache, type ResourceAddress } from './core/context/contentCache';
import { ContextSet } from './core/context/contextSet';
import { LiveContext } from './core/context/liveContext';
import { Polling } from './core/context/polling';
import { createReader } from './core/context/resourceReader';
import { SeenContents } from './core/context/seenContents';
import { SeenReads } from './core/context/seenReads';
import { originOf } from './core/icons/chooseIcons';
import type { Resource } from './core/resource';
import { newOrders } from './core/search/resultOrder';
import { SearchIndex } from './core/search/searchIndex';
import { Consent } from './core/servers/consent';
import { resolveLaunch, type LaunchPorts } from './core/servers/resolveLaunch';
import type { ServerDefinition } from './core/servers/serverDefinition';
import { plainUrl } from './core/servers/plainUrl';
import { KeptResources } from './core/template/keptResources';
import { UsedValues } from './core/template/usedValues';
import { ReadAllowances } from './core/tools/readAllowances';
import { TreeArrangement } from './core/tree/arrangement';
import { stalenessOf, type Staleness } from './core/tree/staleness';
import { TreeModel } from './core/tree/treeModel';
import { systemClock } from './node/clock';
import { FileListStore } from './node/fileListStore';
import { readTextFile } from './node/files';
import { SeenTextStore } from './node/seenTextStore';
import { TempFiles } from './node/tempFiles';
import { createWebFetch } from './node/webFetch';
import { registerAutomaticInclusion } from './host/automaticInclusion';
import { Attaching } from './host/attaching';
import { ImageFiles } from './host/attachImages';
import { ChatBudget } from './host/chatBudget';
import { ChatView } from './host/chatSink';
import { toPicked } from './host/commandArguments';
import { keepContextKeys } from './host/contextKeys';
import { ChipsLeft } from './host/chipsLeft';
import { registerContextCommands } from './host/contextCommands';
import { registerContextSets } from './host/contextSets';
import { ContextTree } from './host/contextTree';
import { ResourceDecorations } from './host/decorations';
import { Elicitation } from './host/elicitation';
import { gate } from './host/gate';
import { registerGetStarted } from './host/getStarted';
import { GroupFiles } from './host/groupFiles';
import { commands as ids, settings, views } from './host/ids';
import { Inputs } from './host/inputs';
import { layOutWhenShown } from './host/layOutWhenShown';
import { ListKeeper } from './host/listKeeper';
import { ChannelLogger } from './host/log';
import { MementoStore } from './host/mementoStore';
import { MissedAttachments } from './host/missedAttachments';
import { registerParticipant } from './host/participant/participant';
import { PreviewService } from './host/previewService';
import { QuickAttach } from './host/quickAttach';
import { registerResourceCommands } from './host/resourceCommands';
import { rowsForKey } from './host/rowsForKey';
import { ResourceActions } from './host/resourceActions';
import { ResourceTree } from './host/resourceTree';
import { ServerReview } from './host/reviewServers';
import { SeenDocuments } from './host/seenDocuments';
import { registerSavedSearchCommands, SavedSearches } from './host/savedSearches';
import { SearchPanel } from './host/searchPanel';
import { SearchService } from './host/searchService';
import { registerServerCommands } from './host/serverCommands';
import { registerTreeCommands } from './host/treeCommands';
import { ServerIcons } from './host/serverIcons';
import { ServerSources, sha256 } from './host/serverSources';
import { ServersTree } from './host/serversTree';
import { ShownFiles } from './host/shownFiles';
import { SecretCredentials, SignIns } from './host/signIn';
import {
  keepsSeenTexts,
  listCaps,
  listFilter,
  maxAge,
  maxReadBytes,
  onDidChangeSetting,
  pollInterval,
  treeSettings,
} from './host/settings';
import { TemplateForm } from './host/templateForm';
import { TemplatePanel } from './host/templatePanel';
import { TemplateUses } from './host/templateUses';
import { ToldReads } from './host/toldReads';
import { registerTools } from './host/tools/registerTools';
import { VerdictStore } from './host/verdictStore';
import { VirtualFiles } from './host/virtualFiles';
import { Visibility } from './host/visibility';
import { WebConsent } from './host/webConsent';
import { lazyMcp } from './host/lazyMcp';

const largestEnvFile = 1024 * 1024;

/** Creates every service and joins them. Starts nothing: the first look of a person does. */
export function compose(context: ExtensionContext): Disposable {
  const store = new DisposableStore();
  const clock = systemClock;
  const newSlice = (): Slice =>
    new Slice(
      () => performance.now(),
      () => setImmediate(),
    );
  const channel = store.add(window.createOutputChannel('MCP Resources', { log: true }));
  const log = new ChannelLogger(channel);
  const globalStore = new MementoStore(context.globalState);
  const workspaceStore = new MementoStore(context.workspaceState);

  const consent = store.add(new Consent(globalStore));
  const inputs = new Inputs(context.secrets, globalStore);
  const sources = store.add(new ServerSources(context, clock, log.named('configuration')));
  const review = new ServerReview(consent, () => sources.definitions);
  const mcp = store.add(lazyMcp());
  const credentials = new SecretCredentials(context.secrets);
  const { signIn, signOut } = mcp;
  const extensionId = context.extension.id;
  const signInLog = log.named('sign-in');
  const catalog = store.add(new Catalog(clock));
  const templates = store.add(new TemplateCatalog(clock));
  const order = new ImportanceOrder(catalog, newSlice);
  const verdicts = new VerdictStore(globalStore);
  const lists = new FileListStore(path.join(context.globalStorageUri.fsPath, 'lists'));

  const newConnection = (definition: ServerDefinition): Connection =>
    new Connection(definition, catalog, {
      clock,
      log: log.named(definition.name),
      openSession: mcp.openSession,
      gate: (one, launch) => gate(one, launch, consent),
      resolveLaunch: (one) => resolveLaunch(one, launchPorts(inputs)),
      verdicts,
      credentials,
      random: Math.random,
      caps: () => ({ ...listCaps(), filter: listFilter(definition.name) }),
    });
  const keeper = new ListKeeper(catalog, lists, clock, log);
  const forgetList = async (definition: ServerDefinition): Promise<void> => {
    templates.removeServer(definition.id);
    await keeper.forget(definition);
  };
  const signIns = store.add(
    new SignIns({ clock, log: signInLog, credentials, signIn, signOut, forgetList, extensionId }),
  );
  const restore = (one: ServerDefinition): void =>
    void keeper.restore(one, () => connections.get(one.id)?.definition.hash === one.hash);
  const connections = store.add(new Connections(catalog, newConnection, restore));
  store.add(keeper.keep(connections));
  store.add(followTemplates(connections, templates, { log, caps: listCaps }));
  const kept = store.add(new KeptResources(workspaceStore, catalog, connections));

  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  const web = new WebConsent(workspaceStore, serverName);
  const elicitation = new Elicitation(serverName);
  const announced = ({ serverId, uri }: ResourceAddress): Resource | undefined => catalog.find(serverId, uri)?.resource;
  const fetchFromWeb = createWebFetch((url, init) => fetch(url, init), clock);
  const cache = store.add(
    new ContentCache({
      clock,
      log,
      read: createReader({
        log,
        maxBytes: maxReadBytes,
        announced,
        interactionWith: (id) => elicitation.for(id),
        readFromServer: ({ serverId, uri }, options) => mcp.read(connections.get(serverId), uri, options),
        fetchFromWeb,
        agreeToWeb: (origin, address, asking) => web.agree(origin, address, asking),
      }),
      announcedType: (address) => announced(address)?.mimeType,
      maxAge,
      isLive: ({ serverId, uri }) => connections.get(serverId)?.isLive(uri) ?? false,
    }),
  );
  const picked = store.add(new ContextSet(workspaceStore));
  const { storageUri } = context;
  const texts = new SeenTextStore(storageUri && path.join(storageUri.fsPath, 'seen'), keepsSeenTexts(), log);
  store.add(onDidChangeSetting(settings.keepSeenTexts, () => texts.keep(keepsSeenTexts())));
  const seen = store.add(new SeenContents({ store: workspaceStore, hash: sha256, clock, texts, log }));
  const live = store.add(
    new LiveContext(connections, cache, picked, seen, (address) => announced(address) !== undefined, log),
  );
  const definitions = (): readonly ServerDefinition[] => sources.definitions;
  const shownUntil = store.add(new ShownFiles(clock)).until;
  const reads = store.add(new SeenReads({ clock, seen, picked, shownUntil, log }));
  const isInTree = (id: number): boolean => visibility.isVisible(id) && catalog.table.isFor(id, arrangement.audience);
  const groups = new GroupFiles({ catalog, cache, definitions, order, isShown: isInTree, newSlice });
  const missed = store.add(new MissedAttachments({ clock, connections, picked, announced, shownUntil, log }));
  const files = store.add(new VirtualFiles({ definitions, cache, live, groups, reads, missed, shownUntil, log }));
  store.add(workspace.registerFileSystemProvider(virtualScheme, files, { isCaseSensitive: true, isReadonly: true }));
  store.add(
    new Polling({
      clock,
      random: Math.random,
      interval: pollInterval,
      onDidChangeInterval: (listener) => onDidChangeSetting(settings.pollInterval, listener),
      isFocused: () => window.state.focused,
      onDidChangeFocus: (listener) => window.onDidChangeWindowState(() => listener()),
      wanted: () => live.unfollowed,
      check: (address) => live.check(address),
    }),
  );
  const icons = new ServerIcons({
    clock,
    log: log.named('icons'),
    fetchFromWeb,
    originOf: (id) => {
      const { state, definition } = connections.get(id) ?? {};
      return state?.kind === 'ready' && definition ? originOf(plainUrl(definition.launch)) : undefined;
    },
  });
  const budget = store.add(new ChatBudget(clock, picked, log));
  const temp = new TempFiles(path.join(context.globalStorageUri.fsPath, 'temp'));
  const images = store.add(new ImageFiles({ temp, cache, picked, log }));
  const toldReads = new ToldReads({ clock, cache, log });
  const chat = new ChatView();
  const attaching = new Attaching({ reads: toldReads, picked, live, files, images, chat, budget, announced, log });
  const actions = new ResourceActions({ reads: toldReads, files, attaching });

  const used = new UsedValues(workspaceStore);
  const uses = new TemplateUses({ catalog, used, kept, actions });
  const templatePanel = new TemplatePanel({ log, templates, connections, used, uses });

  let isAwake = false;
  const wake = (): void => {
    isAwake = true;
    budget.wake();
    connections.startAll();
    for (const connection of connections.all) connection.refreshStaleList();
    void review.announce();
  };
  const visibility = store.add(new Visibility(catalog));
  const orders = {
    importance: order,
    name: new NameOrder(catalog, newSlice),
    server: new ServerOrder(catalog, newSlice),
  };
  const model = new TreeModel(catalog, orders, templates, newSlice);
  const arrangement = store.add(new TreeArrangement(workspaceStore, treeSettings));
  for (const changed of [visibility.onDidChange, arrangement.onDidChange]) store.add(changed(() => groups.forget()));
  const staleness = ({ serverId, uri }: ResourceAddress): Staleness | undefined => {
    const id = catalog.find(serverId, uri)?.id;
    if (id === undefined) return undefined;
    const [isFromBefore, isFromOlderList] = [catalog.isFromBefore(id), catalog.isFromOlderList(id)];
    return stalenessOf(connections.get(serverId)?.state, { isFromBefore, isFromOlderList });
  };
  const searchOrders = newOrders(catalog, { priority: order, name: orders.name }, newSlice);
  const newIndex = (those: TemplateCatalog): SearchIndex =>
    new SearchIndex({ catalog, templates: those, orders: searchOrders, visibility, serverName, newSlice });
  const index = newIndex(templates);
  const quickIndex = newIndex(store.add(new TemplateCatalog(clock)));
  const toolIndex = newIndex(templates);
  store.add(visibility.onDidChange(() => [index, quickIndex, toolIndex].forEach((one) => one.reset())));
  const service = new SearchService({
    clock,
    catalog,
    templates,
    connections,
    sources,
    index,
    picked,
    live,
    files,
    iconOf: (serverId, of) => icons.idOf(serverId, of),
    newSlice,
    act: (action, entries) => runAction(action, entries),
    runCommand: async (command, args) => {
      await commands.executeCommand(command, ...args);
    },
  });
  const changes = [
    catalog.onDidChange,
    templates.onDidChange,
    connections.onDidChange,
    sources.onDidChange,
    live.onDidChange,
    visibility.onDidChange,
  ];
  const savedSearches = new SavedSearches({
    store: workspaceStore,
    log,
    current: () => service.query,
    show: (query) => panel.search(query),
    focusPanel: () => panel.focus(),
    isPanelVisible: () => panel.isVisible,
  });
  const handlers: Handlers<HostRequests> = {
    ...service.handlers,
    ...savedSearches.handlers,
    ...templatePanel.handlers,
    ...new PreviewService({ clock, catalog, cache, serverName }).handlers,
    ...icons.handlers,
  };
  const panel = store.add(
    new SearchPanel(context.extensionUri, handlers, changes, { clock, log, kept: workspaceStore, onDidShow: wake }),
  );
  const tree = store.add(
    new ResourceTree({
      clock,
      catalog,
      templates,
      connections,
      sources,
      picked,
      model,
      visibility,
      files,
      live,
      arrangement,
      staleness,
      log,
    }),
  );
  const contextTree = store.add(
    new ContextTree({ clock, catalog, picked, live, cache, seen, connections, files, budget }),
  );
  const allowances = store.add(new ReadAllowances(workspaceStore));
  const serversTree = store.add(new ServersTree({ clock, connections, sources, catalog, templates, allowances }));
  for (const { view } of [tree, contextTree, serversTree]) {
    if (view.visible) wake();
    store.add(layOutWhenShown(view));
    store.add(
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) wake();
      }),
    );
  }
  const staleChanges = [connections.onDidChange, catalog.onDidChange];
  store.add(new ResourceDecorations({ clock, files, picked, live, staleness, changes: staleChanges }));
  store.add(keepContextKeys(sources, connections, picked));

  const quickAttach = new QuickAttach({ clock, catalog, connections, index: quickIndex });
  const templateForm = new TemplateForm({ clock, log, templates, connections, used, uses });
  const rowsOfView = async (id: unknown): Promise<readonly unknown[]> => {
    if (id === views.resources) return rowsForKey(tree.view);
    return id === views.context ? rowsForKey(contextTree.view) : [];
  };
  const parts = {
    catalog,
    connections,
    picked,
    files,
    rowsForKey: rowsOfView,
    actions,
    tree,
    panel,
    currentQuery: () => service.query,
    quickAttach,
    templates,
    templateForm,
    kept,
    wake,
    log,
  };
  store.add(registerResourceCommands(parts));
  const seenDocuments = store.add(new SeenDocuments({ clock, cache, files, seen }));
  store.add(new ChipsLeft(picked, seen));
  store.add(registerContextCommands({ ...parts, live, contextTree, seenDocuments }));
  const noteModel: ChatBudget['noteModel'] = (model) => budget.noteModel(model);
  store.add(registerParticipant({ ...parts, clock, sources, index: quickIndex, newSlice, seen, cache, noteModel }));
  store.add(registerSavedSearchCommands(savedSearches, log));
  const including = { ...parts, clock, cache, order, index: quickIndex, isVisible: visibility.isVisible, newSlice };
  store.add(registerContextSets({ ...including, store: workspaceStore }));
  store.add(registerAutomaticInclusion({ ...including, savedSearches }));
  store.add(registerTreeCommands({ ...parts, arrangement }));
  store.add(registerGetStarted(extensionId));
  store.add(registerServerCommands({ connections, consent, allowances, review, inputs, channel, web, signIns, log }));

  const announce = (): void => {
    if (isAwake) void review.announce();
  };
  store.add(sources.onDidChange(() => connections.setDefinitions(sources.definitions)));
  store.add(sources.onDidChange(announce));
  store.add(consent.onDidChange(() => connections.recheckAll()));
  store.add(workspace.onDidGrantWorkspaceTrust(() => connections.recheckAll()));
  store.add(workspace.onDidGrantWorkspaceTrust(announce));
  store.add(
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('chat.mcp')) connections.recheckAll();
    }),
  );
  const configured = sources.read();
  const ofTools = { clock, cache, live, seen, allowances, index: toolIndex, configured, newSlice };
  store.add(registerTools({ ...parts, ...ofTools }));
  return store;
}

const actionCommands: Readonly<Record<ResourceAction, string>> = {
  attach: ids.attach,
  open: ids.open,
  copyUri: ids.copyUri,
  copyContent: ids.copyContent,
  save: ids.save,
  reveal: ids.reveal,
};

async function runAction(action: ResourceAction, entries: readonly CatalogEntry[]): Promise<void> {
  await commands.executeCommand(actionCommands[action], { resources: entries.map(toPicked) });
}

function launchPorts(inputs: Inputs): LaunchPorts {
  return {
    platform: process.platform,
    path,
    env: processEnvironment(),
    userHome: os.homedir(),
    workspaceFolders: (workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath })),
    getSetting: (key) => workspace.getConfiguration().get(key),
    readFile: (file) => readTextFile(file, largestEnvFile),
    askInput: (input, definition) => inputs.ask(input, definition),
  };
}

/** Without what VS Code set for its own processes: with it, a Node or an Electron that a server starts would behave like the editor's. */
function processEnvironment(): Record<string, string | undefined> {
  const own = /^(VSCODE_|ELECTRON_RUN_AS_NODE$|ELECTRON_NO_ATTACH_CONSOLE$)/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
