import * as l10n from '@vscode/l10n';
import { HumanError, isRefusal } from '../base/errors';
import type { ConnectionState } from './connectionState';
import { crashLoopSentence, lossLoopSentence } from './serverStatus';

/** The error that users see of any failure. */
export function humanError(error: unknown): HumanError {
  if (error instanceof HumanError) return error;
  const sentence = l10n.t('An unexpected error occurred. See the log for details.');
  return new HumanError('protocol', sentence, { cause: error });
}

/** The state after a failure that waits for the user; `undefined` if another try may help. */
export function stateWithoutRetry(error: HumanError): ConnectionState | undefined {
  if (error.reason === 'unauthorized') return { kind: 'signInNeeded', error };
  return isRefusal(error) ? { kind: 'blocked', error } : undefined;
}

/**
 * The error after the last try: one that happened again and again says so.
 * @param stderr the last lines of the server, for an error without a detail
 */
export function lastError(error: HumanError, times: number, stderr: readonly string[]): HumanError {
  const isLoop = times > 1 && (error.reason === 'exited' || error.reason === 'disconnected');
  if (!isLoop) return error;
  const sentence = error.reason === 'exited' ? crashLoopSentence(times) : lossLoopSentence(times);
  return new HumanError('crashLoop', sentence, { cause: error, detail: error.detail ?? stderr.join('\n') });
}
