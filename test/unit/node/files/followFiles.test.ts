import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { unwatchFile, watchFile } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FollowedFiles, followFiles } from '../../../../src/node/files/followFiles';
import { toDisposable } from '../../../../src/core/base/disposable';
import { until } from '../../../support/events';

async function followed(...names: readonly string[]): Promise<{ folder: string; count: () => number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'followed-'));
  let count = 0;
  const following = followFiles(
    names.map((name) => path.join(folder, name)),
    () => (count += 1),
  );
  onTestFinished(async () => {
    following.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.all(names.map((name) => polledOnce(path.join(folder, name))));
  return { folder, count: () => count };
}

/** Waits for the first poll, which finds no file: Node's listeners of one file share its polls. */
function polledOnce(file: string): Promise<void> {
  return new Promise((resolve) => {
    watchFile(file, { persistent: false, interval: 1_000 }, function first() {
      unwatchFile(file, first);
      resolve();
    });
  });
}

it('notices a file that comes with its folder, is written through a link, and goes', async () => {
  const { folder, count } = await followed('deep/mcp.json');
  await mkdir(path.join(folder, 'deep'));
  await writeFile(path.join(folder, 'real.json'), '{}');
  await symlink(path.join(folder, 'real.json'), path.join(folder, 'deep', 'mcp.json'));
  await until(() => count() === 1);
  await writeFile(path.join(folder, 'real.json'), '{ "a": 1 }');
  await until(() => count() === 2);
  await rm(path.join(folder, 'deep'), { recursive: true });
  await until(() => count() === 3);
});

it('says nothing of a file that was never there', async () => {
  const { folder, count } = await followed('never.json', 'comes.json');
  await writeFile(path.join(folder, 'comes.json'), '{}');
  await until(() => count() > 0);
  expect(count()).toBe(1);
});

it('misses no change of a file while others join it, and says whether some did', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'followed-'));
  const [one, other] = ['one.json', 'other.json'].map((name) => path.join(folder, name)) as [string, string];
  const changed: string[] = [];
  const files = new FollowedFiles((file) => followFiles([file], () => changed.push(path.basename(file))));
  onTestFinished(async () => {
    files.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  expect(files.set([one])).toBe(true);
  await polledOnce(one);
  await writeFile(one, '{}');
  expect(files.set([one, other])).toBe(true);
  expect(files.set([other, one])).toBe(false);
  await until(() => changed.length > 0);
  expect(changed).toEqual(['one.json']);
});

it('follows what it is told and nothing else, and nothing once it was disposed', () => {
  const followed = new Set<string>();
  const files = new FollowedFiles((file) => {
    expect(followed).not.toContain(file);
    followed.add(file);
    return toDisposable(() => followed.delete(file));
  });
  files.set(['one', 'other', 'one']);
  files.set(['other', 'third']);
  expect([...followed]).toEqual(['other', 'third']);
  files.set([]);
  expect([...followed]).toEqual([]);
  files.set(['one']);
  files.dispose();
  expect([files.set(['one']), ...followed]).toEqual([false]);
});
