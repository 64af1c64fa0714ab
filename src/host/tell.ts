import * as l10n from '@vscode/l10n';
import { commands, window } from 'vscode';
import { causes, HumanError, isCancelled } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import { commands as ids } from './ids';

/** The sentence for a person; everything else goes to the log. */
export function describeError(error: unknown, log: Logger): string {
  if (!isCancelled(error)) log.error(causes(error));
  if (error instanceof HumanError) return error.message;
  return l10n.t('Something unexpected happened. The log has the details.');
}

/** Shows a failure with a way to the log. Cancelling is none. */
export async function showError(error: unknown, log: Logger): Promise<void> {
  if (isCancelled(error)) return;
  const showLog = l10n.t('Show Log');
  if ((await window.showErrorMessage(describeError(error, log), showLog)) === showLog)
    await commands.executeCommand(ids.showLog);
}
