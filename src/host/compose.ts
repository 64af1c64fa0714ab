// The extension: the parts that need VS Code, joined with the core. Lint allows only `extension.ts` to import it.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { config as configureTexts } from '@vscode/l10n';
import { chat, env, EventEmitter, l10n, lm, window, workspace, type ExtensionContext, type Uri } from 'vscode';
import type { Clock } from '../core/base/clock';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import { causes } from '../core/base/errors';
import { Emitter } from '../core/base/event';
import { formatNumbersIn } from '../core/base/format';
import { Late } from '../core/base/onFirstUse';
import { composeCore } from '../core/compose';
import { TemplateCatalog } from '../core/catalog/templates';
import { comparedScheme, virtualScheme } from '../core/content/virtualScheme';
import type { WebFetch } from '../core/content/webFetch';
import type { ResourceAddress } from '../core/resource/address';
import { ContextSet, describeResource, type PickedResource } from '../core/context/contextSet';
import { HandedOut } from '../core/context/handedOut';
import { LiveContext } from '../core/context/liveContext';
import { Polling } from '../core/context/polling';
import { SavedSets } from '../core/context/savedSets';
import { SeenContents } from '../core/context/seenContents';
import { ContextWeights } from '../core/context/contextWeights';
import { SeenReads, type FileRead } from '../core/context/seenReads';
import { PinnedAndRecent } from '../core/panel/pinnedAndRecent';
import { emptyQuery } from '../shared/searchQuery';
import { storedVersion } from '../shared/storedVersion';
import { HiddenPlaces } from '../core/search/hiddenPlaces';
import { LateIndex } from '../core/search/lateIndex';
import { Visibility } from '../core/search/visibility';
import { Consent } from '../core/permission/consent';
import { resolvedParts } from '../core/configuration/launch/resolvedParts';
import type { ServerDefinition } from '../core/configuration/serverDefinition';
import { ServerMoves } from '../core/configuration/serverMoves';
import { SavedResources } from '../core/templates/savedResources';
import { UsedValues } from '../core/templates/usedValues';
import { ReadAllowances } from '../core/tools/readAllowances';
import { TreeArrangement } from '../core/tree/arrangement';
import { TreeModel } from '../core/tree/treeModel';
import { newSlice, systemClock } from '../node/base/clock';
import { FileListStore } from '../node/files/fileListStore';
import { PathKey } from '../node/files/pathKey';
import { lazyMcp, type Mcp } from '../node/mcp/lazyMcp';
import { sha256 } from '../node/base/sha256';
import { SharedFolder } from '../node/files/sharedFolder';
import { TempFiles } from '../node/files/tempFiles';
import { createLookUp } from '../node/network/lookUp';
import { EveryMessage } from './actions/everyMessage';
import type { Actions } from './composeActions';
import { virtualFilesOptions, type Registrar } from './base/registrar';
import { commands as ids, settings, views } from './base/ids';
import { ChannelLogger } from './base/log';
import { MementoStore } from './base/mementoStore';
import { targetsOf } from './base/narrowArguments';
import { ServerActions } from './base/serverActions';
import { rowsForKey } from './base/rowsForKey';
import {
  excludedGlobs,
  listCaps,
  listFilter,
  maxReadBytes,
  onDidChangeSetting,
  pollInterval,
  treeSettings,
  usesProxy,
} from './base/settings';
import { showErrorsOf } from './base/tell';
import { wakeWhenShown } from './base/wakeWhenShown';
import { Arrivals } from './chat/arrivals';
import { tokensOfSelection } from './chat/editorSelection';
import { ChatBudget } from './chat/chatBudget';
import { ChatSession } from './chat/chatSession';
import { ChatView } from './chat/chatSink';
import { ChatTabs } from './chat/chatTabs';
import { MissedAttachments } from './chat/missedAttachments';
import { TokenCounts } from './chat/tokenCounts';
import { ShownFiles } from './content/shownFiles';
import { EditorNames } from './content/editorNames';
import { FileGate } from './content/fileGate';
import { VirtualFiles } from './content/virtualFiles';
import { VirtualPaths } from './content/virtualPaths';
import { keepContextKeys } from './context/contextKeys';
import { ContextTree } from './context/contextTree';
import { LanguageFeatures } from './mentions/languageFeatures';
import { mentionPorts } from './mentions/mentionPorts';
import type { SearchPages } from './composePanel';
import { SavedSearches } from './panel/savedSearches';
import { searchFor } from './panel/searchFor';
import { ServerIcons } from './panel/serverIcons';
import { followConfiguration } from './configuration/followConfiguration';
import { gate } from './permission/gate';
import { Inputs } from './configuration/inputs';
import { launchPorts, resolvingPorts } from './configuration/launchPorts';
import { ServerSources } from './configuration/serverSources';
import { ServersTree } from './servers/serversTree';
import { SharedSignIns } from './servers/sharedSignIns';
import { SecretCredentials } from './servers/secretCredentials';
import { LearnedProtocolStore } from './servers/learnedProtocolStore';
import { lateCommands, lateParticipant, lateTools, lateViews } from './startup/earlyRegistrations';
import { ViewPreparation } from './startup/prepareViews';
import { ResourceDecorations } from './tree/decorations';
import { followArrangement } from './tree/followArrangement';
import { ResourceTree } from './tree/resourceTree';
import { revealResource } from './tree/revealResource';
import { resolveLaunch } from '../core/configuration/launch/resolveLaunch';

