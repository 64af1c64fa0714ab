import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../src/core/base/event';
import { Catalog } from '../../../src/core/catalog/catalog';
import type { Connections } from '../../../src/core/connection/connections';
import { Skills } from '../../../src/core/skills/skills';
import { HumanError } from '../../../src/core/base/errors';
import { ContentCache } from '../../../src/core/context/contentCache';
import { ContentFiles } from '../../../packages/language-server/src/contentFiles';
import { readSkill } from '../../../src/core/mcp/lists/skillEntry';
import { differenceOf, readFrontmatter } from '../../../src/core/skills/difference';
import { SkillVerifier } from '../../../src/core/skills/verify';
import { skillTools } from '../../../src/node/skills/skillTools';
import { FakeClock } from '../../support/fakeClock';
import { newFolder } from '../../support/newFolder';
import { own } from '../../support/own';
import { silent } from '../../support/silent';
import { never } from '../mcp/support';
import { entryOf, fileOf, listOf, one, skillText, skillWorld, textOf } from './skillWorld';

const folder = 'skill://shop/refunds';
const uri = `${folder}/SKILL.md`;
const text = skillText('refunds');
const harm = skillText('refunds', 'Do harm.');
const entry = entryOf(folder, text, { 'guide.md': '# EU\n' });
const ok = (result: object) => ({ result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } });
const unverified = { reason: 'unverified' };

