import type * as vscode from 'vscode';
import { didChangeConfiguration, followTrust, getConfiguration } from './configuration';
import { FakeTextDocument } from './documents';
import { Disposable, EventEmitter } from './events';
import { didChangeFile, files, fs, registerFileSystemProvider } from './files';
import { matches } from './globs';
import { Uri } from './uri';

interface State {
  folders: readonly vscode.WorkspaceFolder[] | undefined;
  file: vscode.Uri | undefined;
  isTrusted: boolean;
  untitled: number;
}

const start: State = { folders: undefined, file: undefined, isTrusted: true, untitled: 0 };
const state: State = { ...start };
const open: FakeTextDocument[] = [];
const contentProviders = new Map<string, vscode.TextDocumentContentProvider>();
const didGrantTrust = new EventEmitter<void>();
const didChangeFolders = new EventEmitter<vscode.WorkspaceFoldersChangeEvent>();
const didClose = new EventEmitter<vscode.TextDocument>();

followTrust(() => state.isTrusted);

const folderOf = (place: string | vscode.Uri, index: number): vscode.WorkspaceFolder => {
  const uri = typeof place === 'string' ? Uri.file(place) : place;
  return { uri, name: uri.path.split('/').at(-1) ?? '', index };
};

function openNew(document: FakeTextDocument): FakeTextDocument {
  open.push(document);
  return document;
}

async function textOf(uri: vscode.Uri): Promise<string> {
  const provider = contentProviders.get(uri.scheme);
  if (!provider) return new TextDecoder().decode(await fs.readFile(uri));
  const token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter<unknown>().event };
  return (await provider.provideTextDocumentContent(uri, token)) ?? '';
}

/** For the test: the workspace, and the documents in it. */
export const workspaceControl = {
  contentProviders: contentProviders as ReadonlyMap<string, vscode.TextDocumentContentProvider>,

  /** Opens these folders and no others; no folder is an empty window. */
  setFolders(...places: readonly (string | vscode.Uri)[]): void {
    const removed = state.folders ?? [];
    const added = places.map(folderOf);
    state.folders = added.length > 0 ? added : undefined;
    didChangeFolders.fire({ added, removed });
  },

  /** Opens a .code-workspace file; one that is not saved yet has another scheme. */
  setFile(place: string | vscode.Uri | undefined): void {
    state.file = typeof place === 'string' ? Uri.file(place) : place;
  },

  /** Sets the trust that the window opens with. */
  setTrusted(isTrusted: boolean): void {
    state.isTrusted = isTrusted;
  },

  /** Trusts the workspace, as the user does. */
  grantTrust(): void {
    state.isTrusted = true;
    didGrantTrust.fire();
  },

  /** Opens a document, with or without a file. */
  open(
    place: string | vscode.Uri,
    text: string,
    options: { languageId?: string; isDirty?: boolean } = {},
  ): FakeTextDocument {
    const uri = typeof place === 'string' ? Uri.file(place) : place;
    return openNew(new FakeTextDocument({ uri, text, ...options }));
  },

  /** Replaces the whole text, as a user who types. */
  edit(document: FakeTextDocument, text: string): void {
    document.replace(text);
  },

  /** Closes a document, as VS Code does. */
  close(document: FakeTextDocument): void {
    document.isClosed = true;
    open.splice(open.indexOf(document), 1);
    didClose.fire(document);
  },

  reset(): void {
    Object.assign(state, start);
    open.length = 0;
    contentProviders.clear();
    for (const emitter of [didGrantTrust, didChangeFolders, didClose]) emitter.removeAll();
  },
};

function isUri(given: vscode.Uri | object): given is vscode.Uri {
  return 'scheme' in given;
}

async function openTextDocument(
  given?: vscode.Uri | string | { readonly language?: string; readonly content?: string },
): Promise<FakeTextDocument> {
  if (given === undefined || (typeof given === 'object' && !isUri(given))) {
    const uri = Uri.from({ scheme: 'untitled', path: `Untitled-${(state.untitled += 1)}` });
    return openNew(
      new FakeTextDocument({ uri, text: given?.content ?? '', languageId: given?.language, isDirty: true }),
    );
  }
  const uri = typeof given === 'string' ? Uri.file(given) : given;
  const document = open.find((one) => one.uri.toString() === uri.toString());
  return document ?? openNew(new FakeTextDocument({ uri, text: await textOf(uri) }));
}

function createFileSystemWatcher(pattern: vscode.GlobPattern): vscode.FileSystemWatcher {
  const [created, changed, deleted] = [1, 2, 3].map(() => new EventEmitter<vscode.Uri>()) as [
    EventEmitter<vscode.Uri>,
    EventEmitter<vscode.Uri>,
    EventEmitter<vscode.Uri>,
  ];
  const emitters = { created, changed, deleted };
  const following = didChangeFile.event(({ uri, change }) => {
    if (matches(pattern, uri, state.folders ?? [])) emitters[change].fire(uri);
  });
  return {
    ignoreCreateEvents: false,
    ignoreChangeEvents: false,
    ignoreDeleteEvents: false,
    onDidCreate: created.event,
    onDidChange: changed.event,
    onDidDelete: deleted.event,
    dispose: () => Disposable.from(following, created, changed, deleted).dispose(),
  };
}

function getWorkspaceFolder(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  return state.folders?.find((one) => uri.toString().startsWith(`${one.uri.toString()}/`));
}

function asRelativePath(given: string | vscode.Uri, includesFolder?: boolean): string {
  const uri = typeof given === 'string' ? Uri.file(given) : given;
  const folder = getWorkspaceFolder(uri);
  if (!folder) return uri.fsPath;
  const relative = uri.path.slice(folder.uri.path.length + 1);
  return (includesFolder ?? (state.folders ?? []).length > 1) ? `${folder.name}/${relative}` : relative;
}

export const workspace = {
  get isTrusted(): boolean {
    return state.isTrusted;
  },
  get workspaceFolders(): readonly vscode.WorkspaceFolder[] | undefined {
    return state.folders;
  },
  get workspaceFile(): vscode.Uri | undefined {
    return state.file;
  },
  get textDocuments(): readonly vscode.TextDocument[] {
    return open;
  },
  // The extension does not copy or move files.
  fs: fs as unknown as vscode.FileSystem,
  getConfiguration,
  openTextDocument,
  createFileSystemWatcher,
  getWorkspaceFolder,
  asRelativePath,
  registerFileSystemProvider,
  registerTextDocumentContentProvider(scheme: string, provider: vscode.TextDocumentContentProvider): Disposable {
    contentProviders.set(scheme, provider);
    return new Disposable(() => contentProviders.delete(scheme));
  },
  findFiles(include: vscode.GlobPattern, exclude?: vscode.GlobPattern | null, most = Infinity): Promise<vscode.Uri[]> {
    const folders = state.folders ?? [];
    const found = files.uris.filter(
      (uri) => matches(include, uri, folders) && !(exclude && matches(exclude, uri, folders)),
    );
    return Promise.resolve(found.slice(0, most));
  },
  onDidGrantWorkspaceTrust: didGrantTrust.event,
  onDidChangeWorkspaceFolders: didChangeFolders.event,
  onDidChangeConfiguration: didChangeConfiguration.event,
  onDidCloseTextDocument: didClose.event,
} satisfies Partial<typeof vscode.workspace>;
