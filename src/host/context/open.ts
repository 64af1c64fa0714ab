import { EventEmitter, workspace, type Uri } from 'vscode';
import { Late } from '../../core/base/onFirstUse';
import { comparedScheme } from '../../core/content/virtualScheme';
import { views } from '../base/ids';
import { targetsOf } from '../commands/narrowArguments';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import { showErrorsOf } from '../base/tell';
import { whenAsked } from '../base/whenAsked';
import { ContextTree } from './contextTree';
import type { ContextNeeds } from './needs';
import type { SeenDocuments } from './seenDocuments';

/** The view *Context*, its sets, and what changed since a chat got it. */
export function openContext(needs: ContextNeeds): void {
  const { base, look, configuration, core, context, content, actions } = needs;
  const { store, log, keyRows } = base;
  const { picked, sets } = context;
  const tree = store.add(new ContextTree(needs));
  look.addTree(tree.view);
  keyRows.add(views.context, async () => targetsOf(await tree.rowsForKey()));
  // Resources that a set added are removed with their server. While a part of the configuration can't be read, a server may only seem to be removed.
  const isRemoved = (id: string): boolean => configuration.sources.problems.length === 0 && !core.connections.get(id);
  const withdraw = () => picked.withdraw(picked.items.filter(({ reason, serverId }) => reason && isRemoved(serverId)));
  store.add(configuration.onDidSettle(() => void showErrorsOf(withdraw, log)));
  const seenDocuments = openSeenDocuments(needs);
  const contextSets = new Late(async () => {
    const { ContextSets } = await import('./contextSets');
    return store.add(new ContextSets(needs));
  });
  if (sets.isAnyAlways) void showErrorsOf(() => contextSets.get(), log);
  const commands = async () => {
    const { contextCommands } = await import('./contextCommands');
    return contextCommands(needs, {
      tree,
      loaded: await actions.actions.get(),
      reads: await content.reads.get(),
      seenDocuments: await seenDocuments.get(),
      showSets: async (document) => (await contextSets.get()).show(document),
    });
  };
  store.add(registerCommands(roomCommands.context, commands, log));
}

/** Differences between what a chat has got and what there is now, loaded with the first. */
function openSeenDocuments(needs: ContextNeeds): Late<SeenDocuments> {
  const { store } = needs.base;
  const changed = store.add(new EventEmitter<Uri>());
  const seenDocuments = new Late(async () => {
    const { SeenDocuments } = await import('./seenDocuments');
    return store.add(new SeenDocuments(needs, (uri) => changed.fire(uri)));
  });
  const compared = whenAsked(() => seenDocuments.get(), ['provideTextDocumentContent']);
  store.add(workspace.registerTextDocumentContentProvider(comparedScheme, { ...compared, onDidChange: changed.event }));
  return seenDocuments;
}
