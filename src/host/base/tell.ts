import * as l10n from '@vscode/l10n';
import { window, type MessageOptions } from 'vscode';
import { causes, HumanError, isCancelled, isRefusal } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { HostLogger } from './log';
import { plainText } from './plainText';

type VsShow = (message: string, options: MessageOptions, ...buttons: string[]) => Thenable<string | undefined>;
/** Resolves with the button that was pressed. */
type Show = (message: string, ...rest: readonly (MessageOptions | string)[]) => Thenable<string | undefined>;

/** A button of a message, with what it does. */
export interface Button {
  readonly title: string;
  readonly run: () => unknown;
}

/** Characters that fit on a notification's single line, even in scripts with wide ones. */
const lineLength = 50;

/**
 * Most messages contain text of servers. VS Code cuts a message at the end of its first line, unless it has a button.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/notifications/notificationsViewer.ts (NotificationsListDelegate.getHeight)
 */
function plainly(show: VsShow): Show {
  return (message, ...optionsAndButtons) => {
    const options: MessageOptions = optionsAndButtons.find((argument) => typeof argument !== 'string') ?? {};
    const detail = options.detail === undefined ? {} : { detail: plainText(options.detail) };
    const buttons = optionsAndButtons.filter((argument) => typeof argument === 'string');
    const width = message.length + (message.match(/[\u2e80-\uffef]/gu)?.length ?? 0);
    const isCut = options.modal !== true && buttons.length === 0 && width > lineLength;
    return show(plainText(message), { ...options, ...detail }, ...(isCut ? [l10n.t('Dismiss')] : buttons));
  };
}

export const showInformation = plainly((...args) => window.showInformationMessage(...args));
export const showWarning = plainly((...args) => window.showWarningMessage(...args));
export const showFailure = plainly((...args) => window.showErrorMessage(...args));

/** The sentence for the user; the details are logged. */
export function describeError(error: unknown, log: Logger): string {
  if (!isCancelled(error)) log[isRefusal(error) ? 'info' : 'error'](causes(error));
  if (error instanceof HumanError) return error.message;
  return l10n.t('An unexpected error occurred. See the log for details.');
}

/** Shows a failure with a button for the log. Cancellation isn't a failure. */
export async function showError(error: unknown, log: HostLogger): Promise<void> {
  if (isCancelled(error)) return;
  const showLog = l10n.t('Show Log');
  if ((await showFailure(describeError(error, log), showLog)) === showLog) log.show();
}

/** Runs something and shows its failure: nobody else waits for it. */
export async function showErrorsOf(run: () => unknown, log: HostLogger): Promise<void> {
  try {
    await run();
  } catch (error) {
    await showError(error, log);
  }
}

/** Shows a message and does what the pressed button stands for. Resolves with false if none was pressed. */
export async function offer(
  show: Show,
  message: string,
  buttons: readonly Button[],
  log: HostLogger,
): Promise<boolean> {
  const title = await show(message, ...buttons.map((button) => button.title));
  const pressed = buttons.find((button) => button.title === title);
  if (pressed) await showErrorsOf(pressed.run, log);
  return pressed !== undefined;
}
