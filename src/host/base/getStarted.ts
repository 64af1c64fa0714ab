import { commands } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { commands as ids, walkthrough } from './ids';
import type { HostLogger } from './log';
import { registerGuarded } from './registerGuarded';

/** The command that opens the walkthrough of package.json. */
export function registerGetStarted(extensionId: string, log: HostLogger): Disposable {
  const open = () =>
    commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false);
  return registerGuarded(ids.getStarted, open, log);
}
