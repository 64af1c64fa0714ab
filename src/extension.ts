import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { compose } from './compose';

/** Called when a view is opened, a command is run or a virtual file is asked for. Starts no server and reads nothing but settings. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  context.subscriptions.push(compose(context));
}
