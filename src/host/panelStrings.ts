import * as l10n from '@vscode/l10n';
import type { PanelStrings } from '../shared/strings';

/** The texts of the search panel in the person's language. */
export function panelStrings(): PanelStrings {
  return {
    searchPlaceholder: l10n.t('Search resources'),
    searchLabel: l10n.t('Search resources by title, name, description or URI'),
    clearSearch: l10n.t('Clear search'),
    audienceLabel: l10n.t('Audience'),
    audienceAll: l10n.t('All'),
    audienceUser: l10n.t('User'),
    audienceAssistant: l10n.t('Assistant'),
    audienceAllHint: l10n.t('Resources for everybody'),
    audienceUserHint: l10n.t('Resources meant for you, and those meant for everybody'),
    audienceAssistantHint: l10n.t('Resources meant for the assistant, and those meant for everybody'),
    resultsLabel: l10n.t('Resources'),
    attach: l10n.t('Attach to Chat'),
    attachCount: l10n.t('Attach {0} to Chat'),
    selectedCount: l10n.t('{0} selected'),
    clearSelection: l10n.t('Clear selection'),
    open: l10n.t('Open'),
    loading: l10n.t('Loading'),
    priority: l10n.t('Priority {0}'),
    forUser: l10n.t('For the user'),
    forAssistant: l10n.t('For the assistant'),
    picked: l10n.t('In the context'),
    updated: l10n.t('In the context, updated since it was attached'),
    failed: l10n.t('The extension did not answer: {0}'),
    retry: l10n.t('Try again'),
    dismiss: l10n.t('Dismiss'),
    selectionLimit: l10n.t('Only the first {0} of {1} are selected.'),
    outdated: l10n.t('The extension was updated. Reload the window to go on searching.'),
  };
}