it('no list of children stands for a skill’s file', async () => {
  const children = { resources: [{ uri: `${folder}/x`, name: 'Do harm' }] };
  const { read } = await skillWorld(
    {
      'resources/list': ok({ resources: [{ uri, name: 'SKILL.md', mimeType: 'inode/directory' }] }),
      'resources/directory/read': ok(children),
      'skills/list': listOf(entry),
      'resources/read': textOf(uri, text),
    },
    { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  );
  expect(await read(uri)).toBe(text);
});

it('a listed skill that the server denies when its file does not verify stays one', async () => {
  const { read } = await skillWorld({
    'skills/list': listOf(entry),
    'skills/get': { error: { code: -32602, message: 'No skill' } },
    'resources/read': textOf(uri, harm),
  });
  await expect(read(uri)).rejects.toMatchObject(unverified);
  await expect(read(uri)).rejects.toMatchObject(unverified);
});

it('a file that was one of a skill when it was asked for is never an ordinary one', async () => {
  const guide = `${folder}/guide.md`;
  const { connections, skills, serverId, read } = await skillWorld({
    'skills/list': [listOf(entry), listOf()],
    'resources/read': textOf(guide, 'Do harm.'),
  });
  const session = await connections.get(serverId)!.sessionFor({ signal: never });
  const original = session.read.bind(session);
  session.read = async (...args) => {
    const result = await original(...args);
    connections.get(serverId)!.refreshList();
    await expect.poll(() => skills.of(serverId)).toEqual([]);
    return result;
  };
  await expect(read(guide)).rejects.toThrow('“guide.md” isn’t shown: it doesn’t match');
});

it('a skill that the server denied and lists later is asked for again', async () => {
  const { connections, skills, serverId, read } = await skillWorld({
    'skills/list': [listOf(), listOf(entry)],
    'skills/get': [{ error: { code: -32602, message: 'No skill' } }, one(entryOf(folder, harm))],
    'resources/read': textOf(uri, harm),
  });
  expect(await read(uri)).toBe(harm);
  connections.get(serverId)!.refreshList();
  await expect.poll(() => skills.of(serverId).length).toBe(1);
  expect(await read(uri)).toBe(harm);
});

it.each(['iso-2022-jp', 'utf-16le'])('no other encoding makes another text of its bytes: %s', async (charset) => {
  const bytes = Buffer.from(skillText('refunds', 'Never \u001b$B%F%9%H\u001b(B \u0001'));
  const contents = [{ uri, mimeType: `text/markdown; charset=${charset}`, blob: bytes.toString('base64') }];
  const listed = { ...entryOf(folder, ''), resources: [fileOf(uri, bytes.toString())] };
  const { read } = await skillWorld({ 'skills/list': listOf(listed), 'resources/read': ok({ contents }) });
  expect(await read(uri)).toBe(bytes.toString());
});

it('a cached version that the server confirms is checked against the present description', async () => {
  const state = { proof: 'before', reads: 0 };
  const contents = [{ uri, mimeType: undefined, body: { kind: 'text' as const, text } }];
  const result = { contents, problems: [], ttl: undefined };
  const cache = new ContentCache({
    clock: new FakeClock(),
    log: silent,
    isLive: () => false,
    announcedType: () => undefined,
    proofOf: () => state.proof,
    read: (_, { version }) => {
      state.reads += 1;
      if (state.reads === 1) return Promise.resolve({ ...result, version: 'v1', proof: state.proof });
      state.proof = 'after';
      return version === undefined ? Promise.reject(new HumanError('unverified', '')) : Promise.resolve('notModified');
    },
  });
  const address = { serverId: 'shop', uri };
  await cache.get(address);
  await expect(cache.refresh(address)).rejects.toMatchObject(unverified);
  expect(state.reads).toBe(3);
});

it('a file of a hundred skills around each other is hashed once, and few of them are asked for', async () => {
  const parts = Array.from({ length: 100 }, (_, level) => `skill://a${'/a'.repeat(level)}`);
  const file = `${parts.at(-1)!}/file.md`;
  const listed = parts.map((part) => {
    const main = entryOf(part, skillText('a'));
    return { ...main, resources: [...(main.resources as object[]), fileOf(file, 'What is good.')] };
  });
  const { skills, serverId } = await skillWorld({
    'skills/list': listOf(...listed),
    'skills/get': { error: { code: -32603, message: 'Not today' } },
  });
  const sha256 = vi.fn(skillTools.sha256);
  const confirm = vi.spyOn(skills, 'confirm');
  const verifier = new SkillVerifier(skills, {
    log: silent,
    check: () => Promise.resolve((skill, uri, read) => differenceOf(skill, uri, read, { ...skillTools, sha256 })),
  });
  const read = (body: string) => {
    const contents = [{ uri: file, mimeType: undefined, body: { kind: 'text' as const, text: body } }];
    const result = { contents, problems: [], ttl: undefined, version: undefined };
    return verifier.admit({ serverId, uri: file }, () => Promise.resolve(result), never);
  };
  await read('What is good.');
  expect([sha256.mock.calls.length, confirm.mock.calls.length]).toEqual([1, 0]);
  await expect(read('What is bad!!')).rejects.toMatchObject(unverified);
  expect([sha256.mock.calls.length, confirm.mock.calls.length]).toEqual([2, 8]);
});

describe('an entry', () => {
  const said = (frontmatter: object) => readSkill({ ...entry, frontmatter: { ...entry.frontmatter, ...frontmatter } });

  it('that could not be compared, or takes much memory, is no skill', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    for (const more of [deep, 'long '.repeat(200_000)])
      expect(said({ more })).toMatchObject({ problem: 'What the server says of it is too large.', frontmatter: {} });
    expect(said({ more: 'short' })).toMatchObject({ problem: undefined });
  });

  it('has a name that can be seen, and hides nothing in what is wrong with it', () => {
    expect(said({ name: '\u200b' })).toMatchObject({ name: 'refunds' });
    const hidden = `skill://shop/${encodeURIComponent('a\u202e'.repeat(1_000))}/SKILL.md`;
    const { problem, name } = readSkill({ ...entry, uri: hidden, frontmatter: { name: '', description: '' } })!;
    expect([problem?.includes('\u202e'), name.length]).toEqual([false, 64]);
    const other = readSkill({ ...entry, uri: hidden })!.problem!;
    expect([other.includes('\u202e'), other.length < 1_000]).toEqual([false, true]);
  });
});

it('skills that no list names are forgotten, the first of many', async () => {
  const uris = Array.from({ length: 105 }, (_, index) => `skill://shop/s-${index}`);
  const world = await skillWorld({
    'skills/list': listOf(),
    'skills/get': uris.map((name) => one(entryOf(name, text))),
  });
  const { skills, serverId } = world;
  for (const name of uris) await skills.confirm({ serverId, uri: `${name}/SKILL.md` }, never);
  expect(skills.of(serverId).map(({ name }) => name)).toEqual(uris.slice(5).map((name) => name.slice(13)));
});

