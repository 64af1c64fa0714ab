// What users keep on a disk that is full, or that can only be read.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { Catalog } from '../../../src/core/catalog/catalog';
import { ListCache } from '../../../src/core/connection/listCache';
import { FileListStore } from '../../../src/node/files/fileListStore';
import { SharedFolder } from '../../../src/node/files/sharedFolder';
import { breakDisk } from '../../support/brokenDisk';
import { FakeClock } from '../../support/fakeClock';
import { newConsent } from '../../support/newConsent';
import { silent } from '../../support/silent';
import { page, resource } from '../catalog/fixtures';
import { define, stdio } from '../configuration/fixtures';

const faults = [
  ['full', 'ENOSPC'],
  ['read-only', 'EROFS'],
] as const;
const shop = define(stdio());
const codeOf = ({ code }: NodeJS.ErrnoException): string | undefined => code;
let folder: string;

beforeEach(async ({ onTestFinished }) => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'faults-'));
  // After the disk is mended.
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

describe('the list of a server, for the next window', () => {
  async function loaded(): Promise<readonly string[]> {
    const uris: string[] = [];
    for await (const some of new FileListStore(folder).load(shop.hash)) uris.push(...some.map(({ uri }) => uri));
    return uris;
  }

  it.each(faults)('stays as it was, and leaves no half of a file, on a disk that is %s', async (_, code) => {
    const store = new FileListStore(folder);
    await store.save(shop.hash, [resource('a:1')]);
    const { mend } = breakDisk(folder, code);
    await expect(store.save(shop.hash, [resource('a:1'), resource('a:2')])).rejects.toThrow(code);
    expect({ names: await readdir(folder), listed: await loaded() }).toEqual({
      names: [`${shop.hash}.jsonl`],
      listed: ['a:1'],
    });
    mend();
    await store.save(shop.hash, [resource('a:2')]);
    expect(await loaded()).toEqual(['a:2']);
  });

  it.each([
    ['full', 'ENOSPC', 'resolved', []],
    ['read-only', 'EROFS', 'EROFS', ['a:1']],
  ] as const)('is no longer shown once it is forgotten, on a disk that is %s', async (_, code, outcome, kept) => {
    const store = new FileListStore(folder);
    await store.save(shop.hash, [resource('a:1')]);
    const catalog = new Catalog();
    const writer = catalog.beginList(shop.id);
    writer.append(page([resource('a:1')]));
    writer.end({ kind: 'complete' });
    breakDisk(folder, code);
    const forgotten = new ListCache(catalog, store, new FakeClock(), silent).forget(shop);
    expect(await forgotten.then(() => 'resolved', codeOf)).toBe(outcome);
    expect([catalog.listInfo(shop.id).count, await loaded()]).toEqual([0, kept]);
  });
});

describe('the permission of a server', () => {
  it.each(faults)('does not count where it cannot be kept, which is said, on a disk that is %s', async (_, code) => {
    const consent = newConsent({ store: new SharedFolder(folder) });
    const { mend } = breakDisk(folder, code);
    const error: unknown = await consent.allow([shop]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HumanError);
    expect((error as HumanError).message).toBe(
      code === 'ENOSPC'
        ? `Couldn’t save your choice in ${folder}: the disk is full. Free up space, then try again.`
        : `Couldn’t save your choice in ${folder} (EROFS). Check that you have permission to write there, then try again.`,
    );
    expect([consent.state(shop), consent.all()]).toEqual(['unknown', []]);
    mend();
    await consent.allow([shop]);
    expect(consent.state(shop)).toBe('agreed');
  });

  it.each(faults)('is taken back in this window, whatever the disk keeps, on a disk that is %s', async (_, code) => {
    const consent = newConsent({ store: new SharedFolder(folder) });
    await consent.allow([shop]);
    breakDisk(folder, code);
    await expect(consent.decline([shop])).rejects.toThrow('Couldn’t save your choice');
    expect(consent.state(shop)).toBe('unknown');
  });
});
