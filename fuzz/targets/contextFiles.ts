import { readContextFile, withoutSet, withSet } from '../../src/core/context/contextFile';
import { hold, same, some, textIn, type Target } from '../target';

/** Files of named sets, which come with a workspace. */
export const contextFiles: Target = {
  name: 'contextFiles',
  isJson: true,
  words: [
    ...['sets', 'resources', 'description', 'uri', 'glob', 'search', 'server', 'checked'],
    ...['$schema', '__proto__', 'docs://{id}', 'docs://a', 'docs://**', 'id', 'type:image', '// c\n', ',', '{', '}'],
  ],
  check(bytes) {
    const text = textIn(bytes);
    const file = readContextFile(text);
    const lines = text.split(/\r\n|\r|\n/u).length;
    const problems = [...file.problems, ...(file.mistake ? [file.mistake] : [])];
    hold(
      problems.every(({ line }) => line >= 0 && line < lines),
      'A problem has its line.',
    );
    const names = file.sets.map(({ name }) => name);
    hold(new Set(names).size === names.length, 'A name stands for one set.', names);
    for (const { entries, entryLines, line } of file.sets) {
      hold(entries.length === entryLines.length, 'Every entry has a line.');
      hold(
        [line, ...entryLines].every((one) => one < lines),
        'A line is one of the file.',
      );
    }
    if (problems.length === 0) for (const name of names.slice(0, 3)) checkEdits(text, name);
    return `${some(names.length)} sets, ${some(file.sets[0]?.entries.length ?? 0)} entries, ${some(problems.length)} problems${file.mistake ? ', mistake' : ''}`;
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
