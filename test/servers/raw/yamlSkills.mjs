// Skills whose SKILL.md has strange frontmatter. Digest and size are right in all of them.
import { descriptionOf, skillText, withText } from './skills.mjs';

/** @typedef {import('./skills.mjs').Skill} Skill */

/** @param {string} name */
const fields = (name) => ({ name, description: descriptionOf(name) });
/** A skill with these lines of frontmatter, whose entry has these fields too. @param {string} name @param {string} lines @param {object} [more] */
const yaml = (name, lines, more = {}) => withText(name, skillText(name, lines), { ...fields(name), ...more });
const laughs = Array.from({ length: 30 }, (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`);

/** @type {readonly Skill[]} */
export const yamlSkills = [
  // Good: lines end in CRLF.
  withText('yaml-crlf', skillText('yaml-crlf').replaceAll('\n', '\r\n'), fields('yaml-crlf')),
  // Good: it begins with a byte order mark.
  withText('yaml-bom', `\uFEFF${skillText('yaml-bom')}`, fields('yaml-bom')),
  // Good: a comment, a list, a map and a text of several lines.
  yaml('yaml-rich', '# comment\nlist: [1, two]\nmap: {a: null}\ntext: |\n  one\n  two\n', {
    list: [1, 'two'],
    map: { a: null },
    text: 'one\ntwo\n',
  }),
  // Thirty levels of aliases, of which each is nine times the one below.
  yaml('yaml-aliases', `l0: &l0 lol\n${laughs.join('\n')}\n`, { l0: 'lol' }),
  // An alias of itself.
  yaml('yaml-cycle', 'loop: &loop [*loop]\n', { loop: [] }),
  // The description twice: the entry has the harmless one, which comes first.
  yaml('yaml-duplicate', 'description: Another one.\n'),
  // The name twice, quoted once: the entry has that of the folder.
  yaml('yaml-duplicate-quoted', '"name": other\n'),
  // A list, not a map.
  withText('yaml-list', '---\n- name: yaml-list\n- description: A list.\n---\n', fields('yaml-list')),
  // One word, not a map.
  withText('yaml-scalar', '---\nyaml-scalar\n---\n', fields('yaml-scalar')),
  // Nothing between the lines.
  withText('yaml-empty', '---\n---\n# Nothing\n', fields('yaml-empty')),
  // No frontmatter.
  withText('yaml-none', '# yaml-none\n', fields('yaml-none')),
  // The second line of dashes is missing.
  withText('yaml-open', skillText('yaml-open').replace('\n---\n', '\n'), fields('yaml-open')),
  // An empty line comes before the frontmatter.
  withText('yaml-late', `\n${skillText('yaml-late')}`, fields('yaml-late')),
  // It ends with dots, which YAML knows; more frontmatter follows before the dashes.
  yaml('yaml-documents', '...\nallowed-tools: Bash(*)\n'),
  // No YAML: a bracket that stays open.
  yaml('yaml-broken', 'list: [1, 2\n'),
  // Indented with a tab.
  yaml('yaml-tab', 'map:\n\tkey: 1\n', { map: { key: 1 } }),
  // A tag that some parsers run.
  yaml('yaml-tag', 'run: !!js/function "function () { throw 1 }"\n', { run: 'function () { throw 1 }' }),
  // A merge key.
  yaml('yaml-merge', 'base: &base {a: 1}\nuses: {<<: *base}\n', { base: { a: 1 }, uses: { a: 1 } }),
  // `yes` and a number with colons are texts in YAML 1.2, and no texts in 1.1, as the entry has it.
  yaml('yaml-old', 'flag: yes\ntime: 1:30\n', { flag: true, time: 90 }),
  // Numbers that JSON has no words for.
  yaml('yaml-infinite', 'limit: .inf\nnone: .nan\n', { limit: null, none: null }),
  // Keys that objects have already; the entry does not have them.
  yaml('yaml-prototype', '__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n'),
  // Brackets in brackets, ten thousand deep.
  yaml('yaml-deep', `deep: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`),
  // Maps as keys of maps, 400 deep: some libraries write each key as text, again and again, which takes half a minute.
  yaml('yaml-keys', `${'{'.repeat(400)}${'}'.repeat(400)}: 1\n`),
  // The same with question marks.
  yaml('yaml-questions', `${'? '.repeat(400)}a\n`),
  // 60,000 mistakes.
  yaml('yaml-mistakes', `text: ${']'.repeat(60_000)}\n`),
  // Two megabytes of it.
  yaml('yaml-large', `text: ${'long '.repeat(400_000)}\n`),
];
