import * as l10n from '@vscode/l10n';
import { formatCount } from '../base/format';
import type { TreeArrangement } from './arrangement';
import type { TreeNode } from './treeNode';

/** For the tree's title: the number of resources, and how the view differs from the settings. */
export function describeTree(
  roots: readonly TreeNode[],
  arrangement: Pick<TreeArrangement, 'groupBy' | 'sortBy' | 'audience' | 'isChosen'>,
): string {
  const shown = roots.reduce((sum, root) => sum + ('ids' in root ? root.ids.length : 0), 0);
  const grouped = { scheme: l10n.t('by scheme'), server: l10n.t('by server') }[arrangement.groupBy];
  const sorted = {
    importance: l10n.t('most important first'),
    name: l10n.t('by name'),
    server: l10n.t('in the server’s order'),
  }[arrangement.sortBy];
  const audience = { all: '', user: l10n.t('for the user'), assistant: l10n.t('for the assistant') };
  const parts = [
    shown > 0 ? formatCount(shown) : '',
    arrangement.isChosen('groupBy') ? grouped : '',
    arrangement.isChosen('sortBy') ? sorted : '',
    audience[arrangement.audience],
  ];
  return parts.filter(Boolean).join(' · ');
}
