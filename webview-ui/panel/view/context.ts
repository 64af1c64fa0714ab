import type { AudienceFilter } from '../../../src/shared/audience';
import type { FacetChoice, FacetName, PanelNotice, SortOrder } from '../../../src/shared/protocol';
import type { PanelStrings } from '../../../src/shared/panelStrings';
import type { TextWidths } from '../../base/textWidths';
import type { PanelState } from '../state';

/** The user's commands, called by the templates. */
export interface PanelCommands {
  type(text: string): void;
  clearText(): void;
  setAudience(audience: AudienceFilter): void;
  toggleChoice(choice: FacetChoice): void;
  /** Removes the choices of a facet. */
  clearFacet(facet: FacetName): void;
  clearAll(): void;
  clearFilters(): void;
  setSort(sort: SortOrder): void;
  saveSearch(): void;
  /** Without a name the user chooses one. */
  openSavedSearch(name?: string): void;
  boxKey(event: KeyboardEvent): void;
  filtersKey(event: KeyboardEvent): void;
  listKey(event: KeyboardEvent): void;
  paneKey(event: KeyboardEvent): void;
  closePane(): void;
  scroll(scrollTop: number): void;
  click(index: number, event: MouseEvent): void;
  /** Makes a row the active one. */
  goTo(index: number): void;
  open(index: number): void;
  /** Opens in a tab that stays open. */
  pin(index: number): void;
  openPane(index: number): void;
  attach(index: number): void;
  /** The user may be about to drag a row. */
  prepareDrag(index: number): void;
  /** Files for dragging a row; empty if it cannot be dragged. */
  draggedFiles(index: number): readonly string[];
  attachAll(): void;
  copySelection(): void;
  attachSelection(): void;
  clearSelection(): void;
  run(actionId: string): void;
  retry(): void;
  dismiss(): void;
  /** The focus has left the notices: they may change again. */
  leaveNotices(): void;
}

/** Parameters of every template. */
export interface ViewContext {
  readonly state: PanelState;
  readonly isEditor: boolean;
  readonly strings: PanelStrings;
  /** The host's notices below the list. */
  readonly notices: readonly PanelNotice[];
  readonly commands: PanelCommands;
  readonly formatNumber: (value: number) => string;
  readonly widths: TextWidths;
  /** A server's icon as a `data:` URI, once it has arrived. */
  readonly iconSource: (icon: number) => string | undefined;
}
