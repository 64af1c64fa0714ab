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
import { searchViewOptions, virtualFilesOptions, type Registrar } from '../base/registrar';
import { participant as participantId, searchEditor, tools, views } from '../base/ids';

/** Requests of one kind, which wait for the handler that is loaded with the first of them. */
class LateHandler<T> {
  #handler: T | undefined;

  /** @param load sets the handler */
  constructor(private readonly load: () => Promise<void>) {}

  /** Rejects where none was set, as after a failure. */
  async get(): Promise<T> {
    if (this.#handler === undefined) await this.load();
    if (this.#handler === undefined) throw new Error('The extension was closed.');
    return this.#handler;
  }

  set(handler: T): Disposable {
    this.#handler = handler;
    return toDisposable(() => (this.#handler = undefined));
  }
}

/**
 * Registers everything that VS Code asks for once and waits for: what is asked before the extension is loaded is answered by it afterwards.
 * VS Code would not ask again, and it reads a file with the provider that it asked for the size.
 */
export function registerEarly(store: DisposableStore, open: () => Promise<void>): Registrar {
  const searchView = new LateHandler<WebviewViewProvider>(open);
  const provider: WebviewViewProvider = {
    resolveWebviewView: async (...args) => (await searchView.get()).resolveWebviewView(...args),
  };
  store.add(window.registerWebviewViewProvider(views.search, provider, searchViewOptions));
  const editor = new LateHandler<WebviewPanelSerializer>(open);
  const serializer: WebviewPanelSerializer = {
    deserializeWebviewPanel: async (...args) => (await editor.get()).deserializeWebviewPanel(...args),
  };
  store.add(window.registerWebviewPanelSerializer(searchEditor, serializer));
  return {
    window: {
      registerWebviewViewProvider: (_id, answering) => ofVsCode(searchView.set(answering)),
      registerWebviewPanelSerializer: (_id, answering) => ofVsCode(editor.set(answering)),
    },
    workspace: registerFiles(store, open),
    lm: toolRegistrar(store, open),
    chat: chatRegistrar(store, open),
  };
}

function registerFiles(store: DisposableStore, open: () => Promise<void>): Registrar['workspace'] {
  const files = new LateHandler<FileSystemProvider>(open);
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
      return VsDisposable.from(files.set(answering), following);
    },
  };
}

function toolRegistrar(store: DisposableStore, open: () => Promise<void>): Registrar['lm'] {
  const handlers = new Map(
    Object.values(tools).map((name) => [name as string, new LateHandler<LanguageModelTool<unknown>>(open)]),
  );
  for (const [name, handler] of handlers)
    store.add(
      lm.registerTool<unknown>(name, {
        prepareInvocation: async (...args) => (await handler.get()).prepareInvocation?.(...args),
        invoke: async (...args) => (await handler.get()).invoke(...args),
      }),
    );
  return { registerTool: (name, tool) => ofVsCode(handlers.get(name)?.set(tool)) };
}

function chatRegistrar(store: DisposableStore, open: () => Promise<void>): Registrar['chat'] {
  if (!(chat as Partial<typeof chat> | undefined)?.createChatParticipant) return undefined;
  const handler = new LateHandler<ChatRequestHandler>(open);
  const participant = store.add(
    chat.createChatParticipant(participantId, async (...args) => (await handler.get())(...args)),
  );
  return {
    createChatParticipant: (_id, answering) => {
      handler.set(answering);
      return participant;
    },
  };
}

function ofVsCode(disposable: Disposable | undefined): VsDisposable {
  return VsDisposable.from(...(disposable ? [disposable] : []));
}
