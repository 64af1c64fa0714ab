import { workspace } from 'vscode';
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
  const { base, look, configuration, core, search, context, content, actions, serverActions } = needs;
  const { store, clock, log, channel, newSlice } = base;
  const { sources, configured } = configuration;
  const { catalog, connections, templates, cache } = core;
  const { picked, seen, live } = context;
  const { files } = content;
  const ports = mentionPorts(store, {
    clock,
    log,
    newSlice,
    catalog,
    templates,
    connections,
    index: search.newIndex(),
    visibility: search.visibility,
    cache,
    files,
    picked,
    live,
    seen,
    serverActions,
    // A file of a repository in Restricted Mode starts and asks no server, wherever the pointer is.
    wake: () => (workspace.isTrusted ? look.wake() : undefined),
    mayRead: () => workspace.isTrusted,
  });
  const restoreAll = () => connections.restoreAll();
  const language = store.add(new LanguageFeatures({ ports, channel, sources, restoreAll }));
  const commands = async () => {
    const { mentionCommands } = await import('./mentionCommands');
    const loaded = await actions.get();
    return mentionCommands({
      core,
      context,
      content,
      language,
      clock,
      actions: loaded.actions,
      configured,
      wake: () => look.wake(),
      serverActions,
      attachContext: loaded.attachContext,
      log,
    });
  };
  store.add(registerCommands(roomCommands.mentions, commands, log));
  return {
    mentionedIn: async (path) => {
      const { mentionedInFile } = await import('./mentionedInFile');
      return mentionedInFile(path, { language, log });
    },
  };
}
