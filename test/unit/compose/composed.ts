import { onTestFinished } from 'vitest';
import { commands } from 'vscode';
import { compose } from '../../../src/host/compose';
import type { Disposable } from '../../../src/core/base/disposable';
import type { Launch } from '../../../src/core/session/session';
import type { ServersTree, ServersTreeRow } from '../../../src/host/servers/serversTree';
import { FakeClock, settle } from '../../support/fakeClock';
import { until } from '../../support/events';
import { lensTitles, pressLens } from '../../support/reviewLenses';
import { newExtensionContext, type FakeExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { FakeServer } from '../connection/fakeServer';
import { newFolder } from '../../support/newFolder';

/** The whole extension in a window of the fake VS Code. Its clock stands still, and starts and connections are faked. */
export class ComposedWindow {
  readonly clock = new FakeClock();
  readonly server = new FakeServer();
  /** Times that the part that speaks MCP was loaded before it was needed. */
  preloads = 0;
  readonly #extension: Disposable;

  private constructor(readonly context: FakeExtensionContext) {
    const never = (): Promise<never> => Promise.reject(new Error('Nobody asked for this in the test'));
    const mcp = {
      preload: () => void (this.preloads += 1),
      openSession: this.server.open,
      signIn: never,
      signOut: never,
      read: never,
      dispose: () => undefined,
    };
    this.#extension = compose(context, { clock: this.clock, mcp });
    onTestFinished(() => this.#extension.dispose());
  }

  /** Opens a window, and waits until the configuration has been read and commands are loaded: the disk's time is not that of the clock. */
  static async open(context?: FakeExtensionContext): Promise<ComposedWindow> {
    const window = new ComposedWindow(context ?? newExtensionContext(await newFolder()));
    await until(() => fakeVscode.contextKeys.get('mcpResources.isReady') === true);
    // Does nothing without a fact.
    await commands.executeCommand('mcpResources.copyFact');
    return window;
  }

  /** Everything that was started or connected to, by command or address. Cached lists are read first, so servers that start together come in no particular order. */
  get started(): readonly string[] {
    const name = (launch: Launch): string => (launch.kind === 'http' ? launch.url : launch.command);
    return this.server.openings.map(({ launch }) => name(launch));
  }

  /** The rows of the view *Servers*: each server's label and context value. */
  get listed(): Readonly<Record<string, string | undefined>> {
    const { treeDataProvider } = fakeVscode.views.tree<ServersTreeRow>('mcpResources.servers').options;
    const tree = treeDataProvider as Pick<ServersTree, 'getChildren' | 'getTreeItem'>;
    const items = tree.getChildren().map((row) => tree.getTreeItem(row));
    const rows = items.map(({ label, contextValue }): [string, string | undefined] => [
      typeof label === 'string' ? label : '',
      contextValue,
    ]);
    return Object.fromEntries(rows);
  }

  /** Opens the view *Servers* as a user does, which starts every server that may start. */
  async look(): Promise<void> {
    fakeVscode.views.tree('mcpResources.servers').setVisible(true);
    await this.pass();
  }

  /** Opens the view *Context* alone, which says nothing of servers. */
  async lookAside(): Promise<void> {
    fakeVscode.views.tree('mcpResources.context').setVisible(true);
    await this.pass();
  }

  /** Changes the configuration, and waits until it has been read; the time the disk takes is not fixed. */
  async configure(change: () => void): Promise<void> {
    const { lines } = fakeVscode.window.channels.at(-1) ?? { lines: [] };
    const reads = (): number => lines.filter((line) => line.includes('Configured:')).length;
    const before = reads();
    change();
    await this.clock.advance(1_000);
    await until(() => reads() > before);
    await this.pass();
  }

  /** Lets a minute pass. */
  async pass(): Promise<void> {
    await this.clock.advance(60_000);
    await settle();
  }

  async close(): Promise<void> {
    this.#extension.dispose();
    await settle();
  }
}

/** Answers the consent question: the chosen servers may start. Allows those, too, whose long launch is read in a document. */
export async function review(...chosen: readonly string[]): Promise<void> {
  const done = commands.executeCommand('mcpResources.reviewServers');
  await settle();
  fakeVscode.quickPick.tick(...chosen);
  fakeVscode.quickPick.accept();
  await settle();
  while ((await lensTitles()).includes('Allow')) await pressLens('Allow');
  await done;
}

/** Declines servers in the review, with the buttons of their rows. */
export async function decline(...names: readonly string[]): Promise<void> {
  const done = commands.executeCommand('mcpResources.reviewServers');
  await settle();
  for (const name of names) {
    fakeVscode.quickPick.pressOf(name, 'Don’t Allow');
    await settle();
  }
  fakeVscode.quickPick.accept();
  await done;
}

/** Removes permissions with the buttons of their rows in *Manage Permissions…*. */
export async function takeBack(...labels: readonly string[]): Promise<void> {
  const done = commands.executeCommand('mcpResources.managePermissions');
  await settle();
  for (const label of labels) {
    fakeVscode.quickPick.pressOf(label, 'Remove');
    await settle();
  }
  fakeVscode.quickPick.leave();
  await done;
}

/** Returns a server's entry in a configuration, with its name as the command. */
export function server(name: string): object {
  return { [name]: { command: name } };
}
