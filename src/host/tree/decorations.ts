import * as l10n from '@vscode/l10n';
import { EventEmitter, FileDecoration, ThemeColor, window, type FileDecorationProvider, type Uri } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import { Pace } from '../../core/base/pace';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContextSet } from '../../core/context/contextSet';
import type { LiveContext } from '../../core/context/liveContext';
import type { Staleness } from '../../core/connection/staleness';
import { isContextRow } from '../base/rowUri';
import type { VirtualFiles } from '../content/virtualFiles';

/** Minimum time between two refreshes of all displayed decorations, in ms. */
const refreshEvery = 250;

export interface DecorationParts {
  readonly clock: Clock;
  readonly files: VirtualFiles;
  readonly picked: ContextSet;
  readonly live: LiveContext;
  readonly staleness: (address: ResourceAddress) => Staleness | undefined;
  /** Events after which {@link staleness} may differ. */
  readonly changes: readonly Event<unknown>[];
}

/**
 * Marks resources in rows and tabs: failed, updated, in the context, or out of date; the first of these that is true. No mark is one that
 * VS Code gives a meaning to, such as `U` for an untracked file. A row of the view *Context* says its state in words: it gets no mark.
 */
export class ResourceDecorations implements FileDecorationProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<undefined>();

  readonly onDidChangeFileDecorations = this.#didChange.event;

  constructor(private readonly parts: DecorationParts) {
    const store = this.#store;
    store.add(this.#didChange);
    const refresh = store.add(new Pace(parts.clock, refreshEvery, () => this.#didChange.fire(undefined)));
    for (const event of [...parts.changes, parts.live.onDidChange]) store.add(event(() => refresh.trigger()));
    store.add(window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const { files, picked, live, staleness } = this.parts;
    const address = files.addressOf(uri);
    if (!address) return undefined;
    const isInContext = isContextRow(uri);
    const marked = (badge: string, tooltip: string, color: string): FileDecoration =>
      new FileDecoration(isInContext ? undefined : badge, tooltip, new ThemeColor(color));
    const liveness = live.liveness(address);
    if (liveness.kind === 'failed') return marked('!', liveness.error.message, 'list.errorForeground');
    const isPicked = picked.has(address);
    if (isPicked && 'isUpdated' in liveness && liveness.isUpdated) {
      const since =
        liveness.since === 'sent' ? l10n.t('Updated since you sent it') : l10n.t('Updated since you attached it');
      return marked('●', since, 'charts.blue');
    }
    const stale = staleness(address);
    const dimmed = stale && new ThemeColor('descriptionForeground');
    if (isPicked && !isInContext) return new FileDecoration('✓', l10n.t('In the context'), dimmed);
    return stale && new FileDecoration(undefined, stale.sentence, dimmed);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
