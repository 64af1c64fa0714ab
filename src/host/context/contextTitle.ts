import * as l10n from '@vscode/l10n';
import { commands, type TreeView } from 'vscode';
import type { PickedResource } from '../../core/context/contextSet';
import { describeWeight } from '../../core/context/contextWeights';
import { factLine, formatCount } from '../../core/base/format';
import { contextKeys } from '../base/ids';
import type { ContextNeeds } from './needs';

interface Needs {
  readonly context: Pick<ContextNeeds['context'], 'picked' | 'live'>;
  readonly chat: Pick<ContextNeeds['chat'], 'weights' | 'budget'>;
}

/**
 * Description and message of the view *Context*: what was attached since the last message, with its size, and the number of updates; also keys
 * for its commands. It has no badge: VS Code adds up the badges of all views on one icon, and that number says what needs the user in *Servers*.
 */
export class ContextTitle {
  /** Context keys as last set, so that only changes are sent to VS Code. */
  readonly #keys = new Map<string, boolean>();

  constructor(
    private readonly view: TreeView<PickedResource>,
    private readonly needs: Needs,
    /** See {@link ContextTree.leftOut}. */
    private readonly leftOut: () => readonly unknown[],
  ) {}

  tell(): void {
    const { picked, live } = this.needs.context;
    const isOver = this.leftOut().length > 0;
    const { updated } = live;
    this.view.description = picked.items.length > 0 ? this.#describe(updated.length) : '';
    const message = isOver
      ? l10n.t('The checked resources are over the token limit. Uncheck some, or the chat may shorten or omit them.')
      : '';
    // Even an equal message counts as a refresh for VS Code, which puts off that of rows by 200 ms if it comes next.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (ExtHostTreeView, message)
    if (this.view.message !== message) this.view.message = message;
    this.#setKey(
      contextKeys.hasUpdated,
      updated.some(({ isChecked }) => isChecked),
    );
    this.#setKey(contextKeys.canUndoRemoval, picked.canUndoRemoval);
    this.#setKey(contextKeys.isOverBudget, isOver);
  }

  /** `1 updated · 2 attached since the last message · 550 of 17K tokens`: a narrow side bar cuts the end. */
  #describe(updated: number): string {
    const { weights, budget } = this.needs.chat;
    const changed = updated === 0 ? '' : l10n.t('{0} updated', formatCount(updated));
    const { waiting } = this.needs.context.live;
    const attached =
      waiting.length === 0
        ? l10n.t('nothing attached since the last message')
        : l10n.t('{0} attached since the last message', formatCount(waiting.length));
    const weight = waiting.length === 0 ? '' : describeWeight(weights.sum(waiting), budget.current()?.tokens);
    return factLine([changed, attached, weight]);
  }

  #setKey(key: string, value: boolean): void {
    if (this.#keys.get(key) === value) return;
    this.#keys.set(key, value);
    void commands.executeCommand('setContext', key, value);
  }
}
