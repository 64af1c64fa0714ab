import type { Handlers } from '../../shared/endpoint';
import type { TemplateRequests } from '../../shared/templateProtocol';
import { Late } from '../../core/base/onFirstUse';
import type { PickedResource } from '../../core/context/contextSet';
import { PanelSearch } from '../../core/panel/panelSearch';
import type { PinnedAndRecent } from '../../core/panel/pinnedAndRecent';
import type { ActionsRoom } from '../actions/open';
import type { ServerActions } from '../base/serverActions';
import { opensByDoubleClick } from '../base/settings';
import { whenAsked } from '../base/whenAsked';
import type { ContentRoom, Rooms } from '../content/open';
import { SavedSearches } from './savedSearches';
import type { OpenFromTemplate } from './panelCommands';
import type { PreviewService } from './previewService';
import { rowHandlers } from './rowHandlers';
import { SearchEditor } from './searchEditor';
import { SearchPage } from './searchPage';
import { SearchPanel } from './searchPanel';
import { ReplyWriter } from './searchReply';

export interface PagesNeeds extends Rooms {
  readonly actions: ActionsRoom['actions'];
  readonly templates: {
    readonly form: Handlers<TemplateRequests>;
    readonly openFromTemplate: OpenFromTemplate;
  };
  readonly serverActions: ServerActions;
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
}

export interface SearchPages {
  /** The view's. */
  readonly page: SearchPage;
  readonly panel: SearchPanel;
  readonly editor: SearchEditor;
  readonly savedSearches: SavedSearches;
}

/** Creates the search page in the view and in an editor. */
export function openPages(needs: PagesNeeds, onTop: PinnedAndRecent, onDidSearch: () => void): SearchPages {
  const { base, look, core } = needs;
  const { store, clock, log, workspaceStore, extension } = base;
  const savedSearches: SavedSearches = new SavedSearches(
    workspaceStore,
    log,
    () => panel,
    () => page.query,
  );
  const visibilityHandlers = { onDidShow: () => look.look(), onDidHide: () => core.activity.settleIfHidden() };
  const { extensionUri } = extension;
  const page: SearchPage = newPage(needs, onTop, savedSearches, () => panel.focus());
  const panel: SearchPanel = store.add(
    new SearchPanel(page, { ...visibilityHandlers, clock, workspaceStore, savedSearches, extensionUri }),
  );
  const inEditor = newPage(needs, onTop, savedSearches, () => editor.focus());
  const editor: SearchEditor = store.add(
    new SearchEditor(inEditor, { ...visibilityHandlers, savedSearches, extensionUri }),
  );
  store.add(page.onDidSearch(onDidSearch));
  return { page, panel, editor, savedSearches };
}

/** @param focus puts the keyboard focus into the page */
function newPage(
  needs: PagesNeeds,
  onTop: PinnedAndRecent,
  savedSearches: SavedSearches,
  focus: () => void,
): SearchPage {
  const { base, configuration, core, search, context, content } = needs;
  const { catalog, activity, connections, skillPermissions, templates } = core;
  const replies = newReplies(needs, focus);
  const { sources } = configuration;
  const followed = [templates, connections, core.directories, sources, context.live, search.visibility, onTop];
  return new SearchPage({
    clock: base.clock,
    log: base.log,
    catalog,
    savedSearches,
    replies,
    search: newSearch(needs, onTop),
    changes: [...followed.map(({ onDidChange }) => onDidChange), activity.onDidSettle, skillPermissions.onDidChange],
    otherHandlers: {
      ...rowHandlers({ catalog, files: content.files, replies, actions: rowActions(needs) }),
      ...needs.templates.form,
      ...previewHandlers(needs),
      ...content.icons.handlers,
    },
  });
}

function newSearch({ base, core, search, context, content }: PagesNeeds, onTop: PinnedAndRecent): PanelSearch {
  const { clock, newSlice } = base;
  const { catalog, activity, connections, templates } = core;
  const { visibility, newIndex } = search;
  const { picked, live } = context;
  const iconOf: ContentRoom['icons']['idOf'] = (serverId, item) => content.icons.idOf(serverId, item);
  return new PanelSearch({
    clock,
    newSlice,
    newIndex,
    catalog,
    templates,
    connections,
    activity,
    picked,
    live,
    onTop,
    visibility,
    iconOf,
    skillPermission: (id) => core.skillPermissions.stateOf(core.skills.at(id)),
  });
}

function newReplies(needs: PagesNeeds, focus: () => void): ReplyWriter {
  const { catalog, connections, directories, templates } = needs.core;
  const { visibility } = needs.search;
  return new ReplyWriter({
    catalog,
    templates,
    connections,
    hasMore: (serverId) => visibility.isServerVisible(serverId) && directories.hasMore(serverId),
    sources: needs.configuration.sources,
    weigh: (resources) => needs.chat.weights.sum(resources),
    runAction: async (action) => {
      const review = action.kind === 'review' ? await needs.permission.review.get() : undefined;
      // VS Code would leave the keyboard nowhere, and users go on with typing what they look for.
      const listening = review?.review.onDidEnd(focus);
      await needs.serverActions.run(action).finally(() => listening?.dispose());
    },
  });
}

/** Loaded when a user does something with a resource: the page is there without them. */
function rowActions({ actions, reveal }: PagesNeeds): Parameters<typeof rowHandlers>[0]['actions'] {
  const loaded = async () => (await actions.get()).actions;
  return {
    attach: async (resources) => (await loaded()).attachRows(resources),
    glance: async (resources) => opensByDoubleClick() || (await loaded()).open(resources, 'glance'),
    open: async (resources) => (await loaded()).open(resources),
    pin: async (resources) => (await loaded()).open(resources, 'pinned'),
    copyUri: async (resources) => (await loaded()).copyUris(resources),
    copyContent: async (resources) => (await loaded()).copyContents(resources),
    save: async (resources) => (await loaded()).save(resources),
    reveal,
  };
}

/** Loaded with the first preview. */
function previewHandlers(needs: PagesNeeds): PreviewService['handlers'] {
  const previews = new Late(async () => {
    const { PreviewService } = await import('./previewService');
    return new PreviewService(needs).handlers;
  });
  return whenAsked(() => previews.get(), ['preview', 'standing']);
}
