import * as l10n from '@vscode/l10n';
import type { TemplateUse } from './templateProtocol';

/** Every text that the panel itself shows, filled by the host in the user's language. `{0}`, `{1}` stand for values. */
export type PanelStrings = Readonly<ReturnType<typeof panelStrings>>;

/** The texts of the search panel in the user's language. */
export function panelStrings() {
  return {
    ...boxStrings(),
    ...filterStrings(),
    ...resultStrings(),
    form: formStrings(),
    content: contentStrings(),
  };
}

/** The search box, and the buttons beside it. */
function boxStrings() {
  return {
    searchPlaceholder: l10n.t('Search resources'),
    searchLabel: l10n.t('Search resources by title, name, description or URI'),
    clearSearch: l10n.t('Clear search'),
    audienceLabel: l10n.t('Audience'),
    audienceAll: l10n.t('All'),
    audienceUser: l10n.t('User'),
    audienceAssistant: l10n.t('Assistant'),
    audienceAllHint: l10n.t('All resources'),
    audienceUserHint: l10n.t('All resources except those meant only for the assistant'),
    audienceAssistantHint: l10n.t('All resources except those meant only for you'),
    savedSearches: l10n.t('Saved searches'),
    saveSearch: l10n.t('Save Search…'),
    manageSearches: l10n.t('Manage Saved Searches…'),
  };
}

/** The filters, and the order of the results. */
function filterStrings() {
  return {
    filters: l10n.t('Filters'),
    allFilters: l10n.t('All filters'),
    facetServer: l10n.t('Server'),
    facetScheme: l10n.t('Scheme'),
    facetType: l10n.t('Type'),
    facetChanged: l10n.t('Changed'),
    facetPriority: l10n.t('Priority'),
    /** `{0}` values are in no list. */
    facetRest: l10n.t('and {0} more. To use one, type a filter in the search box.'),
    /** `{0}`: the filter's name. */
    removeFilter: l10n.t('Remove filter {0}'),
    clearAll: l10n.t('Clear All'),
    clearFilters: l10n.t('Clear Filters'),
    sortLabel: l10n.t('Sort by'),
    sortRelevance: l10n.t('Relevance'),
    sortPriority: l10n.t('Priority'),
    sortLastModified: l10n.t('Last modified'),
    sortName: l10n.t('Name'),
    sortSize: l10n.t('Size'),
  };
}

/** The results, and texts about them. */
function resultStrings() {
  return {
    /** `{0}`: a label; `{1}`: its value. */
    labelled: l10n.t('{0}: {1}'),
    /** Between the texts of a list within a sentence. */
    separator: l10n.t(', '),
    resultsLabel: l10n.t('Resources'),
    groupPinned: l10n.t('pinned'),
    groupRecent: l10n.t('recently used'),
    attach: l10n.t('Attach to Chat'),
    /** Beside the number of selected resources, where there is little room. */
    attachSelected: l10n.t('Attach'),
    attachCount: l10n.t('Attach {0} to Chat'),
    selectedCount: l10n.t('{0} selected'),
    clearSelection: l10n.t('Clear selection'),
    open: l10n.t('Open'),
    loading: l10n.t('Loading…'),
    priority: l10n.t('Priority {0}'),
    forUser: l10n.t('For the user'),
    forAssistant: l10n.t('For the assistant'),
    picked: l10n.t('In the context'),
    unchecked: l10n.t('In the context, unchecked'),
    updated: l10n.t('In the context, updated since you attached or sent it'),
    /** When an error has no sentence of its own. */
    failed: l10n.t('An unexpected error occurred. See the log for details.'),
    retry: l10n.t('Try Again'),
    dismiss: l10n.t('Dismiss'),
    /** `{0}`: maximum number of selected resources; `{1}`: number that was requested. */
    selectionLimit: l10n.t('Only the first {0} of {1} resources are selected.'),
    /** When page and host are of different versions: asks to reload the window. */
    outdated: l10n.t('The extension was updated. Reload the window to continue searching.'),
    previewHint: l10n.t('Select a resource to preview it.'),
    preview: l10n.t('Preview'),
    fillIn: l10n.t('Fill In'),
    template: l10n.t('Template'),
    skill: l10n.t('Skill'),
    allowedSkill: l10n.t('Skill, allowed'),
    changedSkill: l10n.t('Skill, changed'),
    kept: l10n.t('Saved by you, not listed by the server'),
    fromBefore: l10n.t('Cached from an earlier connection'),
    /** For a resource in the context. */
    unreadable: l10n.t('In the context, but couldn’t be read'),
    /** Leads from a pane to the list. */
    back: l10n.t('Back to Results'),
  };
}

/** The form of a template. */
function formStrings() {
  return {
    required: l10n.t('required'),
    optional: l10n.t('optional'),
    /** For a field that takes several values. */
    oneALine: l10n.t('one per line'),
    /** `{0}`: the field; `{1}`: which of its values. */
    line: l10n.t('{0}, value {1}'),
    removeLine: l10n.t('Remove value'),
    showValues: l10n.t('Show values'),
    usedBefore: l10n.t('used before'),
    /** Below the first `{0}` values. */
    more: l10n.t('Showing the first {0}. Type to filter.'),
    count: l10n.t('Values to choose from: {0}'),
    countAndMore: l10n.t('More than {0} values to choose from. Type to filter.'),
    uri: l10n.t('URI'),
    keep: l10n.t('Save to List'),
    copyUri: l10n.t('Copy URI'),
    /** `{0}`: names of fields. */
    incomplete: l10n.t('Enter {0}.'),
    done: {
      open: l10n.t('Opened'),
      attach: l10n.t('Attached to the chat'),
      keep: l10n.t('Resource saved to the Resources view'),
      copyUri: l10n.t('Copied to the clipboard'),
    } satisfies Record<TemplateUse, string>,
  };
}

/** The preview of a resource. */
function contentStrings() {
  return {
    /** Label of the row of buttons for the resource. */
    actions: l10n.t('Actions'),
    details: l10n.t('Details'),
    /** The menu of further actions. */
    more: l10n.t('More Actions…'),
    /** `{0}`: how long ago. */
    read: l10n.t('read {0}'),
    /** How long ago, for the first minute. */
    justNow: l10n.t('just now'),
    cancel: l10n.t('Cancel'),
    copyContent: l10n.t('Copy Content'),
    save: l10n.t('Save…'),
    reveal: l10n.t('Show in Tree'),
    copyUri: l10n.t('Copy URI'),
    wrap: l10n.t('Wrap Lines'),
    unwrap: l10n.t('Don’t Wrap Lines'),
    /** In the place of a preview whose resource was removed meanwhile. */
    gone: l10n.t('This resource is no longer listed. Go back and select another one.'),
    empty: l10n.t('The content is empty.'),
    /** In the place of a picture without a description. */
    picture: l10n.t('Image'),
    brokenImage: l10n.t(
      'Couldn’t show the image because it’s damaged or its format isn’t supported. Try opening or saving it instead.',
    ),
    /** `{0}`: width; `{1}`: height. */
    pixels: l10n.t('{0} × {1} pixels'),
    oneRow: l10n.t('1 row'),
    rows: l10n.t('{0} rows'),
    oneItem: l10n.t('1 item'),
    /** For a JSON object or array. */
    items: l10n.t('{0} items'),
    /** For links and pictures. */
    addresses: l10n.t('Links and images in this text ({0})'),
  };
}
