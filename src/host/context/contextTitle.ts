import * as l10n from '@vscode/l10n';
import { commands, type TreeView } from 'vscode';
import type { ContextSet, PickedResource } from '../../core/context/contextSet';
import type { ContextTotals, ContextWeights } from '../../core/context/contextWeights';
import type { LiveContext } from '../../core/context/liveContext';
import { describeTokens, formatCount, formatTokens } from '../../core/base/format';
import { contextKeys } from '../base/ids';

const meterLength = 5;

/** Source of the token limit of a message; `undefined` where it is not known. */
export interface TokenLimit {
  current(): { readonly tokens: number } | undefined;
}

/**
 * Description, message and badge of the view *Context*: number and size of the checked resources, number of updates; also keys for its
 * commands.
 */
export class ContextTitle {
  /** Context keys as last set, so that only changes are sent to VS Code. */
  readonly #keys = new Map<string, boolean>();

  constructor(
    private readonly view: TreeView<PickedResource>,
    private readonly parts: {
      readonly picked: ContextSet;
      readonly live: LiveContext;
      readonly weights: ContextWeights;
      readonly budget: TokenLimit;
    },
  ) {}

  tell(): void {
    const { picked, live, weights, budget } = this.parts;
    const room = budget.current()?.tokens;
    const totals = weights.total(picked.items, room);
    const isOver = totals.leftOut.length > 0;
    this.view.description = describe(totals, picked.items.length, room);
    this.view.message = isOver ? warning(totals) : '';
    const { updated } = live;
    this.#tellUpdated(updated.length);
    this.#setKey(
      contextKeys.hasUpdated,
      updated.some(({ isChecked }) => isChecked),
    );
    this.#setKey(contextKeys.canUndoRemoval, picked.canUndoRemoval);
    this.#setKey(contextKeys.isOverBudget, isOver);
  }

  #tellUpdated(count: number): void {
    const tooltip =
      count === 1
        ? l10n.t('1 resource has changed since the chat got it')
        : l10n.t('{0} resources have changed since the chat got them', formatCount(count));
    this.view.badge = count === 0 ? undefined : { value: count, tooltip };
  }

  #setKey(key: string, value: boolean): void {
    if (this.#keys.get(key) === value) return;
    this.#keys.set(key, value);
    void commands.executeCommand('setContext', key, value);
  }
}

/** `4 of 6 · ▰▰▰▱▱ ~12K of ~17K tokens`: a narrow side bar cuts the end. */
function describe({ checked, tokens }: ContextTotals, count: number, room: number | undefined): string {
  if (count === 0) return '';
  const counted =
    checked === count ? formatCount(count) : l10n.t('{0} of {1}', formatCount(checked), formatCount(count));
  const weighed =
    room === undefined
      ? describeTokens(tokens)
      : `${meter(tokens / room)} ${l10n.t('{0} of {1} tokens', formatTokens(tokens), formatTokens(room))}`;
  return `${counted} · ${weighed}`;
}

function meter(share: number): string {
  const full = Math.min(meterLength, Math.round(share * meterLength));
  return '▰'.repeat(full) + '▱'.repeat(meterLength - full);
}

/** Short, as it takes space from the rows. The numbers stand above it. */
function warning({ leftOut }: ContextTotals): string {
  return l10n.t(
    'Too much: an agent would get only part of it. “Uncheck What Does Not Fit” leaves out {0}.',
    formatCount(leftOut.length),
  );
}
