import * as l10n from '@vscode/l10n';
import { assertNever } from '../base/errors';
import type { Shelf } from '../catalog/catalog';
import { formatCount } from '../base/format';
import type { ConnectionState } from './connection';

/** A server's state in a few words, for the end of its row. */
export function describeState(state: ConnectionState, shelf: Shelf, now: number): string {
  switch (state.kind) {
    case 'stopped':
      return l10n.t('stopped');
    case 'blocked':
      if (state.error.reason === 'declined') return l10n.t('not started, as you chose');
      return state.error.reason === 'notAgreed' ? l10n.t('waits for your agreement') : l10n.t('not allowed to start');
    case 'signInNeeded':
      return l10n.t('sign in');
    case 'connecting':
      return l10n.t('connecting…');
    case 'failed':
      return state.retryAt === undefined
        ? l10n.t('failed')
        : l10n.t('failed, trying again in {0} s', Math.max(1, Math.round((state.retryAt - now) / 1_000)));
    case 'ready':
      return state.info.hasResources ? describeShelf(shelf) : l10n.t('offers no resources');
    default:
      return assertNever(state);
  }
}

export function describeTemplates(count: number): string {
  return count === 1 ? l10n.t('1 template') : l10n.t('{0} templates', formatCount(count));
}

export function describeResources(count: number): string {
  return count === 1 ? l10n.t('1 resource') : l10n.t('{0} resources', formatCount(count));
}

/** How far a server's list has come. */
export function describeShelf(shelf: Shelf): string {
  const { count, completeness, dropped } = shelf;
  const resources = describeResources(count);
  switch (completeness.kind) {
    case 'unknown':
    case 'arriving':
      return l10n.t('listing… {0} so far', formatCount(count));
    case 'fromBefore':
      return l10n.t('{0} from before', resources);
    case 'cut':
      return l10n.t('{0}, list cut short', resources);
    case 'failed':
      return l10n.t('{0}, list incomplete', resources);
    case 'complete':
      return dropped === 0 ? resources : l10n.t('{0}, {1} left out', resources, formatCount(dropped));
    default:
      return assertNever(completeness);
  }
}

/** What is wrong with a list that did not end well, and what to do; `undefined` where nothing is. The server's name stands beside it. */
export function listProblem({ completeness, count }: Shelf): string | undefined {
  const resources = describeResources(count);
  if (completeness.kind === 'failed')
    return l10n.t('The list is incomplete ({0}): {1}', resources, completeness.error.message);
  if (completeness.kind !== 'cut') return undefined;
  switch (completeness.by) {
    case 'cursorLoop':
      return l10n.t('It repeats its pages: the list ends after {0}. Tell the server’s author.', resources);
    case 'items':
      return l10n.t('It has more than the {0} shown. Raise “mcpResources.list.maxResources” to see them.', resources);
    case 'pages':
    case 'bytes':
    case 'time':
      return l10n.t('The list did not come to an end: {0} shown. Refresh to try again.', resources);
    default:
      return assertNever(completeness.by);
  }
}
