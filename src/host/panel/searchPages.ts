import type { Handlers } from '../../shared/endpoint';
import type { HostRequests, SearchQuery, SearchRequests } from '../../shared/protocol';
import type { DisposableStore } from '../../core/base/disposable';
import type { KeyValueStore } from '../../core/base/ports';
import type { SearchIndex } from '../../core/search/searchIndex';
import type { ServerActions } from '../base/serverActions';
import type { ServerReview } from '../permission/reviewServers';
import type { SavedSearches } from './savedSearches';
import { SearchEditor } from './searchEditor';
import type { PageParts } from './searchPage';
import { SearchPanel } from './searchPanel';
import { SearchService, type SearchServiceParts } from './searchService';

export interface SearchPagesParts {
  /** Disposes both pages. */
  readonly store: DisposableStore;
  readonly page: Omit<PageParts, 'savedSearches'> & {
    readonly onDidShow: () => void;
    readonly onDidHide: () => void;
  };
  readonly searching: Omit<SearchServiceParts, 'index' | 'copyIndex' | 'runAction'>;
  readonly savedSearches: SavedSearches;
  /** The view, the editor and their copies narrow down results of their own. */
  readonly newIndex: () => Pick<SearchIndex, 'search'>;
  readonly serverActions: Pick<ServerActions, 'run'>;
  /** Loaded with the first action that needs it. */
  readonly loadReview: () => Promise<Pick<ServerReview, 'onDidEnd'>>;
  /** Requests of a page that other rooms answer. */
  readonly handlers: () => Handlers<Omit<HostRequests, keyof SearchRequests> & Pick<SearchRequests, 'serverIcon'>>;
  /** Keeps the view's query. */
  readonly workspaceStore: KeyValueStore;
}

export interface SearchPages {
  /** Answers the view. */
  readonly service: SearchService;
  readonly panel: SearchPanel;
  readonly editor: SearchEditor;
}

/** Creates the search page of the view and that of the editor, which share the saved searches. */
export function createSearchPages(parts: SearchPagesParts): SearchPages {
  const { store, workspaceStore, savedSearches, serverActions, loadReview, newIndex } = parts;
  const newService = (focus: () => unknown): SearchService =>
    new SearchService({
      ...parts.searching,
      index: newIndex(),
      copyIndex: newIndex(),
      runAction: async (action) => {
        // VS Code would leave the keyboard nowhere, and users go on with typing what they look for.
        const listening = action.kind === 'review' ? (await loadReview()).onDidEnd(() => void focus()) : undefined;
        await serverActions.run(action).finally(() => listening?.dispose());
      },
    });
  const service = newService(() => panel.focus());
  const editorService = newService(() => editor.focus());
  const inEditor = {
    show: (query: SearchQuery) => editor.search(query),
    isPanelVisible: () => editor.isVisible,
    focusPanel: () => editor.focus(),
  };
  const page = { ...parts.page, savedSearches };
  const panel: SearchPanel = store.add(
    new SearchPanel({
      ...page,
      handlers: { ...service.handlers, ...savedSearches.handlers(), ...parts.handlers() },
      repeat: () => service.repeat(),
      workspaceStore,
    }),
  );
  const editor: SearchEditor = store.add(
    new SearchEditor({
      ...page,
      handlers: { ...editorService.handlers, ...savedSearches.handlers(inEditor), ...parts.handlers() },
      repeat: () => editorService.repeat(),
    }),
  );
  return { service, panel, editor };
}
