import * as l10n from '@vscode/l10n';
import { commands, ThemeIcon, window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { factLine } from '../../core/base/format';
import type { Handlers } from '../../shared/endpoint';
import type { SearchQuery, SearchRequests } from '../../shared/protocol';
import { isEmptyQuery, readSearchQuery } from '../../shared/searchQuery';
import { DisposableStore } from '../../core/base/disposable';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { KeyValueStore, Logger } from '../../core/base/ports';
import { facetLabel } from '../../core/search/facetLabels';
import { views } from '../base/ids';
import { plainText } from '../base/plainText';
import { showPicker } from '../base/showPicker';
import { showInformation, showWarning } from '../base/tell';

export interface SavedSearch {
  readonly name: string;
  readonly query: SearchQuery;
}

type Item = QuickPickItem & { readonly search: SavedSearch };

const storeKey = 'savedSearches';
const maxNameLength = 100;

/** A page that searches are saved from and shown in. */
export interface SearchPlace {
  /** Replaces the page's query. */
  search(query: SearchQuery): void;
  readonly isVisible: boolean;
  focus(): void;
}

/** Searches that the user has named, saved for the workspace. */
export class SavedSearches {
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  /**
   * @param view the page of the view *Search*
   * @param current the query that this page shows
   */
  constructor(
    private readonly store: KeyValueStore,
    private readonly log: Logger,
    private readonly view: () => SearchPlace,
    private readonly current: () => SearchQuery,
  ) {}

  get all(): readonly SavedSearch[] {
    return this.#read();
  }

  get names(): readonly string[] {
    return this.#read().map(({ name }) => name);
  }

  /** @param page the page that asks; the view's by default */
  handlers(page: SearchPlace = this.view()): Handlers<Pick<SearchRequests, 'saveSearch' | 'openSavedSearch'>> {
    return {
      saveSearch: async ({ query }) => {
        await this.save(readSearchQuery(query), page);
        return null;
      },
      openSavedSearch: async ({ name }) => {
        const search = this.#read().find((saved) => saved.name === name);
        if (search) page.search(search.query);
        else await this.open(page);
        return null;
      },
    };
  }

  async save(query = this.current(), page: SearchPlace = this.view()): Promise<void> {
    await this.#name(query);
    giveFocusBack(page);
  }

  /** Asks for a name, and before replacing a search of the same name. */
  async #name(query: SearchQuery): Promise<void> {
    if (isEmptyQuery(query)) {
      void showInformation(l10n.t('The search is empty. Type search text or select a filter first.'));
      return;
    }
    const name = await window.showInputBox({
      title: l10n.t('Save Search'),
      prompt: l10n.t('Enter a name for the search “{0}”', plainText(describe(query))),
      value: (query.text.trim() || describe(query)).slice(0, maxNameLength),
      validateInput: (value) => (value.trim() === '' ? l10n.t('A value is required.') : undefined),
    });
    const trimmed = name?.trim().slice(0, maxNameLength);
    if (!trimmed) return;
    const otherSearches = this.#read().filter((saved) => saved.name !== trimmed);
    if (otherSearches.length < this.#read().length && !(await confirmReplacing(trimmed))) return;
    await this.#write([{ name: trimmed, query }, ...otherSearches]);
  }

  /** Lets the user choose a search, or delete some. */
  async open(page: SearchPlace = this.view()): Promise<void> {
    if (this.#read().length === 0) {
      void showInformation(l10n.t('There are no saved searches in this workspace. Run a search and save it first.'));
      giveFocusBack(page);
      return;
    }
    const chosen = await this.#choose();
    if (!chosen) {
      giveFocusBack(page);
      return;
    }
    if (page === this.view()) await commands.executeCommand(`${views.search}.focus`);
    page.search(chosen.query);
  }

  #choose(): Promise<SavedSearch | undefined> {
    const store = new DisposableStore();
    const picker = store.add(window.createQuickPick<Item>());
    const remove: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') };
    const refresh = (): void => this.#fill(picker, remove);
    picker.title = l10n.t('Open Saved Search');
    picker.matchOnDescription = true;
    refresh();
    store.add(
      picker.onDidTriggerItemButton(({ item }) => {
        this.#write(this.#read().filter(({ name }) => name !== item.search.name)).then(refresh, (error: unknown) =>
          this.log.warn(`A saved search was not deleted: ${causes(error)}`),
        );
      }),
    );
    return showPicker(picker, store, () => picker.activeItems[0]?.search);
  }

  #fill(picker: QuickPick<Item>, remove: QuickInputButton): void {
    picker.items = this.#read().map((search) => {
      const [label, description] = [plainText(search.name), plainText(describe(search.query))];
      return { label, ...(description !== label && { description }), buttons: [remove], search };
    });
    if (picker.items.length === 0) picker.hide();
  }

  async #write(searches: readonly SavedSearch[]): Promise<void> {
    await this.store.set(storeKey, searches);
    this.#didChange.fire();
  }

  #read(): readonly SavedSearch[] {
    return (this.store.get(storeKey) as readonly SavedSearch[] | undefined) ?? [];
  }
}

/**
 * VS Code moves the focus to the editor when its inputs close.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputController.ts (hide, returnFocus)
 */
function giveFocusBack(page: SearchPlace): void {
  if (page.isVisible) page.focus();
}

async function confirmReplacing(name: string): Promise<boolean> {
  const replace = l10n.t('Replace');
  const message = l10n.t('“{0}” already exists. Replace it?', name);
  return (await showWarning(message, { modal: true }, replace)) === replace;
}

/** A search's query in one line. */
function describe({ text, audience, choices }: SearchQuery): string {
  const audiences = { all: '', user: l10n.t('For the user'), assistant: l10n.t('For the assistant') };
  return factLine([text.trim(), audiences[audience], ...choices.map(facetLabel)]);
}
