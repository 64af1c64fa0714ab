import { describe, expect, it } from 'vitest';
import { raw } from '../mcp/support';
import { connected } from './skillWorld';

/** A server of these skills of test/servers/raw/hostileSkills.mjs, and of no others. */
const serverOf = (names: readonly string[], ...flags: readonly string[]) =>
  connected(raw('skills', '--only', names.join(','), ...flags));

const uriOf = (name: string, file = 'SKILL.md'): string => `skill://${name}/${file}`;

describe.each<[string, readonly string[]]>([
  ['digest isn’t the one', ['wrong-digest']],
  ['The file has', ['wrong-size']],
  ['“description”', ['wrong-frontmatter']],
  ['“allowed-tools”', ['missing-field', 'dynamic-frontmatter']],
  ['“license”', ['added-field']],
  ['“version”', ['other-type']],
  ['didn’t send this one file', ['no-contents', 'two-contents', 'more-contents', 'other-uri', 'bad-base64']],
  ['frontmatter that can be read', ['yaml-aliases', 'yaml-duplicate', 'yaml-duplicate-quoted', 'yaml-list']],
  ['frontmatter that can be read', ['yaml-scalar', 'yaml-empty', 'yaml-none', 'yaml-open', 'yaml-late']],
  [
    'frontmatter that can be read',
    [
      'yaml-keys',
      'yaml-questions',
      'yaml-mistakes',
      'yaml-documents',
      'yaml-broken',
      'yaml-tab',
      'yaml-tag',
      'yaml-deep',
    ],
  ],
  ['doesn’t match the server’s list', ['yaml-cycle', 'yaml-merge', 'yaml-old', 'yaml-infinite', 'yaml-prototype']],
])('a SKILL.md is not shown that fails by “%s”', (words, names) => {
  it(names.join(', '), async () => {
    const { read, skills, serverId } = await serverOf(names);
    expect(skills.of(serverId).map(({ problem }) => problem)).toEqual(names.map(() => undefined));
    for (const name of names)
      await expect(read(uriOf(name)), name).rejects.toMatchObject({
        reason: 'unverified',
        message: expect.stringContaining(words) as unknown,
      });
  });
});

const places = ['outside', 'outside-prefix', 'outside-scheme', 'outside-server', 'acme/outside-dots'];
const spellings = [
  'acme/outside-encoded',
  'acme/outside-slash',
  'acme/outside-backslash',
  'dots-inside',
  'empty-segment',
];
const digests = ['upper-case', 'hex-upper-case', 'short', 'bare', 'other', 'number', 'missing'].map(
  (name) => `digest-${name}`,
);
const sizes = ['negative', 'text', 'fraction', 'huge', 'missing'].map((name) => `size-${name}`);
const lists = ['missing', 'null', 'object', 'text', 'upper-case'].map((name) => `resources-${name}`);
const fields = ['name-missing', 'name-number', 'description-missing', 'description-list', 'frontmatter-missing'];

describe.each<[string, readonly string[]]>([
  ['outside its folder', [...places, ...spellings, 'folder-as-file', 'query', 'fragment']],
  ['lacks “SKILL.md”', ['without-skill-md', 'no-files']],
  ['lists a file twice', ['twice', 'twice-differs', 'twice-encoded']],
  ['doesn’t list its files', [...digests, ...sizes, ...lists, 'file-null']],
  ['513 files', ['files-513']],
  ['16,777,217', ['bytes-over']],
  ['isn’t that of its folder, “other-name”', ['other-name']],
  ['lower-case', ['Upper_Case', 'in%E2%80%8Bvisible']],
  ['name and description', [...fields, 'frontmatter-list']],
])('a skill is none of whose entry can be said: “%s”', (words, names) => {
  it(names.join(', '), async () => {
    const { read, skills, serverId } = await serverOf(names);
    expect(skills.of(serverId)).toHaveLength(names.length);
    for (const { uri, problem } of skills.of(serverId)) {
      expect(problem, uri).toContain(words);
      // A server of so many files has no guide.
      const guides = words === '513 files' ? [] : [uri.replace('SKILL.md', 'references/guide.md')];
      for (const file of [uri, ...guides])
        await expect(read(file), file).rejects.toMatchObject({ reason: 'unverified' });
    }
  });
});

it('what is as its server says is shown, however strange', async () => {
  const plain = [
    'good',
    'as-bytes',
    'not-utf8',
    'yaml-crlf',
    'yaml-bom',
    'yaml-rich',
    'billing/refunds',
    'support/refunds',
  ];
  const odd = ['hidden-letters', 'hidden-file', 'injection', 'asks-for-tools', 'dynamic', 'files-512', 'bytes-16-mib'];
  const { read, skills, serverId } = await serverOf([...plain, ...odd]);
  expect(skills.of(serverId)).toHaveLength(plain.length + odd.length);
  for (const name of [...plain, ...odd]) expect(await read(uriOf(name)), name).toContain('---');
});

