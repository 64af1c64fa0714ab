import * as l10n from '@vscode/l10n';
import { commands, window, type MessageOptions } from 'vscode';
import { causes, HumanError, isCancelled } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { commands as ids } from './ids';
import { plainText } from './plainText';

type Button = string;
type VsShow = (message: string, options: MessageOptions, ...buttons: Button[]) => Thenable<Button | undefined>;
/** Resolves with the button that was pressed. */
type Show = (message: string, ...rest: readonly (MessageOptions | Button)[]) => Thenable<Button | undefined>;

/** Most messages contain text of servers. */
function plainly(show: VsShow): Show {
  return (message, ...rest) => {
    const options: MessageOptions = rest.find((one) => typeof one !== 'string') ?? {};
    const detail = options.detail === undefined ? {} : { detail: plainText(options.detail) };
    return show(plainText(message), { ...options, ...detail }, ...rest.filter((one) => typeof one === 'string'));
  };
}

export const showInformation = plainly((...args) => window.showInformationMessage(...args));
export const showWarning = plainly((...args) => window.showWarningMessage(...args));
export const showFailure = plainly((...args) => window.showErrorMessage(...args));

/** The sentence for the user; the details are logged. */
export function describeError(error: unknown, log: Logger): string {
  if (!isCancelled(error)) log.error(causes(error));
  if (error instanceof HumanError) return error.message;
  return l10n.t('Something unexpected happened. The log has the details.');
}

/** Shows a failure with a button for the log. Cancellation is no failure. */
export async function showError(error: unknown, log: Logger): Promise<void> {
  if (isCancelled(error)) return;
  const showLog = l10n.t('Show Log');
  if ((await showFailure(describeError(error, log), showLog)) === showLog) await commands.executeCommand(ids.showLog);
}
