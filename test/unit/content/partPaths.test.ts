import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partPaths } from '../../../src/core/content/partPaths';

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
