import * as l10n from '@vscode/l10n';
import { EventEmitter, FileDecoration, ThemeColor, window, type FileDecorationProvider, type Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import type { ContextSet } from '../core/context/contextSet';
import type { LiveContext } from '../core/context/liveContext';
import type { VirtualFiles } from './virtualFiles';

/** Marks picked resources wherever they are shown: rows, tabs and breadcrumbs. */
export class PickedDecorations implements FileDecorationProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<undefined>();

  readonly onDidChangeFileDecorations = this.#didChange.event;

  constructor(
    private readonly files: VirtualFiles,
    private readonly picked: ContextSet,
    private readonly live: LiveContext,
  ) {
    const store = this.#store;
    store.add(this.#didChange);
    store.add(live.onDidChange(() => this.#didChange.fire(undefined)));
    store.add(window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const address = this.files.addressOf(uri);
    if (!address || !this.picked.has(address)) return undefined;
    const liveness = this.live.liveness(address);
    if (liveness.kind === 'failed')
      return new FileDecoration('!', liveness.error.message, new ThemeColor('list.errorForeground'));
    if ('isUpdated' in liveness && liveness.isUpdated)
      return new FileDecoration('U', l10n.t('Updated since it was attached'), new ThemeColor('charts.blue'));
    return new FileDecoration('✓', l10n.t('In the context'));
  }

  dispose(): void {
    this.#store.dispose();
  }
}
