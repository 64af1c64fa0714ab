import * as l10n from '@vscode/l10n';
import type { InclusionReason } from '../../core/context/contextSet';

/** The rule that included a resource, in a few words. Globs, names of searches and paths are untrusted text. */
export function describeReason(reason: InclusionReason): string {
  switch (reason.kind) {
    case 'priority':
      return l10n.t('priority 1');
    case 'glob':
      return reason.glob;
    case 'search':
      return l10n.t('saved search “{0}”', reason.name);
    case 'mention':
      return l10n.t('mentioned in {0}', reason.file);
  }
}
