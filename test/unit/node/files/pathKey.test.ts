import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PathKey } from '../../../../src/node/files/pathKey';

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'path-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the key of paths', () => {
  it('is made once, whole and for this user alone, by the first of several windows', () => {
    const file = path.join(newFolder(), 'storage', 'path-key');
    const windows = Array.from({ length: 3 }, () => new PathKey(file));
    const macs = windows.map((window) => window.macOf('a'));
    expect(new Set(macs).size).toBe(1);
    expect(new PathKey(file).isMacOf(macs[0]!, 'a')).toBe(true);
    expect([readFileSync(file).length, statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual(
      [32, 0o600, 0o700],
    );
    expect(readdirSync(path.dirname(file))).toEqual(['path-key']);
  });

  it('makes a MAC that no other text, no other key and no other spelling has', () => {
    const file = path.join(newFolder(), 'path-key');
    const key = new PathKey(file);
    const mac = key.macOf('a');
    expect(mac).toMatch(/^[\w-]{22}$/u);
    const others = [
      '',
      mac.slice(1),
      `${mac}=`,
      `${mac.slice(0, -1)}ä`,
      mac.toUpperCase(),
      key.macOf('b'),
      'ä'.repeat(11),
    ];
    expect(others.filter((other) => key.isMacOf(other, 'a'))).toEqual([]);
    expect(new PathKey(path.join(newFolder(), 'path-key')).isMacOf(mac, 'a')).toBe(false);
  });

  it('is another one once its file is lost, changed or cut, and the file is whole again', () => {
    const file = path.join(newFolder(), 'path-key');
    const mac = new PathKey(file).macOf('a');
    const changes = [
      () => rmSync(file),
      () => writeFileSync(file, Buffer.alloc(32)),
      () => writeFileSync(file, readFileSync(file).subarray(1)),
      () => writeFileSync(file, ''),
    ];
    for (const change of changes) {
      change();
      expect([new PathKey(file).isMacOf(mac, 'a'), readFileSync(file).length]).toEqual([false, 32]);
    }
  });

  it('is one of the window where nothing can be written', () => {
    // A file is no folder, for any user.
    const folder = newFolder();
    writeFileSync(path.join(folder, 'file'), '');
    const blocked = path.join(folder, 'file', 'path-key');
    const [first, second] = [new PathKey(blocked), new PathKey(blocked)];
    const mac = first.macOf('a');
    expect([first.isMacOf(mac, 'a'), second.isMacOf(mac, 'a')]).toEqual([true, false]);
  });
});
