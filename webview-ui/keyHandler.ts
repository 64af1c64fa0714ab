import { listKey, type ListKey } from './keys';
import type { ListController } from './listController';
import type { PageView } from './pageView';
import type { PanelState } from './state';
import type { Store } from './store';

/** What keys do in the search box and in the list. */
export class KeyHandler {
  constructor(
    private readonly store: Store<PanelState>,
    private readonly list: ListController,
    private readonly page: PageView,
    private readonly setText: (text: string) => void,
  ) {}

  inBox(event: KeyboardEvent): void {
    // Keys that choose a candidate of an input method are not ours.
    if (event.isComposing) return;
    const { query, selection } = this.store.state;
    if (event.key === 'ArrowDown' || event.key === 'Enter') this.#enterList();
    else if (event.key === 'Escape' && query.text) this.setText('');
    else if (event.key === 'Escape' && selection.ids.size > 0) this.list.clearSelection();
    else return;
    handled(event);
  }

  inList(event: KeyboardEvent): void {
    const key = listKey(event);
    if (!key) return;
    // What is typed must still reach the box that gets the focus now.
    if (key.kind === 'type') {
      this.page.focusBox();
      return;
    }
    handled(event);
    this.#run(key);
  }

  #run(key: Exclude<ListKey, { kind: 'type' }>): void {
    switch (key.kind) {
      case 'move':
        this.list.move(key.to, key.isExtending);
        break;
      case 'toggle':
        this.list.toggle();
        break;
      case 'selectAll':
        this.list.selectAll();
        break;
      case 'attach':
        this.list.actOnSelection('attach');
        break;
      case 'open':
        this.list.act('open');
        break;
      case 'escape':
        this.#stepBack();
        break;
    }
  }

  #enterList(): void {
    if (!this.page.hasList) return;
    this.page.focusList();
    this.list.reveal();
  }

  /** One step a key: the selection, then the text, then the list itself. */
  #stepBack(): void {
    const { selection, query } = this.store.state;
    if (selection.ids.size > 0) this.list.clearSelection();
    else if (query.text) this.setText('');
    else this.page.focusBox();
  }
}

/** The key is ours: neither the browser nor VS Code does anything else with it. */
function handled(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