/** Time in ms from the first look until actions are loaded. */
const actionsAfter = 5_000;

/** Replaced in tests. */
interface Platform {
  readonly clock: Clock;
  /** Everything that starts a process or opens a connection. */
  readonly mcp: Mcp;
  /** Takes what VS Code may have asked for already. */
  readonly registrar: Registrar;
}

/** Creates every service and joins them. Starts nothing: servers start when the user first looks. Disposing the result ends all of it. */
export function compose(
  context: ExtensionContext,
  {
    clock = systemClock,
    mcp = lazyMcp(() => l10n.bundle),
    registrar = { window, workspace, lm, chat },
  }: Partial<Platform> = {},
): Disposable {
  if (l10n.bundle) {
    configureTexts({ contents: l10n.bundle });
    formatNumbersIn(env.language);
  }
  const store = new DisposableStore();
  store.add(mcp);
  const channel = store.add(window.createOutputChannel('MCP Resources', { log: true }));
  const log = new ChannelLogger(channel);
  const userFolder = path.join(context.globalStorageUri.fsPath, storedVersion);
  const globalStore = new MementoStore(context.globalState);
  const workspaceStore = new MementoStore(context.workspaceState);

  // Servers and their lists
  const inputs = new Inputs(context.secrets, globalStore, ({ id }) => connections.nameOf(id));
  const askedEnvFiles = new Map<string, string>();
  const resolving = () => resolvingPorts(askedEnvFiles);
  const answers = new SharedFolder(path.join(userFolder, 'consent'));
  const consent = store.add(
    new Consent({
      store: answers,
      // Only a review gives answers, and it has loaded this.
      describe: (definition) => actionsLoaded.loaded?.launches.text(definition) ?? '',
      resolve: (definition) => resolvedParts(definition, resolving()),
      now: () => clock.now(),
    }),
  );
  const credentials = store.add(new SecretCredentials(context.secrets));
  const sources = store.add(new ServerSources(context, clock, log.named('configuration')));
  const definitions = () => sources.definitions;
  const refusal = (definition: ServerDefinition) => gate(definition, undefined, consent);
  // A server that a policy or an untrusted workspace blocks would not start with the user's permission either.
  const waiting = () => definitions().filter((definition) => refusal(definition)?.reason === 'notAllowed');
  const isShown = (): boolean =>
    pages.loaded?.panel.isVisible === true || tree.view.visible || serversTree.view.visible;
  const lookUp = createLookUp(clock, usesProxy);
  const fetchFromWeb: WebFetch = async (...args) => (await actionsLoaded.get()).fetchFromWeb(...args);
  const { catalog, activity, templates, connections, listCache, cache, orders, ...core } = composeCore({
    store,
    clock,
    log,
    newSlice,
    activityStore: workspaceStore,
    isShown: () => [pages.loaded?.panel.isVisible, pages.loaded?.editor.isVisible, tree.view.visible].includes(true),
    lists: new FileListStore(path.join(userFolder, 'lists')),
    connecting: {
      openSession: mcp.openSession,
      gate: (definition, launch) => gate(definition, launch, consent),
      resolveLaunch: (definition) => resolveLaunch(definition, launchPorts(inputs, askedEnvFiles)),
      learnedProtocols: new LearnedProtocolStore(globalStore),
      credentials,
      capsOf: ({ name }) => ({ ...listCaps(), filter: listFilter(name) }),
      caps: listCaps,
    },
    reading: {
      read: mcp.read,
      maxBytes: maxReadBytes,
      interactionWith: (id) => ({
        ask: async (...args) => (await actionsLoaded.get()).elicitation.for(id).ask(...args),
      }),
      fetchFromWeb,
      allowWebsite: async (...args) => (await actionsLoaded.get()).web.allow(...args),
    },
  });
  const { serverName, announced, staleness } = core;
  const forgetContents = async (definition: ServerDefinition): Promise<void> => {
    cache.removeServer(definition.id);
    templates.removeServer(definition.id);
    await listCache.forget(definition);
  };
  const sharedSignIns = store.add(
    new SharedSignIns({ clock, log: log.named('sign-in'), credentials, connections, sources, forgetContents }),
  );
  const places = new HiddenPlaces(workspaceStore);
  const visibility = store.add(
    new Visibility({
      catalog,
      templates,
      places,
      serverName,
      excluded: excludedGlobs,
      onDidChangeExcluded: (listener) => onDidChangeSetting(settings.exclude, listener),
      newSlice,
      log,
    }),
  );
  const serverActions = new ServerActions(async () => (await actionsLoaded.get()).servers, log);
  const saved = store.add(new SavedResources(workspaceStore, catalog, connections));

  // Order and search
  const makeIndex = new Late(async () => {
    const { newIndexes } = await import('../core/search/newIndexes');
    return newIndexes({ catalog, activity, orders, visibility, serverName, newSlice });
  });
  const newIndex = (indexed = templates): LateIndex => {
    const index = new LateIndex(new Late(async () => (await makeIndex.get())(indexed)));
    store.add(visibility.onDidChange(() => index.reset()));
    return index;
  };
  const quickIndex = newIndex(store.add(new TemplateCatalog()));
  const arrangement = store.add(new TreeArrangement(workspaceStore, treeSettings));
  const model = new TreeModel(catalog, orders, templates, newSlice);

  // The context and its updates
  const picked = store.add(new ContextSet(workspaceStore));
  const sets = store.add(new SavedSets(workspaceStore, sha256, clock));
  const seen = store.add(new SeenContents({ store: workspaceStore, hash: sha256, clock, log }));
  const live = store.add(
    new LiveContext(connections, cache, picked, seen, (address) => announced(address) !== undefined, log),
  );
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

  // Virtual files
  const shown = store.add(new ShownFiles(clock, log));
  const shownUntil = shown.until;
  const describe = (address: ResourceAddress) => describeResource(address, picked.get(address) ?? announced(address));
  const session = store.add(new ChatSession(globalStore, shownUntil, log));
  const budget = store.add(new ChatBudget(clock, session, picked, log));
  const tokens = store.add(new TokenCounts(clock, () => budget.model, log));
  const tokensOf = (bytes: Uint8Array) => tokens.of(bytes).tokens;
  const arrivals = store.add(new Arrivals({ clock, session, budget, tokensOf, tokensOfSelection, seen, describe }));
  const arrivalsOf = (read: readonly FileRead[]) => arrivals.of(read);
  const reads = store.add(new SeenReads({ clock, seen, picked, shownUntil, arrivalsOf, describe, log }));
  const missed = store.add(
    new MissedAttachments({
      clock,
      connections,
      describe,
      seen,
      shownUntil,
      attach: async (resources) => (await actionsLoaded.get()).actions.attach(resources),
      serverActions,
      log,
    }),
  );
  const pathKey = new PathKey(path.join(userFolder, 'path-key'));
  const paths = new VirtualPaths(definitions, pathKey, store.add(new EditorNames()).guard);
  const handed = new HandedOut(workspaceStore, clock);
  store.add(
    picked.onDidChange(() => {
      const isSent = (address: ResourceAddress, since: number): boolean => {
        const last = seen.last(address);
        return last?.kind === 'sent' && last.at >= since;
      };
      void handed.keep((address, handedAt) => picked.has(address) || !isSent(address, handedAt));
    }),
  );
  const fileGate = new FileGate({ clock, picked, handed, shown });
  const files = store.add(
    new VirtualFiles({
      paths,
      configured: () => configured,
      cache,
      live,
      reads,
      missed,
      gate: fileGate,
      handed,
      shown,
      log,
    }),
  );
  store.add(files.onDidOutgrow(({ address, bytes }) => arrivals.outgrew(address, bytes)));
  store.add(registrar.workspace.registerFileSystemProvider(virtualScheme, files, virtualFilesOptions));

  // Ways into the chat
  const weights = new ContextWeights({
    peek: (address) => cache.peek(address),
    announced,
    of: (bytes) => tokens.of(bytes),
    counted: (bytes) => tokens.counted(bytes),
  });
  const temp = new TempFiles(path.join(userFolder, 'temp'));
  temp.sweep().catch((error: unknown) => log.warn(`Image files of an earlier window: ${causes(error)}`));
  const chatSink = new ChatView(store.add(new ChatTabs()), log);
  const everyMessage = store.add(
    new EveryMessage({ clock, picked, seen, live, cache, weights, budget, session, files, chat: chatSink, log }),
  );
  const onTop = new PinnedAndRecent(workspaceStore, activity);
  const noteUse = (resources: readonly ResourceAddress[]) => activity.noteUse(resources);
  const used = new UsedValues(workspaceStore);
  const comparedChanged = store.add(new EventEmitter<Uri>());
  const actionsLoaded = new Late(async (): Promise<Actions> => {
    const { composeActions } = await import('./composeActions');
    return composeActions({
      store,
      workspaceStore,
      clock,
      log,
      mcp,
      connections,
      cache,
      picked,
      seen,
      comparedChanged: (uri) => comparedChanged.fire(uri),
      describe,
      live,
      files,
      temp,
      chatSink,
      session,
      budget,
      weights,
      announced,
      serverActions,
      noteUse,
      reveal,
      consent,
      definitions,
      waiting,
      refusal,
      isShown,
      inputs,
      resolving,
      visibility,
      credentials,
      lookUp,
      signedIn: (definition, url) => sharedSignIns.note(definition, url),
      forgetContents,
      extensionId: context.extension.id,
    });
  });
  const attachChecked = async () => (await actionsLoaded.get()).attachChecked();

  // Views
  const icons = new ServerIcons({ clock, log: log.named('icons'), fetchFromWeb, connections });
  const preparation = store.add(
    new ViewPreparation(clock, workspaceStore, log, async () => {
      await configured;
      connections.restoreAll();
      await Promise.all([listCache.read(), pages.get(), makeIndex.get()]);
      if (!tree.view.visible) await tree.prepare();
      if (definitions().some((definition) => !refusal(definition))) mcp.preload();
    }),
  );
  let isAwake = false;
  const withActions = (run: (loaded: Actions) => void): void =>
    void actionsLoaded.get().then(run, (error: unknown) => log.error(`Actions were not loaded: ${causes(error)}`));
  const announceWaiting = (): void => {
    if (isAwake && waiting().length > 0) withActions(({ review }) => review.announce());
  };
  const wake = (): void => {
    // Neither the first view nor the first action waits for them.
    if (!isAwake) store.add(clock.after(actionsAfter, () => withActions(() => undefined)));
    isAwake = true;
    budget.wake();
    connections.wake();
    announceWaiting();
  };
  const look = (): void => {
    preparation.noteShown();
    wake();
  };
  // Nearly every view, command and tool needs these.
  const common = {
    clock,
    log,
    catalog,
    activity,
    templates,
    connections,
    visibility,
    picked,
    files,
    live,
    wake,
    icons,
  };
  const savedSearches: SavedSearches = new SavedSearches({
    store: workspaceStore,
    log,
    current: () => pages.loaded?.page.query ?? emptyQuery,
    search: (query) => withPages(({ panel }) => panel.search(query)),
    focus: () => withPages(({ panel }) => panel.focus()),
    get isVisible() {
      return pages.loaded?.panel.isVisible === true;
    },
  });
  const didSearch = store.add(new Emitter<void>());
  const pages = new Late(async (): Promise<SearchPages> => {
    const { composePanel } = await import('./composePanel');
    return composePanel({
      ...common,
      look,
      store,
      extensionUri: context.extensionUri,
      register: registerViews,
      sources,
      cache,
      serverName,
      noteUse,
      newIndex,
      newSlice,
      savedSearches,
      serverActions,
      workspaceStore,
      onTop,
      weights,
      used,
      saved,
      loadActions: () => actionsLoaded.get(),
      reveal,
      onDidSearch: () => didSearch.fire(),
    });
  });
  const registerViews = lateViews(registrar.window, store, () => pages.get());
  const withPages = (run: (loaded: SearchPages) => void): void =>
    void pages.get().then(run, (error: unknown) => log.error(`The search page was not loaded: ${causes(error)}`));
  const tree: ResourceTree = store.add(
    new ResourceTree({ ...common, sources, model, arrangement, staleness, listsShown: () => listCache.shown() }),
  );
  const contextTree = store.add(new ContextTree({ ...common, cache, seen, budget, weights, tokens, everyMessage }));
  const allowances = store.add(new ReadAllowances(workspaceStore));
  const serversTree = store.add(new ServersTree({ ...common, sources, allowances }));
  const reveal = (resources: readonly PickedResource[]) => revealResource(resources, catalog, tree);
  for (const { view } of [tree, contextTree, serversTree]) store.add(wakeWhenShown(view, look));
  const staleChanges = [connections.onDidChange, catalog.onDidChange];
  store.add(new ResourceDecorations({ clock, files, picked, live, staleness, changes: staleChanges }));
  const onDidBrowse = [tree.onDidOpenRow, tree.view.onDidChangeSelection];
  store.add(
    keepContextKeys({
      sources,
      connections,
      picked,
      onDidBrowse,
      onDidSearch: didSearch.event,
      store: globalStore,
      clock,
    }),
  );
  store.add(followArrangement(arrangement));

  // The context, and the configuration
  store.add(
    workspace.registerTextDocumentContentProvider(comparedScheme, {
      onDidChange: comparedChanged.event,
      provideTextDocumentContent: async (uri) =>
        (await actionsLoaded.get()).seenDocuments.provideTextDocumentContent(uri),
    }),
  );
  const contextSets = new Late(async () => {
    const { ContextSets } = await import('./context/contextSets');
    const parts = {
      ...common,
      sets,
      weights,
      order: orders.importance.byAnnotations,
      index: quickIndex,
      isVisible: visibility.isVisible,
      onDidChangeVisibility: visibility.onDidChange,
      newSlice,
      mentionedIn: async (file: string) => (await actionsLoaded.get()).mentionedInFile(file, { language, log }),
      savedSearches,
      configured,
      attachContext: attachChecked,
      setInEveryMessage: async (resources: readonly PickedResource[], isOn: boolean) =>
        (await actionsLoaded.get()).setInEveryMessage(resources, isOn),
    };
    return store.add(new ContextSets(parts));
  });
  if (sets.isAnyAlways) void showErrorsOf(() => contextSets.get(), log);
  const moves = new ServerMoves(workspaceStore);
  store.add(
    followConfiguration({
      connections,
      consent,
      announceWaiting,
      sources,
      moves,
      saved: [picked, saved, seen, used, onTop, activity, places],
      picked,
      log,
    }),
  );
  const configured = sources.read();

  // Models and editors
  const toolsLoaded = new Late(async () => {
    const { registerTools } = await import('./tools/registerTools');
    store.add(
      registerTools({
        ...common,
        register: toolRegistrar,
        cache,
        seen,
        allowances,
        index: newIndex(),
        fileAt: (uri) => files.fileAt(uri),
        configured,
        newSlice,
        randomText: randomUUID,
        sawCall: (isHarness) => session.note(isHarness),
      }),
    );
  });
  const toolRegistrar = lateTools(registrar.lm, store, () => toolsLoaded.get());
  const participantLoaded = new Late(async () => {
    const { registerParticipant } = await import('./participant/participant');
    store.add(
      registerParticipant({
        ...common,
        register: participantRegistrar,
        sources,
        index: quickIndex,
        newSlice,
        configured,
      }),
    );
  });
  const participantRegistrar = lateParticipant(registrar.chat, store, () => participantLoaded.get());
  const ports = mentionPorts(store, {
    ...common,
    newSlice,
    index: newIndex(),
    cache,
    seen,
    serverActions,
    // A file of a repository in Restricted Mode starts and asks no server, wherever the pointer is.
    wake: () => (workspace.isTrusted ? wake() : undefined),
    mayRead: () => workspace.isTrusted,
  });
  const language = store.add(
    new LanguageFeatures({ ports, channel, sources, restoreAll: () => connections.restoreAll() }),
  );

  // Commands
  const rowsOfView = async (view: string | undefined) => {
    if (view === views.resources) return targetsOf(await rowsForKey(tree.view));
    return view === views.context ? targetsOf(await contextTree.rowsForKey()) : [];
  };
  const commandsLoaded = new Late(async () => {
    const { composeCommands } = await import('./composeCommands');
    const { panel, editor, page } = await pages.get();
    const { actions, attaching, reads, seenDocuments, servers, launches, signIns, web } = await actionsLoaded.get();
    standIns.dispose();
    store.add(
      composeCommands({
        ...common,
        extensionId: context.extension.id,
        rowsForKey: rowsOfView,
        actions,
        attaching,
        attachContext: attachChecked,
        tree,
        contextTree,
        arrangement,
        places,
        panel,
        editor,
        query: () => panel.query,
        search: (text) => searchFor(text, { panel, editor }, () => page.query),
        onTop,
        reveal,
        saved,
        used,
        index: quickIndex,
        contextSets,
        sets,
        savedSearches,
        reads,
        seenDocuments,
        language,
        configured,
        serverActions,
        servers,
        consent,
        launches,
        web,
        allowances,
        inputs,
        credentials,
        signIns,
      }),
    );
  });
  const standIns = store.add(lateCommands(Object.values(ids), () => commandsLoaded.get()));
  return store;
}
