/** Every text that the panel itself shows, filled by the host in the person's language. `{0}`, `{1}` stand for values. */
export interface PanelStrings {
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
  readonly attach: string;
  readonly attachCount: string;
  readonly selectedCount: string;
  readonly clearSelection: string;
  readonly open: string;
  readonly loading: string;
  readonly priority: string;
  readonly forUser: string;
  readonly forAssistant: string;
  readonly picked: string;
  readonly updated: string;
  /** When an error has no sentence of its own. */
  readonly failed: string;
  readonly retry: string;
  readonly dismiss: string;
  /** `{0}`: how many are selected, at most; `{1}`: how many were asked for. */
  readonly selectionLimit: string;
  /** When page and host are of different versions: asks to reload the window. */
  readonly outdated: string;
}

/** Puts values into `{0}`, `{1}`, … of a localised text. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
