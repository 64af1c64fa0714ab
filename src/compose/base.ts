import { window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Clock } from '../core/base/clock';
import { DisposableStore } from '../core/base/disposable';
import type { Slice } from '../core/base/scheduler';
import { newSlice, systemClock } from '../node/clock';
import { ChannelLogger } from '../host/log';
import { MementoStore } from '../host/mementoStore';

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
}

export function composeBase(context: ExtensionContext): Base {
  const store = new DisposableStore();
  const clock = systemClock;
  const channel = store.add(window.createOutputChannel('MCP Resources', { log: true }));
  const log = new ChannelLogger(channel);
  const globalStore = new MementoStore(context.globalState);
  const workspaceStore = new MementoStore(context.workspaceState);
  return { context, store, clock, newSlice, channel, log, globalStore, workspaceStore };
}
