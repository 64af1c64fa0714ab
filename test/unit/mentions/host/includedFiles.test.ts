import { beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { isIncluded, mentionedInFile } from '../../../../src/host/mentions/includedFiles';
import type { RunningLanguage } from '../../../../src/host/mentions/languageClient';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

/** Understands every line as the URI of a resource. */
const running: Pick<RunningLanguage, 'mentionedInText'> = {
  mentionedInText: (_, text) =>
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
});

describe('a file', () => {
  const included = (file: string) => isIncluded(Uri.file(file));

  it('has a rule by its path, with the folder where there are several', () => {
    fakeVscode.settings.set('mcpResources.context.automatic', { mentions: ['w/AGENTS.md', 'a.prompt.md'] });
    expect(['/w/AGENTS.md', '/v/AGENTS.md', '/v/a.prompt.md', '/x/AGENTS.md'].map(included)).toEqual([
      true,
      false,
      true,
      undefined,
    ]);
  });
});
