import * as l10n from '@vscode/l10n';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { displayName } from '../../core/resource/displayName';
import { isImage } from '../../core/content/mimeTypes';
import { keyOf } from '../../core/resource/address';
import type { ContextItem, ContextSet } from '../../core/context/contextSet';
import type { SeenContents } from '../../core/context/seenContents';
import { namesOf } from './names';
import { showInformation } from '../base/tell';
import { isLocal } from '../base/isLocal';

/**
 * Reports, once after each attaching, that what left the context is still among the chips in the chat's input: VS Code 1.139.1 has neither an
 * API nor a command to remove them.
 */
export class ChipsLeft implements Disposable {
  readonly #store = new DisposableStore();
  /** Attached in this window, with no report about it since. */
  readonly #attached = new Set<string>();
  #items: readonly ContextItem[];

  constructor(
    private readonly picked: Pick<ContextSet, 'items' | 'onDidChange'>,
    private readonly seen: Pick<SeenContents, 'last' | 'onDidChange'>,
  ) {
    this.#items = picked.items;
    this.#store.add(
      seen.onDidChange((address) => {
        if (seen.last(address)?.kind === 'attached') this.#attached.add(keyOf(address));
      }),
    );
    this.#store.add(picked.onDidChange(() => this.#changed()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #changed(): void {
    const before = this.#items;
    this.#items = this.picked.items;
    const now = new Map(this.#items.map((item) => [keyOf(item), item]));
    const waiting = before.filter((item) => item.isChecked && this.#isWaiting(item));
    const leaving = waiting.filter((item) => now.get(keyOf(item))?.isChecked !== true);
    for (const item of leaving) this.#attached.delete(keyOf(item));
    if (leaving.length > 0) showLeaving(leaving);
  }

  /**
   * VS Code on this machine reads images itself, so a sent image is not noticed there.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts (resolveImageEditorAttachContext)
   */
  #isWaiting(item: ContextItem): boolean {
    if (!this.#attached.has(keyOf(item))) return false;
    const last = this.seen.last(item);
    return last?.kind === 'attached' && !(isLocal() && isImage(last.mimeType ?? item.mimeType));
  }
}

function showLeaving(items: readonly ContextItem[]): void {
  const names = namesOf(items.map((item) => ({ name: displayName(item) })));
  const text =
    items.length === 1
      ? l10n.t('{0} stays attached in the chat until you remove it there.', names)
      : l10n.t('{0} stay attached in the chat until you remove them there.', names);
  void showInformation(text);
}
