import * as l10n from '@vscode/l10n';
import {
  QuickPickItemKind,
  ThemeIcon,
  window,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { audienceFilters, type AudienceFilter } from '../../shared/audience';
import { emptyQuery } from '../../shared/searchQuery';
import { legible } from '../../core/base/legible';
import type { Clock } from '../../core/base/clock';
import { Pace } from '../../core/base/pace';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import { displayName } from '../../core/resource/displayName';
import type { Connections } from '../../core/connection/connections';
import { isCancelled } from '../../core/base/errors';
import type { Event } from '../../core/base/event';
import { formatCount } from '../../core/base/format';
import type { SearchIndex } from '../../core/search/searchIndex';
import { parseQuery } from '../../core/search/parseQuery';
import { plainText } from '../base/plainText';
import { pickedIcon, type RowIcons } from '../content/resourceIcons';

type Item = QuickPickItem & { readonly entry?: CatalogEntry };

const rowsAtOnce = 200;
/** Interval in which the search is repeated while lists arrive, in ms. */
const refreshEvery = 100;

/** The search as a quick pick, for the keyboard: with the panel's syntax, order and audience filter. */
export class QuickAttach {
  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly catalog: Catalog;
      readonly connections: Connections;
      readonly icons: RowIcons;
      /** Its own index, without templates: the panel narrows down its own queries. */
      readonly index: Pick<SearchIndex, 'search'>;
    },
  ) {}

  /** The chosen resources; empty where the user cancelled. */
  async pick(title: string): Promise<readonly CatalogEntry[]> {
    const picker = window.createQuickPick<Item>();
    const chosen = new Map<number, CatalogEntry>();
    let audience: AudienceFilter = 'all';
    let newest = 0;
    let shownText = '';
    const refresh = async (): Promise<void> => {
      const mine = ++newest;
      const isOutdated = {
        get aborted(): boolean {
          return mine !== newest;
        },
      };
      try {
        const query = { ...emptyQuery, text: picker.value, audience };
        const serverNames = this.parts.connections.all.map(({ definition }) => definition.name);
        const parsed = parseQuery(query, this.parts.clock.now(), serverNames);
        const { ids } = await this.parts.index.search(parsed, query.sort, isOutdated);
        if (mine !== newest) return;
        const active = query.text === shownText ? picker.activeItems[0]?.entry?.id : undefined;
        shownText = query.text;
        this.#show(picker, ids, chosen);
        picker.activeItems = activeOf(picker.items, active);
      } catch (error) {
        if (!isCancelled(error)) throw error;
      }
    };
    const accept = async (): Promise<readonly CatalogEntry[]> => {
      if (chosen.size > 0) return [...chosen.values()];
      // Enter may come before the rows of the last key.
      if (picker.value !== shownText) await refresh();
      return activeEntry(picker);
    };
    picker.canSelectMany = true;
    picker.ignoreFocusOut = true;
    picker.title = title;
    picker.placeholder = l10n.t('Search resources by title, name, description or URI');
    const setAudience = (next: AudienceFilter): void => {
      audience = next;
      picker.buttons = [audienceButton(audience)];
      void refresh();
    };
    setAudience('all');
    const onChange: Event<unknown> = this.parts.catalog.onDidChange;
    const pace = new Pace(this.parts.clock, refreshEvery, () => void refresh());
    const following = onChange(() => pace.trigger());
    picker.onDidTriggerButton(() => setAudience(audienceAfter(audience)));
    picker.onDidChangeValue(() => void refresh());
    picker.onDidChangeSelection((items) => {
      const ticked = new Set(items.flatMap(({ entry }) => (entry ? [entry.id] : [])));
      for (const { entry } of picker.items) if (entry && !ticked.has(entry.id)) chosen.delete(entry.id);
      for (const { entry } of items) if (entry) chosen.set(entry.id, entry);
    });
    try {
      return await new Promise((resolve) => {
        picker.onDidAccept(() => void accept().then(resolve));
        picker.onDidHide(() => resolve([]));
        picker.show();
      });
    } finally {
      newest = -1;
      following.dispose();
      pace.dispose();
      picker.dispose();
    }
  }

  /**
   * Ticked items stay on top for every query: VS Code would forget them with their rows.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (setElements)
   */
  #show(picker: QuickPick<Item>, ids: Uint32Array, chosen: ReadonlyMap<number, CatalogEntry>): void {
    const top = [...chosen.values()].map((entry) => this.#item(entry));
    const found = ids.filter((id) => !chosen.has(id)).subarray(0, rowsAtOnce);
    const rows = [...found].flatMap((id) => this.parts.catalog.get(id) ?? []).map((entry) => this.#item(entry));
    const more = ids.length - found.length - chosen.size;
    const isEmpty = top.length + rows.length === 0;
    picker.items = [
      ...top,
      ...rows,
      ...(more > 0 ? [moreItem(more)] : []),
      ...(isEmpty ? [emptyItem(this.parts.catalog.table.size)] : []),
    ];
    picker.selectedItems = top;
  }

  #item(entry: CatalogEntry): Item {
    const { resource, serverId } = entry;
    const server = this.parts.connections.get(serverId)?.definition.name ?? '';
    return {
      label: plainText(displayName(resource)),
      description: plainText(`${server} · ${legible(resource.uri)}`),
      ...pickedIcon(resource, this.parts.icons.iconOf(serverId, resource.icons)),
      // The index has already filtered; VS Code's own filter would only test the label.
      // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (filter)
      alwaysShow: true,
      entry,
    };
  }
}

function activeEntry({ activeItems: [active] }: QuickPick<Item>): readonly CatalogEntry[] {
  return active?.entry ? [active.entry] : [];
}

/**
 * The row that Enter takes: the one with this id, else the best match. It is highlighted, as VS Code sorts rows by their labels, and need not
 * have the best match on top. https://github.com/microsoft/vscode/issues/73904
 */
function activeOf(items: readonly Item[], id: number | undefined): readonly Item[] {
  const active = items.find(({ entry }) => id !== undefined && entry?.id === id) ?? items.find(({ entry }) => entry);
  return active ? [active] : [];
}

function emptyItem(known: number): Item {
  const label = known === 0 ? l10n.t('No resources yet') : l10n.t('No resources found');
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
