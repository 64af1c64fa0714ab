import path from 'node:path';
import { window, workspace } from 'vscode';
import { virtualScheme } from '../core/content/virtualPath';
import { ContentCache } from '../core/context/contentCache';
import { ContextSet } from '../core/context/contextSet';
import { LiveContext } from '../core/context/liveContext';
import { Polling } from '../core/context/polling';
import { createReader } from '../core/context/resourceReader';
import { SeenContents } from '../core/context/seenContents';
import { SeenReads } from '../core/context/seenReads';
import { originOf } from '../core/icons/chooseIcons';
import type { ServerDefinition } from '../core/servers/serverDefinition';
import { plainUrl } from '../core/servers/plainUrl';
import { SeenTextStore } from '../node/seenTextStore';
import { sha256 } from '../node/sha256';
import { TempFiles } from '../node/tempFiles';
import { createWebFetch } from '../node/webFetch';
import { Attaching } from '../host/actions/attaching';
import { ImageFiles } from '../host/actions/attachImages';
import { ChatBudget } from '../host/chat/chatBudget';
import { ChatView } from '../host/chat/chatSink';
import { Elicitation } from '../host/questions/elicitation';
import { GroupFiles } from '../host/content/groupFiles';
import { settings } from '../host/base/ids';
import { MissedAttachments } from '../host/chat/missedAttachments';
import { ResourceActions } from '../host/actions/resourceActions';
import { ServerIcons } from '../host/panel/serverIcons';
import { ShownFiles } from '../host/content/shownFiles';
import { keepsSeenTexts, maxAge, maxReadBytes, onDidChangeSetting, pollInterval } from '../host/base/settings';
import { ToldReads } from '../host/content/toldReads';
import { VirtualFiles } from '../host/content/virtualFiles';
import { WebConsent } from '../host/content/webConsent';
import type { Base } from './base';
import type { Finding } from './finding';
import type { Servers } from './servers';

export type Context = ReturnType<typeof composeContext>;

/** How resources are read, what is picked of them, and the ways into the chat. */
export function composeContext(parts: Base & Servers & Finding) {
  const { context, store, clock, log, newSlice, workspaceStore } = parts;
  const { sources, mcp, catalog, connections, serverName, announced, order, visibility, arrangement } = parts;
  const web = new WebConsent(workspaceStore, serverName);
  const elicitation = new Elicitation(serverName);
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
  for (const changed of [visibility.onDidChange, arrangement.onDidChange]) store.add(changed(() => groups.forget()));
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
  return { web, icons, cache, picked, seen, live, files, budget, actions };
}
