import type { FacetName } from '../../src/shared/protocol';
import type { HostActions } from './hostActions';
import { KeyHandler } from './keyHandler';
import type { ListController } from './listController';
import type { PageView } from './pageView';
import type { PaneController } from './paneController';
import type { QueryEditor } from './queryEditor';
import type { SelectionFactsLoader } from './selectionFacts';
import type { Store } from './store';

interface Needs {
  readonly store: Store;
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

/** What the templates call on behalf of the user. */
export type PanelCommands = ReturnType<typeof panelCommands>;

/** The parts of the page that carry out the user's commands, and the commands that concern several of them. */
export function panelCommands(needs: Needs) {
  const { store, list, panes, page, query, actions } = needs;
  return {
    keys: new KeyHandler(store, list, panes, page, query),
    list,
    query,
    actions,
    ...searching(needs),
    ...filtering(needs),
    ...listCommands(needs),
    ...dragging(needs),
  };
}

function searching({ store, page, query, actions, draw }: Needs) {
  const leaveFailure = (): void => {
    draw();
    page.focusResults();
  };
  return {
    clearText: () => {
      query.set({ text: '' });
      draw();
      page.focusBox();
    },
    retry: () => {
      actions.retry();
      leaveFailure();
    },
    dismiss: () => {
      store.update({ failure: undefined });
      leaveFailure();
    },
    /** The focus has left the notices: they may change again. */
    leaveNotices: () => store.invalidate(),
  };
}

function filtering({ page, query, draw }: Needs) {
  return {
    /** Removes the choices of a facet. */
    clearFacet: (facet: FacetName) => {
      query.clearFacet(facet);
      draw();
      page.focusFilter(facet);
    },
    clearFilters: () => {
      query.clearFilters();
      draw();
      page.focusBox();
    },
  };
}

function listCommands({ store, list, panes, isEditor, scroll }: Needs) {
  return {
    scroll,
    closePane: () => void panes.close(),
    click: (index: number, { shiftKey, ctrlKey, metaKey, detail }: MouseEvent) => {
      const keys = { isExtending: shiftKey, isToggling: ctrlKey || metaKey };
      const isPlain = !keys.isExtending && !keys.isToggling && detail < 2;
      list.click(index, keys);
      // An editor would cover the page in an editor, whose pane shows the row; an open pane shows it, too.
      if (isPlain && !isEditor && !store.state.pane) list.act('glance', index);
    },
  };
}

function dragging({ store, facts }: Needs) {
  const idAt = (index: number): number | undefined =>
    store.state.results?.rows.ids({ from: index, to: index + 1 })?.[0];
  return {
    /** The user may be about to drag a row. */
    prepareDrag: (index: number) => {
      const id = idAt(index);
      if (id !== undefined) facts.prepare(id);
    },
    /** Files for dragging a row; empty if it cannot be dragged. */
    draggedFiles: (index: number): readonly string[] => {
      const id = idAt(index);
      return id === undefined ? [] : facts.filesFor(id);
    },
  };
}
