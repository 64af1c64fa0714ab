import {
  chat,
  commands,
  Disposable as VsDisposable,
  EventEmitter,
  lm,
  ThemeIcon,
  window,
  workspace,
  type ChatRequestHandler,
  type FileChangeEvent,
  type FileSystemProvider,
  type LanguageModelTool,
  type WebviewPanelSerializer,
  type WebviewViewProvider,
} from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/disposable';
import { virtualScheme } from '../../core/content/virtualScheme';
import { searchViewOptions, virtualFilesOptions, type Registrar } from '../base/registrar';
import { participant as participantId, searchEditor, tools, views } from '../base/ids';

/** Requests of one kind, which wait for the handler that is loaded with the first of them. */
class LateHandler<T> {
  #handler: T | undefined;

  /** @param load sets the handler */
  constructor(private readonly load: Open) {}

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

/** Loads what is asked for. */
type Open = () => Promise<unknown>;

/**
 * Registers everything that VS Code asks for once and waits for: what is asked before the extension is loaded is answered by it afterwards.
 * VS Code would not ask again, and it reads a file with the provider that it asked for the size.
 */
export function registerEarly(store: DisposableStore, open: Open): Registrar {
  return {
    window: lateViews(window, store, open),
    workspace: lateFiles(store, open),
    lm: lateTools(lm, store, open),
    chat: lateParticipant(chat, store, open),
  };
}

/** Registers the search page's view and editor, whose providers are registered by `open`. */
export function lateViews(register: Registrar['window'], store: DisposableStore, open: Open): Registrar['window'] {
  const searchView = new LateHandler<WebviewViewProvider>(open);
  const provider: WebviewViewProvider = {
    resolveWebviewView: async (...args) => (await searchView.get()).resolveWebviewView(...args),
  };
  store.add(register.registerWebviewViewProvider(views.search, provider, searchViewOptions));
  const editor = new LateHandler<WebviewPanelSerializer>(open);
  const serializer: WebviewPanelSerializer = {
    deserializeWebviewPanel: async (...args) => (await editor.get()).deserializeWebviewPanel(...args),
  };
  store.add(register.registerWebviewPanelSerializer(searchEditor, serializer));
  return {
    registerWebviewViewProvider: (_id, answering) => ofVsCode(searchView.set(answering)),
    registerWebviewPanelSerializer: (_id, answering) => ofVsCode(editor.set(answering)),
  };
}

function lateFiles(store: DisposableStore, open: Open): Registrar['workspace'] {
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

/** Registers the tools, whose behaviour is registered by `open`. */
export function lateTools(register: Registrar['lm'], store: DisposableStore, open: Open): Registrar['lm'] {
  const handlers = new Map(
    Object.values(tools).map((name) => [name as string, new LateHandler<LanguageModelTool<unknown>>(open)]),
  );
  for (const [name, handler] of handlers)
    store.add(
      register.registerTool<unknown>(name, {
        prepareInvocation: async (...args) => (await handler.get()).prepareInvocation?.(...args),
        invoke: async (...args) => (await handler.get()).invoke(...args),
      }),
    );
  return { registerTool: (name, tool) => ofVsCode(handlers.get(name)?.set(tool)) };
}

/** Registers `@resources`, if this VS Code supports chat participants; its answers are registered by `open`. */
export function lateParticipant(
  register: Partial<NonNullable<Registrar['chat']>> | undefined,
  store: DisposableStore,
  open: Open,
): Registrar['chat'] {
  if (!register?.createChatParticipant) return undefined;
  const handler = new LateHandler<ChatRequestHandler>(open);
  const participant = store.add(
    register.createChatParticipant(participantId, async (...args) => (await handler.get())(...args)),
  );
  participant.iconPath = new ThemeIcon('layers');
  return {
    createChatParticipant: (_id, answering) => {
      handler.set(answering);
      return participant;
    },
  };
}

/** Registers commands. Each is registered again by `open`, which disposes these first, and is run then. */
export function lateCommands(ids: readonly string[], open: Open): Disposable {
  const store = new DisposableStore();
  for (const id of ids)
    store.add(
      commands.registerCommand(id, async (...args: unknown[]) => {
        await open();
        return commands.executeCommand(id, ...args);
      }),
    );
  return store;
}

function ofVsCode(disposable: Disposable | undefined): VsDisposable {
  return VsDisposable.from(...(disposable ? [disposable] : []));
}
