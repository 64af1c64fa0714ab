import type { FacetChoice, SearchQuery } from '../../src/shared/protocol';
import { emptyQuery } from '../../src/shared/searchQuery';
import type { PanelState } from './state';
import type { Store } from './store';

/** Changes the query. */
export class QueryEditor {
  constructor(
    private readonly store: Store<PanelState>,
    /** The query has changed: search for it. */
    private readonly onChanged: () => void,
  ) {}

  set(change: Partial<SearchQuery>): void {
    this.store.update({ query: { ...this.store.state.query, ...change }, failure: undefined });
    this.onChanged();
  }

  toggle(choice: FacetChoice): void {
    const { choices } = this.store.state.query;
    const otherChoices = choices.filter((other) => !isSame(other, choice));
    this.set({ choices: otherChoices.length < choices.length ? otherChoices : [...choices, choice] });
  }

  /** Removes the filter at `index`. A chosen audience is the first filter. */
  removeChip(index: number): void {
    const { audience, choices } = this.store.state.query;
    const choiceIndex = audience === emptyQuery.audience ? index : index - 1;
    if (choiceIndex < 0) this.set({ audience: emptyQuery.audience });
    else this.set({ choices: choices.filter((_, position) => position !== choiceIndex) });
  }

  /** Drops the clicked filters, and leaves the typed text. */
  clearFilters(): void {
    this.set({ choices: emptyQuery.choices, audience: emptyQuery.audience });
  }

  /** Clears one thing: the text, then the clicked filters, then the audience. Returns true when there was one. */
  stepBack(): boolean {
    const { text, choices, audience } = this.store.state.query;
    if (text) this.set({ text: emptyQuery.text });
    else if (choices.length > 0) this.set({ choices: emptyQuery.choices });
    else if (audience !== emptyQuery.audience) this.set({ audience: emptyQuery.audience });
    else return false;
    return true;
  }
}

export function isSame(a: FacetChoice, b: FacetChoice): boolean {
  return a.facet === b.facet && a.value === b.value;
}
