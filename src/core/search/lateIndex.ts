import type { Late } from '../base/onFirstUse';
import type { SearchIndex } from './searchIndex';

/** An index that is created with the first search. */
export class LateIndex implements Pick<SearchIndex, 'search' | 'reset'> {
  constructor(private readonly index: Late<SearchIndex>) {}

  readonly search: SearchIndex['search'] = async (...args) => (await this.index.get()).search(...args);

  reset(): void {
    this.index.loaded?.reset();
  }
}
