import * as l10n from '@vscode/l10n';
import { EventEmitter, FileDecoration, ThemeColor, window, type FileDecorationProvider, type Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Pace } from '../../core/base/pace';
import { isContextRow } from '../base/rowUri';
import type { TreeNeeds } from './open';

/** Minimum time between two refreshes of all displayed decorations, in ms. */
const refreshEvery = 250;

interface Needs {
  readonly base: Pick<TreeNeeds['base'], 'clock'>;
  readonly core: Pick<TreeNeeds['core'], 'catalog' | 'connections' | 'staleness'>;
  readonly context: Pick<TreeNeeds['context'], 'picked' | 'live'>;
  readonly content: Pick<TreeNeeds['content'], 'files'>;
}

/**
 * Marks resources in rows and tabs: failed, updated, in the context, or out of date; the first of these that is true. No mark is one that
 * VS Code gives a meaning to, such as `U` for an untracked file. A row of the view *Context* says its state in words: it gets no mark.
 */
export class ResourceDecorations implements FileDecorationProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<undefined>();

  readonly onDidChangeFileDecorations = this.#didChange.event;

  constructor(private readonly needs: Needs) {
    const { base, core, context } = needs;
    const store = this.#store;
    store.add(this.#didChange);
    const refresh = store.add(new Pace(base.clock, refreshEvery, () => this.#didChange.fire(undefined)));
    for (const { onDidChange } of [core.connections, core.catalog, context.live])
      store.add(onDidChange(() => refresh.trigger()));
    store.add(window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const { core, context, content } = this.needs;
    const address = content.files.addressOf(uri);
    if (!address) return undefined;
    const isInContext = isContextRow(uri);
    const marked = (badge: string, tooltip: string, color: string): FileDecoration =>
      new FileDecoration(isInContext ? undefined : badge, tooltip, new ThemeColor(color));
    const liveness = context.live.liveness(address);
    if (liveness.kind === 'failed') return marked('!', liveness.error.message, 'list.errorForeground');
    const isPicked = context.picked.has(address);
    if (isPicked && 'isUpdated' in liveness && liveness.isUpdated) {
      const since =
        liveness.since === 'sent' ? l10n.t('Updated since you sent it') : l10n.t('Updated since you attached it');
      return marked('●', since, 'charts.blue');
    }
    const stale = core.staleness(address);
    const dimmed = stale && new ThemeColor('descriptionForeground');
    if (isPicked && !isInContext) return new FileDecoration('✓', l10n.t('In the context'), dimmed);
    return stale && new FileDecoration(undefined, stale.sentence, dimmed);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
