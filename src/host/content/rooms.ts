import type { PickedRoom } from '../../core/context/open';
import type { SearchRoom } from '../../core/search/open';
import type { Base } from '../base/open';
import type { ChatRoom } from '../chat/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { PermissionRoom } from '../permission/open';
import type { FirstLook } from '../startup/firstLook';
import type { ContentRoom } from './open';

/** The rooms that are there before those of users, models and editors: each of these needs some of them. */
export interface Rooms {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
}
