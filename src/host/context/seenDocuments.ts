import * as l10n from '@vscode/l10n';
import {
  commands,
  window,
  workspace,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  type Uri,
} from 'vscode';
import { toDisposable, type Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import { displayName } from '../../core/resource/displayName';
import { comparedScheme, virtualScheme } from '../../core/content/virtualScheme';
import { decodedText } from '../../core/content/sniff';
import { hashOf, type Content } from '../../core/content/content';
import type { PickedResource } from '../../core/context/contextSet';
import { maxTextLength, type Seen } from '../../core/context/seenContents';
import { isQuickToCompare } from '../../core/context/quickToCompare';
import { ago, exactSize, formatSize, formatTime } from '../../core/base/format';
import { sha256 } from '../../node/base/sha256';
import { plainText } from '../base/plainText';
import { readWithProgress } from '../base/readWithProgress';
import { offer, showInformation } from '../base/tell';
import type { ContextNeeds } from './needs';

/** Marks the side that follows the resource; the fragment of the other one is the hash of its content, which stays. */
const latest = 'latest';
/** Time for which the status bar says that a difference is another, in ms. */
const newsFor = 5_000;

interface Needs {
  readonly base: Pick<ContextNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ContextNeeds['core'], 'cache'>;
  readonly context: Pick<ContextNeeds['context'], 'seen' | 'live' | 'describe'>;
  readonly content: Pick<ContextNeeds['content'], 'files'>;
  readonly actions: Pick<ContextNeeds['actions'], 'actions'>;
}

/**
 * Differences between the content that the model last saw and the latest that was read: while one is open its resource is followed, and VS Code
 * replaces only what changed of the text, so that the place in it stays.
 */
export class SeenDocuments extends Owner implements TextDocumentContentProvider {
  /** By URI, the open sides that follow their resource. */
  readonly #followed = new Map<string, { readonly address: ResourceAddress; readonly uri: Uri } & Disposable>();

  constructor(
    private readonly needs: Needs,
    /** Makes VS Code ask for a text again. */
    private readonly changed: (uri: Uri) => void,
  ) {
    super();
    this.owned.add(needs.core.cache.onDidChange((address) => this.#renew(address)));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.#unfollow(uri)));
    this.owned.add(toDisposable(() => this.#followed.forEach((side) => side.dispose())));
  }

  provideTextDocumentContent(uri: Uri): string {
    const { core, context, content } = this.needs;
    const address = content.files.addressOf(uri.with({ scheme: virtualScheme, fragment: '' }));
    if (address && uri.fragment === latest) {
      const current = core.cache.peek(address);
      if (current) return this.#latest(uri, address, current);
    }
    const baseline = address && context.seen.baseline(address);
    // A restored editor must not show the wrong text once another content was seen.
    if (baseline?.text === undefined || baseline.hash !== uri.fragment)
      throw new Error(l10n.t('This text is no longer available. Close this editor and open it again.'));
    return baseline.text;
  }

  /** Opens the difference between the content that the model last saw and the current one, or says what is known of it. */
  async showChanges(resource: PickedResource, options: TextDocumentShowOptions): Promise<void> {
    const { base, core, context } = this.needs;
    const { clock } = base;
    const name = displayName(resource);
    const baseline = context.seen.baseline(resource);
    if (!baseline) {
      void showInformation(l10n.t('“{0}” hasn’t been attached or sent yet, so there is nothing to compare.', name));
      return;
    }
    const [outcome] = await readWithProgress([resource], (address, asking) => core.cache.get(address, asking), clock);
    if (!outcome) return;
    if ('error' in outcome.result) throw outcome.result.error;
    const { content } = outcome.result;
    const now = decodedText(content.bytes);
    const when = ago(baseline.at, clock.now());
    if (baseline.hash === hashOf(content, sha256)) {
      void showInformation(l10n.t('“{0}” hasn’t changed since you last attached or sent it ({1}).', name, when));
      return;
    }
    if (baseline.text === undefined || now === undefined || !isQuickToCompare(baseline.text, now))
      return this.#tellSizes(resource, baseline, content);
    const file = this.needs.content.files.uri(resource.serverId, resource).with({ scheme: comparedScheme });
    const then = formatTime(baseline.at, clock.now());
    const title =
      baseline.kind === 'sent'
        ? l10n.t('{0}: version sent {1} ↔ latest version', name, then)
        : l10n.t('{0}: version attached {1} ↔ latest version', name, then);
    const [old, current] = [baseline.hash, latest].map((fragment) => file.with({ fragment }));
    await commands.executeCommand('vscode.diff', old, current, title, options);
  }

  #latest(uri: Uri, address: ResourceAddress, { bytes }: Content): string {
    if (!this.#followed.has(uri.toString())) {
      const held = this.needs.context.live.hold(address);
      this.#followed.set(uri.toString(), { address, uri, dispose: () => held.dispose() });
    }
    return decodedText(bytes) ?? l10n.t('The latest version isn’t text.');
  }

  #unfollow(uri: Uri): void {
    this.#followed.get(uri.toString())?.dispose();
    this.#followed.delete(uri.toString());
  }

  #renew(changed: ResourceAddress): void {
    for (const { address, uri } of this.#followed.values()) {
      if (keyOf(address) !== keyOf(changed)) continue;
      this.changed(uri);
      const name = displayName(this.needs.context.describe(address));
      const news = l10n.t('“{0}” changed again: the comparison shows its latest version', name);
      window.setStatusBarMessage(plainText(news), newsFor);
    }
  }

  async #tellSizes(resource: PickedResource, baseline: Seen, content: Content): Promise<void> {
    const { base, actions } = this.needs;
    const now = base.clock.now();
    const isText = decodedText(content.bytes) !== undefined;
    const reason = isText ? whyNotCompared(baseline) : l10n.t('Only text can be compared line by line.');
    const message = l10n.t(
      '“{0}” has changed. Size when attached or sent ({2}): {1}. Size when last read ({4}): {3}. {5}',
      displayName(resource),
      exactSize(baseline.size),
      ago(baseline.at, now),
      exactSize(content.bytes.length),
      ago(content.readAt, now),
      reason,
    );
    const open = { title: l10n.t('Open'), run: async () => (await actions.actions.get()).actions.open([resource]) };
    await offer(showInformation, message, [open], base.log);
  }
}

function whyNotCompared(baseline: Seen): string {
  if (baseline.text !== undefined) return l10n.t('Too much has changed to compare line by line.');
  if (baseline.size > maxTextLength)
    return l10n.t('The previous version was too large to compare (over {0}).', formatSize(maxTextLength));
  return l10n.t('The previous version is no longer available.');
}
