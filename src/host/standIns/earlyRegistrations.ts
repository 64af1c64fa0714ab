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
import { participant as participantId, searchEditor, tools, views } from '../base/ids';
import { searchViewOptions, virtualFilesOptions, type Registrar } from '../base/registrar';
import { whenAsked } from '../base/whenAsked';

/** Loads what is asked for. */
type Open = () => Promise<unknown>;

/** A provider that VS Code asks: requests wait until the extension has registered it. */
class Awaiting<T> {
  #answering: T | undefined;

  /** @param open has {@link set} called */
  constructor(private readonly open: Open) {}

  /** Rejects if none was set, as after a failure. */
  readonly get = async (): Promise<T> => {
    if (this.#answering === undefined) await this.open();
    if (this.#answering === undefined) throw new Error('The extension was closed.');
    return this.#answering;
  };

  set(answering: T): VsDisposable {
    this.#answering = answering;
    return VsDisposable.from(toDisposable(() => (this.#answering = undefined)));
  }
}

/**
 * Registers everything that VS Code asks for once and waits for: what is asked before the extension is loaded is answered by it afterwards.
 * VS Code would not ask again, and it reads a file with the provider that it asked for the size.
 */
export function registerEarly(store: DisposableStore, open: Open): Registrar {
  return {
    window: earlyViews(store, open),
    workspace: earlyFiles(store, open),
    lm: earlyTools(store, open),
    chat: earlyParticipant(store, open, chat),
  };
}

/** The search page's view and editor. */
function earlyViews(store: DisposableStore, open: Open): Registrar['window'] {
  const view = new Awaiting<WebviewViewProvider>(open);
  const editor = new Awaiting<WebviewPanelSerializer>(open);
  store.add(
    window.registerWebviewViewProvider(views.search, whenAsked(view.get, ['resolveWebviewView']), searchViewOptions),
  );
  store.add(window.registerWebviewPanelSerializer(searchEditor, whenAsked(editor.get, ['deserializeWebviewPanel'])));
  return {
    registerWebviewViewProvider: (_id, answering) => view.set(answering),
    registerWebviewPanelSerializer: (_id, answering) => editor.set(answering),
  };
}

function earlyFiles(store: DisposableStore, open: Open): Registrar['workspace'] {
  const files = new Awaiting<FileSystemProvider>(open);
  const changed = store.add(new EventEmitter<FileChangeEvent[]>());
  const methods = ['stat', 'readFile', 'readDirectory', 'createDirectory', 'writeFile', 'delete', 'rename'] as const;
  const provider: FileSystemProvider = {
    ...whenAsked(files.get, methods),
    onDidChangeFile: changed.event,
    watch: (...args) => {
      const watching = files.get().then((answering) => answering.watch(...args));
      // A file that fails says so when it is read.
      watching.catch(() => undefined);
      return new VsDisposable(() => void watching.then((watcher) => void watcher.dispose()).catch(() => undefined));
    },
  };
  store.add(workspace.registerFileSystemProvider(virtualScheme, provider, virtualFilesOptions));
  return {
    registerFileSystemProvider: (_scheme, answering) => {
      const following = answering.onDidChangeFile((changes) => changed.fire(changes));
      return VsDisposable.from(files.set(answering), following);
    },
  };
}

function earlyTools(store: DisposableStore, open: Open): Registrar['lm'] {
  const all = new Map<string, Awaiting<LanguageModelTool<unknown>>>();
  for (const name of Object.values(tools)) {
    const tool = new Awaiting<LanguageModelTool<unknown>>(open);
    all.set(name, tool);
    store.add(lm.registerTool<unknown>(name, whenAsked(tool.get, ['prepareInvocation', 'invoke'])));
  }
  return { registerTool: (name, tool) => all.get(name)?.set(tool) ?? VsDisposable.from() };
}

/** `@resources`, if this VS Code supports chat participants. */
function earlyParticipant(
  store: DisposableStore,
  open: Open,
  register: Partial<typeof chat> | undefined,
): Registrar['chat'] {
  if (!register?.createChatParticipant) return undefined;
  const handler = new Awaiting<ChatRequestHandler>(open);
  const answer: ChatRequestHandler = async (...args) => (await handler.get())(...args);
  const participant = store.add(register.createChatParticipant(participantId, answer));
  participant.iconPath = new ThemeIcon('layers');
  return {
    createChatParticipant: (_id, answering) => {
      handler.set(answering);
      return participant;
    },
  };
}

/** Registers commands that are run by `open`’s registrations, which take the place of these. */
export function earlyCommands(ids: readonly string[], open: Open): Disposable {
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
