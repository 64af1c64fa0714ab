import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { readContextFile, withoutSet, withSet, type ContextFile } from '../../../src/core/context/contextFile';
import { entryKeys, entryOf, readEntry, writeEntry, type SetEntry } from '../../../src/core/context/setEntry';

const plain = { server: undefined, isChecked: true };

function uri(text: string, fields: Partial<SetEntry> = {}): SetEntry {
  return { kind: 'uri', text, ...plain, ...fields } as SetEntry;
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
        { "template": "db://{schema}/orders" },
        { "search": "type:json orders" },
        { "mentions": "AGENTS.md" },
        { "priority": 0.5 }, // the last one
      ],
    },
    /* Theirs */
    "Other": { "resources": [] }
  }
}
`;

/** The text of a file from an offset to the end of its line. */
function at(file: string, offset: number | undefined): string | undefined {
  return offset === undefined ? undefined : file.slice(offset).split('\n')[0];
}

describe('a file of sets', () => {
  it('is read with comments and trailing commas', () => {
    expect(readContextFile(text)).toEqual<ContextFile>({
      sets: [
        {
          name: 'Sales',
          description: 'For orders',
          offset: text.indexOf('"Sales"'),
          invalid: [],
          mistake: undefined,
          entries: [
            uri('db://sales/orders'),
            uri('db://hr/people', { server: 'shop', isChecked: false }),
            { kind: 'glob', text: 'db://sales/**', ...plain },
            { kind: 'template', text: 'db://{schema}/orders', ...plain },
            { kind: 'search', text: 'type:json orders', ...plain },
            { kind: 'mentions', text: 'AGENTS.md', ...plain },
            { kind: 'priority', atLeast: 0.5, ...plain },
          ],
        },
        {
          name: 'Other',
          description: undefined,
          offset: text.indexOf('"Other"'),
          entries: [],
          invalid: [],
          mistake: undefined,
        },
      ],
      mistake: undefined,
    });
  });

  it.each(['', ' \n', '// nothing yet\n', '{}', '{ "sets": {} }'])('may be empty: %j', (empty) => {
    expect(readContextFile(empty)).toEqual({ sets: [], mistake: undefined });
  });

  it('gives what could be understood where its end is missing, and takes no edits then', () => {
    const { sets, mistake } = readContextFile(
      '{ "sets": {\n "a": { "resources": ["x:1"] },\n "b": { "resources": ["x:2"',
    );
    expect(sets.map(({ name, entries }) => [name, entries])).toEqual([
      ['a', [uri('x:1')]],
      ['b', [uri('x:2')]],
    ]);
    expect(mistake?.message).toBe('a ] is missing.');
  });

  const none = 'The file must contain an object with a “sets” property, which has an entry for each set.';
  it.each([
    ['[]', none, 0],
    ['{ "sets": [] }', none, 10],
    ['['.repeat(100_000), 'The contents of mcp-context.json are nested too deeply to be read. Reduce the nesting.', 0],
  ])('says what is wrong with all of it: %#', (broken, message, offset) => {
    expect(readContextFile(broken)).toEqual({ sets: [], mistake: { message, offset } });
  });

  it('says of a set which entries are not valid, and why it is none', () => {
    const odd = `{ "sets": {
      "": {},
      "a": { "resources": [
        { "globb": "x:*" }, "x:1",
        5,
        { "uri": "x:2", "checked": 1, "colour": "red" }] },
      "a": { "resources": ["x:3"] },
      "__proto__": { "resources": ["x:3"], "description": 7 },
      "b": 3,
      "c": { "resources": "x:3" } }, "version": 2 }`;
    const { sets, mistake } = readContextFile(odd);
    expect(sets.map(({ name, entries, invalid }) => [name, entries, invalid.map((offset) => at(odd, offset))])).toEqual(
      [
        ['a', [uri('x:1'), uri('x:2')], ['{ "globb": "x:*" }, "x:1",', '5,']],
        ['__proto__', [uri('x:3')], []],
        ['b', [], []],
        ['c', [], []],
      ],
    );
    const message = 'A context set must be an object with a “resources” array.';
    expect([mistake, ...sets.map((set) => set.mistake && [set.mistake.message, at(odd, set.mistake.offset)])]).toEqual([
      undefined,
      undefined,
      undefined,
      [message, '3,'],
      [message, '"x:3" } }, "version": 2 }'],
    ]);
  });

  it('is read at once, however many mistakes it has', () => {
    const many = Array.from({ length: 30_000 }, () => '\n{}').join();
    expect(readContextFile(`{ "sets": { "a": { "resources": [${many}] } } }`).sets[0]?.invalid).toHaveLength(30_000);
  });
});

describe('an entry', () => {
  it.each([
    [5],
    [' '],
    [{ server: 'a' }],
    [{ uri: 'a:', glob: 'b' }],
    [{ uri: '' }],
    [{ search: 1 }],
    [{ uri: 'a:', server: 1 }],
    [{ priority: '1' }],
    [{ priority: 1.1 }],
  ])('whose meaning is not clear is none: %j', (value) => {
    expect(readEntry(value)).toBeUndefined();
  });

  it('is written as short as it can be, and read as what it was', () => {
    const entries: [SetEntry, unknown][] = [
      [uri('a:'), 'a:'],
      [uri('a:', { server: 's', isChecked: false }), { server: 's', uri: 'a:', checked: false }],
      [
        { kind: 'glob', text: '*', ...plain, isChecked: false },
        { glob: '*', checked: false },
      ],
      [{ kind: 'search', text: 'x', ...plain }, { search: 'x' }],
      [{ kind: 'priority', atLeast: 0, ...plain }, { priority: 0 }],
    ];
    for (const [entry, written] of entries) {
      expect(writeEntry(entry)).toEqual(written);
      expect(readEntry(written)).toEqual(entry);
    }
  });

  it('is made of what is picked, with its marks', () => {
    const item = { serverId: 'i', uri: 'a:', name: 'a', title: undefined, mimeType: undefined, size: 1 };
    expect(entryOf({ ...item, isChecked: false, isInEveryMessage: false, reason: undefined }, 's')).toEqual(
      uri('a:', { server: 's', isChecked: false }),
    );
  });
});

/** Valid entries, as they are written in a file. */
const good = fc.oneof(
  fc.webUrl(),
  fc.record({ uri: fc.webUrl(), checked: fc.boolean() }),
  fc.record({
    glob: fc.constantFrom('*.md', 'db://**'),
    server: fc.string({ minLength: 1 }).filter((one) => one.trim() !== ''),
  }),
  fc.record({ search: fc.constantFrom('a', 'type:json') }),
  fc.record({ priority: fc.double({ min: 0, max: 1, noNaN: true }) }),
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
        const { sets: read } = readContextFile(JSON.stringify({ sets: Object.fromEntries(named) }, undefined, 1));
        const expected = sets.map((entries) =>
          entries.flatMap(({ value, isGood }) => (isGood ? readEntry(value) : [])),
        );
        expect(read.map(({ entries }) => entries)).toEqual(expected);
        const wrong = sets.map((entries) => entries.filter(({ isGood }) => !isGood).length);
        expect(read.map(({ invalid }) => invalid.length)).toEqual(wrong);
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
