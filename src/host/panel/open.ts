import { Emitter, type Event } from '../../core/base/event';
import { Late } from '../../core/base/onFirstUse';
import { PinnedAndRecent } from '../../core/panel/pinnedAndRecent';
import { searchEditor, views } from '../base/ids';
import { registerCommands } from '../commands/registerCommands';
import { searchViewOptions, type Registrar } from '../base/registrar';
import { roomCommands } from '../base/manifest/commandIds';
import { whenAsked } from '../base/whenAsked';
import type { PagesNeeds, SearchPages } from './openPages';
import type { SavedSearch } from './savedSearches';

/** The search page, in the view *Search* and in an editor. */
export interface PanelRoom {
  readonly savedSearches: () => Promise<readonly SavedSearch[]>;
  /** Resources that stand on top of the results. */
  readonly onTop: PinnedAndRecent;
  /** Loads the page's code before it is shown. */
  readonly prepare: () => Promise<unknown>;
  readonly onDidSearch: Event<void>;
}

/** @param register takes the view and the editor */
export function openPanel(needs: PagesNeeds, register: Registrar['window']): PanelRoom {
  const { base, look, core } = needs;
  const { store, log, workspaceStore } = base;
  const onTop = new PinnedAndRecent(workspaceStore, core.activity);
  const didSearch = store.add(new Emitter<void>());
  const pages = new Late(async (): Promise<SearchPages> => {
    const { openPages } = await import('./openPages');
    return openPages(needs, onTop, () => didSearch.fire());
  });
  look.add(() => pages.loaded?.panel.isVisible === true, 'resources', 'servers');
  look.add(() => pages.loaded?.editor.isVisible === true, 'resources');
  const panel = whenAsked(async () => (await pages.get()).panel, ['resolveWebviewView']);
  const editor = whenAsked(async () => (await pages.get()).editor, ['deserializeWebviewPanel']);
  store.add(register.registerWebviewViewProvider(views.search, panel, searchViewOptions));
  store.add(register.registerWebviewPanelSerializer(searchEditor, editor));
  const commands = async () => {
    const { panelCommands } = await import('./panelCommands');
    return panelCommands(needs, await pages.get(), onTop);
  };
  store.add(registerCommands(roomCommands.panel, commands, log));
  return {
    savedSearches: async () => (await pages.get()).savedSearches.all,
    onTop,
    prepare: () => pages.get(),
    onDidSearch: didSearch.event,
  };
}
