import * as l10n from '@vscode/l10n';
import { ProgressLocation, window } from 'vscode';
import { within, type Clock } from '../../core/base/clock';
import { displayName } from '../../core/resource/displayName';
import type { Content } from '../../core/content/content';
import type { Asking } from '../../core/context/contentCache';
import type { PickedResource } from '../../core/context/contextSet';
import { readAll, type ReadOutcome } from '../../core/context/readAll';
import { plainText } from './plainText';
import { describeResources } from '../../core/base/format';

/** Delay in ms after which reading is shown, and can be cancelled. */
const progressDelay = 500;

export type ReadOne = (resource: PickedResource, asking: Asking) => Promise<Content>;

/**
 * Reads resources for the user, a few at a time, and returns them in order. A longer read shows its progress and can be cancelled: then the
 * result is empty.
 */
export async function readWithProgress(
  resources: readonly PickedResource[],
  read: ReadOne,
  clock: Clock,
): Promise<readonly ReadOutcome<PickedResource>[]> {
  const abort = new AbortController();
  let onProgress: () => void = () => undefined;
  const questions: Promise<unknown>[] = [];
  const asking: Asking = { signal: abort.signal, onQuestion: (answer) => void questions.push(answer) };
  const work = readAll(
    resources,
    (resource) => read(resource, asking),
    () => onProgress(),
  );
  if (await isQuick(work, questions, clock)) return work;
  const options = { location: ProgressLocation.Notification, title: plainText(titleOf(resources)), cancellable: true };
  return window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => abort.abort());
    onProgress = () => progress.report({ increment: 100 / resources.length });
    const outcomes = await work;
    return abort.signal.aborted ? [] : outcomes;
  });
}

/** Waits for pending questions, too: beside a question the progress would be in the way, and its button would seem to be the answer. */
async function isQuick(work: Promise<unknown>, questions: readonly Promise<unknown>[], clock: Clock): Promise<boolean> {
  const isDone = work.then(() => true);
  for (let knownCount = -1; knownCount < questions.length;) {
    knownCount = questions.length;
    const waited = Promise.allSettled(questions).then(() => within(clock, progressDelay, isDone));
    if (await Promise.race([isDone, waited])) return true;
  }
  return false;
}

function titleOf([first, ...furtherResources]: readonly PickedResource[]): string {
  if (first && furtherResources.length === 0) return l10n.t('Reading {0}', displayName(first));
  return l10n.t('Reading {0}', describeResources(furtherResources.length + 1));
}
