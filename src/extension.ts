import * as l10n from '@vscode/l10n';
import { env, l10n as editorL10n, type ExtensionContext } from 'vscode';
import { formatNumbersIn } from './core/base/format';
import { compose } from './host/compose';

/**
 * Called when a view is opened, a command is run, a virtual file is asked for, or a document is opened that may mention something. Starts no
 * server and reads nothing but settings.
 */
export function activate(context: ExtensionContext): void {
  if (editorL10n.bundle) {
    l10n.config({ contents: editorL10n.bundle });
    formatNumbersIn(env.language);
  }
  context.subscriptions.push(compose(context));
}
