import type { Disposable } from '../../core/base/disposable';
import { DisposableStore } from '../../core/base/disposable';
import { Emitter } from '../../core/base/event';
import type { Catalog } from '../../core/catalog/catalog';
import { rowOf } from '../../core/catalog/resourceTable';
import { UriGlob } from '../../core/search/uriGlob';
import { settings } from './ids';
import { excludedGlobs, onDidChangeSetting } from './settings';

/** The resources that the exclude setting leaves in the views. Each is matched once and cached, as a URI never changes. */
export class Visibility implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new Emitter<void>();
  #globs: readonly UriGlob[] = [];
  /** By row: one more than the id of its resource, below 0 where it is hidden. */
  #known: number[] = [];

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly catalog: Catalog) {
    this.#store.add(this.#didChange);
    this.#store.add(onDidChangeSetting(settings.exclude, () => this.#read()));
    this.#read();
  }

  readonly isVisible = (id: number): boolean => {
    if (this.#globs.length === 0) return true;
    // Filled without gaps: an array written far beyond its end turns into a hash table.
    const row = rowOf(id);
    while (this.#known.length <= row) this.#known.push(0);
    const shown = id + 1;
    const known = this.#known[row];
    if (known === shown || known === -shown) return known === shown;
    const isVisible = this.isUriVisible(this.catalog.resource(id)?.uri ?? '');
    this.#known[row] = isVisible ? shown : -shown;
    return isVisible;
  };

  /** For a template, whose text is matched as if it were a URI. */
  readonly isUriVisible = (uri: string): boolean => !this.#globs.some((glob) => glob.isMatch(uri));

  dispose(): void {
    this.#store.dispose();
  }

  #read(): void {
    this.#globs = excludedGlobs().map((glob) => new UriGlob(glob));
    this.#known = [];
    this.#didChange.fire();
  }
}
