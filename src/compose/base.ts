import { l10n, window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Clock } from '../core/base/clock';
import { DisposableStore } from '../core/base/disposable';
import type { Slice } from '../core/base/scheduler';
import { newSlice, systemClock } from '../node/clock';
import { lazyMcp } from '../node/lazyMcp';
import { ChannelLogger } from '../host/base/log';
import { MementoStore } from '../host/base/mementoStore';

/** What everything stands on. */
export interface Base {
  readonly context: ExtensionContext;
  /** What goes when the extension does. */
  readonly store: DisposableStore;
  readonly clock: Clock;
  readonly newSlice: () => Slice;
  readonly channel: LogOutputChannel;
  readonly log: ChannelLogger;
  readonly globalStore: MementoStore;
  readonly workspaceStore: MementoStore;
  /** All that starts a process, or connects to anything. */
  readonly mcp: ReturnType<typeof lazyMcp>;
}

export function composeBase(context: ExtensionContext): Base {
  const store = new DisposableStore();
  const clock = systemClock;
  const channel = store.add(window.createOutputChannel('MCP Resources', { log: true }));
  const log = new ChannelLogger(channel);
  const globalStore = new MementoStore(context.globalState);
  const workspaceStore = new MementoStore(context.workspaceState);
  const mcp = store.add(lazyMcp(() => l10n.bundle));
  return { context, store, clock, newSlice, channel, log, globalStore, workspaceStore, mcp };
}
