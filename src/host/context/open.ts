import { EventEmitter, workspace, type Uri } from 'vscode';
import { Late } from '../../core/base/onFirstUse';
import { comparedScheme } from '../../core/content/virtualScheme';
import type { PickedResource } from '../../core/context/contextSet';
import { views } from '../base/ids';
import { targetsOf } from '../commands/narrowArguments';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import { showErrorsOf } from '../base/tell';
import { whenAsked } from '../base/whenAsked';
import { ContextTree } from './contextTree';
import type { ContextNeeds } from './openSets';
import type { SeenDocuments } from './seenDocuments';

/** The view *Context*, its sets, and what changed since a chat got it. */
export function openContext(needs: ContextNeeds): void {
  const { base, look, configuration, core, context, chat, content, actions } = needs;
  const { store, clock, log, keyRows } = base;
  const { catalog, connections, cache } = core;
  const { picked, sets, seen, live } = context;
  const { budget, weights, tokens } = chat;
  const { files, icons } = content;
  const { everyMessage } = actions;
  const tree = store.add(
    new ContextTree({
      clock,
      log,
      catalog,
      picked,
      live,
      cache,
      seen,
      connections,
      files,
      icons,
      budget,
      weights,
      tokens,
      everyMessage,
    }),
  );
  look.addTree(tree.view);
  keyRows.add(views.context, async () => targetsOf(await tree.rowsForKey()));
  // What came by a set goes with its server. While a part of the configuration can't be read, a server may only seem to be removed.
  const isRemoved = (id: string): boolean => configuration.sources.problems.length === 0 && !connections.get(id);
  const withdraw = () => picked.withdraw(picked.items.filter(({ reason, serverId }) => reason && isRemoved(serverId)));
  store.add(configuration.onDidSettle(() => void showErrorsOf(withdraw, log)));
  const seenDocuments = openSeenDocuments(needs);
  const contextSets = new Late(async () => {
    const { openSets } = await import('./openSets');
    return openSets(needs);
  });
  if (sets.isAnyAlways) void showErrorsOf(() => contextSets.get(), log);
  const commands = async () => {
    const { contextCommands } = await import('./contextCommands');
    const loaded = await actions.actions.get();
    return contextCommands({
      catalog,
      connections,
      files,
      keyRows,
      picked,
      live,
      actions: loaded.actions,
      contextTree: tree,
      reads: await content.reads.get(),
      seenDocuments: await seenDocuments.get(),
      attachContext: loaded.attachContext,
      showSets: async (document) => (await contextSets.get()).show(document),
      log,
    });
  };
  store.add(registerCommands(roomCommands.context, commands, log));
}

/** Differences between what a chat has got and what there is now, loaded with the first. */
function openSeenDocuments({ base, core, context, content, actions }: ContextNeeds): Late<SeenDocuments> {
  const { store, clock, log } = base;
  const { cache } = core;
  const { seen, live, describe } = context;
  const { files } = content;
  const changed = store.add(new EventEmitter<Uri>());
  const seenDocuments = new Late(async () => {
    const { SeenDocuments } = await import('./seenDocuments');
    const open = async (resources: readonly PickedResource[]) => (await actions.actions.get()).actions.open(resources);
    const tell = (uri: Uri) => changed.fire(uri);
    return store.add(new SeenDocuments({ clock, cache, files, seen, live, changed: tell, describe, open, log }));
  });
  const compared = whenAsked(() => seenDocuments.get(), ['provideTextDocumentContent']);
  store.add(workspace.registerTextDocumentContentProvider(comparedScheme, { ...compared, onDidChange: changed.event }));
  return seenDocuments;
}
