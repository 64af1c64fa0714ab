import * as l10n from '@vscode/l10n';
import { factLine, formatCount } from '../base/format';
import type { TreeArrangement } from './arrangement';
import { totalOf, type TreeNode } from './treeNode';

/** For the tree's title: the number of resources and templates, and how the view differs from the settings. */
export function describeTree(
  roots: readonly TreeNode[],
  arrangement: Pick<TreeArrangement, 'groupBy' | 'sortBy' | 'audience' | 'isChosen'>,
): string {
  const count = roots.reduce((sum, root) => sum + ('ids' in root ? totalOf(root) : 0), 0);
  const grouping = { scheme: l10n.t('by scheme'), server: l10n.t('by server') }[arrangement.groupBy];
  const sorting = {
    importance: l10n.t('by priority and recency'),
    name: l10n.t('by name'),
    server: l10n.t('in the server’s order'),
  }[arrangement.sortBy];
  const audience = { all: '', user: l10n.t('for the user'), assistant: l10n.t('for the assistant') };
  const parts = [
    count > 0 ? formatCount(count) : '',
    // A narrow side bar cuts the end: what hides resources comes first.
    audience[arrangement.audience],
    arrangement.isChosen('groupBy') ? grouping : '',
    arrangement.isChosen('sortBy') ? sorting : '',
  ];
  return factLine(parts);
}
