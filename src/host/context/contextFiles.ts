import * as l10n from '@vscode/l10n';
import { commands, FileSystemError, FileType, Range, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import { Owner } from '../../core/base/owner';
import { notText, unread } from '../../node/files/files';
import { HumanError } from '../../core/base/errors';
import { labelled } from '../../core/base/format';
import { Emitter } from '../../core/base/event';
import { readContextFile, type ContextFile, type FileSet } from '../../core/context/contextFile';
import type { NamedSet } from '../../core/context/setEntry';
import { manageTrust } from '../base/ids';
import type { HostLogger } from '../base/log';
import { offer, showWarning, type Button } from '../base/tell';
import { readWorkspaceFile } from '../mentions/workspaceFile';

const place = ['.vscode', 'mcp-context.json'] as const;

/** A file of sets in a folder of the workspace, which may not exist yet. */
export interface SharedFile {
  readonly uri: Uri;
  /** Path for display. */
  readonly label: string;
  readonly file: ContextFile;
}

/** A set with the file that it stands in, and the URI of that; without one it is the user's own. */
export type PlacedSet =
  | { readonly set: NamedSet; readonly shared: undefined; readonly file: undefined }
  | { readonly set: FileSet; readonly shared: SharedFile; readonly file: string };

/** The sets of a file. */
export function setsOf(shared: SharedFile): readonly PlacedSet[] {
  return shared.file.sets.map((set) => ({ set, shared, file: shared.uri.toString() }));
}

export function ownSet(set: NamedSet): PlacedSet {
  return { set, shared: undefined, file: undefined };
}

/** The files of context sets that come with the folders of the workspace. */
export class ContextFiles extends Owner {
  readonly #didChange = this.owned.add(new Emitter<void>());

  /** Fires when the result of {@link all} may have changed. */
  readonly onDidChange = this.#didChange.event;

  constructor() {
    super();
    const watcher = this.owned.add(workspace.createFileSystemWatcher(`**/${place.join('/')}`));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.owned.add(event(() => this.#didChange.fire()));
  }

  /** Never rejects: a file that cannot be read has the failure as its problem. */
  async all(): Promise<readonly SharedFile[]> {
    return Promise.all((workspace.workspaceFolders ?? []).map((folder) => readShared(folder)));
  }

  /** Changes the text of a file, which is empty if there is none. Rejects with a `HumanError` rather than lose something. */
  async edit({ uri, label }: SharedFile, change: (text: string) => string): Promise<void> {
    const text = (await readText(uri)) ?? '';
    if (workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString()))
      throw new HumanError('configuration', l10n.t('{0} has unsaved changes. Save it and try again.', label));
    const { mistake } = readContextFile(text);
    if (mistake) throw new HumanError('configuration', labelled(label, mistake.message));
    const bytes = new TextEncoder().encode(change(text));
    await checkNoLink(uri, label);
    try {
      await workspace.fs.writeFile(uri, bytes);
    } catch (cause) {
      throw new HumanError('configuration', l10n.t('Couldn’t write to {0}. Check its permissions.', label), {
        cause,
      });
    }
    this.#didChange.fire();
  }
}

/** @param offset in its text, in UTF-16 units */
export async function openFile(uri: Uri, offset = 0): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const position = document.positionAt(offset);
  await window.showTextDocument(document, { selection: new Range(position, position) });
}

export function openFileButton({ uri }: Pick<SharedFile, 'uri'>, offset = 0): Button {
  return { title: l10n.t('Open File'), run: () => openFile(uri, offset) };
}

/** Says that something needs trust, with a button that leads to it. */
export async function tellRestricted(message: string, otherButtons: readonly Button[], log: HostLogger): Promise<void> {
  const manage = { title: l10n.t('Manage Trust'), run: () => commands.executeCommand(manageTrust) };
  await offer(showWarning, message, [manage, ...otherButtons], log);
}

async function readShared(folder: WorkspaceFolder): Promise<SharedFile> {
  const shown = place.join('/');
  const label = (workspace.workspaceFolders?.length ?? 0) > 1 ? `${shown} (${folder.name})` : shown;
  const uri = Uri.joinPath(folder.uri, ...place);
  try {
    const text = await readText(uri);
    return { uri, label, file: readContextFile(text ?? '') };
  } catch (error) {
    const message = error instanceof HumanError ? error.message : unread(label, error);
    return { uri, label, file: { sets: [], mistake: { message, offset: 0 } } };
  }
}

/** A link that comes with a repository could lead to any file of the user. */
async function checkNoLink(file: Uri, label: string): Promise<void> {
  for (const uri of [Uri.joinPath(file, '..'), file]) {
    if (!(await isLink(uri))) continue;
    throw new HumanError(
      'configuration',
      l10n.t(
        'Couldn’t write to {0}, because its path contains a symbolic link. Replace the link with a file or folder.',
        label,
      ),
    );
  }
}

async function isLink(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.SymbolicLink) !== 0;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** `undefined` if the file does not exist. */
async function readText(uri: Uri): Promise<string | undefined> {
  const bytes = await readWorkspaceFile(uri);
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw notText(place.join('/'), cause);
  }
}
