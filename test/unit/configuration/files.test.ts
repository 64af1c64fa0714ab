import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigurationFile, readTextFile, readTextFileNow } from '../../../src/node/files/files';
import { expectHumanError, failureOf } from './fixtures';

let folder = '';
const pathOf = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  await mkdir(pathOf('folder'));
  await symlink(pathOf('utf8'), pathOf('link'));
  await symlink(pathOf('gone'), pathOf('broken'));
  await symlink('/proc/self/pagemap', pathOf('endless'));
  await symlink('/proc/self', pathOf('system'));
  await symlink('/dev/zero', pathOf('device'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [pathOf('pipe')]);
  await symlink(pathOf('pipe'), pathOf('toPipe'));
  await writeFile(pathOf('utf8'), 'größe 🎉\n');
  await writeFile(pathOf('bom'), '\uFEFFa');
  await writeFile(pathOf('utf16'), Buffer.from('\uFEFFgröße 🎉', 'utf16le'));
  await writeFile(pathOf('latin1'), Buffer.from('größe', 'latin1'));
  await writeFile(pathOf('empty'), '');
  await writeFile(pathOf('ten'), '0123456789');
  await mkdir(pathOf('folder/deep'));
  await symlink(pathOf('folder/deep'), pathOf('away'));
  await writeFile(pathOf('folder/ten'), 'of the folder');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a configuration file', () => {
  it.each([
    ['utf8', 'größe 🎉\n'],
    ['gone', undefined],
    ['broken', undefined],
    ['utf8/below', undefined],
    ['a\0b', undefined],
  ])('%j has the text %j', async (name, text) => {
    expect(await readConfigurationFile(pathOf(name))).toBe(text);
  });

  it('that is something else is not passed over in silence', async () => {
    expectHumanError(await failureOf(() => readConfigurationFile(pathOf('folder'))), 'notFound', ['regular file']);
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
    expect([await readTextFile(pathOf(name), 1000), readTextFileNow(pathOf(name), 1000)]).toEqual([text, text]);
  });

  it.skipIf(process.platform === 'win32')('follows links before it goes up, as the system does', async () => {
    const file = `${folder}/away/../ten`;
    expect([await readTextFile(file, 100), readTextFileNow(file, 100)]).toEqual(['of the folder', 'of the folder']);
  });

  it('reads up to the limit and not beyond', async () => {
    expect(await readTextFile(pathOf('ten'), 10)).toBe('0123456789');
    expectHumanError(await failureOf(() => readTextFile(pathOf('ten'), 9)), 'tooLarge', [pathOf('ten'), '9']);
    expect([10, 9].map((maxBytes) => readTextFileNow(pathOf('ten'), maxBytes))).toEqual(['0123456789', undefined]);
  });

  it
    .skipIf(process.platform !== 'linux')
    .each([
      ...['endless', 'system/status', 'device', 'pipe', 'toPipe', 'folder'],
      ...['/proc/self/status', '/proc/1/../self/pagemap', '/sys/kernel/uevent_seqnum', '/dev/null'],
    ])('reads nothing that is no file with an end, waits for no pipe, and says so: %s', async (name) => {
    const file = path.resolve(folder, name);
    expectHumanError(await failureOf(() => readTextFile(file, 100_000)), 'notFound', [file, 'isn’t a regular file']);
    expect(readTextFileNow(file, 100_000)).toBeUndefined();
  });

  it.each(['gone', 'broken'])('tells that %s cannot be read', async (name) => {
    const error = await failureOf(() => readTextFile(pathOf(name), 10));
    expectHumanError(error, 'notFound', [pathOf(name), 'Check that it exists']);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it('tells that a file is no text', async () => {
    expectHumanError(await failureOf(() => readTextFile(pathOf('latin1'), 10)), 'badContent', [
      pathOf('latin1'),
      'UTF-8',
    ]);
  });
});
