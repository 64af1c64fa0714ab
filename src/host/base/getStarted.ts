import { commands } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { commands as ids, walkthrough } from './ids';

/** The command that opens the walkthrough of package.json. */
export function registerGetStarted(extensionId: string): Disposable {
  return commands.registerCommand(ids.getStarted, () =>
    commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false),
  );
}
