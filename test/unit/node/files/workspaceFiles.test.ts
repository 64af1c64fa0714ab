import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { workspaceFiles } from '../../../../src/node/files/workspaceFiles';
import { silent } from '../../../support/silent';
import { never } from '../../mcp/support';
import { newFolder } from '../../../support/newFolder';

let root = '';

beforeEach(async () => void (root = await newFolder('workspace files ')));

async function write(name: string, content: string | Uint8Array = name): Promise<void> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Returns the texts of the files, by their paths from the root. */
async function walk({ roots = [root], signal = never } = {}) {
  const warnings: string[] = [];
  const texts: Record<string, string | undefined> = {};
  const log = { ...silent, warn: (line: string) => warnings.push(line) };
  const begin = `${pathToFileURL(root).href}/`;
  for await (const { uri, text } of workspaceFiles(roots, signal, log)) {
    expect(uri.startsWith(begin)).toBe(true);
    texts[decodeURIComponent(uri.slice(begin.length))] = await text(signal);
  }
  return { texts, warnings };
}

it('are all that a user may have written, hidden or not', async () => {
  for (const name of ['AGENTS.md', '.github/prompts/a b.prompt.md', 'src/deep/er/ü#?.ts', 'src/out.ts'])
    await write(name);
  for (const folder of ['.git', 'node_modules', 'src/node_modules', 'dist', 'out', 'build', '.hg', '.svn'])
    await write(`${folder}/file.md`);
  expect(await walk()).toEqual({
    texts: {
      'AGENTS.md': 'AGENTS.md',
      '.github/prompts/a b.prompt.md': '.github/prompts/a b.prompt.md',
      'src/deep/er/ü#?.ts': 'src/deep/er/ü#?.ts',
      'src/out.ts': 'src/out.ts',
    },
    warnings: [],
  });
});

it('have no text where they are binary or large', async () => {
  await write('picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]));
  await write('zeros.bin', 'a\0b');
  await write('large.md', 'x'.repeat(2_000_001));
  await write('fits.md', 'x'.repeat(2_000_000));
  await write('empty.md', '');
  const { texts, warnings } = await walk();
  expect({ ...texts, 'fits.md': texts['fits.md']?.length }).toEqual({
    'picture.png': undefined,
    'zeros.bin': undefined,
    'large.md': undefined,
    'fits.md': 2_000_000,
    'empty.md': '',
  });
  expect(warnings).toEqual([]);
});

it('come once, wherever links lead and folders overlap', async () => {
  await write('docs/CLAUDE.md');
  await symlink('docs/CLAUDE.md', path.join(root, 'AGENTS.md'));
  await symlink('..', path.join(root, 'docs/round'));
  await symlink('/', path.join(root, 'docs/all'));
  await symlink('nowhere', path.join(root, 'dangling'));
  expect(await walk({ roots: [root, path.join(root, 'docs')] })).toEqual({
    texts: { 'docs/CLAUDE.md': 'docs/CLAUDE.md' },
    warnings: [],
  });
});

it('leave out and count what cannot be read', async () => {
  await write('a.md');
  await write('gone.md');
  const warnings: string[] = [];
  const log = { ...silent, warn: (line: string) => warnings.push(line) };
  const texts: unknown[] = [];
  for await (const { uri, text } of workspaceFiles([root, path.join(root, 'missing')], never, log)) {
    if (uri.endsWith('gone.md')) await rm(path.join(root, 'gone.md'));
    texts.push(await text(never));
  }
  expect(texts.sort()).toEqual(['a.md', undefined]);
  expect(warnings).toEqual(['2 files or folders of the workspace could not be read']);
});

it('end when nobody wants them any more', async () => {
  await write('a.md');
  await expect(walk({ signal: AbortSignal.abort(new Error('Enough')) })).rejects.toThrow('Enough');
});
