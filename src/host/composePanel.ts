// The search page, with the answers of other rooms to its requests. Loaded with the page. Lint allows only `compose.ts` to import it.
import type { Uri } from 'vscode';
import type { Clock } from '../core/base/clock';
import type { DisposableStore } from '../core/base/disposable';
import type { Event } from '../core/base/event';
import { Late } from '../core/base/onFirstUse';
import type { KeyValueStore } from '../core/base/ports';
import type { Slice } from '../core/base/scheduler';
import type { Activity } from '../core/catalog/activity';
import type { Catalog } from '../core/catalog/catalog';
import type { TemplateCatalog } from '../core/catalog/templates';
import type { Connections } from '../core/connection/connections';
import type { ContextSet, PickedResource } from '../core/context/contextSet';
import type { ContextWeights } from '../core/context/contextWeights';
import type { LiveContext } from '../core/context/liveContext';
import { PanelSearch } from '../core/panel/panelSearch';
import type { PinnedAndRecent } from '../core/panel/pinnedAndRecent';
import type { SearchIndex } from '../core/search/searchIndex';
import type { Visibility } from '../core/search/visibility';
import type { HostLogger } from './base/log';
import type { Registrar } from './base/registrar';
import type { ServerActions } from './base/serverActions';
import { opensByDoubleClick } from './base/settings';
import type { Actions } from './composeActions';
import type { VirtualFiles } from './content/virtualFiles';
import type { PreviewService, PreviewServiceParts } from './panel/previewService';
import type { SavedSearches } from './panel/savedSearches';
import { rowHandlers } from './panel/rowHandlers';
import { SearchEditor } from './panel/searchEditor';
import { SearchPage } from './panel/searchPage';
import { SearchPanel } from './panel/searchPanel';
import { ReplyWriter } from './panel/searchReply';
import type { ServerIcons } from './panel/serverIcons';
import type { ServerSources } from './configuration/serverSources';
import { TemplatePanel, type TemplatePanelParts } from './templates/templatePanel';

export type PanelParts = PreviewServiceParts &
  Omit<TemplatePanelParts, 'loadActions'> & {
    readonly store: DisposableStore;
    readonly extensionUri: Uri;
    readonly register: Registrar['window'];
    readonly clock: Clock;
    readonly catalog: Catalog;
    readonly templates: TemplateCatalog;
    readonly connections: Connections;
    readonly activity: Activity;
    readonly picked: ContextSet;
    readonly live: LiveContext;
    readonly onTop: PinnedAndRecent;
    readonly sources: ServerSources;
    readonly visibility: Visibility;
    readonly icons: ServerIcons;
    readonly files: VirtualFiles;
    readonly newIndex: () => Pick<SearchIndex, 'search'>;
    readonly newSlice: () => Slice;
    readonly weights: Pick<ContextWeights, 'sum'>;
    readonly savedSearches: SavedSearches;
    readonly serverActions: Pick<ServerActions, 'run'>;
    readonly workspaceStore: KeyValueStore;
    /** Loaded when a user does something with a resource: the page is there without them. */
    readonly loadActions: () => Promise<Actions>;
    /** Shows the first of them in the tree. */
    readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
    readonly look: () => void;
    readonly onDidSearch: () => void;
    readonly log: HostLogger;
  };

export interface SearchPages {
  /** The view's. */
  readonly page: SearchPage;
  readonly panel: SearchPanel;
  readonly editor: SearchEditor;
}

/** Creates the search page in the view and in an editor. */
export function composePanel(parts: PanelParts): SearchPages {
  const { activity, store, clock, workspaceStore, savedSearches, register, extensionUri } = parts;
  const shows = { onDidShow: parts.look, onDidHide: () => activity.settleIfHidden() };
  const page = newPage(parts, () => panel.focus());
  const panel: SearchPanel = store.add(
    new SearchPanel(page, { ...shows, clock, workspaceStore, savedSearches, register, extensionUri }),
  );
  const editor: SearchEditor = store.add(
    new SearchEditor(
      newPage(parts, () => editor.focus()),
      { ...shows, savedSearches, register, extensionUri },
    ),
  );
  store.add(page.onDidSearch(parts.onDidSearch));
  return { page, panel, editor };
}

/** @param focus puts the keyboard focus into the page */
function newPage(parts: PanelParts, focus: () => void): SearchPage {
  const { loadActions, reveal, icons, weights, serverActions } = parts;
  const actions = async () => (await loadActions()).actions;
  const replies = new ReplyWriter({
    ...parts,
    weigh: (resources) => weights.sum(resources),
    runAction: async (action) => {
      // VS Code would leave the keyboard nowhere, and users go on with typing what they look for.
      const listening = action.kind === 'review' ? (await loadActions()).review.onDidEnd(focus) : undefined;
      await serverActions.run(action).finally(() => listening?.dispose());
    },
  });
  const rows = rowHandlers({
    ...parts,
    replies,
    actions: {
      attach: async (resources) => (await actions()).attach(resources),
      glance: async (resources) => opensByDoubleClick() || (await actions()).open(resources, 'glance'),
      open: async (resources) => (await actions()).open(resources),
      pin: async (resources) => (await actions()).open(resources, 'pinned'),
      copyUri: async (resources) => (await actions()).copyUris(resources),
      copyContent: async (resources) => (await actions()).copyContents(resources),
      save: async (resources) => (await actions()).save(resources),
      reveal,
    },
  });
  return new SearchPage({
    ...parts,
    replies,
    search: new PanelSearch({ ...parts, iconOf: (serverId, item) => icons.idOf(serverId, item) }),
    changes: changesOf(parts),
    otherHandlers: { ...rows, ...new TemplatePanel(parts).handlers, ...lateHandlers(parts), ...icons.handlers },
  });
}

function changesOf(parts: PanelParts): readonly Event<unknown>[] {
  const { templates, connections, sources, live, visibility, onTop, activity } = parts;
  const followed = [templates, connections, sources, live, visibility, onTop];
  return [...followed.map(({ onDidChange }) => onDidChange), activity.onDidSettle];
}

/** Answers requests for previews, whose code is loaded with the first. */
function lateHandlers(parts: PreviewServiceParts): PreviewService['handlers'] {
  const previews = new Late(async () => {
    const { PreviewService } = await import('./panel/previewService');
    return new PreviewService(parts).handlers;
  });
  return {
    preview: async (...args) => (await previews.get()).preview(...args),
    isListed: async (...args) => (await previews.get()).isListed(...args),
  };
}
