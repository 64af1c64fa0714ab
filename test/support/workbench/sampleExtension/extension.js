// A sample of everything that the workbench helpers drive, so that the helpers can be tested without the product.
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');
const vscode = require('vscode');

const files = new Map(
  Array.from({ length: 120 }, (_, index) => [`/folder/note-${String(index).padStart(3, '0')}.md`, `text ${index}`]),
);
files.set('/first.md', 'the first version');

let changed = 1;
const fileChanges = new vscode.EventEmitter();

function contentOf(uri) {
  const text = files.get(uri.path);
  if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return Buffer.from(text);
}

const fileSystem = {
  onDidChangeFile: fileChanges.event,
  watch: () => new vscode.Disposable(() => {}),
  stat: (uri) => ({ type: vscode.FileType.File, ctime: 1, mtime: changed, size: contentOf(uri).length }),
  readFile: contentOf,
  readDirectory: () => [],
  createDirectory: () => {},
  writeFile: () => {},
  delete: () => {},
  rename: () => {},
};

const uriOf = (path) => vscode.Uri.from({ scheme: 'sample', path });

const tree = {
  getChildren: (path) => {
    if (path === undefined) return ['/first.md', '/folder'];
    return [...files.keys()].filter((file) => file.startsWith(`${path}/`));
  },
  getTreeItem: (path) => {
    const isFolder = path === '/folder';
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(path.split('/').at(-1), isFolder ? Collapsed : None);
    item.id = path;
    item.description = isFolder ? '120 files' : 'file';
    item.tooltip = `Tooltip of ${path}`;
    item.contextValue = isFolder ? 'folder' : 'file';
    item.iconPath = new vscode.ThemeIcon(isFolder ? 'folder' : 'file');
    if (!isFolder) item.resourceUri = uriOf(path);
    return item;
  },
};

async function attach(path, selected) {
  const attachFiles = (selected ?? [path]).map(uriOf);
  await vscode.commands.executeCommand('workbench.action.chat.open', { attachFiles });
}

async function greet(path) {
  const answer = await vscode.window.showInformationMessage(`Hello ${path ?? 'world'}.`, 'Wave', 'Leave');
  if (answer !== undefined) await vscode.window.showWarningMessage(`You chose ${answer}.`);
}

async function choose() {
  const items = [
    { label: 'Red', description: 'a colour' },
    { label: 'Green', detail: 'also a colour' },
    { label: 'Blue' },
  ];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Choose a colour', canPickMany: true });
  const name = await vscode.window.showInputBox({ prompt: 'Name it' });
  await vscode.window.showInformationMessage(`${picked?.map((item) => item.label).join('+')} is ${name}.`);
}

async function ask() {
  const answer = await vscode.window.showWarningMessage('Really?', { modal: true, detail: 'It matters.' }, 'Yes');
  return `${answer}, trusted: ${vscode.workspace.isTrusted}`;
}

/** Makes a temporary file as a server would: in a process of its own. */
async function leaveFile() {
  const script = "require('node:fs').mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'left-'))";
  await promisify(execFile)(process.execPath, ['-e', script]);
}

const panel = {
  resolveWebviewView: (view) => {
    view.webview.options = { enableScripts: true };
    view.webview.html =
      '<!DOCTYPE html><body><button id="b" onclick="this.textContent=\'pressed\'">press</button></body>';
  },
};

exports.activate = (context) => {
  const log = vscode.window.createOutputChannel('Bench Sample', { log: true });
  log.info('The sample is active.');
  const view = vscode.window.createTreeView('benchSample.tree', {
    treeDataProvider: tree,
    canSelectMany: true,
    // VS Code only makes rows draggable if there is a `handleDrag`, whatever their resourceUri.
    dragAndDropController: { dropMimeTypes: [], dragMimeTypes: [], handleDrag: () => {} },
  });
  view.message = 'These are samples.';
  const remember = async () => {
    const count = context.workspaceState.get('count', 0) + 1;
    await context.workspaceState.update('count', count);
    await context.secrets.store('count', String(count));
    return `${count}/${await context.secrets.get('count')}`;
  };
  const change = (text) => {
    files.set('/first.md', text);
    changed += 1;
    fileChanges.fire([{ type: vscode.FileChangeType.Changed, uri: uriOf('/first.md') }]);
  };
  context.subscriptions.push(
    log,
    vscode.workspace.registerFileSystemProvider('sample', fileSystem, { isReadonly: true }),
    view,
    vscode.window.registerWebviewViewProvider('benchSample.panel', panel),
    vscode.commands.registerCommand('benchSample.greet', greet),
    vscode.commands.registerCommand('benchSample.attach', attach),
    vscode.commands.registerCommand('benchSample.choose', choose),
    vscode.commands.registerCommand('benchSample.ask', ask),
    vscode.commands.registerCommand('benchSample.remember', remember),
    vscode.commands.registerCommand('benchSample.change', change),
    vscode.commands.registerCommand('benchSample.leaveFile', leaveFile),
  );
};
