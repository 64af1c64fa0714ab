import type { Move } from './listController';

/** The meaning of a key in the list. */
export type ListKey =
  | { readonly kind: 'move'; readonly to: Move; readonly isExtending: boolean }
  | { readonly kind: 'toggle' | 'selectAll' | 'attach' | 'open' | 'openPane' | 'closePane' | 'nextPane' | 'escape' }
  /** Belongs to the search box. */
  | { readonly kind: 'type' };

/** The part of a `KeyboardEvent` that counts. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
};

/** `undefined` for a key that the list leaves to VS Code. */
export function listKey(press: KeyPress): ListKey | undefined {
  if (press.altKey) return undefined;
  if (press.key === 'F6' && !press.shiftKey) return { kind: 'nextPane' };
  if (press.ctrlKey || press.metaKey) return chord(press);
  const movement = moves[press.key];
  if (movement) return { kind: 'move', to: movement, isExtending: press.shiftKey };
  if (press.key === ' ') return { kind: 'toggle' };
  if (press.key === 'Enter') return { kind: 'attach' };
  if (press.key === 'Escape') return { kind: 'escape' };
  if (press.key === 'ArrowRight') return { kind: 'openPane' };
  if (press.key === 'ArrowLeft') return { kind: 'closePane' };
  // One character, in any script, is typing. `Process` and `Dead` begin a composed one.
  const isTyping = /^.$/u.test(press.key) || ['Backspace', 'Process', 'Dead'].includes(press.key);
  return isTyping ? { kind: 'type' } : undefined;
}

function chord(press: KeyPress): ListKey | undefined {
  if (press.shiftKey) return undefined;
  if (press.key === 'Enter') return { kind: 'open' };
  return press.key.toLowerCase() === 'a' ? { kind: 'selectAll' } : undefined;
}
