import {
  chat,
  Disposable as VsDisposable,
  EventEmitter,
  lm,
  window,
  workspace,
  type ChatRequestHandler,
  type FileChangeEvent,
  type FileSystemProvider,
  type LanguageModelTool,
  type WebviewPanelSerializer,
  type WebviewViewProvider,
} from 'vscode';
import { toDisposable, type Disposable, type DisposableStore } from '../../core/base/disposable';
import { virtualScheme } from '../../core/content/virtualScheme';
import { searchViewOptions, virtualFilesOptions, type Doors } from '../base/doors';
import { participant as participantId, searchEditor, tools, views } from '../base/ids';

/** Requests of one kind, and what answers them once it is there. They wait for it. */
class Door<T> {
  #answering: T | undefined;

  /** @param open has something put behind the door */
  constructor(private readonly open: () => Promise<void>) {}

  /** Rejects where nothing was put there, as after a failure. */
  async get(): Promise<T> {
    if (this.#answering === undefined) await this.open();
    if (this.#answering === undefined) throw new Error('The extension was closed.');
    return this.#answering;
  }

  put(answering: T): Disposable {
    this.#answering = answering;
    return toDisposable(() => (this.#answering = undefined));
  }
}

/**
 * Registers everything that VS Code asks for once and waits for: what is asked before the extension is loaded is answered by it afterwards.
 * VS Code would not ask again, and it reads a file with the provider that it asked for the size.
 */
export function openDoors(store: DisposableStore, open: () => Promise<void>): Doors {
  const searchView = new Door<WebviewViewProvider>(open);
  const provider: WebviewViewProvider = {
    resolveWebviewView: async (...args) => (await searchView.get()).resolveWebviewView(...args),
  };
  store.add(window.registerWebviewViewProvider(views.search, provider, searchViewOptions));
  const editor = new Door<WebviewPanelSerializer>(open);
  const serializer: WebviewPanelSerializer = {
    deserializeWebviewPanel: async (...args) => (await editor.get()).deserializeWebviewPanel(...args),
  };
  store.add(window.registerWebviewPanelSerializer(searchEditor, serializer));
  return {
    window: {
      registerWebviewViewProvider: (_id, answering) => ofVsCode(searchView.put(answering)),
      registerWebviewPanelSerializer: (_id, answering) => ofVsCode(editor.put(answering)),
    },
    workspace: filesDoor(store, open),
    lm: toolDoors(store, open),
    chat: chatDoor(store, open),
  };
}

function filesDoor(store: DisposableStore, open: () => Promise<void>): Doors['workspace'] {
  const files = new Door<FileSystemProvider>(open);
  const changed = store.add(new EventEmitter<FileChangeEvent[]>());
  const provider: FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: (...args) => {
      const watching = files.get().then((answering) => answering.watch(...args));
      // A file that fails says so when it is read.
      watching.catch(() => undefined);
      return new VsDisposable(() => void watching.then((one) => void one.dispose()).catch(() => undefined));
    },
    stat: async (uri) => (await files.get()).stat(uri),
    readFile: async (uri) => (await files.get()).readFile(uri),
    readDirectory: async (uri) => (await files.get()).readDirectory(uri),
    createDirectory: async (uri) => (await files.get()).createDirectory(uri),
    writeFile: async (...args) => (await files.get()).writeFile(...args),
    delete: async (...args) => (await files.get()).delete(...args),
    rename: async (...args) => (await files.get()).rename(...args),
  };
  store.add(workspace.registerFileSystemProvider(virtualScheme, provider, virtualFilesOptions));
  return {
    registerFileSystemProvider: (_scheme, answering) => {
      const following = answering.onDidChangeFile((changes) => changed.fire(changes));
      return VsDisposable.from(files.put(answering), following);
    },
  };
}

function toolDoors(store: DisposableStore, open: () => Promise<void>): Doors['lm'] {
  const doors = new Map(
    Object.values(tools).map((name) => [name as string, new Door<LanguageModelTool<unknown>>(open)]),
  );
  for (const [name, door] of doors)
    store.add(
      lm.registerTool<unknown>(name, {
        prepareInvocation: async (...args) => (await door.get()).prepareInvocation?.(...args),
        invoke: async (...args) => (await door.get()).invoke(...args),
      }),
    );
  return { registerTool: (name, tool) => ofVsCode(doors.get(name)?.put(tool)) };
}

function chatDoor(store: DisposableStore, open: () => Promise<void>): Doors['chat'] {
  if (!(chat as Partial<typeof chat> | undefined)?.createChatParticipant) return undefined;
  const handler = new Door<ChatRequestHandler>(open);
  const participant = store.add(
    chat.createChatParticipant(participantId, async (...args) => (await handler.get())(...args)),
  );
  return {
    createChatParticipant: (_id, answering) => {
      handler.put(answering);
      return participant;
    },
  };
}

function ofVsCode(disposable: Disposable | undefined): VsDisposable {
  return VsDisposable.from(...(disposable ? [disposable] : []));
}
