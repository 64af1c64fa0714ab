// The extension: its rooms in the order in which they open. Lint allows only `extension.ts` to import it.
import { chat as chats, l10n, lm, window, workspace, type ExtensionContext } from 'vscode';
import type { Clock } from '../core/base/clock';
import type { Disposable } from '../core/base/disposable';
import { openPicked } from '../core/context/open';
import { openSearch } from '../core/search/open';
import { systemClock } from '../node/base/clock';
import { sha256 } from '../node/base/sha256';
import { lazyMcp, type Mcp } from '../node/mcp/lazyMcp';
import { openActions } from './actions/open';
import { openBase } from './base/open';
import type { Registrar } from './base/registrar';
import { excludedGlobs, pollInterval, windowFocus } from './base/settings';
import { openChat } from './chat/open';
import { openConfiguration } from './configuration/open';
import { openConnection } from './connection/open';
import { openContent } from './content/open';
import { openContext } from './context/open';
import { openMentions } from './mentions/open';
import { openNetwork } from './network/open';
import { openPanel } from './panel/open';
import { openParticipant } from './participant/open';
import { openPermission } from './permission/open';
import { openQuestions } from './questions/open';
import { openServers } from './servers/open';
import { FirstLook } from './startup/firstLook';
import { openWelcome } from './welcome/open';
import { openTemplates } from './templates/open';
import { openTools } from './tools/open';
import { openTree } from './tree/open';

/** Replaced in tests. */
interface Platform {
  readonly clock: Clock;
  /** Everything that starts a process or opens a connection. */
  readonly mcp: Mcp;
  /** Takes what VS Code may have asked for already. */
  readonly registrar: Registrar;
}

/** Starts no server: servers start when one of our views is first shown. Disposing the result ends all of it. */
export function compose(
  extension: ExtensionContext,
  {
    clock = systemClock,
    mcp = lazyMcp(() => l10n.bundle),
    registrar = { window, workspace, lm, chat: chats },
  }: Partial<Platform> = {},
): Disposable {
  const base = openBase(extension, clock);
  base.store.add(mcp);
  const look = base.store.add(new FirstLook());

  // Servers and what they have
  const configuration = openConfiguration(base);
  const { nameOf } = configuration;
  const permission = openPermission({ base, look, configuration, prepareStart: mcp.preload });
  const network = openNetwork({ base, nameOf });
  const interactionWith = openQuestions(nameOf);
  const core = openConnection({ base, look, mcp, configuration, permission, network, interactionWith });
  const search = openSearch({ base, core, excluded: excludedGlobs });
  const context = openPicked({ base, core, hash: sha256, pollInterval, focus: windowFocus });
  const { sets } = context;
  const serverActions = openServers({ base, look, mcp, configuration, permission, network, core, search, sets });

  // Resources for users
  const chat = openChat({ base, look, core, context, serverActions });
  const content = openContent({
    base,
    register: registrar.workspace,
    configuration,
    network,
    core,
    context,
    chat,
    serverActions,
  });
  const tree = openTree({ base, look, configuration, core, search, context, content });
  const { reveal, saved } = tree;
  const actionsRoom = openActions({ base, look, core, search, context, chat, content, reveal });
  const { actions } = actionsRoom;
  const templates = openTemplates({ base, core, search, saved, actions });
  const panel = openPanel(
    {
      base,
      look,
      configuration,
      permission,
      core,
      search,
      context,
      chat,
      content,
      actions,
      templates,
      serverActions,
      reveal,
    },
    registrar.window,
  );

  // Resources for models and editors
  const mentions = openMentions({
    base,
    look,
    configuration,
    core,
    search,
    context,
    content,
    actions,
    serverActions,
  });
  openContext({
    base,
    look,
    configuration,
    core,
    search,
    context,
    chat,
    content,
    actions: actionsRoom,
    panel,
    mentions,
  });
  openTools({ base, look, register: registrar.lm, configuration, permission, core, search, context, chat, content });
  openParticipant({ base, look, register: registrar.chat, configuration, core, search, content });

  configuration.keepWithServers(context.picked, saved, context.seen, templates.used, panel.onTop, search.places);
  openWelcome({ base, look, configuration, permission, core, search, context, panel, tree, preload: mcp.preload });
  return base.store;
}
