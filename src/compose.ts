import { window, workspace } from 'vscode';
import type { Disposable } from './core/base/disposable';
import { registerAutomaticInclusion } from './host/context/automaticInclusion';
import type { ChatBudget } from './host/chat/chatBudget';
import { ChipsLeft } from './host/chat/chipsLeft';
import { registerContextCommands } from './host/context/contextCommands';
import { registerContextSets } from './host/context/contextSets';
import { registerGetStarted } from './host/base/getStarted';
import { views } from './host/base/ids';
import { LanguageFeatures } from './host/mentions/languageFeatures';
import { registerMentionCommands } from './host/mentions/mentionCommands';
import { mentionPorts } from './host/mentions/mentionPorts';
import { registerParticipant } from './host/participant/participant';
import { QuickAttach } from './host/actions/quickAttach';
import { registerResourceCommands } from './host/commands/resourceCommands';
import { rowsForKey } from './host/base/rowsForKey';
import { SeenDocuments } from './host/context/seenDocuments';
import { registerSavedSearchCommands } from './host/panel/savedSearches';
import { registerServerCommands } from './host/servers/serverCommands';
import { registerTreeCommands } from './host/tree/treeCommands';
import { TemplateForm } from './host/templates/templateForm';
import { registerTools } from './host/tools/registerTools';
import type { Base } from './compose/base';
import { composeContext } from './compose/context';
import { composeFinding } from './compose/finding';
import { composeServers } from './compose/servers';
import { composeViews } from './compose/views';

/** Creates every service and joins them. Starts nothing: the first look of a person does. */
export function compose(base: Base): Disposable {
  const servers = composeServers(base);
  const finding = composeFinding({ ...base, ...servers });
  const living = composeContext({ ...base, ...servers, ...finding });
  const { context, store, clock, log, channel, newSlice, workspaceStore } = base;
  const { consent, inputs, sources, review, signIns, catalog, formerTitles, templates, connections, kept } = servers;
  const { order, visibility, arrangement, quickIndex, toolIndex, languageIndex } = finding;
  const { web, cache, picked, seen, live, files, budget, actions } = living;

  let isAwake = false;
  const wake = (): void => {
    isAwake = true;
    budget.wake();
    connections.startAll();
    for (const connection of connections.all) connection.refreshStaleList();
    void review.announce();
  };
  const shown = composeViews({ ...base, ...servers, ...finding, ...living }, wake);
  const { used, uses, service, savedSearches, panel, tree, contextTree, allowances } = shown;

  const quickAttach = new QuickAttach({ clock, catalog, connections, index: quickIndex });
  const templateForm = new TemplateForm({ clock, log, templates, connections, used, uses });
  const rowsOfView = async (id: unknown): Promise<readonly unknown[]> => {
    if (id === views.resources) return rowsForKey(tree.view);
    return id === views.context ? contextTree.rowsForKey() : [];
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
  store.add(registerGetStarted(context.extension.id));
  store.add(registerServerCommands({ connections, consent, allowances, review, inputs, channel, web, signIns, log }));

  const announce = (): void => {
    if (isAwake) void review.announce();
  };
  store.add(sources.onDidChange(() => connections.setDefinitions(sources.definitions)));
  store.add(sources.onDidChange(announce));
  store.add(consent.onDidChange(() => connections.recheckAll()));
  store.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) consent.look();
    }),
  );
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
  const ports = mentionPorts(store, {
    ...parts,
    clock,
    cache,
    live,
    seen,
    formerTitles,
    index: languageIndex,
    newSlice,
  });
  const restoreAll = (): void => connections.restoreAll();
  const language = store.add(new LanguageFeatures({ ports, channel, sources, restoreAll }));
  const { isUpdated } = ports;
  store.add(registerMentionCommands({ ...parts, clock, language, isUpdated, seenDocuments, configured }));
  return store;
}
