import type { HostActions } from './hostActions';
import { KeyHandler } from './keyHandler';
import type { ListController } from './listController';
import type { PageView } from './pageView';
import type { PaneController } from './paneController';
import type { QueryEditor } from './queryEditor';
import type { SelectionFactsLoader } from './selectionFacts';
import type { PanelState } from './state';
import type { Store } from './store';
import type { PanelCommands } from './view/context';

export interface CommandParts {
  readonly store: Store<PanelState>;
  readonly page: PageView;
  readonly list: ListController;
  readonly panes: PaneController;
  readonly query: QueryEditor;
  readonly actions: HostActions;
  readonly facts: SelectionFactsLoader;
  readonly isEditor: boolean;
  /** Draws at once, so that the element to focus exists. */
  readonly draw: () => void;
  readonly scroll: (scrollTop: number) => void;
}

/** The user's commands, put together from the parts that run them. */
export function panelCommands(parts: CommandParts): PanelCommands {
  return { ...searching(parts), ...filtering(parts), ...inList(parts) };
}

type Searching =
  'type' | 'clearText' | 'setSort' | 'saveSearch' | 'openSavedSearch' | 'run' | 'retry' | 'dismiss' | 'leaveNotices';

function searching({ store, page, query, actions, draw }: CommandParts): Pick<PanelCommands, Searching> {
  const leaveFailure = (): void => {
    draw();
    page.focusResults();
  };
  return {
    type: (text) => query.set({ text }),
    clearText: () => {
      query.set({ text: '' });
      draw();
      page.focusBox();
    },
    setSort: (sort) => query.set({ sort }),
    saveSearch: () => actions.saveSearch(store.state.query),
    openSavedSearch: (name) => actions.openSavedSearch(name),
    run: (id) => actions.run(id),
    retry: () => {
      actions.retry();
      leaveFailure();
    },
    dismiss: () => {
      store.update({ failure: undefined });
      leaveFailure();
    },
    leaveNotices: () => store.invalidate(),
  };
}

type Filtering = 'setAudience' | 'toggleChoice' | 'clearFacet' | 'clearAll' | 'clearFilters';

function filtering({ page, query, draw }: CommandParts): Pick<PanelCommands, Filtering> {
  const clearFilters = (): void => {
    query.clearFilters();
    draw();
    page.focusBox();
  };
  return {
    setAudience: (audience) => query.set({ audience }),
    toggleChoice: (choice) => query.toggle(choice),
    clearFacet: (facet) => {
      query.clearFacet(facet);
      draw();
      page.focusFilter(facet);
    },
    clearAll: clearFilters,
    clearFilters,
  };
}

type InList = Exclude<keyof PanelCommands, Searching | Filtering>;

function inList({
  store,
  page,
  list,
  panes,
  query,
  facts,
  isEditor,
  scroll,
}: CommandParts): Pick<PanelCommands, InList> {
  const keys = new KeyHandler(store, list, panes, page, query);
  const idAt = (index: number): number | undefined =>
    store.state.results?.rows.ids({ from: index, to: index + 1 })?.[0];
  return {
    boxKey: (event) => keys.inBox(event),
    listKey: (event) => keys.inList(event),
    paneKey: (event) => keys.inPane(event),
    filtersKey: (event) => keys.inFilters(event),
    closePane: () => void panes.close(),
    scroll,
    click: (index, { shiftKey, ctrlKey, metaKey, detail }) => {
      const keys = { isExtending: shiftKey, isToggling: ctrlKey || metaKey };
      const isPlain = !keys.isExtending && !keys.isToggling && detail < 2;
      list.click(index, keys);
      // An editor would cover the page in an editor, whose pane shows the row; an open pane shows it, too.
      if (isPlain && !isEditor && !store.state.pane) list.act('glance', index);
    },
    goTo: (index) => list.goTo(index),
    open: (index) => list.act('open', index),
    pin: (index) => list.act('pin', index),
    openPane: (index) => list.openPane(index),
    attach: (index) => list.act('attach', index),
    prepareDrag: (index) => {
      const id = idAt(index);
      if (id !== undefined) facts.prepare(id);
    },
    draggedFiles: (index) => {
      const id = idAt(index);
      return id === undefined ? [] : facts.filesFor(id);
    },
    attachAll: () => list.attachAll(),
    copySelection: () => list.actOnSelection('copyUri'),
    attachSelection: () => list.actOnSelection('attach'),
    clearSelection: () => list.clearSelection(),
  };
}
