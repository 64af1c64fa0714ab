import type { CancellationToken } from 'vscode';

/** Runs work with a signal that is aborted when VS Code's token is cancelled. */
export async function withSignal<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const listening = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } finally {
    listening.dispose();
  }
}