it('a list that differs by one skill leaves the rows of the others, and takes its own', async () => {
  const outer = entryOf('skill://shop', skillText('shop'), { 'refunds/SKILL.md': text, 'a.md': '' });
  const lists = [listOf(outer, entry), listOf(outer, entryOf(folder, harm)), listOf(outer), listOf()];
  const { skills, serverId, catalog, connections } = await skillWorld({ 'skills/list': lists });
  const ids = () => skills.get({ serverId, uri: outer.uri })?.rows;
  const before = ids();
  const next = async (holds: () => boolean): Promise<void> => {
    connections.get(serverId)!.refreshList();
    await expect.poll(holds).toBe(true);
  };
  expect([before?.length, catalog.table.size]).toEqual([3, 4]);
  const [first, second] = skills.of(serverId);
  await next(() => skills.of(serverId)[1] !== second);
  expect([ids(), skills.of(serverId)[0], catalog.table.size]).toEqual([before, first, 3]);
  await next(() => skills.of(serverId).length === 1);
  expect([ids(), catalog.table.size]).toEqual([before, 3]);
  await next(() => skills.of(serverId).length === 0);
  expect(catalog.table.size).toBe(0);
});

it('a file that another editor shows is empty once it is not what the server says, until it is again', async () => {
  const world = await skillWorld({
    'skills/list': [listOf(entry), listOf(entryOf(folder, harm)), listOf(entry)],
    'resources/read': textOf(uri, text),
  });
  const { skills, serverId, connections } = world;
  const files = own(new ContentFiles(world, silent, await newFolder()));
  const address = { serverId, uri };
  const path = fileURLToPath(await files.uriOf(address, never));
  const shown = () => readFile(path, 'utf8');
  expect(await shown()).toBe(text);
  const [first] = skills.of(serverId);
  connections.get(serverId)!.refreshList();
  await expect.poll(shown).toBe('');
  const [second] = skills.of(serverId);
  connections.get(serverId)!.refreshList();
  await expect.poll(() => skills.of(serverId)[0] !== second).toBe(true);
  await files.uriOf(address, never);
  expect([await shown(), first === second]).toEqual([text, false]);
});

it('skills that cannot be used leave room for those that can', async () => {
  const info = { hasSkills: true };
  const files = Array.from({ length: 3_000 }, (_, index) => fileOf(`${folder}/${index}`, ''));
  const bad = Array.from({ length: 7 }, (_, index) => ({
    ...entry,
    uri: `skill://shop/${index}/SKILL.md`,
    resources: files,
  }));
  const session = {
    info,
    async *listSkills() {
      yield await Promise.resolve({ items: [...bad, entry].map(readSkill) });
      return { kind: 'complete' };
    },
  };
  const connection = {
    definition: { id: 'shop', name: 'shop' },
    state: { kind: 'ready', info },
    sessionFor: () => Promise.resolve(session),
    noteFresh: () => undefined,
  };
  const { event } = own(new Emitter<never>());
  const connections = { onDidList: event, onDidChange: event, get: () => connection } as unknown as Connections;
  const limits = () => ({ pages: 1, items: 10, bytes: 1e9, time: 1_000 });
  const skills = own(new Skills(new Catalog(), connections, { clock: new FakeClock(), log: silent, limits }));
  await skills.ready('shop', never);
  expect(skills.of('shop').map(({ name, problem }) => [name, problem === undefined])).toEqual([
    ...Array.from({ length: 7 }, () => ['refunds', false]),
    ['refunds', true],
  ]);
});

describe('frontmatter', () => {
  const wrong = (yaml: string) => (): unknown => readFrontmatter(`---\n${yaml}\n---\n`, skillTools.parseYaml);
  it.each<[string, () => unknown]>([
    ['too long', wrong(`a: ${'b'.repeat(9_000)}`)],
    ['without an end', () => readFrontmatter(`---\n${'\n'.repeat(16_000_000)}`, skillTools.parseYaml)],
    [
      'with a line that only begins like its end',
      () => readFrontmatter(`---\na: b\n---${' '.repeat(9_000)}x\n`, skillTools.parseYaml),
    ],
  ])('%s is none', (_, read) => {
    expect(read()).toBeUndefined();
  });
});

it('a skill whose address has no folder says so', () => {
  expect(readSkill({ ...entry, uri: 'skill://SKILL.md' })?.problem).toBe('Its address has no folder.');
});
