import type { TemplateUse } from './templateProtocol';

/** Every text that the panel itself shows, filled by the host in the user's language. `{0}`, `{1}` stand for values. */
export interface PanelStrings {
  /** `{0}`: a label; `{1}`: its value. */
  readonly labelled: string;
  /** Between the texts of a list within a sentence. */
  readonly separator: string;
  readonly searchPlaceholder: string;
  readonly searchLabel: string;
  readonly clearSearch: string;
  readonly audienceLabel: string;
  readonly audienceAll: string;
  readonly audienceUser: string;
  readonly audienceAssistant: string;
  readonly audienceAllHint: string;
  readonly audienceUserHint: string;
  readonly audienceAssistantHint: string;
  readonly resultsLabel: string;
  readonly groupPinned: string;
  readonly groupRecent: string;
  readonly attach: string;
  /** Beside the number of selected resources, where there is little room. */
  readonly attachSelected: string;
  readonly attachCount: string;
  readonly selectedCount: string;
  readonly clearSelection: string;
  readonly open: string;
  readonly loading: string;
  readonly priority: string;
  readonly forUser: string;
  readonly forAssistant: string;
  readonly picked: string;
  readonly unchecked: string;
  readonly updated: string;
  /** When an error has no sentence of its own. */
  readonly failed: string;
  readonly retry: string;
  readonly dismiss: string;
  /** `{0}`: maximum number of selected resources; `{1}`: number that was requested. */
  readonly selectionLimit: string;
  /** When page and host are of different versions: asks to reload the window. */
  readonly outdated: string;
  readonly filters: string;
  readonly allFilters: string;
  readonly facetServer: string;
  readonly facetScheme: string;
  readonly facetType: string;
  readonly facetChanged: string;
  readonly facetPriority: string;
  /** `{0}` values are in no list. */
  readonly facetRest: string;
  /** `{0}`: the filter's name. */
  readonly removeFilter: string;
  readonly clearAll: string;
  readonly clearFilters: string;
  readonly sortLabel: string;
  readonly sortRelevance: string;
  readonly sortPriority: string;
  readonly sortLastModified: string;
  readonly sortName: string;
  readonly sortSize: string;
  readonly savedSearches: string;
  readonly saveSearch: string;
  readonly manageSearches: string;
  readonly previewHint: string;
  readonly preview: string;
  readonly fillIn: string;
  readonly template: string;
  readonly kept: string;
  readonly fromBefore: string;
  /** For a resource in the context. */
  readonly unreadable: string;
  /** Leads from a pane to the list. */
  readonly back: string;
  readonly form: TemplateFormStrings;
  readonly content: PreviewStrings;
}

/** The texts of a template's form. */
export interface TemplateFormStrings {
  readonly required: string;
  readonly optional: string;
  /** For a field that takes several values. */
  readonly oneALine: string;
  /** `{0}`: the field; `{1}`: which of its values. */
  readonly line: string;
  readonly removeLine: string;
  readonly showValues: string;
  readonly usedBefore: string;
  /** Below the first `{0}` values. */
  readonly more: string;
  readonly count: string;
  readonly countAndMore: string;
  readonly uri: string;
  readonly keep: string;
  readonly copyUri: string;
  /** `{0}`: names of fields. */
  readonly incomplete: string;
  readonly done: Readonly<Record<TemplateUse, string>>;
}

/** The texts of a preview. */
export interface PreviewStrings {
  /** Label of the row of buttons for the resource. */
  readonly actions: string;
  readonly details: string;
  /** The menu of further actions. */
  readonly more: string;
  /** `{0}`: how long ago. */
  readonly read: string;
  /** How long ago, for the first minute. */
  readonly justNow: string;
  readonly cancel: string;
  readonly copyContent: string;
  readonly save: string;
  readonly reveal: string;
  readonly copyUri: string;
  readonly wrap: string;
  readonly unwrap: string;
  /** In the place of a preview whose resource was removed meanwhile. */
  readonly gone: string;
  readonly empty: string;
  /** In the place of a picture without a description. */
  readonly picture: string;
  readonly brokenImage: string;
  /** `{0}`: width; `{1}`: height. */
  readonly pixels: string;
  readonly oneRow: string;
  readonly rows: string;
  readonly oneItem: string;
  /** For a JSON object or array. */
  readonly items: string;
  /** For links and pictures. */
  readonly addresses: string;
}

/** Puts values into `{0}`, `{1}`, … of a localised text. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}
