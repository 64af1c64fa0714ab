import { Interned } from '../base/interned';
import type { ResourceIcon } from '../resource/resource';

type Icons = readonly ResourceIcon[];

/** Servers send the same few icons with every resource. */
export function newInternedIcons(): Interned<Icons> {
  return new Interned((icons) =>
    icons.map(({ src, mimeType, theme, size }) => `${theme} ${size} ${mimeType} ${src}`).join('\n'),
  );
}

/** True if both are the same icons in the same order. */
export function areSameIcons(a: Icons | undefined, b: Icons | undefined): boolean {
  if (a === b) return true;
  return (
    a?.length === b?.length &&
    a?.every(({ src, mimeType, theme, size }, index) => {
      const other = b?.[index];
      return src === other?.src && mimeType === other.mimeType && theme === other.theme && size === other.size;
    }) === true
  );
}
