import * as l10n from '@vscode/l10n';
import { QuickPickItemKind, ThemeIcon, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { audienceFilters, type AudienceFilter } from '../../shared/audience';
import { emptyQuery } from '../../shared/searchQuery';
import { legible } from '../../core/base/legible';
import { DisposableStore } from '../../core/base/disposable';
import { Pace } from '../../core/base/pace';
import type { CatalogEntry } from '../../core/catalog/catalog';
import { displayName } from '../../core/resource/displayName';
import { isCancelled } from '../../core/base/errors';
import { formatCount } from '../../core/base/format';
import { parseQuery } from '../../core/search/parseQuery';
import { directoryPath } from '../../core/directories/paths';
import { searchTextOf } from '../../core/tree/searchText';
import { plainText } from '../base/plainText';
import { showErrorsOf } from '../base/tell';
import { pickedIcon } from '../content/resourceIcons';
import type { ActionsNeeds } from './openLate';

type Item = QuickPickItem & { readonly entry?: CatalogEntry };

const rowsAtOnce = 200;
/** Interval in which the search is repeated while lists arrive, in ms. */
const refreshEvery = 100;

interface Needs {
  readonly base: Pick<ActionsNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ActionsNeeds['core'], 'catalog' | 'connections' | 'directories'>;
  readonly search: Pick<ActionsNeeds['search'], 'withoutTemplates'>;
  readonly content: Pick<ActionsNeeds['content'], 'icons'>;
}

/**
 * The search as a quick pick, for the keyboard: with the panel's syntax, order and audience filter.
 *
 * @returns the chosen resources; empty if the user cancelled
 */
export async function quickAttach(title: string, needs: Needs): Promise<readonly CatalogEntry[]> {
  const picker = new ResourcePicker(title, needs);
  try {
    return await picker.choose();
  } finally {
    picker.dispose();
  }
}

/** One quick pick, from its beginning to the user's choice. */
class ResourcePicker {
  readonly #picker = window.createQuickPick<Item>();
  readonly #chosen = new Map<number, CatalogEntry>();
  readonly #store = new DisposableStore();
  readonly #lifetime = new AbortController();
  #audience: AudienceFilter = 'all';
  #newest = 0;
  #shownText = '';

  constructor(
    title: string,
    private readonly needs: Needs,
  ) {
    const picker = this.#store.add(this.#picker);
    picker.canSelectMany = true;
    picker.ignoreFocusOut = true;
    picker.title = title;
    picker.placeholder = l10n.t('Search resources by title, name, description or URI');
    this.#setAudience('all');
    const pace = this.#store.add(new Pace(needs.base.clock, refreshEvery, () => void this.#refresh()));
    this.#store.add(needs.core.catalog.onDidChange(() => pace.trigger()));
    picker.onDidTriggerButton(() => this.#setAudience(audienceAfter(this.#audience)));
    picker.onDidTriggerItemButton(({ item: { entry } }) => entry && this.#open(entry));
    picker.onDidChangeValue(() => void this.#refresh());
    picker.onDidChangeSelection((items) => this.#tick(items));
  }

  /** Resolves with what the user accepts; with nothing if it is closed. */
  choose(): Promise<readonly CatalogEntry[]> {
    return new Promise((resolve) => {
      this.#picker.onDidAccept(() => void this.#accept().then((entries) => entries && resolve(entries)));
      this.#picker.onDidHide(() => resolve([]));
      this.#picker.show();
    });
  }

  dispose(): void {
    this.#newest = -1;
    this.#lifetime.abort();
    this.#store.dispose();
  }

  /** Opens a folder that is not ticked, as no key can press its button: nothing is accepted. */
  async #accept(): Promise<readonly CatalogEntry[] | undefined> {
    if (this.#chosen.size > 0) return [...this.#chosen.values()];
    // Enter may come before the rows of the last key.
    if (this.#picker.value !== this.#shownText) await this.#refresh();
    const entry = this.#picker.activeItems[0]?.entry;
    if (entry && this.needs.core.directories.isDirectory(entry.id)) return this.#open(entry);
    return entry ? [entry] : [];
  }

  /** Reads a folder, and searches for its children. */
  async #open({ serverId, resource: { uri } }: CatalogEntry): Promise<undefined> {
    const { base, core } = this.needs;
    const server = core.connections.get(serverId)?.definition.name ?? '';
    await showErrorsOf(async () => {
      this.#picker.busy = true;
      const { state } = await core.directories.read({ serverId, uri }, true, this.#lifetime.signal);
      this.#picker.busy = false;
      if (state?.kind === 'failed') throw state.error;
      const text = searchTextOf({ serverId, prefix: directoryPath(uri) }, () => server);
      this.#picker.value = text.replace(/\*\*(?="?$)/u, '*');
      await this.#refresh();
    }, base.log);
  }

  #setAudience(audience: AudienceFilter): void {
    this.#audience = audience;
    this.#picker.buttons = [audienceButton(audience)];
    void this.#refresh();
  }

  #tick(items: readonly Item[]): void {
    const ticked = new Set(items.flatMap(({ entry }) => (entry ? [entry.id] : [])));
    for (const { entry } of this.#picker.items) if (entry && !ticked.has(entry.id)) this.#chosen.delete(entry.id);
    for (const { entry } of items) if (entry) this.#chosen.set(entry.id, entry);
  }

  async #refresh(): Promise<void> {
    const picker = this.#picker;
    const mine = ++this.#newest;
    const isNewest = (): boolean => mine === this.#newest;
    const isOutdated = {
      get aborted(): boolean {
        return !isNewest();
      },
    };
    try {
      const query = { ...emptyQuery, text: picker.value, audience: this.#audience };
      const serverNames = this.needs.core.connections.all.map(({ definition }) => definition.name);
      const parsed = parseQuery(query, this.needs.base.clock.now(), serverNames);
      const { ids } = await this.needs.search.withoutTemplates.search(parsed, query.sort, isOutdated);
      if (!isNewest()) return;
      const active = query.text === this.#shownText ? picker.activeItems[0]?.entry?.id : undefined;
      this.#shownText = query.text;
      this.#show(ids);
      picker.activeItems = activeOf(picker.items, active);
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  }

  /**
   * Ticked items stay on top for every query: VS Code would forget them with their rows.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (setElements)
   */
  #show(ids: Uint32Array): void {
    const [picker, chosen] = [this.#picker, this.#chosen];
    const { catalog } = this.needs.core;
    const top = [...chosen.values()].map((entry) => this.#item(entry));
    const shownIds = ids.filter((id) => !chosen.has(id)).subarray(0, rowsAtOnce);
    const rows = [...shownIds].flatMap((id) => catalog.get(id) ?? []).map((entry) => this.#item(entry));
    const more = ids.length - shownIds.length - chosen.size;
    const isEmpty = top.length + rows.length === 0;
    picker.items = [
      ...top,
      ...rows,
      ...(more > 0 ? [moreItem(more)] : []),
      ...(isEmpty ? [emptyItem(catalog.table.size)] : []),
    ];
    picker.selectedItems = top;
  }

  #item(entry: CatalogEntry): Item {
    const { resource, serverId } = entry;
    const { core, content } = this.needs;
    const server = core.connections.get(serverId)?.definition.name ?? '';
    const isFolder = core.directories.isDirectory(entry.id);
    const icon = isFolder && !resource.icons ? ThemeIcon.Folder : content.icons.iconOf(serverId, resource.icons);
    return {
      label: plainText(displayName(resource)),
      description: plainText(`${server} · ${legible(resource.uri)}`),
      ...pickedIcon(resource, icon),
      ...(isFolder && { buttons: [{ iconPath: new ThemeIcon('folder-opened'), tooltip: l10n.t('Open Folder') }] }),
      // The index has already filtered; VS Code's own filter would only test the label.
      // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (filter)
      alwaysShow: true,
      entry,
    };
  }
}

/**
 * The row that Enter takes: the one with this id, else the best match. It is highlighted, as VS Code sorts rows by their labels, and need not
 * have the best match on top. https://github.com/microsoft/vscode/issues/73904
 */
function activeOf(items: readonly Item[], id: number | undefined): readonly Item[] {
  const active = items.find(({ entry }) => id !== undefined && entry?.id === id) ?? items.find(({ entry }) => entry);
  return active ? [active] : [];
}

function emptyItem(total: number): Item {
  const label = total === 0 ? l10n.t('No resources yet') : l10n.t('No resources found');
  return { label, kind: QuickPickItemKind.Separator, alwaysShow: true };
}

function moreItem(count: number): Item {
  return {
    label: l10n.t('{0} more. Type to filter.', formatCount(count)),
    kind: QuickPickItemKind.Separator,
    alwaysShow: true,
  };
}

function audienceAfter(audience: AudienceFilter): AudienceFilter {
  return audienceFilters[(audienceFilters.indexOf(audience) + 1) % audienceFilters.length] ?? 'all';
}

function audienceButton(audience: AudienceFilter): QuickInputButton {
  const icons = { all: 'filter', user: 'person', assistant: 'copilot' };
  const names = { all: l10n.t('All'), user: l10n.t('User'), assistant: l10n.t('Assistant') };
  const tooltip = l10n.t('Audience: {0} (click to switch to {1})', names[audience], names[audienceAfter(audience)]);
  return { iconPath: new ThemeIcon(icons[audience]), tooltip };
}
