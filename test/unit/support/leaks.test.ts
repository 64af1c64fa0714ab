import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DisposableStore, disposableTracker, followDisposables } from '../../../src/core/base/disposable';
import { Emitter } from '../../../src/core/base/event';
import { childProcesses, HeldDisposables, moreHandles, openHandles } from '../../support/leaks';
import { until } from '../../support/events';

/** Returns what some work leaves behind, as a separate tracker sees it. */
function leftBy(work: () => void): readonly string[] {
  const followed = disposableTracker();
  const held = new HeldDisposables();
  followDisposables(held);
  try {
    work();
  } finally {
    followDisposables(followed);
  }
  return held.take().map((line) => line.replace(/, since [^<]*\/([\w.]+\.test\.ts).*/, ' in $1'));
}

describe('the check for leaks', () => {
  it('finds a store that was not disposed, and where it was filled', () => {
    expect(leftBy(() => new DisposableStore().add({ dispose: () => undefined }))).toEqual([
      'A DisposableStore that was not disposed in leaks.test.ts',
    ]);
  });

  it('finds a listener that goes on', () => {
    expect(leftBy(() => new Emitter<void>().event(() => undefined))).toEqual([
      'A listener that was not disposed in leaks.test.ts',
    ]);
  });

  it('is content with what was disposed, by itself or with its owner', () => {
    const left = leftBy(() => {
      const store = new DisposableStore();
      const emitter = store.add(new Emitter<void>());
      emitter.event(() => undefined);
      store.add(new Emitter<void>().event(() => undefined));
      store.dispose();
      new Emitter<void>().event(() => undefined).dispose();
    });
    expect(left).toEqual([]);
  });

  it('finds a process, and no more once it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', 'left behind']);
    const isLeft = (): boolean => childProcesses().some((line) => line.endsWith('left behind'));
    await until(isLeft);
    child.stdin.end();
    await once(child, 'exit');
    expect(isLeft()).toBe(false);
  });

  it('finds servers, watchers of files and timers that are left', async () => {
    const before = openHandles();
    const folder = mkdtempSync(path.join(tmpdir(), 'watched-'));
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const watcher = watch(folder);
    const timer = setTimeout(() => undefined, 60_000);
    expect(moreHandles(before)).toEqual(
      expect.arrayContaining(['1 × TCPServerWrap still open', '1 × FSEventWrap still open', '1 × Timeout still open']),
    );
    clearTimeout(timer);
    watcher.close();
    server.close();
    await once(server, 'close');
    await until(() => moreHandles(before).length === 0);
    rmSync(folder, { recursive: true });
    expect(moreHandles(before)).toEqual([]);
  });
});
