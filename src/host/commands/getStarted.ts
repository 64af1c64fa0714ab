import { commands } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { commands as ids, walkthrough } from '../base/ids';
import type { HostLogger } from '../base/log';
import { registerGuarded } from '../base/registerGuarded';

/** The command that opens the walkthrough of package.json. */
export function registerGetStarted(extensionId: string, log: HostLogger): Disposable {
  const open = () =>
    commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false);
  return registerGuarded(ids.getStarted, open, log);
}
