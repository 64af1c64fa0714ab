import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { readContextFile, withoutSet, withSet, type ContextFile } from '../../../src/core/context/contextFile';
import { entryKeys, entryOf, readEntry, writeEntry, type SetEntry } from '../../../src/core/context/setEntry';

const plain = { server: undefined, isChecked: true };

function uri(text: string, fields: Partial<SetEntry> = {}): SetEntry {
  return { kind: 'uri', uri: text, ...plain, ...fields } as SetEntry;
}

const text = `{
  // Ours
  "sets": {
    "Sales": {
      "description": "For orders", // keep me
      "resources": [
        "db://sales/orders",
        { "server": "shop", "uri": "db://hr/people", "checked": false },
        { "glob": "db://sales/**" },
        { "search": "type:json orders" }, // the last one
      ],
    },
    /* Theirs */
    "Other": { "resources": [] }
  }
}
`;

describe('a file of sets', () => {
  it('is read with comments and trailing commas', () => {
    expect(readContextFile(text)).toEqual<ContextFile>({
      sets: [
        {
          name: 'Sales',
          description: 'For orders',
          line: 3,
          entryLines: [6, 7, 8, 9],
          lost: [],
          mistake: undefined,
          entries: [
            uri('db://sales/orders'),
            uri('db://hr/people', { server: 'shop', isChecked: false }),
            { kind: 'glob', glob: 'db://sales/**', ...plain },
            { kind: 'search', search: 'type:json orders', ...plain },
          ],
        },
        { name: 'Other', description: undefined, line: 13, entries: [], entryLines: [], lost: [], mistake: undefined },
      ],
      problems: [],
      mistake: undefined,
    });
  });

  it.each(['', ' \n', '// nothing yet\n', '{}', '{ "sets": {} }'])('may be empty: %j', (empty) => {
    expect(readContextFile(empty)).toEqual({ sets: [], problems: [], mistake: undefined });
  });

  it('gives what could be understood where its end is missing, and takes no edits then', () => {
    const { sets, mistake } = readContextFile(
      '{ "sets": {\n "a": { "resources": ["x:1"] },\n "b": { "resources": ["x:2"',
    );
    expect(sets.map(({ name, entries }) => [name, entries])).toEqual([
      ['a', [uri('x:1')]],
      ['b', [uri('x:2')]],
    ]);
    expect(mistake).toEqual({ message: 'a ] is missing.', line: 2 });
  });

  it.each([
    ['[]', 'The file must contain an object with a “sets” property.'],
    ['{ "sets": [] }', '“sets” must be an object with one entry for each set.'],
    ['['.repeat(100_000), 'The contents of mcp-context.json are nested too deeply to be read. Reduce the nesting.'],
  ])('says what is wrong with all of it: %#', (broken, message) => {
    expect(readContextFile(broken)).toMatchObject({ sets: [], mistake: { message, line: 0 } });
  });

  it('says what it does not know, with the line', () => {
    const odd = `{ "sets": {
      "": {},
      "a": { "resources": ["x:1"], "colour": 1 },
      "a": { "resources": ["x:2"] },
      "b": 5,
      "__proto__": { "resources": ["x:3"] }
    }, "version": 2 }`;
    const { sets, problems } = readContextFile(odd);
    expect(sets.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['a', 1],
      ['b', 0],
      ['__proto__', 1],
    ]);
    expect(problems).toEqual([
      { line: 6, message: 'The unknown property “version” is ignored.' },
      { line: 3, message: 'The property “a” occurs more than once. Only the first one is used.' },
      { line: 1, message: 'A context set needs a name.' },
      { line: 2, message: 'The unknown property “colour” is ignored.' },
      { line: 4, message: 'A context set must be an object with a “resources” array.' },
    ]);
  });

  it('says of a set which entries mean nothing, and why it is none', () => {
    const odd = `{ "sets": {
      "a": { "resources": [
        { "globb": "x:*" }, "x:1",
        5,
        { "uri": "x:2", "checked": 1 }, { "uri": "${'x'.repeat(100)}", "colour": 1, "server": 3 }] },
      "b": 3,
      "c": { "resources": "x:3" } } }`;
    const { sets, problems } = readContextFile(odd);
    const kinds = 'An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.';
    expect(sets[0]).toMatchObject({
      entries: [uri('x:1'), uri('x:2')],
      entryLines: [2, 4],
      lost: [
        { text: '{ "globb": "x:*" }', line: 2, message: kinds },
        { text: '5', line: 3, message: kinds },
        {
          text: expect.stringMatching(/^\{ "uri": "x{40,}…$/u) as unknown,
          line: 4,
          message: '“server” must be a non-empty string.',
        },
      ],
      mistake: undefined,
    });
    const [b, c] = sets.slice(1).map(({ mistake }) => mistake);
    const message = 'A context set must be an object with a “resources” array.';
    expect([b, c]).toEqual([
      { line: 5, message },
      { line: 6, message },
    ]);
    expect(problems).toContain(b);
  });

  it('is read at once, however many mistakes it has', () => {
    const many = Array.from({ length: 30_000 }, () => '\n{}').join();
    expect(readContextFile(`{ "sets": { "a": { "resources": [${many}] } } }`).problems).toHaveLength(30_000);
  });
});

describe('an entry', () => {
  it.each([
    [5, 'An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.'],
    [' ', 'An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.'],
    [{ server: 'a' }, 'An entry must be a URI in quotes, or an object with “uri”, “glob” or “search”.'],
    [{ uri: 'a:', glob: 'b' }, 'Use either “uri” or “glob” in an entry, not both.'],
    [{ uri: '' }, '“uri” must be a non-empty string.'],
    [{ search: 1 }, '“search” must be a non-empty string.'],
    [{ uri: 'a:', server: 1 }, '“server” must be a non-empty string.'],
  ])('whose meaning is not clear is none: %j', (value, mistake) => {
    expect(readEntry(value)).toEqual({ entry: undefined, mistakes: [mistake] });
  });

  it('loses nothing by a key that is not known, or a mark that is none', () => {
    expect(readEntry({ uri: 'a:', checked: 'yes', colour: 'red' })).toEqual({
      entry: uri('a:'),
      mistakes: ['The unknown property “colour” is ignored.', '“checked” must be true or false.'],
    });
  });

  it('is written as short as it can be, and read as what it was', () => {
    const entries: [SetEntry, unknown][] = [
      [uri('a:'), 'a:'],
      [uri('a:', { server: 's', isChecked: false }), { server: 's', uri: 'a:', checked: false }],
      [
        { kind: 'glob', glob: '*', ...plain, isChecked: false },
        { glob: '*', checked: false },
      ],
      [{ kind: 'search', search: 'x', ...plain }, { search: 'x' }],
    ];
    for (const [entry, written] of entries) {
      expect(writeEntry(entry)).toEqual(written);
      expect(readEntry(written)).toEqual({ entry, mistakes: [] });
    }
  });

  it('is made of what is picked, with its marks', () => {
    const item = { serverId: 'i', uri: 'a:', name: 'a', title: undefined, mimeType: undefined, size: 1 };
    expect(entryOf({ ...item, isChecked: false, isInEveryMessage: false, reason: { kind: 'priority' } }, 's')).toEqual(
      uri('a:', { server: 's', isChecked: false }),
    );
  });
});

/** Valid entries, as they are written in a file. */
const good = fc.oneof(
  fc.webUrl(),
  fc.record({ uri: fc.webUrl(), once: fc.boolean() }),
  fc.record({
    glob: fc.constantFrom('*.md', 'db://**'),
    server: fc.string({ minLength: 1 }).filter((one) => one.trim() !== ''),
  }),
  fc.record({ search: fc.constantFrom('a', 'type:json') }),
);
/** Invalid entries. */
const bad = fc.oneof(
  fc.integer(),
  fc.constantFrom<unknown>(null, '', [], {}, true, { uri: 1 }, { glob: [] }, { uri: 'a:', search: 'b' }),
  fc.record({
    server: fc.string(),
    glob: fc.constantFrom<unknown>(1, ''),
  }),
);

describe('mistakes', () => {
  it('lose their own entry, and nothing else', () => {
    const entry = fc.oneof(
      good.map((value) => ({ value, isGood: true })),
      bad.map((value) => ({ value, isGood: false })),
    );
    fc.assert(
      fc.property(fc.array(fc.array(entry), { minLength: 1, maxLength: 4 }), (sets) => {
        const named = sets.map(
          (entries, at) => [`set ${at}`, { resources: entries.map(({ value }) => value) }] as const,
        );
        const { sets: read, problems } = readContextFile(
          JSON.stringify({ sets: Object.fromEntries(named) }, undefined, 1),
        );
        const expected = sets.map((entries) =>
          entries.flatMap(({ value, isGood }) => (isGood ? readEntry(value).entry : [])),
        );
        expect(read.map(({ entries }) => entries)).toEqual(expected);
        expect(problems.length).toBeGreaterThanOrEqual(sets.flat().filter(({ isGood }) => !isGood).length);
      }),
    );
  });

  it('of any kind never throw, and leave what is written beside them', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
        (value, name) => {
          const before = JSON.stringify({ sets: { other: value }, more: value });
          expect(() => readContextFile(JSON.stringify(value))).not.toThrow();
          const after: unknown = JSON.parse(withSet(before, `my ${name}`, [uri('a:')]));
          const sets = { other: value, [`my ${name}`]: { resources: ['a:'] } };
          expect(after).toEqual(JSON.parse(JSON.stringify({ sets, more: value })));
        },
      ),
    );
  });
});

