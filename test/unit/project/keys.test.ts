import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  clashes,
  holdsInLists,
  isExpectedInLists,
  isInOurLists,
  isTyping,
  normalKey,
  type Keybinding,
} from '../../support/keys';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly contributes: { readonly keybindings: readonly Keybinding[] };
};
const keybindings = manifest.contributes.keybindings.filter((binding) => !isTyping(binding));
/** Keys, separated by bars. */
type Taken = Readonly<Record<'everywhere' | 'lists', string>>;
const defaultKeys = JSON.parse(read('test/support/defaultKeys.json')) as Readonly<
  Record<'linux' | 'windows' | 'mac', Taken>
>;
const inLists = keybindings.filter(isInOurLists);
const anywhere = keybindings.filter((binding) => !isInOurLists(binding));

describe.each(['linux', 'windows', 'mac'] as const)('the keys on %s', (platform) => {
  const keyOf = ({ key, mac }: Keybinding): string => (platform === 'mac' ? (mac ?? key) : key);
  const taken = (which: 'everywhere' | 'lists'): string[] => defaultKeys[platform][which].split(' | ');

  it('take none from VS Code, wherever it uses it', () => {
    expect(taken('everywhere').length).toBeGreaterThan(300);
    expect(clashes(anywhere, taken('everywhere'), keyOf)).toEqual([]);
  });

  it('take none in the lists of our views from VS Code', () => {
    expect(clashes(inLists, taken('lists'), keyOf).filter((key) => !isExpectedInLists(key))).toEqual([]);
  });

  it('are each for one thing in one place', () => {
    const places = keybindings.map((binding) => `${normalKey(keyOf(binding))} ${binding.when ?? ''}`);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });
});

describe('docs/keyboard.md', () => {
  const page = read('docs/keyboard.md');
  /** Writes `ctrl+shift+alt+j` as `Ctrl+Shift+Alt+J`. */
  const written = (key: string): string =>
    `\`${key.replace(/(^|\+)(\w)/gu, (_, plus: string, letter: string) => plus + letter.toUpperCase())}\``;

  it('has every key', () => {
    const names = (key: string): string => written(key).replace('Delete', 'Del');
    const missing = keybindings
      .flatMap(({ key, mac = key }) => [names(key), names(mac)])
      .filter((key) => !page.includes(key));
    expect(missing).toEqual([]);
  });
});

describe('the comparison of keys', () => {
  const binding = (key: string): Keybinding => ({ command: 'x', key });
  const clash = (key: string, taken: string): string[] => clashes([binding(key)], [taken], (one) => one.key);

  it('finds the same key in another notation, and chords that begin with a key', () => {
    expect(clash('ctrl+shift+alt+j', 'alt+ctrl+shift+j')).toEqual(['alt+ctrl+shift+j']);
    expect(clash('cmd+c', 'meta+c')).toEqual(['meta+c']);
    expect(clash('ctrl+k', 'ctrl+k ctrl+s')).toEqual(['ctrl+k']);
    expect(clash('ctrl+k a', 'ctrl+k')).toEqual(['ctrl+k a']);
    expect(clash('ctrl+k a', 'ctrl+k b')).toEqual([]);
    expect(clash('ctrl++', 'ctrl++')).toEqual(['ctrl++']);
  });

  it('knows when VS Code acts in a list', () => {
    expect(['listFocus && !inputFocus', '!editorFocus', undefined].map(holdsInLists)).toEqual([true, true, true]);
    expect(['editorFocus', "focusedView == 'x' && listFocus", 'listFocus && a || b'].map(holdsInLists)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