it('a file is checked alone, whatever is wrong with others', async () => {
  const { read } = await serverOf(['wrong-file-digest', 'wrong-file-size', 'lacks-file']);
  for (const name of ['wrong-file-digest', 'wrong-file-size']) {
    expect(await read(uriOf(name))).toContain('---');
    await expect(read(uriOf(name, 'references/guide.md'))).rejects.toMatchObject({ reason: 'unverified' });
  }
  await expect(read(uriOf('lacks-file', 'hidden.md'))).rejects.toMatchObject({ reason: 'unverified' });
});

it('bytes that change between two reads are checked at each', async () => {
  const { read } = await serverOf(['flips', 'flips-file']);
  for (const uri of [uriOf('flips'), uriOf('flips-file', 'references/guide.md')]) {
    await read(uri);
    await expect(read(uri)).rejects.toMatchObject({ reason: 'unverified' });
  }
});

it('a skill that is listed twice, and not the same, is what skills/get says', async () => {
  const { read, skills, serverId } = await serverOf(['double']);
  expect(skills.of(serverId)).toMatchObject([{ problem: expect.stringContaining('twice') as unknown }]);
  expect(await read(uriOf('double'))).not.toContain('second');
});

it('another spelling of a file is no way to other bytes', async () => {
  const { read } = await serverOf(['spelled']);
  for (const file of ['%53KILL.md', './SKILL.md', '/SKILL.md', 'SKILL.md?x', 'references/../SKILL.md'])
    await expect(read(uriOf('spelled', file)), file).rejects.toMatchObject({ reason: 'unverified' });
});

it('a nested skill is its own, and its files are those of the one around it, too', async () => {
  const { read, skills, serverId, catalog } = await serverOf(['outer', 'outer/inner', 'outer/secret']);
  expect(skills.of(serverId).map(({ name }) => name)).toEqual(['outer', 'inner']);
  expect(skills.governing({ serverId, uri: uriOf('outer/inner') }).map(({ name }) => name)).toEqual(['outer', 'inner']);
  expect(skills.at(catalog.idOf(serverId, uriOf('outer/inner'))!)?.name).toBe('inner');
  // Only skills/get knows it: it is one as soon as its SKILL.md is read.
  await read(uriOf('outer/secret'));
  expect(skills.of(serverId).map(({ name }) => name)).toContain('secret');
});

describe('skills/get', () => {
  it('is asked for what no list names, and makes a skill of nothing else', async () => {
    const { read, skills, serverId } = await serverOf(['unlisted', 'get-other', 'plain']);
    expect(skills.of(serverId)).toEqual([]);
    await read(uriOf('unlisted'));
    await read(uriOf('get-other'));
    expect(skills.of(serverId).map(({ name }) => name)).toEqual(['unlisted']);
  });

  it('is not needed for what is as it is listed', async () => {
    const names = ['get-differs', 'get-invalid', 'get-refused', 'get-fails', 'get-nothing', 'get-silent'];
    const { read } = await serverOf(names);
    for (const name of names) expect(await read(uriOf(name)), name).toContain('---');
  });
});

describe('a list of skills', () => {
  it.each([
    ['never ends', ['--endless']],
    ['never ends, and is empty', ['--endless', 'empty']],
    ['goes in a circle', ['--loop', '--page', '1']],
    ['has a hundred thousand', ['--many', '100000', '--page', '5000']],
  ])('that %s is cut', async (_, flags) => {
    const { skills, serverId } = await serverOf(['good'], ...flags);
    expect(skills.stateOf(serverId)).toBe('cut');
    expect(skills.of(serverId).length).toBeLessThanOrEqual(1_000);
  });

  it.each(['broken', 'error', '-32601', '-32602'])('that fails (%s) leaves all else as it is', async (how) => {
    const { read, skills, serverId } = await serverOf(['good'], '--list', how);
    expect(skills.stateOf(serverId)).toBe('failed');
    expect(await read(uriOf('good'))).toContain('---');
    expect(skills.of(serverId).map(({ name }) => name)).toEqual(['good']);
  });

  it('keeps what is usable of it', async () => {
    const { skills, serverId } = await serverOf(['good'], '--junk');
    expect(skills.of(serverId).filter(({ problem }) => problem === undefined)).toMatchObject([{ name: 'good' }]);
  });

  it('is not asked for before 2026-07-28, nor without the capability', async () => {
    for (const flag of ['--handshake', '--undeclared']) {
      const { read, skills, serverId } = await serverOf(['wrong-digest'], '--files', flag);
      expect(await read(uriOf('wrong-digest'))).toContain('---');
      expect(skills.of(serverId)).toEqual([]);
    }
  });
});