describe('writing a set', () => {
  it('begins a file', () => {
    expect(withSet('', 'Mine', [uri('a:'), uri('b:', { server: 's' })])).toBe(`{
  "sets": {
    "Mine": {
      "resources": [
        "a:",
        {
          "server": "s",
          "uri": "b:"
        }
      ]
    }
  }
}
`);
  });

  it('keeps comments, other sets and what is not known', () => {
    const odd = text.replace('"description"', '"colour": "red", "description"');
    const after = withSet(odd, 'Sales', [uri('x:')]);
    expect(after).toContain('// Ours');
    expect(after).toContain('"colour": "red", "description": "For orders", // keep me');
    expect(after).toContain('/* Theirs */\n    "Other": { "resources": [] }');
    expect(readContextFile(after).sets.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['Sales', 1],
      ['Other', 0],
    ]);
  });

  it('comes after the others, indented as they are', () => {
    const tabs = '{\r\n\t"sets": {\r\n\t\t"a": {\r\n\t\t\t"resources": []\r\n\t\t}\r\n\t}\r\n}';
    expect(withSet(tabs, 'b', [uri('x:')])).toBe(
      '{\r\n\t"sets": {\r\n\t\t"a": {\r\n\t\t\t"resources": []\r\n\t\t},\r\n\t\t"b": {\r\n\t\t\t"resources": [\r\n\t\t\t\t"x:"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  it('deletes one set alone', () => {
    const errors: ParseError[] = [];
    const left: unknown = parse(withoutSet(text, 'Sales'), errors, { allowTrailingComma: true });
    expect([left, errors]).toEqual([{ sets: { Other: { resources: [] } } }, []]);
    expect(withoutSet(text, 'None')).toBe(text);
  });
});

it('can be edited however far its lines are indented', () => {
  for (const width of [2, 20, 25, 40, 50, 100, 200]) {
    const wide = JSON.stringify(
      { sets: { a: { resources: ['x:y'] }, b: { resources: ['x:z'] } } },
      undefined,
      10,
    ).replaceAll(' '.repeat(10), ' '.repeat(width));
    const names = (edited: string): readonly string[] => readContextFile(edited).sets.map(({ name }) => name);
    expect(names(withoutSet(wide, 'a')), `${width}`).toEqual(['b']);
    expect(names(withSet(wide, 'c', [uri('x:w')])), `${width}`).toEqual(['a', 'b', 'c']);
  }
});

describe('the schema of the file', () => {
  it('knows the same keys as the reader', () => {
    const file = new URL('../../../media/mcp-context.schema.json', import.meta.url);
    const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as {
      definitions: { entry: { properties: object } };
    };
    expect(Object.keys(definitions.entry.properties).sort()).toEqual([...entryKeys].sort());
  });
});
