import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import type { Part } from '../../../../src/core/content/part';
import type { Content } from '../../../../src/core/content/content';
import { saveFiles, type ReadResource } from '../../../../src/host/content/saveFiles';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { files, messages, saveDialogs, openDialogs, workspace } = fakeVscode;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (path: string, text: string): Part => ({
  uri: `note:${path}`,
  occurrence: 0,
  path,
  mimeType: 'text/plain',
  declaredType: undefined,
  isText: true,
  bytes: bytes(text),
});

function read(name: string, text: string, fields: Partial<Content> & { readonly chosen?: string } = {}): ReadResource {
  const { chosen, ...others } = fields;
  const content: Content = {
    parts: [part(name, text)],
    problems: [],
    isFromWeb: false,
    version: undefined,
    bytes: bytes(text),
    mimeType: 'text/plain',
    readAt: 0,
    ttl: undefined,
    changedAt: 0,
    ...others,
  };
  const address = {
    serverId: 'shop',
    uri: `note:${name}`,
    name,
    title: undefined,
    mimeType: undefined,
    size: undefined,
  };
  return { resource: { ...address, ...(chosen && { part: { uri: chosen, occurrence: 0 } }) }, content };
}

const saved = (): Record<string, string | undefined> =>
  Object.fromEntries(files.uris.map((uri) => [uri.path, files.text(uri)]));

describe('saving one resource', () => {
  it('offers its name in the first folder, and writes where the user says', async () => {
    workspace.setFolders('/shop', '/wiki');
    saveDialogs.answer(Uri.file('/elsewhere/mine.txt'));
    await saveFiles([read('note.txt', 'one')]);
    expect([saveDialogs.asked.map(({ title, defaultUri }) => [title, defaultUri?.path]), saved()]).toEqual([
      [['Save As', '/shop/note.txt']],
      { '/elsewhere/mine.txt': 'one' },
    ]);
  });

  it('offers no place in a window without a folder', async () => {
    saveDialogs.answer(Uri.file('/a.txt'));
    await saveFiles([read('note.txt', 'one')]);
    expect(saveDialogs.asked).toEqual([{ title: 'Save As' }]);
  });

  it('writes nothing where the user leaves, or there is nothing', async () => {
    saveDialogs.answer(undefined);
    await saveFiles([read('note.txt', 'one')]);
    await saveFiles([]);
    expect([saved(), saveDialogs.asked.length, openDialogs.asked]).toEqual([{}, 1, []]);
  });

  it('names it by what it turned out to be, and one file of several by its own name', async () => {
    workspace.setFolders('/shop');
    saveDialogs.answer(undefined, undefined);
    await saveFiles([read('note', '{}', { mimeType: 'application/json' })]);
    await saveFiles([read('guide', 'two', { parts: [part('deep/setup.md', 'two')], chosen: 'note:deep/setup.md' })]);
    expect(saveDialogs.asked.map(({ defaultUri }) => defaultUri?.path)).toEqual(['/shop/note.json', '/shop/setup.md']);
  });
});

