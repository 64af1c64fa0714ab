import type { AudienceFilter } from '../../src/shared/audience';
import type { PanelStrings } from '../../src/shared/strings';
import type { PanelState } from '../state';

/** What a person can do, called by the templates. */
export interface PanelCommands {
  type(text: string): void;
  clearText(): void;
  setAudience(audience: AudienceFilter): void;
  boxKey(event: KeyboardEvent): void;
  listKey(event: KeyboardEvent): void;
  scroll(scrollTop: number): void;
  click(index: number, event: MouseEvent): void;
  point(index: number): void;
  open(index: number): void;
  attach(index: number): void;
  copySelection(): void;
  attachSelection(): void;
  clearSelection(): void;
  run(actionId: string): void;
  retry(): void;
  dismiss(): void;
}

/** What every template gets. */
export interface ViewContext {
  readonly state: PanelState;
  readonly strings: PanelStrings;
  readonly commands: PanelCommands;
  readonly formatNumber: (value: number) => string;
}
