import { describe, expect, it } from 'vitest';
import { entryOf, fileOf, listOf, one, skillText, skillWorld, textOf, type Entry } from './skillWorld';

const saying = (words: string): unknown => expect.stringContaining(words);
const folder = 'skill://shop/refunds';
const uri = `${folder}/SKILL.md`;
const text = skillText('refunds');
const entry = entryOf(folder, text, { 'forms/EU.md': '# EU\n' });

/** The entry that the server lists, and what it answers to a read. */
const world = (listed: object, answer: object, described: object = one(listed)) =>
  skillWorld({ 'skills/list': listOf(listed), 'skills/get': described, 'resources/read': answer });

describe('a file of a skill', () => {
  it('is read where it is what the server says of it', async () => {
    const { read, skills, serverId, catalog } = await world(entry, textOf(uri, text));
    expect(await read(uri)).toBe(text);
    expect(skills.of(serverId)).toMatchObject([{ uri, name: 'refunds', description: 'How to refunds' }]);
    expect([...skills.of(serverId)[0]!.rows].map((id) => catalog.table.uri(id))).toEqual([
      uri,
      `${folder}/forms/EU.md`,
    ]);
  });

  it.each<[string, Entry, object, string]>([
    ['has another size', entry, textOf(uri, `${text}more`), 'The file has'],
    ['has another digest', entry, textOf(uri, text.replace('it', 'at')), 'digest'],
    ['is not listed', entryOf(folder, text), textOf(`${folder}/forms/EU.md`, '# EU\n'), 'doesn’t list'],
    [
      'has other frontmatter',
      { ...entry, frontmatter: { ...entry.frontmatter, description: 'Anything' } },
      textOf(uri, text),
      '“description”',
    ],
    [
      'has frontmatter that the entry lacks',
      entryOf(folder, text.replace('name', 'allowed-tools: Bash\nname')),
      textOf(uri, text.replace('name', 'allowed-tools: Bash\nname')),
      '“allowed-tools”',
    ],
  ])('is not shown where it %s', async (_, listed, answer, words) => {
    const { read } = await world(listed, answer);
    const asked = words === 'doesn’t list' ? `${folder}/forms/EU.md` : uri;
    await expect(read(asked)).rejects.toMatchObject({ reason: 'unverified', message: saying(words) });
  });

  it.each([
    `${folder}/./forms/EU.md`,
    `${folder}//forms/EU.md`,
    `${folder}/forms%2FEU.md`,
    `${folder}/forms/EU%2Emd`,
    `${folder}/x/../forms/EU.md`,
    'SKILL://shop/refunds/forms/EU.md',
    'skill://shop/Refunds/forms/eu.md',
    'skill://shop/%2572efunds/forms/EU.md',
    `${folder}/forms/EU.md?raw`,
    'skill://shop/refu\n\tnds/forms/EU.md',
    ` ${folder}/forms/EU.md`,
    folder,
  ])('is not shown under another spelling: %s', async (spelling) => {
    const { read } = await world(entry, textOf(spelling, '# EU\n'));
    await expect(read(spelling)).rejects.toMatchObject({ reason: 'unverified' });
  });

  it('is read again by the server’s present description', async () => {
    const newer = skillText('refunds', 'Do more.');
    const { read, skills, serverId } = await world(entry, textOf(uri, newer), one(entryOf(folder, newer)));
    const [before] = skills.of(serverId);
    expect(await read(uri)).toBe(newer);
    expect(skills.of(serverId)[0]!.edition).not.toBe(before!.edition);
  });

  it('is dropped where the description changes after it was read', async () => {
    const changed = entryOf(folder, skillText('refunds', 'Do harm.'));
    const { read, skills, serverId, cache, connections } = await skillWorld({
      'skills/list': [listOf(entry), listOf(changed)],
      'skills/get': one(changed),
      'resources/read': textOf(uri, text),
    });
    await read(uri);
    expect(cache.peek({ serverId, uri })).toBeDefined();
    connections.get(serverId)!.refreshList();
    await expect.poll(() => skills.of(serverId)[0]?.files).toEqual(changed.resources);
    expect(cache.peek({ serverId, uri })).toBeUndefined();
    await expect(cache.get({ serverId, uri })).rejects.toMatchObject({ reason: 'unverified' });
  });
});

describe('a skill that is in no list', () => {
  it('is verified like others once its SKILL.md is read', async () => {
    const { read, skills, serverId } = await skillWorld({
      'skills/list': listOf(),
      'skills/get': one(entry),
      'resources/read': textOf(uri, text.replace('it', 'at')),
    });
    await expect(read(uri)).rejects.toMatchObject({ reason: 'unverified' });
    expect(skills.of(serverId)).toMatchObject([{ uri }]);
  });

  it('is none where the server says so, and read as any resource', async () => {
    const { read, skills, serverId } = await skillWorld({
      'skills/list': listOf(),
      'skills/get': { error: { code: -32602, message: 'No skill' } },
      'resources/read': textOf(uri, text),
    });
    expect(await read(uri)).toBe(text);
    expect(skills.of(serverId)).toEqual([]);
  });
});

it('no scheme makes a skill of a server without the extension', async () => {
  const { read, skills, serverId } = await skillWorld({ 'resources/read': textOf(uri, text) }, {});
  expect(await read(uri)).toBe(text);
  expect(skills.of(serverId)).toEqual([]);
});

describe('an entry', () => {
  const file = fileOf(uri, text);
  it.each<[string, Partial<Entry>, string]>([
    ['lists no files', { resources: undefined }, 'doesn’t list its files'],
    ['lists a file without a digest', { resources: [{ ...file, digest: 'sha256:ABC' }] }, 'doesn’t list its files'],
    ['lists a file outside', { resources: [file, { ...file, uri: 'skill://shop/other.md' }] }, 'outside'],
    ['lists a file above', { resources: [file, { ...file, uri: `${folder}/../x.md` }] }, 'outside'],
    ['lists a file twice', { resources: [file, file] }, 'twice'],
    ['lacks SKILL.md', { resources: [{ ...file, uri: `${folder}/x.md` }] }, 'lacks'],
    ['has another name', { frontmatter: { name: 'other', description: '' } }, 'folder'],
    ['has no description', { frontmatter: { name: 'refunds' } }, 'description'],
    ['is too large', { resources: [{ ...file, size: 16 * 1024 * 1024 + 1 }] }, '16,777,217'],
  ])('that %s is no skill, and says why', async (_, part, words) => {
    const { read, skills, serverId } = await world({ ...entry, ...part }, textOf(uri, text));
    expect(skills.of(serverId)).toMatchObject([{ uri, problem: saying(words) }]);
    await expect(read(uri)).rejects.toMatchObject({ reason: 'unverified', message: saying(words) });
  });
});