describe('saving several resources', () => {
  it('writes them into one folder, over nothing that is there and over none of themselves', async () => {
    files.write('/out/note.txt', 'old');
    files.write('/out/NOTE-2.TXT', 'old too');
    openDialogs.answer([Uri.file('/out')]);
    await saveFiles([read('note.txt', 'one'), read('note.txt', 'two'), read('other.txt', 'three')]);
    expect(saved()).toEqual({
      '/out/note.txt': 'old',
      '/out/NOTE-2.TXT': 'old too',
      '/out/note-3.txt': 'one',
      '/out/note-4.txt': 'two',
      '/out/other.txt': 'three',
    });
    expect(openDialogs.asked.map(({ openLabel, canSelectFiles }) => [openLabel, canSelectFiles])).toEqual([
      ['Save 3 Files Here', false],
    ]);
  });

  it('makes a new folder for one of several files, with their paths in it, and counts them', async () => {
    files.write('/out/guide/mine.md', 'mine');
    openDialogs.answer([Uri.file('/out')]);
    await saveFiles([read('guide', '', { parts: [part('a.md', 'A'), part('deep/b.md', 'B')] })]);
    expect([saved(), openDialogs.asked[0]?.openLabel]).toEqual([
      { '/out/guide/mine.md': 'mine', '/out/guide-2/a.md': 'A', '/out/guide-2/deep/b.md': 'B' },
      'Save 2 Files Here',
    ]);
  });

  it('makes a new folder for what is in one, also for a single file, with the paths below it', async () => {
    files.write('/out/docs/mine.md', 'mine');
    openDialogs.answer([Uri.file('/out')], [Uri.file('/out')]);
    const several = read('docs/deep/../guide', '', { parts: [part('a.md', 'A'), part('deep/b.md', 'B')] });
    const { resource: docs } = read('docs', '');
    await saveFiles(
      [read('docs/a.txt', 'one'), read('docs/deep/a.txt', 'two'), read('else/a.txt', 'three'), several],
      docs,
    );
    await saveFiles([read('docs/a', '{}', { mimeType: 'application/json' })], docs);
    expect([saved(), openDialogs.asked.map(({ openLabel }) => openLabel)]).toEqual([
      {
        '/out/docs/mine.md': 'mine',
        '/out/docs-2/a.txt': 'one',
        '/out/docs-2/deep/a.txt': 'two',
        '/out/docs-2/a-2.txt': 'three',
        '/out/docs-2/deep/guide/a.md': 'A',
        '/out/docs-2/deep/guide/deep/b.md': 'B',
        '/out/docs-3/a.json': '{}',
      },
      ['Save 5 Files Here', 'Save Here'],
    ]);
  });

  it('writes nothing where the user leaves', async () => {
    openDialogs.answer(undefined);
    await saveFiles([read('a', 'one'), read('b', 'two')]);
    expect(saved()).toEqual({});
  });
});

describe('a place where chats look for files', () => {
  it.each([
    ['/shop/.github/skills/refunds/SKILL.md', 'a skill of yours'],
    ['/shop/.claude/skills/refunds/forms/EU.md', 'a skill of yours'],
    ['/shop/.agents/skills/a/b.py', 'a skill of yours'],
    ['/shop/.github/copilot-instructions.md', 'instructions of yours'],
    ['/shop/.github/instructions/x.txt', 'instructions of yours'],
    ['/shop/src/AGENTS.md', 'instructions of yours'],
    ['/shop/CLAUDE.md', 'instructions of yours'],
    ['/shop/style.instructions.md', 'instructions of yours'],
    ['/shop/.cursor/rules/a.mdc', 'instructions of yours'],
    ['/shop/.github/agents/a.md', 'an agent of yours'],
    ['/shop/review.chatmode.md', 'an agent of yours'],
    ['/shop/.github/prompts/a.md', 'a prompt of yours'],
    ['/shop/a.prompt.md', 'a prompt of yours'],
  ])('%s is written only where the user wants that', async (path, what) => {
    saveDialogs.answer(Uri.file(path), Uri.file(path));
    messages.answer(undefined, 'Save as Yours');
    await saveFiles([read('note.txt', 'one')]);
    expect(saved()).toEqual({});
    expect(messages.asked).toMatchObject([{ text: expect.stringContaining(what) as unknown, isModal: true }]);
    await saveFiles([read('note.txt', 'one')]);
    expect(saved()).toEqual({ [path]: 'one' });
  });

  it.each([
    '/shop/skills/a.md',
    '/shop/.github/workflows.md',
    '/shop/README.md',
    '/shop/agents/a.md',
    '/shop/my-agents.md',
  ])('%s is none', async (path) => {
    saveDialogs.answer(Uri.file(path));
    await saveFiles([read('note.txt', 'one')]);
    expect([saved(), messages.asked]).toEqual([{ [path]: 'one' }, []]);
  });
});
