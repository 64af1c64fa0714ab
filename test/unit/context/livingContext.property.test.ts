import { messagePorts } from '../../support/messagePorts';
import { describe, expect, it } from 'vitest';
import type { FileChangeEvent, Uri } from 'vscode';
import type { Disposable } from '../../../src/core/base/disposable';
import { HumanError } from '../../../src/core/base/errors';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Connection } from '../../../src/core/connection/connection';
import { Connections } from '../../../src/core/connection/connections';
import { type ResourceAddress } from '../../../src/core/resource/address';
import { ContentCache } from '../../../src/core/context/contentCache';
import { ContextSet, type NewContextItem } from '../../../src/core/context/contextSet';
import { LiveContext } from '../../../src/core/context/liveContext';
import { SeenReads } from '../../../src/core/context/seenReads';
import type { VirtualFiles } from '../../../src/host/content/virtualFiles';
import { sha256 } from '../../../src/node/base/sha256';
import { settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { newSeen } from '../../support/newSeen';
import { newVirtualFiles } from '../../support/newVirtualFiles';
import { resource, seeded } from '../catalog/fixtures';
import { definition, newWorld, silent, type World } from '../connection/fakeServer';

const sequences = 300;
const steps = 40;
/** Time for which one read serves a single use, in ms; see `ContentCache`. */
const sameUse = 2_000;
/** Time for which VS Code keeps a document that no editor shows, in ms. */
const documentLife = 180_000;

const shop = definition('shop');
/** The server reports changes of the first two, if its session can. */
const uris = ['live:a', 'live:b', 'silent:c', 'silent:d'];

interface Document {
  text: string;
  mtime: number;
  size: number;
  usedAt: number;
}

interface Sent {
  readonly uri: Uri;
  /** `undefined` where the read failed. */
  readonly text: string | undefined;
}

/** The server, with its current texts and their history. */
class Server {
  readonly #past = new Map<string, { readonly text: string | undefined; readonly from: number }[]>();
  #version = 0;

  constructor(
    private readonly world: World,
    private readonly random: () => number,
  ) {
    for (const uri of uris) this.change(uri);
    const { open } = world.server;
    Object.assign(world.ports, { openSession: this.#opened(open) });
  }

  text(uri: string): string | undefined {
    return this.world.server.contents.get(uri);
  }

  /** Changes a resource or removes it for a while; its size often stays the same. */
  change(uri: string, isGone = false): void {
    const { contents, sessions } = this.world.server;
    this.#version += 1;
    const text = isGone ? undefined : `${uri} ${String(this.#version).padStart(4, '0')}`;
    if (text === undefined) contents.delete(uri);
    else contents.set(uri, text);
    const past = this.#past.get(uri) ?? [];
    this.#past.set(uri, [...past, { text, from: this.world.clock.now() }]);
    const session = sessions.at(-1);
    if (session?.isLive(uri) === true) session.update.fire(uri);
  }

  /** Returns all texts that the resource had from this time on. */
  since(uri: string, time: number): readonly (string | undefined)[] {
    const past = this.#past.get(uri) ?? [];
    return past.filter((_, index) => (past[index + 1]?.from ?? Infinity) >= time).map(({ text }) => text);
  }

  fall(): void {
    this.world.server.answer = new HumanError('refused', 'Nobody there. Start it.');
    this.world.server.sessions.at(-1)?.close.fire(new HumanError('exited', 'It stopped. Start it.'));
  }

  rise(): void {
    this.world.server.answer = 'open';
  }

  /** Opens sessions, most of which report changes of resources. */
  #opened(open: World['server']['open']): World['server']['open'] {
    return async (...args) => {
      const opened = await open(...args);
      const { session } = this.world.server;
      const canTell = this.random() < 0.8;
      session.watch = (wanted) => {
        session.live.clear();
        for (const uri of wanted) if (canTell && uri.startsWith('live:')) session.live.add(uri);
        session.changeLive.fire();
      };
      return opened;
    };
  }
}

/** A window of the extension over the workspace's storage. */
class Window implements Disposable {
  readonly tabs = new Map<string, { readonly uri: Uri; readonly watch: { dispose(): unknown } }>();
  /** The time at which each file's tab was closed. */
  readonly closed = new Map<string, number>();
  /** Files that the chat was told are missing. */
  readonly failed = new Set<string>();
  readonly connection: Connection;
  readonly cache: ContentCache;
  readonly picked: ContextSet;
  readonly live: LiveContext;
  readonly seen;
  readonly files: VirtualFiles;
  readonly #owned: readonly Disposable[];

  constructor({ clock, ports }: World, store: FakeStore) {
    const catalog = new Catalog();
    const connections = new Connections(
      catalog,
      (one) => new Connection(one, catalog, ports),
      () => undefined,
    );
    this.cache = new ContentCache({
      clock,
      log: silent,
      proofOf: () => '',
      announcedType: () => undefined,
      read: ({ uri }, { signal }) => this.connection.read(uri, { maxBytes: 1_000, signal }),
      isLive: ({ uri }) => connections.get(shop.id)?.isLive(uri) ?? false,
    });
    this.picked = new ContextSet(store);
    this.seen = newSeen(store, clock);
    const { cache, picked, seen } = this;
    this.live = new LiveContext(connections, cache, picked, seen, () => true, silent);
    const shownUntil = (file: string): number => (this.tabs.has(file) ? Infinity : (this.closed.get(file) ?? 0));
    const reads = new SeenReads({ clock, seen, picked, shownUntil, ...messagePorts, log: silent });
    const definitions = () => [shop];
    const missed = { wasAvailable: () => undefined, failed: (uri: Uri) => void this.failed.add(uri.toString()) };
    const parts = { definitions, cache, live: this.live, reads, missed, shownUntil, log: silent };
    this.files = newVirtualFiles(parts);
    this.#owned = [connections, cache, picked, seen, this.live, reads, this.files];
    connections.setDefinitions([shop]);
    this.connection = connections.get(shop.id)!;
    connections.startAll();
  }

  /** Does the same as the command *Attach*. */
  async attach(items: readonly NewContextItem[]): Promise<readonly Uri[]> {
    const read = await Promise.allSettled(items.map((item) => this.cache.getAnew(item)));
    const good = items.filter((_, index) => read[index]?.status === 'fulfilled');
    await this.picked.add(good);
    this.live.markAttached(good);
    return good.map((item) => this.files.uriForChat(shop.id, resource(item.uri)));
  }

  dispose(): void {
    for (const owned of [...this.#owned].reverse()) owned.dispose();
  }
}

/** VS Code's chat: keeps documents by URI, and reads one again only after a change event with a new time or size. */
class Chat {
  draft: Uri[] = [];
  /** Files that an editor has shown at any time. */
  readonly opened = new Set<string>();
  readonly #documents = new Map<string, Document>();

  constructor(
    private readonly now: () => number,
    private readonly window: () => Window,
  ) {}

  follow({ files }: Window): void {
    this.#documents.clear();
    files.onDidChangeFile((events) => void this.#changed(files, events));
  }

  async add(uri: Uri): Promise<void> {
    const isThere = await this.window()
      .files.stat(uri)
      .then(
        () => true,
        () => false,
      );
    if (isThere && !this.draft.some((one) => one.toString() === uri.toString())) this.draft.push(uri);
  }

  async open(uri: Uri): Promise<void> {
    const { tabs, files } = this.window();
    if ((await this.text(uri)) === undefined || tabs.has(uri.toString())) return;
    this.opened.add(uri.toString());
    tabs.set(uri.toString(), { uri, watch: files.watch(uri) });
  }

  close(file: string): void {
    const { tabs, closed } = this.window();
    closed.set(file, this.now());
    tabs.get(file)?.watch.dispose();
    tabs.delete(file);
    this.#documents.delete(file);
  }

  async send(): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    for (const uri of this.draft) {
      await this.text(uri);
      sent.push({ uri, text: await this.text(uri) });
    }
    this.draft = [];
    return sent;
  }

  /** Returns the document's text, and loads the document if none is kept. */
  async text(uri: Uri): Promise<string | undefined> {
    const { files, tabs } = this.window();
    const file = uri.toString();
    const kept = this.#documents.get(file);
    const isSaved = kept && (tabs.has(file) || this.now() - kept.usedAt < documentLife);
    const document = isSaved ? kept : await this.#load(files, uri);
    if (!document) return undefined;
    document.usedAt = this.now();
    this.#documents.set(file, document);
    return document.text;
  }

  async #load(files: VirtualFiles, uri: Uri): Promise<Document | undefined> {
    try {
      const { mtime, size } = await files.stat(uri);
      const bytes = await files.readFile(uri);
      return { text: new TextDecoder().decode(bytes), mtime, size, usedAt: this.now() };
    } catch {
      return undefined;
    }
  }

  async #changed(files: VirtualFiles, events: readonly FileChangeEvent[]): Promise<void> {
    for (const { uri } of events) {
      const document = this.#documents.get(uri.toString());
      const stat = document && (await files.stat(uri).catch(() => undefined));
      if (!stat || (stat.mtime === document.mtime && stat.size === document.size)) continue;
      const loaded = await this.#load(files, uri);
      if (loaded) Object.assign(document, { ...loaded, usedAt: document.usedAt });
    }
  }
}

function item(uri: string): NewContextItem {
  return { serverId: shop.id, uri, name: uri, title: undefined, mimeType: undefined, size: undefined };
}

class Sequence {
  readonly world = newWorld();
  readonly random: () => number;
  readonly server: Server;
  readonly store = new FakeStore();
  readonly chat: Chat;
  window: Window;
  /** Number of attachments checked: those that no editor showed, over all messages. */
  checked = 0;
  readonly done: string[] = [];
  /** The text of each resource in the last message, except those shown by editors. */
  readonly #carried = new Map<string, string>();

  constructor(seed: number) {
    this.random = seeded(seed);
    this.server = new Server(this.world, this.random);
    this.window = new Window(this.world, this.store);
    this.chat = new Chat(
      () => this.world.clock.now(),
      () => this.window,
    );
    this.chat.follow(this.window);
  }

  async run(): Promise<void> {
    await settle();
    for (let step = 0; step < steps; step += 1) {
      const [name, act] = this.#one(this.#actions);
      this.done.push(name);
      await act();
      await settle();
      for (const [uri, text] of this.#carried) expect(this.window.seen.baseline(item(uri))?.hash).toBe(sha256(text));
      await this.world.clock.advance(Math.floor(this.random() * this.#one([10, 700, 5_000, 60_000])));
    }
    await this.#send();
    this.window.dispose();
  }

  /** Advances the clock while waiting, so that a server can recover by itself. */
  async #until<T>(work: Promise<T> | T): Promise<T> {
    const over = new AbortController();
    const end = (): void => over.abort();
    void Promise.resolve(work).then(end, end);
    await settle();
    while (!over.signal.aborted) await this.world.clock.advance(1_000);
    return work;
  }

  readonly #actions: readonly (readonly [string, () => unknown])[] = [
    ['pick', () => this.window.picked.add([item(this.#uri())])],
    ['unpick', () => this.window.picked.remove([item(this.#uri())])],
    ['change', () => this.server.change(this.#uri())],
    ['change', () => this.server.change(this.#uri())],
    ['change', () => this.server.change(this.#uri())],
    ['take away', () => this.server.change(this.#uri(), this.random() < 0.5)],
    ['attach', () => this.#attach([item(this.#uri())])],
    ['attach', () => this.#attach([item(this.#uri())])],
    ['attach context', () => this.#attach(this.window.picked.checked)],
    ['drag row', () => this.#hand(this.window.files.uriForChat(shop.id, resource(this.#uri())))],
    ['drag tab', () => this.#onTab((uri) => this.#until(this.chat.add(uri)))],
    ['open', () => this.#until(this.chat.open(this.window.files.uri(shop.id, resource(this.#uri()))))],
    ['open chip', () => this.chat.draft[0] && this.#until(this.chat.open(this.chat.draft[0]))],
    ['close', () => this.#onTab((uri) => this.chat.close(uri.toString()))],
    ['send', () => this.#send()],
    ['send', () => this.#send()],
    ['send', () => this.#send()],
    ['disconnect', () => this.server.fall()],
    ['connect', () => this.#connect()],
    ['connect', () => this.#connect()],
    ['restart server', () => this.#until(this.window.connection.restart())],
    ['restart window', () => this.#restart()],
  ];

  #one<T>(of: readonly T[]): T {
    return of[Math.floor(this.random() * of.length)]!;
  }

  #uri(): string {
    return this.#one(uris);
  }

  #onTab(act: (uri: Uri) => unknown): unknown {
    const tabs = [...this.window.tabs.values()];
    return tabs.length > 0 && act(this.#one(tabs).uri);
  }

  async #attach(items: readonly NewContextItem[]): Promise<void> {
    for (const uri of await this.#until(this.window.attach(items))) await this.#hand(uri);
  }

  /** Adds a file to the message. No editor may show it, because the message would get the editor's text instead. */
  async #hand(uri: Uri): Promise<void> {
    expect([...this.window.tabs.keys()]).not.toContain(uri.toString());
    await this.#until(this.chat.add(uri));
  }

  async #connect(): Promise<void> {
    this.server.rise();
    await this.#until(this.window.connection.start());
  }

  /** Restarts the window: the user's list stays, documents and tabs go. */
  #restart(): void {
    const before = this.window.picked.items;
    this.window.dispose();
    this.window = new Window(this.world, this.store);
    this.chat.follow(this.window);
    expect(this.window.picked.items).toEqual(before);
  }

  async #send(): Promise<void> {
    const time = this.world.clock.now();
    const { window, chat, world } = this;
    const sent = await this.#until(chat.send());
    for (const attachment of sent) this.#check(attachment, time);
    await world.clock.advance(500);
    for (const { uri, text } of sent) {
      const address = window.files.addressOf(uri)!;
      this.#carried.delete(address.uri);
      if (text === undefined || this.chat.opened.has(uri.toString())) continue;
      this.#carried.set(address.uri, text);
      expect(window.seen.last(address)).toMatchObject({ kind: 'sent', text });
      const now = window.cache.peek(address);
      const isReady = 'isUpdated' in window.live.liveness(address);
      if (now && isReady)
        expect(window.live.liveness(address)).toMatchObject({ isUpdated: window.seen.isOther(address, now) });
    }
  }

  #check({ uri, text }: Sent, time: number): void {
    const { window, server } = this;
    const address: ResourceAddress = window.files.addressOf(uri)!;
    const liveness = window.live.liveness(address);
    const isShown = window.tabs.has(uri.toString());
    if (text === undefined) {
      expect(['failed', 'offline']).toContain(liveness.kind);
      expect(window.failed).toContain(uri.toString());
    } else if (liveness.kind === 'live') expect(text).toBe(server.text(address.uri));
    // An open editor is not updated: a message contains the text the user sees in it.
    else if (!isShown) expect(server.since(address.uri, time - sameUse)).toContain(text);
    if (!isShown) this.checked += 1;
  }
}

describe('whatever happens', () => {
  it('the next message carries what the server has, or it is said that it could not', async () => {
    let checked = 0;
    for (let seed = 1; seed <= sequences; seed += 1) {
      const sequence = new Sequence(seed);
      try {
        await sequence.run();
      } catch (cause) {
        throw new Error(`Sequence ${seed}: ${sequence.done.join(', ')}`, { cause });
      }
      checked += sequence.checked;
    }
    expect(checked).toBeGreaterThan(sequences);
  }, 90_000);
});
