import type { FacetChoice, FacetName, SearchQuery } from '../../src/shared/protocol';
import { emptyQuery } from '../../src/shared/searchQuery';
import type { Store } from './store';

/** Changes the query. */
export class QueryEditor {
  constructor(
    private readonly store: Store,
    /** The query has changed: search for it. */
    private readonly onChanged: () => void,
  ) {}

  set(change: Partial<SearchQuery>): void {
    this.store.update({ query: { ...this.store.state.query, ...change }, failure: undefined });
    this.onChanged();
  }

  toggle(choice: FacetChoice): void {
    const { choices } = this.store.state.query;
    const otherChoices = choices.filter((other) => !isSameChoice(other, choice));
    this.set({ choices: otherChoices.length < choices.length ? otherChoices : [...choices, choice] });
  }

  clearFacet(facet: FacetName): void {
    this.set({ choices: this.store.state.query.choices.filter((choice) => choice.facet !== facet) });
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

export function isSameChoice(a: FacetChoice, b: FacetChoice): boolean {
  return a.facet === b.facet && a.value === b.value;
}
