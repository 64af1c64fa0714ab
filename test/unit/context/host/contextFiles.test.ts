import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ContextFiles } from '../../../../src/host/context/contextFiles';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { newFolder } from '../../../support/newFolder';

it.skipIf(process.platform !== 'linux')(
  'a file of sets that links to one without an end is not read, and says so',
  async () => {
    const folder = await newFolder();
    await mkdir(path.join(folder, '.vscode'));
    const file = path.join(folder, '.vscode/mcp-context.json');
    await symlink('/proc/self/pagemap', file);
    // What VS Code would read of it.
    fakeVscode.files.write(file, '{"sets":{}}');
    fakeVscode.workspace.setFolders(folder);
    const shared = await own(new ContextFiles()).all();
    expect(shared.map((one) => one.file.mistake?.message)).toEqual([
      `The file ${file} isn’t a regular file. Replace it with one.`,
    ]);
  },
);
