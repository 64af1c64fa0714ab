import { joined } from '../../core/base/format';
import { showable } from '../../core/base/showable';

/** Number of names that are listed. */
export const maxNamed = 12;
const maxNameLength = 60;

/** Names for a sentence, shortened. */
export function namesOf(items: readonly { readonly name: string }[]): string {
  const names = items.slice(0, maxNamed).map(({ name }) => shortName(name));
  return joined(names) + (items.length > maxNamed ? '…' : '');
}

export function shortName(name: string): string {
  const plain = showable(name, ' ');
  return plain.length > maxNameLength ? `${plain.slice(0, maxNameLength)}…` : plain;
}
