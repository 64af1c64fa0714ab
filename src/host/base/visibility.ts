import type { Disposable } from '../../core/base/disposable';
import { DisposableStore } from '../../core/base/disposable';
import { Emitter } from '../../core/base/event';
import type { Catalog } from '../../core/catalog/catalog';
import { UriGlob } from '../../core/search/uriGlob';
import { settings } from './ids';
import { excludedGlobs, onDidChangeSetting } from './settings';

const unknown = 0;
const shown = 1;
const hidden = 2;

/** The resources that the exclude setting leaves in the views. Each is matched once and cached, as a URI never changes. */
export class Visibility implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new Emitter<void>();
  #globs: readonly UriGlob[] = [];
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
    while (this.#known.length <= id) this.#known.push(unknown);
    const known = this.#known[id];
    if (known !== unknown) return known === shown;
    const isVisible = this.isUriVisible(this.catalog.resource(id)?.uri ?? '');
    this.#known[id] = isVisible ? shown : hidden;
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
