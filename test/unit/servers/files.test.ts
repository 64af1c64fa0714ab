import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exists, readTextFile } from '../../../src/node/files';
import { expectHumanError, failureOf } from './fixtures';

let folder = '';
const pathOf = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  await mkdir(pathOf('folder'));
  await symlink(pathOf('utf8'), pathOf('link'));
  await symlink(pathOf('gone'), pathOf('broken'));
  await writeFile(pathOf('utf8'), 'größe 🎉\n');
  await writeFile(pathOf('bom'), '\uFEFFa');
  await writeFile(pathOf('utf16'), Buffer.from('\uFEFFgröße 🎉', 'utf16le'));
  await writeFile(pathOf('latin1'), Buffer.from('größe', 'latin1'));
  await writeFile(pathOf('empty'), '');
  await writeFile(pathOf('ten'), '0123456789');
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
    expect(await exists(pathOf(name))).toBe(isThere);
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
    expect(await readTextFile(pathOf(name), 1000)).toBe(text);
  });

  it('reads up to the limit and not beyond', async () => {
    expect(await readTextFile(pathOf('ten'), 10)).toBe('0123456789');
    expectHumanError(await failureOf(() => readTextFile(pathOf('ten'), 9)), 'tooLarge', [pathOf('ten'), '9']);
  });

  it.skipIf(process.platform !== 'linux')('does not believe a file that claims to be empty', async () => {
    expect(await readTextFile('/proc/self/status', 100_000)).toMatch(/^Name:/);
    expectHumanError(await failureOf(() => readTextFile('/proc/self/status', 10)), 'tooLarge', ['/proc/self/status']);
  });

  it.skipIf(process.platform === 'win32')('does not wait for the other end of a pipe', async () => {
    execFileSync('mkfifo', [pathOf('pipe')]);
    expectHumanError(await failureOf(() => readTextFile(pathOf('pipe'), 10)), 'notFound', [pathOf('pipe')]);
  });

  it.each(['gone', 'folder', 'broken'])('tells that %s cannot be read', async (name) => {
    const error = await failureOf(() => readTextFile(pathOf(name), 10));
    expectHumanError(error, 'notFound', [pathOf(name)]);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it('tells that a file is no text', async () => {
    expectHumanError(await failureOf(() => readTextFile(pathOf('latin1'), 10)), 'badContent', [
      pathOf('latin1'),
      'UTF-8',
    ]);
  });
});
