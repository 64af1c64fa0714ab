// Compares the extension's keys with those of VS Code.

export interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
}

/** Returns a key with its modifiers in a fixed order and under one name, for each stroke of a chord. */
export function normalKey(key: string): string {
  const stroke = (text: string): string => {
    // The key itself can be a plus.
    const parts = text.toLowerCase().split(/(?<=.)\+(?=.)/u);
    const names = parts.map((part) => (/^(cmd|win|meta)$/u.test(part) ? 'meta' : part));
    const key = names.pop() ?? '';
    return [...names.sort(), key].join('+');
  };
  return key.split(' ').map(stroke).join(' ');
}

/** True for a binding that only applies while a list in one of our views has the focus. */
export function isInOurLists({ when = '' }: Keybinding): boolean {
  return when.includes("focusedView == 'mcpResources.") && when.includes('listFocus') && !when.includes('||');
}

/** True for a letter that is typed into the search while that opens, which is no key of its own. */
export function isTyping({ when = '' }: Keybinding): boolean {
  return when.includes('mcpResources.isSearchOpening');
}

/**
 * Returns our bindings that take a key from VS Code: the same key, or the first key of a chord.
 * @param taken the keys VS Code has bound, in any notation
 */
export function clashes(
  bindings: readonly Keybinding[],
  taken: readonly string[],
  keyOf: (binding: Keybinding) => string,
): string[] {
  const keys = new Set(taken.map(normalKey));
  const firstStrokes = new Set([...keys].flatMap((key) => (key.includes(' ') ? key.split(' ')[0]! : [])));
  return bindings
    .map((binding) => normalKey(keyOf(binding)))
    .filter((key) => keys.has(key) || firstStrokes.has(key) || (key.includes(' ') && keys.has(key.split(' ')[0]!)));
}

/** True where a `when` clause of VS Code can be true while a list in an extension's view has the focus. */
export function holdsInLists(when: string | undefined): boolean {
  if (when === undefined) return true;
  const holds = (term: string): boolean => {
    const text = term.trim().replace(/^!/u, '');
    const isTrue = /==|=~|[<>]| in /u.test(text) ? false : /!=|^config\./u.test(text) || text === 'listFocus';
    return isTrue !== term.trim().startsWith('!');
  };
  return when.split('||').some((alternative) => alternative.split('&&').every(holds));
}

/**
 * Keys that users expect in a list of check boxes although VS Code has bound them. There they copy text and undo typing, which a list does not have,
 * move rows with the arrows in notebooks, and toggle a box with Space, which opens the row where the row has the focus. Enter does what it does in
 * every list, and tells the row that it was no click.
 */
const expected: ReadonlySet<string> = new Set([
  ...['ctrl+c', 'meta+c', 'ctrl+z', 'meta+z'],
  ...['alt+up', 'alt+down', 'space', 'enter'],
]);

/** True for a key of VS Code's lists that our lists may use; `key` is in the notation of {@link normalKey}. */
export function isExpectedInLists(key: string): boolean {
  return expected.has(key);
}
