// The search page, with the answers of other rooms to its requests. Loaded with the page. Lint allows only `compose.ts` to import it.
import { Late } from '../core/base/onFirstUse';
import type { Event } from '../core/base/event';
import type { Activity } from '../core/catalog/activity';
import type { LiveContext } from '../core/context/liveContext';
import type { PickedResource } from '../core/context/contextSet';
import type { ContextWeights } from '../core/context/contextWeights';
import type { PinnedAndRecent } from '../core/panel/pinnedAndRecent';
import type { Visibility } from '../core/search/visibility';
import type { HostLogger } from './base/log';
import { opensByDoubleClick } from './base/settings';
import type { Actions } from './composeActions';
import type { PreviewService, PreviewServiceParts } from './panel/previewService';
import { createSearchPages, type SearchPages, type SearchPagesParts } from './panel/searchPages';
import type { ServerIcons } from './panel/serverIcons';
import type { ServerSources } from './configuration/serverSources';
import { TemplatePanel, type TemplatePanelParts } from './templates/templatePanel';

export type PanelParts = Omit<SearchPagesParts, 'page' | 'searching' | 'handlers' | 'loadReview'> &
  Omit<SearchPagesParts['searching'], 'weigh' | 'iconOf' | 'actions'> &
  Pick<SearchPagesParts['page'], 'extensionUri' | 'register'> &
  PreviewServiceParts &
  Omit<TemplatePanelParts, 'loadActions'> & {
    readonly activity: Activity;
    readonly live: LiveContext;
    readonly onTop: PinnedAndRecent;
    readonly sources: Pick<ServerSources, 'onDidChange'>;
    readonly visibility: Pick<Visibility, 'onDidChange'>;
    readonly icons: ServerIcons;
    readonly weights: Pick<ContextWeights, 'sum'>;
    /** Loaded when a user does something with a resource: the page is there without them. */
    readonly loadActions: () => Promise<Actions>;
    /** Shows the first of them in the tree. */
    readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
    readonly look: () => void;
    readonly onDidSearch: () => void;
    readonly log: HostLogger;
  };

/** Creates the search page of the view and that of the editor. */
export function composePanel(parts: PanelParts): SearchPages {
  const { activity, loadActions, reveal, icons } = parts;
  const actions = async () => (await loadActions()).actions;
  const pages = createSearchPages({
    ...parts,
    page: {
      ...parts,
      changes: changesOf(parts),
      onDidShow: parts.look,
      onDidHide: () => activity.settleIfHidden(),
    },
    searching: {
      ...parts,
      weigh: (resources) => parts.weights.sum(resources),
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
    loadReview: async () => (await loadActions()).review,
    handlers: () => ({ ...new TemplatePanel(parts).handlers, ...lateHandlers(parts), ...icons.handlers }),
  });
  parts.store.add(pages.service.onDidSearch(parts.onDidSearch));
  return pages;
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
