import path from 'node:path';
import { config as configureTexts } from '@vscode/l10n';
import { env, l10n, window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore } from '../../core/base/disposable';
import { formatNumbersIn } from '../../core/base/format';
import type { KeyValueStore } from '../../core/base/ports';
import type { Slice } from '../../core/base/scheduler';
import { newSlice } from '../../node/base/clock';
import { storedVersion } from '../../shared/storedVersion';
import { KeyRows } from './rowsForKey';
import { ChannelLogger, type HostLogger } from './log';
import { MementoStore } from './mementoStore';

/** Services that all features use. */
export interface Base {
  /** What the features create, disposed with the window. */
  readonly store: DisposableStore;
  readonly clock: Clock;
  readonly newSlice: () => Slice;
  readonly log: HostLogger;
  /** The channel behind {@link log}. */
  readonly channel: LogOutputChannel;
  /** Stores values for the profile. */
  readonly globalStore: KeyValueStore;
  readonly workspaceStore: KeyValueStore;
  /** The folder for this user's files. */
  readonly userFolder: string;
  readonly extension: Pick<ExtensionContext, 'extensionUri' | 'secrets' | 'globalStorageUri'> & {
    /** Publisher and name. */
    readonly id: string;
  };
  /** The rows that a key pressed in a view applies to. */
  readonly keyRows: KeyRows;
}

export function openBase(context: ExtensionContext, clock: Clock): Base {
  if (l10n.bundle) {
    configureTexts({ contents: l10n.bundle });
    formatNumbersIn(env.language);
  }
  const store = new DisposableStore();
  const channel = store.add(window.createOutputChannel('MCP Resources', { log: true }));
  const { extensionUri, secrets, globalStorageUri, extension } = context;
  return {
    store,
    clock,
    newSlice,
    log: new ChannelLogger(channel),
    channel,
    globalStore: new MementoStore(context.globalState),
    workspaceStore: new MementoStore(context.workspaceState),
    userFolder: path.join(globalStorageUri.fsPath, storedVersion),
    extension: { id: extension.id, extensionUri, secrets, globalStorageUri },
    keyRows: new KeyRows(),
  };
}
