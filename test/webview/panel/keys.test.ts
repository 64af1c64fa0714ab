import { describe, expect, it } from 'vitest';
import { listKey, type KeyPress } from '../../../webview-ui/panel/keys';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const kind = (key: string, modifiers: Partial<KeyPress> = {}): string | undefined =>
  listKey({ ...plain, ...modifiers, key })?.kind;

describe('a key in the list', () => {
  it('moves, and with Shift extends', () => {
    expect(listKey({ ...plain, key: 'End' })).toEqual({ kind: 'move', to: 'last', isExtending: false });
    expect(listKey({ ...plain, key: 'ArrowUp', shiftKey: true })).toEqual({
      kind: 'move',
      to: 'up',
      isExtending: true,
    });
  });

  it('acts the same with Ctrl and with Cmd', () => {
    for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(kind('a', modifiers)).toBe('selectAll');
      expect(kind('Enter', modifiers)).toBe('open');
      expect(kind('p', modifiers)).toBeUndefined();
      expect(kind('A', { ...modifiers, shiftKey: true })).toBeUndefined();
    }
  });

  it('attaches with Enter and with Shift and Enter, as in the trees', () => {
    expect([kind('Enter'), kind('Enter', { shiftKey: true })]).toEqual(['attach', 'attach']);
  });

  it('types in any script, and takes back', () => {
    expect(['a', 'Ä', 'ж', '用', '𝒳', '+', 'Process', 'Dead', 'Backspace'].map((key) => kind(key))).toEqual(
      Array(9).fill('type'),
    );
  });

  it('is left to VS Code where it means nothing here', () => {
    expect(['F1', 'Tab', 'ContextMenu', 'Shift', 'Delete'].map((key) => kind(key))).toEqual(Array(5).fill(undefined));
    expect(kind('ArrowDown', { altKey: true })).toBeUndefined();
    expect(kind('F6', { shiftKey: true })).toBeUndefined();
  });
});
