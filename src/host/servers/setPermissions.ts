import * as l10n from '@vscode/l10n';
import { Uri, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { ago, factLine } from '../../core/base/format';
import type { SavedSets } from '../../core/context/savedSets';
import type { PermissionKind } from './managePermissions';

/** The sets of the workspace's files that the user keeps in the context, to show and switch off. */
export function setPermissions(sets: SavedSets, clock: Pick<Clock, 'now'>): PermissionKind {
  return {
    title: () => l10n.t('Context sets of this workspace’s files, always in context'),
    onDidChange: sets.onDidChange,
    list: () =>
      sets.reviews
        .filter(({ isAlways }) => isAlways)
        .map((review) => ({
          label: review.name,
          description: factLine([workspace.asRelativePath(Uri.parse(review.file)), ago(review.at, clock.now())]),
          takeBack: () => sets.forget(review),
        })),
  };
}
