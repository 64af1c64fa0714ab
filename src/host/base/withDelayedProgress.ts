import { ProgressLocation, window } from 'vscode';
import { within, type Clock } from '../../core/base/clock';
import { CancelledError, isCancelled } from '../../core/base/errors';
import { plainText } from './plainText';

/** Delay in ms after which an operation is shown, and can be cancelled. */
const progressDelay = 500;

/** Runs an operation that the user waits for. Resolves with `undefined` if they cancel. */
export async function withDelayedProgress<T>(
  what: {
    readonly title: string;
    /** Text of the notification, requested when it is shown. */
    readonly message?: () => string | undefined;
    readonly clock: Clock;
  },
  run: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  let show: (message: string) => void = () => undefined;
  const work = run(abort.signal, (message) => show(message));
  if (
    await within(
      what.clock,
      progressDelay,
      work.then(() => true),
    )
  )
    return work;
  const options = { location: ProgressLocation.Notification, title: plainText(what.title), cancellable: true };
  try {
    return await window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => abort.abort(new CancelledError()));
      show = (message) => progress.report({ message: plainText(message) });
      const message = what.message?.();
      if (message !== undefined) show(message);
      return work;
    });
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}
