import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exists, readTextFile } from '../../../src/node/files';
import { expectHumanError, failureOf } from './fixtures';

let folder = '';
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  await mkdir(at('folder'));
  await symlink(at('utf8'), at('link'));
  await symlink(at('gone'), at('broken'));
  await writeFile(at('utf8'), 'größe 🎉\n');
  await writeFile(at('bom'), '\uFEFFa');
  await writeFile(at('utf16'), Buffer.from('\uFEFFgröße 🎉', 'utf16le'));
  await writeFile(at('latin1'), Buffer.from('größe', 'latin1'));
  await writeFile(at('empty'), '');
  await writeFile(at('ten'), '0123456789');
});
afterAll(() => rm(folder, { recursive: true }));

describe('exists', () => {
  it.each([
    ['utf8', true],
    ['empty', true],
    ['link', true],
    ['folder', false],
    ['gone', false],
    ['broken', false],
    ['utf8/below', false],
    ['a\0b', false],
  ])('%j: %s', async (name, isThere) => {
    expect(await exists(at(name))).toBe(isThere);
  });
});

describe('readTextFile', () => {
  it.each([
    ['utf8', 'größe 🎉\n'],
    ['link', 'größe 🎉\n'],
    ['bom', 'a'],
    ['utf16', 'größe 🎉'],
    ['empty', ''],
  ])('reads %s', async (name, text) => {
    expect(await readTextFile(at(name), 1000)).toBe(text);
  });

  it('reads up to the limit and not beyond', async () => {
    expect(await readTextFile(at('ten'), 10)).toBe('0123456789');
    expectHumanError(await failureOf(() => readTextFile(at('ten'), 9)), 'tooLarge', [at('ten'), '9']);
  });

  it.skipIf(process.platform !== 'linux')('does not believe a file that claims to be empty', async () => {
    expect(await readTextFile('/proc/self/status', 100_000)).toMatch(/^Name:/);
    expectHumanError(await failureOf(() => readTextFile('/proc/self/status', 10)), 'tooLarge', ['/proc/self/status']);
  });

  it.skipIf(process.platform === 'win32')('does not wait for the other end of a pipe', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    expectHumanError(await failureOf(() => readTextFile(at('pipe'), 10)), 'notFound', [at('pipe')]);
  });

  it.each(['gone', 'folder', 'broken'])('tells that %s cannot be read', async (name) => {
    const error = await failureOf(() => readTextFile(at(name), 10));
    expectHumanError(error, 'notFound', [at(name)]);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it('tells that a file is no text', async () => {
    expectHumanError(await failureOf(() => readTextFile(at('latin1'), 10)), 'badContent', [at('latin1'), 'UTF-8']);
  });
});
