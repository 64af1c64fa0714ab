import type { ResourceAddress } from '../../core/resource/address';
import type { ActionsRoom } from '../actions/open';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import type { ServerActions } from '../base/serverActions';
import type { Rooms } from '../content/open';
import { LanguageFeatures } from './languageFeatures';
import { mentionPorts } from './mentionPorts';

/** Resources that documents mention. */
export interface MentionsRoom {
  /** The resources that a file of the workspace mentions, see `mentionedInFile`. */
  readonly mentionedIn: (path: string) => Promise<readonly ResourceAddress[] | undefined>;
}

export interface MentionsNeeds extends Omit<Rooms, 'permission' | 'chat'> {
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
