import type { ResourceIcon } from '../resource/resource';

/** Servers have few icons; those beyond are kept with each resource. */
const mostLists = 1_000;

/** One copy of each list of icons: servers send the same few with every resource. */
export class IconLists {
  readonly #known = new Map<string, readonly ResourceIcon[]>();

  /** The copy that is kept; the list itself where it is the first of its kind. */
  share(icons: readonly ResourceIcon[]): readonly ResourceIcon[] {
    const key = icons.map(({ src, mimeType, theme, size }) => `${theme} ${size} ${mimeType} ${src}`).join('\n');
    const known = this.#known.get(key);
    if (known === undefined && this.#known.size < mostLists) this.#known.set(key, icons);
    return known ?? icons;
  }
}

/** True where both are the same icons in the same order. */
export function areSameIcons(a: readonly ResourceIcon[] | undefined, b: readonly ResourceIcon[] | undefined): boolean {
  if (a === b) return true;
  return (
    a?.length === b?.length &&
    a?.every(({ src, mimeType, theme, size }, at) => {
      const other = b?.[at];
      return src === other?.src && mimeType === other.mimeType && theme === other.theme && size === other.size;
    }) === true
  );
}
