import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunningLanguage } from '../../../../src/host/mentions/languageClient';
import { mentionedInFile } from '../../../../src/host/mentions/mentionedInFile';
import { filesOfWorkspace } from '../../../../src/host/mentions/workspaceFiles';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { newFolder } from '../../../support/newFolder';

/** Understands every line as the URI of a resource. */
const running: Pick<RunningLanguage, 'mentionedIn'> = {
  mentionedIn: ({ text }) =>
    Promise.resolve({ resources: text.split('\n').map((uri) => ({ serverId: 'shop', uri })), unknown: [] }),
};
const language = { get: () => Promise.resolve(running as RunningLanguage) };
const mentionedIn = (path: string, fields: Partial<typeof language> = {}) =>
  mentionedInFile(path, { language: { ...language, ...fields }, log: silent });
const urisIn = async (path: string) => (await mentionedIn(path))?.map(({ uri }) => uri);

beforeEach(() => {
  fakeVscode.workspace.setFolders('/v', '/w');
  fakeVscode.files.write('/w/AGENTS.md', 'a:1\na:2');
});

describe('the resources that a file with a rule mentions', () => {
  it('are those of its text now', async () => {
    expect(await urisIn('w/AGENTS.md')).toEqual(['a:1', 'a:2']);
    fakeVscode.files.write('/w/AGENTS.md', 'a:3');
    expect(await urisIn('w/AGENTS.md')).toEqual(['a:3']);
  });

  it('are none where the file is gone', async () => {
    expect(await urisIn('v/AGENTS.md')).toEqual([]);
  });

  it('are not known without a folder, and without the language server', async () => {
    expect(await mentionedIn('w/AGENTS.md', { get: () => Promise.reject(new Error('Broken')) })).toBeUndefined();
    fakeVscode.workspace.setFolders();
    expect(await mentionedIn('w/AGENTS.md')).toBeUndefined();
  });

  it('are not known of a file outside of the workspace, and of one that is too large to be written by hand', async () => {
    fakeVscode.files.write('/x/AGENTS.md', 'a:1');
    fakeVscode.files.write('/w/LARGE.md', `a:1${' '.repeat(1_000_000)}`);
    const found = await Promise.all(['w/../x/AGENTS.md', '../x/AGENTS.md', 'w/LARGE.md'].map(urisIn));
    expect(found.map((uris) => uris?.length)).toEqual([undefined, undefined, undefined]);
  });
});

it.skipIf(process.platform !== 'linux')(
  'a file that links to one without an end is read neither for a rule nor for a search',
  async () => {
    const folder = await newFolder();
    await symlink('/proc/self/pagemap', path.join(folder, 'AGENTS.md'));
    // What VS Code would read of it.
    fakeVscode.files.write(path.join(folder, 'AGENTS.md'), 'a:1');
    fakeVscode.workspace.setFolders(folder);
    expect(await mentionedIn('AGENTS.md')).toBeUndefined();
    const { signal } = new AbortController();
    const texts: unknown[] = [];
    for await (const file of filesOfWorkspace(silent, signal)) texts.push(await file.text(signal));
    expect(texts).toEqual([undefined]);
  },
);
