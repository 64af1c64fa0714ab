import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { ListEnd, ListPlace } from '../session/session';

/** What is known of a directory's end. */
export type DirectoryState =
  | { readonly kind: 'complete' }
  /** `readMore` of the directories goes on. */
  | { readonly kind: 'more'; readonly next: ListPlace }
  | { readonly kind: 'cut'; readonly by: Extract<ListEnd, { kind: 'cut' }>['by'] }
  /** With `next`, only a further part failed. */
  | { readonly kind: 'failed'; readonly error: HumanError; readonly next: ListPlace | undefined }
  /** The server says that it is no directory, in `error`. */
  | { readonly kind: 'none'; readonly error?: HumanError | undefined };

/** @param end of a read, or of a part of one */
export function stateAfter(end: ListEnd): DirectoryState {
  if (end.kind === 'complete') return { kind: 'complete' };
  return end.next ? { kind: 'more', next: end.next } : { kind: 'cut', by: end.by };
}

/** @param from where the read of a part began */
export function failedState(error: unknown, from: ListPlace | undefined): DirectoryState {
  const human = error instanceof HumanError ? error : failed(error);
  return !from && human.reason === 'notFound'
    ? { kind: 'none', error: human }
    : { kind: 'failed', error: human, next: from };
}

function failed(cause: unknown): HumanError {
  return new HumanError('serverError', l10n.t('The folder couldn’t be read. Try again, or see the log for details.'), {
    cause,
  });
}
