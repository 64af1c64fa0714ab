import type { PanelNotice } from '../../../src/shared/protocol';
import type { PanelStrings } from '../../../src/shared/panelStrings';
import type { TextWidths } from '../../base/textWidths';
import type { PanelCommands } from '../panelCommands';
import type { PanelState } from '../state';

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
