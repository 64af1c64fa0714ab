import type * as vscode from 'vscode';
import { FileType } from './enums';
import { Disposable, EventEmitter } from './events';
import { FileSystemError } from './values';
import { Uri } from './uri';

interface File {
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
  readonly mtime: number;
}

type Change = 'created' | 'changed' | 'deleted';

const all = new Map<string, File>();
const providers = new Map<string, vscode.FileSystemProvider>();
const refusals = new Map<string, vscode.FileSystemError>();
const links = new Set<string>();
const writeRefusals = new Map<string, vscode.FileSystemError>();
/** Fires for watchers and documents. */
export const didChangeFile = new EventEmitter<{ readonly uri: vscode.Uri; readonly change: Change }>();
let time = 0;

const keyOf = (uri: vscode.Uri): string => uri.toString();
const uriOf = (place: string | vscode.Uri): vscode.Uri => (typeof place === 'string' ? Uri.file(place) : place);

function write(uri: vscode.Uri, content: string | Uint8Array): void {
  const change = all.has(keyOf(uri)) ? 'changed' : 'created';
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  all.set(keyOf(uri), { uri, bytes, mtime: (time += 1) });
  didChangeFile.fire({ uri, change });
}

function remove(uri: vscode.Uri): void {
  const below = `${keyOf(uri)}/`;
  for (const [key, file] of all)
    if (key === keyOf(uri) || key.startsWith(below)) {
      all.delete(key);
      didChangeFile.fire({ uri: file.uri, change: 'deleted' });
    }
}

/** Returns the names in a folder; none for anything else. */
function entriesOf(uri: vscode.Uri): [string, vscode.FileType][] {
  const below = `${keyOf(uri).replace(/\/$/u, '')}/`;
  const rests = [...all.values()].filter((one) => keyOf(one.uri).startsWith(below));
  const children = rests.map((one): [string, vscode.FileType] => {
    const [name = '', ...rest] = one.uri.path.slice(uri.path.replace(/\/$/u, '').length + 1).split('/');
    return [name, rest.length > 0 ? FileType.Directory : FileType.File];
  });
  return [...new Map(children)];
}

/** For the test: the files in memory. Paths have the scheme `file`. */
export const files = {
  providers: providers as ReadonlyMap<string, vscode.FileSystemProvider>,

  /** Writes a file as another program would: watchers are notified. */
  write(place: string | vscode.Uri, content: string | Uint8Array): void {
    write(uriOf(place), content);
  },

  /** Removes a file, or a folder with its content. */
  remove(place: string | vscode.Uri): void {
    remove(uriOf(place));
  },

  /** Returns a file's text, or `undefined` where there is none. */
  text(place: string | vscode.Uri): string | undefined {
    const file = all.get(keyOf(uriOf(place)));
    return file && new TextDecoder().decode(file.bytes);
  },

  bytes(place: string | vscode.Uri): Uint8Array | undefined {
    return all.get(keyOf(uriOf(place)))?.bytes;
  },

  /** All files. */
  get uris(): readonly vscode.Uri[] {
    return [...all.values()].map(({ uri }) => uri);
  },

  /** Makes every access to a file or folder fail with this error. */
  refuse(place: string | vscode.Uri, error: vscode.FileSystemError): void {
    refusals.set(keyOf(uriOf(place)), error);
  },

  /** Makes every write of the extension to the file fail with this error. */
  refuseWriting(place: string | vscode.Uri, error: vscode.FileSystemError): void {
    writeRefusals.set(keyOf(uriOf(place)), error);
  },

  /** Makes a symbolic link of a file or folder, to what is there. */
  link(place: string | vscode.Uri): void {
    links.add(keyOf(uriOf(place)));
  },

  /** Notifies watchers of a change on the real disk. */
  changed(place: string | vscode.Uri, change: Change = 'changed'): void {
    didChangeFile.fire({ uri: uriOf(place), change });
  },

  reset(): void {
    for (const map of [all, providers, refusals, writeRefusals, links]) map.clear();
    didChangeFile.removeAll();
    time = 0;
  },
};

function mustBeAllowed(uri: vscode.Uri): void {
  const refusal = refusals.get(keyOf(uri));
  if (refusal) throw refusal;
}

function read(uri: vscode.Uri): File {
  mustBeAllowed(uri);
  const file = all.get(keyOf(uri));
  if (file) return file;
  throw entriesOf(uri).length > 0 ? FileSystemError.FileIsADirectory(uri) : FileSystemError.FileNotFound(uri);
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
  const provider = providers.get(uri.scheme);
  if (provider) return provider.stat(uri);
  mustBeAllowed(uri);
  const file = all.get(keyOf(uri));
  const link = links.has(keyOf(uri)) ? FileType.SymbolicLink : FileType.Unknown;
  if (!file && entriesOf(uri).length > 0) return { type: FileType.Directory | link, ctime: 0, mtime: 0, size: 0 };
  const { bytes, mtime } = read(uri);
  return { type: FileType.File | link, ctime: 0, mtime, size: bytes.length };
}

/** Schemes with a provider use its files; all others are in memory. A folder exists where there are files in it. */
export const fs = {
  stat: statOf,

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const provider = providers.get(uri.scheme);
    return provider ? provider.readFile(uri) : read(uri).bytes;
  },

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const provider = providers.get(uri.scheme);
    if (provider) return provider.writeFile(uri, bytes, { create: true, overwrite: true });
    const refusal = writeRefusals.get(keyOf(uri));
    if (refusal) throw refusal;
    mustBeAllowed(uri);
    write(uri, bytes);
  },

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const provider = providers.get(uri.scheme);
    if (provider) return provider.readDirectory(uri);
    mustBeAllowed(uri);
    if (all.has(keyOf(uri))) throw FileSystemError.FileNotADirectory(uri);
    return entriesOf(uri);
  },

  async delete(uri: vscode.Uri): Promise<void> {
    await statOf(uri);
    remove(uri);
  },

  isWritableFileSystem: (scheme: string): boolean | undefined => (scheme === 'file' ? true : undefined),
} satisfies Partial<vscode.FileSystem>;

export function registerFileSystemProvider(scheme: string, provider: vscode.FileSystemProvider): Disposable {
  if (providers.has(scheme)) throw new Error(`a provider for the scheme '${scheme}' is already registered`);
  providers.set(scheme, provider);
  return new Disposable(() => providers.delete(scheme));
}
