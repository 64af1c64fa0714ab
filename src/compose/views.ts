import { commands } from 'vscode';
import type { Handlers } from '../shared/endpoint';
import type { HostRequests, ResourceAction } from '../shared/protocol';
import type { CatalogEntry } from '../core/catalog/catalog';
import { UsedValues } from '../core/templates/usedValues';
import { ReadAllowances } from '../core/tools/readAllowances';
import { toPicked } from '../host/content/commandArguments';
import { keepContextKeys } from '../host/context/contextKeys';
import { ContextTree } from '../host/context/contextTree';
import { ResourceDecorations } from '../host/tree/decorations';
import { commands as ids } from '../host/base/ids';
import { layOutWhenShown } from '../host/base/layOutWhenShown';
import { PreviewService } from '../host/panel/previewService';
import { ResourceTree } from '../host/tree/resourceTree';
import { SavedSearches } from '../host/panel/savedSearches';
import { SearchPanel } from '../host/panel/searchPanel';
import { SearchService } from '../host/panel/searchService';
import { ServersTree } from '../host/servers/serversTree';
import { TemplatePanel } from '../host/templates/templatePanel';
import { TemplateUses } from '../host/templates/templateUses';
import type { Base } from './base';
import type { Context } from './context';
import type { Finding } from './finding';
import type { Servers } from './servers';

/** The panel and the trees, and the marks of what they show. */
export function composeViews(parts: Base & Servers & Finding & Context, wake: () => void) {
  const { context, store, clock, log, newSlice, workspaceStore } = parts;
  const { sources, catalog, templates, connections, kept, serverName, visibility, model, arrangement, staleness } =
    parts;
  const { index, icons, cache, picked, seen, live, files, budget, actions } = parts;
  const used = new UsedValues(workspaceStore);
  const uses = new TemplateUses({ catalog, used, kept, actions });
  const templatePanel = new TemplatePanel({ log, templates, connections, used, uses });
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
  return { used, uses, service, savedSearches, panel, tree, contextTree, allowances };
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
