import type * as vscode from 'vscode';
import { LogLevel } from './enums';
import { windowEditors } from './editors';
import { CancellationTokenSource, Disposable, EventEmitter } from './events';
import { asking, shownTexts } from './questions';
import { quickInputs } from './quickInputs';
import { windowViews } from './views';

export interface Progress {
  readonly title: string | undefined;
  readonly location: vscode.ProgressOptions['location'];
  readonly reports: { readonly message?: string; readonly increment?: number }[];
  /** Cancels the progress, as the user does. */
  cancel(): void;
  isDone: boolean;
}

export class FakeOutputChannel implements vscode.LogOutputChannel {
  logLevel: vscode.LogLevel = LogLevel.Info;
  /** The written lines, each with its level in front. */
  readonly lines: string[] = [];
  isShown = false;
  isDisposed = false;
  readonly #didChangeLevel = new EventEmitter<vscode.LogLevel>();
  readonly onDidChangeLogLevel = this.#didChangeLevel.event;

  constructor(readonly name: string) {}

  setLevel(level: vscode.LogLevel): void {
    this.logLevel = level;
    this.#didChangeLevel.fire(level);
  }

  trace = (message: string): void => void this.lines.push(`trace ${message}`);
  debug = (message: string): void => void this.lines.push(`debug ${message}`);
  info = (message: string): void => void this.lines.push(`info ${message}`);
  warn = (message: string): void => void this.lines.push(`warn ${message}`);
  error = (message: string | Error): void => void this.lines.push(`error ${String(message)}`);
  append = (text: string): void => void this.lines.push(text);
  appendLine = (text: string): void => void this.lines.push(text);

  replace(text: string): void {
    this.clear();
    this.append(text);
  }
  clear(): void {
    this.lines.length = 0;
  }
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
  }
  dispose(): void {
    this.isDisposed = true;
    this.#didChangeLevel.dispose();
  }
}

const statusBarMessages: string[] = [];
const progress: Progress[] = [];
const channels: FakeOutputChannel[] = [];
const uriHandlers: vscode.UriHandler[] = [];
const didChangeState = new EventEmitter<vscode.WindowState>();
const state = { focused: true };

/** For the test: everything the window shows besides views, questions and editors. */
export const windowControl = {
  /** Texts in the status bar, oldest first. */
  statusBarMessages,
  /** Progress that was shown, oldest first. */
  progress,
  channels,
  uriHandlers: uriHandlers as readonly vscode.UriHandler[],

  /** Moves the focus to another window, or back. */
  setFocused(focused: boolean): void {
    state.focused = focused;
    didChangeState.fire({ focused, active: focused });
  },

  reset(): void {
    statusBarMessages.length = progress.length = channels.length = uriHandlers.length = 0;
    state.focused = true;
    didChangeState.removeAll();
  },
};

async function withProgress<R>(
  { title, location }: vscode.ProgressOptions,
  task: (
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ) => Thenable<R>,
): Promise<R> {
  const source = new CancellationTokenSource();
  const shown: Progress = { title, location, reports: [], cancel: () => source.cancel(), isDone: false };
  progress.push(shown);
  try {
    return await task({ report: (step) => void shown.reports.push(step) }, source.token);
  } finally {
    shown.isDone = true;
    source.dispose();
  }
}

export const window = {
  ...asking,
  ...quickInputs,
  ...windowViews,
  // A spread would read getters only once.
  get activeTextEditor(): vscode.TextEditor | undefined {
    return windowEditors.activeTextEditor;
  },
  get visibleTextEditors(): readonly vscode.TextEditor[] {
    return windowEditors.visibleTextEditors;
  },
  tabGroups: windowEditors.tabGroups,
  showTextDocument: windowEditors.showTextDocument,
  onDidChangeVisibleTextEditors: windowEditors.onDidChangeVisibleTextEditors,
  get state(): vscode.WindowState {
    return { focused: state.focused, active: state.focused };
  },
  onDidChangeWindowState: didChangeState.event,
  withProgress,
  setStatusBarMessage(text: string): Disposable {
    statusBarMessages.push(text);
    shownTexts.push(text);
    return new Disposable(() => undefined);
  },
  /** The extension only uses log channels. */
  createOutputChannel(name: string): FakeOutputChannel {
    const channel = new FakeOutputChannel(name);
    channels.push(channel);
    return channel;
  },
  registerUriHandler(handler: vscode.UriHandler): Disposable {
    uriHandlers.push(handler);
    return new Disposable(() => uriHandlers.splice(uriHandlers.indexOf(handler), 1));
  },
} satisfies Partial<typeof vscode.window>;
