// Keys that the extension contributes, held against those of VS Code.

export interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
}

/** A key with its modifiers in one order and under one name, for each stroke of a chord. */
export function normalKey(key: string): string {
  const stroke = (text: string): string => {
    // A plus can be the key itself.
    const parts = text.toLowerCase().split(/(?<=.)\+(?=.)/u);
    const names = parts.map((part) => (/^(cmd|win|meta)$/u.test(part) ? 'meta' : part));
    const key = names.pop() ?? '';
    return [...names.sort(), key].join('+');
  };
  return key.split(' ').map(stroke).join(' ');
}

/** True for a binding that acts only while a list in a view of ours has the focus. */
export function isInOurLists({ when = '' }: Keybinding): boolean {
  return when.includes("focusedView == 'mcpResources.") && when.includes('listFocus') && !when.includes('||');
}

/**
 * The bindings of ours that take a key from VS Code: the same key, or one that a chord begins with.
 * @param taken what VS Code has bound, in any notation
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

/** True where a `when` clause of VS Code can hold while a list in a view of an extension has the focus. */
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
 * What people expect of these keys in a list of check boxes, though VS Code has them bound: it copies text and undoes typing, of which a
 * list has none, moves rows with the arrows in its notebooks, and lets a space tick a box but, where the row has the focus, open the row.
 */
const expected: ReadonlySet<string> = new Set([
  ...['ctrl+c', 'meta+c', 'ctrl+z', 'meta+z'],
  ...['alt+up', 'alt+down', 'space'],
]);

/** True for a key of VS Code's lists that ours may take; `key` in the notation of {@link normalKey}. */
export function isExpectedInLists(key: string): boolean {
  return expected.has(key);
}
