import type { PickedRoom } from '../../core/context/open';
import type { SearchRoom } from '../../core/search/open';
import type { ActionsRoom } from '../actions/open';
import type { Base } from '../base/open';
import type { ChatRoom } from '../chat/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { ContentRoom } from '../content/open';
import type { MentionsRoom } from '../mentions/open';
import type { PanelRoom } from '../panel/open';
import type { FirstLook } from '../startup/firstLook';

/** The rooms that the view *Context* and its sets stand on. */
export interface ContextNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
  readonly actions: ActionsRoom;
  readonly panel: PanelRoom;
  readonly mentions: MentionsRoom;
}
