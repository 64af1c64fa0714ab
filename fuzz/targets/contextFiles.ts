import { readContextFile, withoutSet, withSet } from '../../src/core/context/contextFile';
import { hold, same, some, textIn, type Target } from '../target';

/** Files of named sets, which come with a workspace. */
export const contextFiles: Target = {
  name: 'contextFiles',
  isJson: true,
  words: [
    ...[
      'sets',
      'resources',
      'description',
      'uri',
      'glob',
      'template',
      'search',
      'mentions',
      'priority',
      'server',
      'checked',
    ],
    ...['$schema', '__proto__', 'docs://{id}', 'docs://a', 'docs://**', 'id', 'type:image', '// c\n', ',', '{', '}'],
  ],
  check(bytes) {
    const text = textIn(bytes);
    const file = readContextFile(text);
    const { sets, mistake } = file;
    const names = sets.map(({ name }) => name);
    hold(new Set(names).size === names.length, 'A name stands for one set.', names);
    const offsets = sets.flatMap((set) => [set.offset, ...set.invalid, set.mistake?.offset ?? 0]);
    hold(
      [...offsets, mistake?.offset ?? 0].every((offset) => offset >= 0 && offset <= text.length),
      'A problem has its place.',
    );
    const invalid = sets.flatMap((set) => [...set.invalid, ...(set.mistake ? [set.mistake.offset] : [])]).length;
    if (invalid === 0 && !mistake) for (const name of names.slice(0, 3)) checkEdits(text, name);
    return `${some(names.length)} sets, ${some(sets[0]?.entries.length ?? 0)} entries, ${some(invalid)} invalid${mistake ? ', mistake' : ''}`;
  },
};

/** Edits change what they say and nothing else. */
function checkEdits(text: string, name: string): void {
  const sets = plainSets(text);
  const own = readContextFile(text).sets.find((set) => set.name === name);
  same(plainSets(withSet(text, name, own?.entries ?? [])), sets, 'A set that is saved again is the same.');
  const others = sets.filter((set) => set.name !== name);
  same(plainSets(withoutSet(text, name)), others, 'The other sets stay.');
}

function plainSets(text: string): readonly { readonly name: string }[] {
  return readContextFile(text).sets.map(({ name, description, entries }) => ({
    name,
    description,
    entries,
  }));
}
