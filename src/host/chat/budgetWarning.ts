import * as l10n from '@vscode/l10n';
import { lm } from 'vscode';
import type { Fit, Weighed } from '../../core/chat/budget';
import { describeTokens, formatCount, formatTokens, joined } from '../../core/base/format';
import type { Budget } from './chatBudget';
import { tools } from '../base/ids';
import { contextBudget } from '../base/settings';
import { showWarning } from '../base/tell';
import { maxNamed, shortName } from './names';

export type BudgetChoice = 'fitting' | 'tool' | 'all';

/** Other content of a message that is not sent yet. */
export interface Waiting {
  /** Number of attachments. */
  readonly count: number;
  /** Tokens of the attachments. */
  readonly tokens: number;
  /** Tokens of the text that is selected in the editor: VS Code attaches it by itself. */
  readonly selection: number;
}

interface Named extends Weighed {
  readonly name: string;
}

/**
 * Asks before attaching more than fits: afterwards the chat does not report what it left out.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/agent/agentPrompt.tsx (AgentUserMessage, omitReferences)
 *
 * @returns `undefined` if the user cancels
 */
export async function askAboutBudget(
  { kept, leftOut }: Fit<Named>,
  budget: Budget,
  waiting: Waiting,
): Promise<BudgetChoice | undefined> {
  const hasTool = hasContextTool();
  const labels: Readonly<Record<BudgetChoice, string>> = {
    fitting: l10n.t('Attach What Fits'),
    tool: l10n.t('Let the Model Read on Demand'),
    all: l10n.t('Attach All'),
  };
  const choices: BudgetChoice[] = [
    ...(kept.length > 0 ? ['fitting' as const] : []),
    ...(hasTool ? ['tool' as const] : []),
    'all',
  ];
  const detail = [
    l10n.t('The chat shortens or empties attachments over the limit without telling you.'),
    describeLimit(budget),
    describeWaiting(waiting),
    describeSelection(waiting),
    proposal(leftOut, kept.length > 0, waiting),
    hasTool ? l10n.t('“Let the Model Read on Demand” attaches a tool with which the model reads what it needs.') : '',
  ];
  const options = { modal: true, detail: detail.filter((text) => text !== '').join('\n\n') };
  const chosen = await showWarning(
    question([...kept, ...leftOut], budget, waiting),
    options,
    ...choices.map((choice) => labels[choice]),
  );
  return choices.find((choice) => labels[choice] === chosen);
}

/** True if a model can be given the tool that reads from the context. */
export function hasContextTool(): boolean {
  return lm.tools.some(({ name }) => name === tools.context);
}

function question(items: readonly Named[], budget: Budget, waiting: Waiting): string {
  const tokens = describeTokens(items.reduce((sum, item) => sum + item.tokens, 0));
  const isMore = takenBy(waiting) > 0;
  const room = formatTokens(Math.max(0, budget.tokens - takenBy(waiting)));
  const [first, ...furtherItems] = items;
  if (first && furtherItems.length === 0) {
    const name = shortName(first.name);
    return isMore
      ? l10n.t('“{0}” needs {1}, but only {2} are available.', name, tokens, room)
      : l10n.t('“{0}” uses {1}, but the limit is {2}.', name, tokens, room);
  }
  const count = formatCount(items.length);
  return isMore
    ? l10n.t('These {0} attachments need {1}, but only {2} are available.', count, tokens, room)
    : l10n.t('These {0} attachments use {1}, but the limit is {2}.', count, tokens, room);
}

function describeLimit({ tokens, modelName }: Budget): string {
  const room = formatTokens(tokens);
  if (modelName !== undefined)
    return l10n.t('In agent mode, the model “{1}” leaves {0} tokens for attachments.', room, modelName);
  if (contextBudget() > 0)
    return l10n.t('The setting “mcpResources.context.budget” limits attachments to {0} tokens.', room);
  return l10n.t(
    'VS Code doesn’t report which model is selected, so the lowest limit among your models applies: {0} tokens.',
    room,
  );
}

/** Tokens that are not available. */
export function takenBy({ tokens, selection }: Waiting): number {
  return tokens + selection;
}

function describeWaiting({ tokens }: Waiting): string {
  return tokens === 0 ? '' : l10n.t('Unsent attachments in the chat already use {0}.', describeTokens(tokens));
}

function describeSelection({ selection }: Waiting): string {
  return selection === 0
    ? ''
    : l10n.t(
        'VS Code also sends the text you selected in the editor, which uses {0}. Deselect it to make room.',
        describeTokens(selection),
      );
}

function proposal(leftOut: readonly Named[], isSomeKept: boolean, waiting: Waiting): string {
  const lines = leftOut
    .slice(0, maxNamed)
    .map(({ name, tokens }) => `– ${joined([shortName(name), describeTokens(tokens)])}`);
  if (leftOut.length > maxNamed) lines.push(l10n.t('and {0} more', formatCount(leftOut.length - maxNamed)));
  const title = isSomeKept
    ? l10n.t('“Attach What Fits” skips these (least important or too large):')
    : takenBy(waiting) > 0
      ? l10n.t('These don’t fit with the rest of the message:')
      : l10n.t('Too large to attach:');
  return [title, ...lines].join('\n');
}
