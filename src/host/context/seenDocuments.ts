import * as l10n from '@vscode/l10n';
import { commands, workspace, type TextDocumentContentProvider, type TextDocumentShowOptions, type Uri } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { displayName } from '../../core/resource/displayName';
import { comparedScheme, virtualScheme } from '../../core/content/virtualScheme';
import { textOf } from '../../core/content/sniff';
import { hashOf, type Content } from '../../core/content/content';
import type { ContentCache } from '../../core/context/contentCache';
import type { PickedResource } from '../../core/context/contextSet';
import { maxTextLength, type Seen, type SeenContents } from '../../core/context/seenContents';
import { isQuickToCompare } from '../../core/context/quickToCompare';
import { ago, formatSize, formatTimes } from '../../core/base/format';
import { exactSize } from '../../core/preview/resourceFacts';
import { sha256 } from '../../node/sha256';
import type { HostLogger } from '../base/log';
import { readWithProgress } from '../base/readWithProgress';
import { offer, showInformation } from '../base/tell';
import type { VirtualFiles } from '../content/virtualFiles';

/**
 * Differences between the content that the model last saw and the current one. Both sides stay as they are, under the times in the title: a
 * difference that followed its resource would lose the place in it, and VS Code gives up where too much of it is different.
 */
export class SeenDocuments implements TextDocumentContentProvider, Disposable {
  readonly #store = new DisposableStore();
  /** Texts of the current sides that are open, by their hashes. */
  readonly #current = new Map<string, string>();

  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly cache: ContentCache;
      readonly files: VirtualFiles;
      readonly seen: SeenContents;
      /** Opens the content that there is now. */
      readonly open: (resources: readonly PickedResource[]) => Promise<void>;
      readonly log: HostLogger;
    },
  ) {
    this.#store.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === comparedScheme) this.#current.delete(uri.fragment);
      }),
    );
  }

  /** The fragment identifies the content: a restored editor must not show the wrong text once another content was seen. */
  provideTextDocumentContent(uri: Uri): string {
    const { files, seen } = this.parts;
    const current = this.#current.get(uri.fragment);
    if (current !== undefined) return current;
    const address = files.addressOf(uri.with({ scheme: virtualScheme, fragment: '' }));
    const baseline = address && seen.baseline(address);
    if (baseline?.text === undefined || baseline.hash !== uri.fragment)
      throw new Error(l10n.t('This text is no longer available. Close this editor and open it again.'));
    return baseline.text;
  }

  /** Opens the difference between the content that the model last saw and the current one, or says what is known of it. */
  async showChanges(resource: PickedResource, options: TextDocumentShowOptions): Promise<void> {
    const { files, seen, cache, clock } = this.parts;
    const name = displayName(resource);
    const before = seen.baseline(resource);
    if (!before) {
      void showInformation(l10n.t('“{0}” hasn’t been attached or sent yet, so there is nothing to compare.', name));
      return;
    }
    const [outcome] = await readWithProgress([resource], (one, asking) => cache.get(one, asking), clock);
    if (!outcome) return;
    if ('error' in outcome.result) throw outcome.result.error;
    const { content } = outcome.result;
    const now = textOf(content.bytes);
    const when = ago(before.at, clock.now());
    const hash = hashOf(content, sha256);
    if (before.hash === hash) {
      void showInformation(l10n.t('“{0}” hasn’t changed since you last attached or sent it ({1}).', name, when));
      return;
    }
    if (before.text === undefined || now === undefined || !isQuickToCompare(before.text, now))
      return this.#tellSizes(resource, before, content);
    this.#current.set(hash, now);
    const file = files.uri(resource.serverId, resource).with({ scheme: comparedScheme });
    const [then, read] = formatTimes([before.at, content.readAt], clock.now());
    const title =
      before.kind === 'sent'
        ? l10n.t('{0}: version sent {1} ↔ version read {2}', name, then, read)
        : l10n.t('{0}: version attached {1} ↔ version read {2}', name, then, read);
    const [old, current] = [before.hash, hash].map((fragment) => file.with({ fragment }));
    await commands.executeCommand('vscode.diff', old, current, title, options);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #tellSizes(resource: PickedResource, before: Seen, content: Content): Promise<void> {
    const now = this.parts.clock.now();
    const isText = textOf(content.bytes) !== undefined;
    const reason = isText ? whyNotCompared(before) : l10n.t('Only text can be compared line by line.');
    const message = l10n.t(
      '“{0}” has changed. Size when attached or sent ({2}): {1}. Size when last read ({4}): {3}. {5}',
      displayName(resource),
      exactSize(before.size),
      ago(before.at, now),
      exactSize(content.bytes.length),
      ago(content.readAt, now),
      reason,
    );
    const open = { title: l10n.t('Open'), run: () => this.parts.open([resource]) };
    await offer(showInformation, message, [open], this.parts.log);
  }
}

function whyNotCompared(before: Seen): string {
  if (before.text !== undefined) return l10n.t('Too much has changed to compare line by line.');
  if (before.size > maxTextLength)
    return l10n.t('The previous version was too large to compare (over {0}).', formatSize(maxTextLength));
  return l10n.t('The previous version is no longer available.');
}
