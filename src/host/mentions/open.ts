import type { PickedRoom } from '../../core/context/open';
import type { ResourceAddress } from '../../core/resource/address';
import type { SearchRoom } from '../../core/search/open';
import type { ActionsRoom } from '../actions/open';
import type { Base } from '../base/open';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import type { ServerActions } from '../base/serverActions';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { ContentRoom } from '../content/open';
import type { FirstLook } from '../startup/firstLook';
import { LanguageFeatures } from './languageFeatures';
import { mentionPorts } from './mentionPorts';

/** Resources that documents mention. */
export interface MentionsRoom {
  /** The resources that a file of the workspace mentions, see `mentionedInFile`. */
  readonly mentionedIn: (path: string) => Promise<readonly ResourceAddress[] | undefined>;
}

export interface MentionsNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly content: ContentRoom;
  readonly actions: ActionsRoom['actions'];
  readonly serverActions: ServerActions;
}

export function openMentions(needs: MentionsNeeds): MentionsRoom {
  const { store, log } = needs.base;
  const language = store.add(new LanguageFeatures(needs, mentionPorts(needs)));
  const commands = async () => {
    const { mentionCommands } = await import('./mentionCommands');
    return mentionCommands({ ...needs, language, loaded: await needs.actions.get() });
  };
  store.add(registerCommands(roomCommands.mentions, commands, log));
  return {
    mentionedIn: async (path) => {
      const { mentionedInFile } = await import('./mentionedInFile');
      return mentionedInFile(path, { language, log });
    },
  };
}
