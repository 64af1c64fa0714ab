import * as l10n from '@vscode/l10n';
import { describeResources, formatCount, listed } from '../../core/base/format';
import type { PickedResource } from '../../core/context/contextSet';
import { describeWeight, type ContextWeights } from '../../core/context/contextWeights';
import { displayName } from '../../core/resource/displayName';
import type { Budget } from '../chat/chatBudget';
import { showWarning } from '../base/tell';
import type { FolderFiles } from './folders';

/** Number of resources that are attached or added at once without a question: more are often a slip, such as a group instead of its row. */
export const mostUnasked = 20;

/** Says how much resources are that are not read yet, as far as that is known. */
export interface Scales {
  readonly weights: Pick<ContextWeights, 'sum'>;
  readonly budget: { current(): Pick<Budget, 'tokens'> | undefined };
}

/**
 * Asks before many resources are read and attached. It stands for the question about the token limit, too: what does not fit is left out.
 *
 * @param hasTool true if a model can be given the tool that reads from the context
 * @param inFolders set if they are what is in folders, whose lists can be attached instead
 * @returns `undefined` if the user cancels
 */
export async function askToAttachMany(
  resources: readonly PickedResource[],
  scales: Scales,
  hasTool: boolean,
  inFolders?: FolderFiles,
): Promise<'attach' | 'tool' | 'list' | undefined> {
  const attach = l10n.t('Attach');
  const tool = l10n.t('Let the Model Read on Demand');
  const list = l10n.t('Attach List');
  const folders = listed(inFolders?.folders.map((folder) => displayName(folder)) ?? []);
  const read = l10n.t('Each one is read from its server now.');
  const detail = [
    scales.budget.current() ? `${read} ${l10n.t('Those that don’t fit stay in the context, unchecked.')}` : read,
    hasTool ? l10n.t('“Let the Model Read on Demand” attaches a tool with which the model reads what it needs.') : '',
    inFolders ? l10n.t('“Attach List” attaches only the names of what is directly in {0}.', folders) : '',
    inFolders?.problem ?? '',
  ];
  const options = { modal: true, detail: detail.filter((text) => text !== '').join('\n\n') };
  const question = withTokens(l10n.t('Attach {0}?', describeResources(resources.length)), resources, scales);
  const otherButtons = [...(inFolders ? [list] : []), ...(hasTool ? [tool] : [])];
  const chosen = await showWarning(question, options, attach, ...otherButtons);
  if (chosen === list) return 'list';
  return chosen === attach ? 'attach' : chosen === tool ? 'tool' : undefined;
}

/** Asks before many resources are added to the context, which attaches and reads none. */
export async function askToAddMany(resources: readonly PickedResource[], scales: Scales): Promise<boolean> {
  if (resources.length <= mostUnasked) return true;
  const add = l10n.t('Add');
  const detail = l10n.t(
    'Nothing is attached until you attach the context. Models can read what is in it without asking you.',
  );
  const question = withTokens(
    l10n.t('Add {0} resources to the context?', formatCount(resources.length)),
    resources,
    scales,
  );
  return (await showWarning(question, { modal: true, detail }, add)) === add;
}

function withTokens(question: string, resources: readonly PickedResource[], { weights, budget }: Scales): string {
  const weight = describeWeight(weights.sum(resources), budget.current()?.tokens);
  return weight === '' ? question : l10n.t('{0} ({1})', question, weight);
}
