import { commands } from 'vscode';
import { commands as ids, walkthrough } from '../base/ids';
import type { HostLogger } from '../base/log';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { useInAgentsWindow } from './agentsWindow';

/** The commands that lead into the product. @param extensionId publisher and name */
export function welcomeCommands(extensionId: string, log: HostLogger): Commands<CommandOf<'welcome'>> {
  return {
    [ids.getStarted]: () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false),
    [ids.useInAgentsWindow]: () => useInAgentsWindow(extensionId, log),
  };
}
