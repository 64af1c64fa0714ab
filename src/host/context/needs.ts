import type { ActionsRoom } from '../actions/open';
import type { Rooms } from '../content/open';
import type { MentionsRoom } from '../mentions/open';
import type { PanelRoom } from '../panel/open';

/** The rooms that the view *Context* and its sets stand on. */
export interface ContextNeeds extends Omit<Rooms, 'permission'> {
  readonly actions: ActionsRoom;
  readonly panel: PanelRoom;
  readonly mentions: MentionsRoom;
}
