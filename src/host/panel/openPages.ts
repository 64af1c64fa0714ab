import type { Handlers } from '../../shared/endpoint';
import type { TemplateRequests } from '../../shared/templateProtocol';
import { Late } from '../../core/base/onFirstUse';
import type { PickedResource } from '../../core/context/contextSet';
import type { PickedRoom } from '../../core/context/open';
import type { PinnedAndRecent } from '../../core/panel/pinnedAndRecent';
import type { ResourceAddress } from '../../core/resource/address';
import type { SearchRoom } from '../../core/search/open';
import type { ActionsRoom } from '../actions/open';
import type { Base } from '../base/open';
import type { ServerActions } from '../base/serverActions';
import { opensByDoubleClick } from '../base/settings';
import { whenAsked } from '../base/whenAsked';
import type { ChatRoom } from '../chat/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { ContentRoom } from '../content/open';
import type { PermissionRoom } from '../permission/open';
import type { FirstLook } from '../startup/firstLook';
import type { SavedSearches } from './savedSearches';
import type { OpenFromTemplate } from './panelCommands';
import { createSearchPages, type SearchPages } from './searchPages';

export interface PagesNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
  readonly actions: ActionsRoom['actions'];
  readonly templates: {
    readonly form: Handlers<TemplateRequests>;
    readonly openFromTemplate: OpenFromTemplate;
  };
  readonly serverActions: ServerActions;
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
}

/** Creates the search page of the view and that of the editor. */
export function openPages(
  needs: PagesNeeds,
  {
    onTop,
    savedSearches,
    onDidSearch,
  }: { readonly onTop: PinnedAndRecent; readonly savedSearches: SavedSearches; readonly onDidSearch: () => void },
): SearchPages {
  const { base, look, configuration, permission, core, search, chat, content, templates, serverActions, reveal } =
    needs;
  const { store, clock, log, newSlice, extension, workspaceStore } = base;
  const { catalog, activity, connections, cache, serverName } = core;
  const { picked, live } = needs.context;
  const { sources } = configuration;
  const { visibility, newIndex } = search;
  const { files, icons } = content;
  const actions = async () => (await needs.actions.get()).actions;
  const previews = new Late(async () => {
    const { PreviewService } = await import('./previewService');
    const noteUse = (resources: readonly ResourceAddress[]) => activity.noteUse(resources);
    return new PreviewService({ clock, catalog, cache, serverName, noteUse }).handlers;
  });
  const preview = whenAsked(() => previews.get(), ['preview', 'isListed']);
  const followed = [core.templates, connections, sources, live, visibility, onTop];
  const pages = createSearchPages({
    store,
    workspaceStore,
    newIndex,
    savedSearches,
    serverActions,
    page: {
      extensionUri: extension.extensionUri,
      clock,
      log,
      catalog,
      changes: [...followed.map(({ onDidChange }) => onDidChange), activity.onDidSettle],
      onDidShow: () => look.look(),
      onDidHide: () => activity.settleIfHidden(),
    },
    searching: {
      clock,
      catalog,
      connections,
      sources,
      files,
      newSlice,
      visibility,
      onTop,
      activity,
      picked,
      live,
      templates: core.templates,
      weigh: (resources) => chat.weights.sum(resources),
      iconOf: (serverId, item) => icons.idOf(serverId, item),
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
    },
    loadReview: async () => (await permission.review.get()).review,
    handlers: () => ({ ...templates.form, ...preview, ...icons.handlers }),
  });
  store.add(pages.service.onDidSearch(onDidSearch));
  return pages;
}
