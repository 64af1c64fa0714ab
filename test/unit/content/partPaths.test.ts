import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemAt, partKeyAt } from '../../../src/core/content/folder';
import { partPaths } from '../../../src/core/content/partPaths';
import { rendition } from '../../../src/core/content/rendition';
import type { VirtualTarget } from '../../../src/core/content/virtualPath';

function paths(uri: string, ...uris: readonly string[]): readonly string[] {
  return partPaths(
    uri,
    uris.map((one) => ({ uri: one, mimeType: 'text/plain' })),
  );
}

describe('paths of parts', () => {
  it('are relative to the resource', () => {
    expect(paths('file:///src', 'file:///src/a.ts', 'file:///src/lib/b%20c.ts', 'file:///src/lib/deep/d')).toEqual([
      'a.ts',
      'lib/b-c.ts',
      'lib/deep/d.txt',
    ]);
    expect(paths('dir://docs/', 'dir://docs/', 'dir://docs/x.md?v=1#top')).toEqual(['docs.txt', 'x.md']);
  });

  it('are relative to what they have in common where they lie elsewhere', () => {
    expect(paths('dir://all', 'wiki://team/a/1.md', 'wiki://team/b/2.md')).toEqual(['a/1.md', 'b/2.md']);
    expect(paths('dir://all', 'wiki://team/a/1.md')).toEqual(['1.md']);
    expect(paths('dir://all', '/a', 'b')).toEqual(['a.txt', 'b.txt']);
    expect(paths('dir://all', 'a:1', 'b:2', 'dir://all/c')).toEqual(['a-1.txt', 'b-2.txt', 'c.txt']);
  });

  it('are unique whatever the case, also where a file has the name of a folder', () => {
    expect(paths('d:', 'd:a.md', 'd:A.md', 'd:a.md', 'd:a-2.md')).toEqual(['a.md', 'A-2.md', 'a-3.md', 'a-2-2.md']);
    expect(paths('d:', 'd:x.txt', 'd:x.txt/y.md', 'd:X.TXT/z.md')).toEqual(['x-2.txt', 'x.txt/y.md', 'X.TXT/z.md']);
  });

  it('are unique however an accent is written', () => {
    expect(paths('d:', 'd:caf\u00e9.md', 'd:cafe\u0301.md')).toEqual(['caf\u00e9.md', 'cafe\u0301-2.md']);
    expect(paths('d:', 'd:caf\u00e9/a.md', 'd:cafe\u0301')).toEqual(['caf\u00e9/a.md', 'cafe\u0301.txt']);
  });

  it.each([
    ['d:../../etc/passwd', 'etc/passwd.txt'],
    ['d:/../..', 'd.txt'],
    ['d:a/%2e%2e/%2e%2e%2fb', 'a/resource/b.txt'],
    ['d:.git/hooks/pre-commit', 'git/hooks/pre-commit.txt'],
    ['d:C:\\Windows\\x', 'C-Windows-x.txt'],
    ['d:con/aux.txt', '_con/_aux.txt'],
    ['d://///', 'd.txt'],
    ['d:', 'd.txt'],
    ['', 'd.txt'],
  ])('of %j is %j', (uri, expected) => {
    expect(paths('d:', uri)).toEqual([expected]);
  });

  it('are found quickly for many parts of the same name, and for long ones', () => {
    const same = paths('d:', ...Array.from({ length: 20_000 }, () => 'd:a.md'));
    expect([same.at(-1), new Set(same).size]).toEqual(['a-20000.md', 20_000]);
    const numbered = Array.from({ length: 40_000 }, (_, index) => `d:b-${index + 2}.md`);
    const after = paths('d:', ...numbered, ...numbered.map(() => 'd:b.md'));
    expect([after.at(-1), new Set(after).size]).toEqual(['b-80000.md', 80_000]);
    const long = 'x'.repeat(500_000);
    expect(paths('d:', `e:${long}/1`, `e:${long}y/2`)).toEqual([
      `e-${'x'.repeat(78)}/1.txt`,
      `e-${'x'.repeat(78)}/2.txt`,
    ]);
  });

  it('never lead out of the folder, whatever a server writes', () => {
    const hostile = fc.array(
      fc.constantFrom('..', '.', '/', '\\', '%2e', '%2f', 'a', 'A', ':', '\0', 'nul', '?', ' ', '~'),
    );
    const uri = hostile.map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(uri, fc.array(uri, { minLength: 1, maxLength: 6 }), (own, parts) => {
        const result = paths(own, ...parts);
        expect(new Set(result.map((path) => path.toLowerCase())).size).toBe(parts.length);
        for (const path of result)
          for (const segment of path.split('/'))
            expect(segment).toMatch(/^[^.\s/\\:*?"<>|\p{Cc}][^\s/\\:*?"<>|\p{Cc}]*$/u);
      }),
    );
  });
});

describe('the folder of a read', () => {
  const { parts } = rendition(
    'd:',
    ['d:a.md', 'd:lib/b.md', 'd:lib/c.md', 'd:lib/c.md'].map((uri) => ({
      uri,
      mimeType: 'text/markdown',
      body: { kind: 'text', text: uri },
    })),
  );
  const inside = (path: string) => itemAt(parts, { kind: 'inside', uri: 'd:', path });

  it('lists what is directly in it', () => {
    expect(inside('')).toEqual({
      kind: 'folder',
      entries: [
        { name: 'a.md', isFolder: false },
        { name: 'lib', isFolder: true },
      ],
    });
    expect(inside('lib')).toMatchObject({ entries: [{ name: 'b.md' }, { name: 'c.md' }, { name: 'c-2.md' }] });
    expect(itemAt([], { kind: 'inside', uri: 'd:', path: '' })).toEqual({ kind: 'folder', entries: [] });
  });

  it('finds a file by its path, and by its URI wherever it is', () => {
    expect(inside('lib/c-2.md')).toMatchObject({ kind: 'file', part: { uri: 'd:lib/c.md', occurrence: 1 } });
    const find = (uri: string, occurrence: number) =>
      itemAt(parts, { kind: 'part', uri: 'd:', part: { uri, occurrence } });
    expect(find('d:lib/c.md', 1)).toMatchObject({ part: { path: 'lib/c-2.md' } });
    const keyAt = (target: VirtualTarget) => partKeyAt(parts, target);
    expect([
      keyAt({ kind: 'inside', uri: 'd:', path: 'lib/c-2.md' }),
      keyAt({ kind: 'part', uri: 'd:', part: { uri: 'x', occurrence: 3 } }),
      keyAt({ kind: 'inside', uri: 'd:', path: 'lib' }),
      keyAt({ kind: 'whole', uri: 'd:' }),
    ]).toEqual([{ uri: 'd:lib/c.md', occurrence: 1 }, { uri: 'x', occurrence: 3 }, undefined, undefined]);
    expect([find('d:lib/c.md', 2), find('d:gone', 0), inside('li'), inside('package.json')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
