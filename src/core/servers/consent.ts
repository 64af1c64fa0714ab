import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore, SharedStore } from '../base/ports';
import { isRecord } from './rawValue';
import type { ServerDefinition } from './serverDefinition';

/** Answers as versions up to 0.1.0 stored them, in one value: a list of hashes with their answers. */
const FORMER_KEY = 'servers.consent';
/** Set once {@link FORMER_KEY} was read. */
const IMPORTED_KEY = 'imported';
const PREFIX = 'server.';
/** Maximum number of saved answers; the oldest are dropped. Every edit of a definition adds one. */
const MAX_ANSWERS = 500;

/** An answer of the user, with what they saw when they gave it. */
export interface Answer {
  /** Of the definition; the key for {@link Consent.forgetAnswers}. */
  readonly hash: string;
  readonly answer: 'agreed' | 'declined';
  /** {@link ServerDefinition.id}; like all that follows `undefined` for an answer given to version 0.1.0, which did not store it. */
  readonly serverId: string | undefined;
  /** As in mcp.json. */
  readonly serverName: string | undefined;
  /** {@link ServerSource.label} */
  readonly source: string | undefined;
  /** In ms since 1970. */
  readonly givenAt: number | undefined;
  /** The launch as it was shown, without secret values. */
  readonly shown: string | undefined;
}

export interface ConsentParts {
  readonly store: SharedStore;
  /** Answers of earlier versions. */
  readonly former: KeyValueStore;
  /** The launch as users are shown it, without secret values. */
  readonly describe: (definition: ServerDefinition) => string;
  /** In ms since 1970. */
  readonly now: () => number;
}

/**
 * The user's answers to the question if a server may be started. An answer is about a definition's hash: once the definition changes it is
 * `unknown` again.
 *
 * Each answer is stored by itself, and read whenever it is needed: the user may answer in any window, and an answer holds in all of them.
 */
export class Consent implements Disposable {
  /** Definitions whose last answer could not be stored. It may have been a no, so they wait for another answer. */
  readonly #unstored = new Set<string>();
  /** The answers that were announced last. */
  #announced: string;
  readonly #onDidChange = new Emitter<void>();
  /** Fires when the result of {@link state} may have changed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(private readonly parts: ConsentParts) {
    this.#import();
    this.#announced = this.#summary();
  }

  /** Announces answers that are given in other windows, each within a second, until the result is disposed. */
  follow(): Disposable {
    return this.parts.store.onDidChange(() => this.#notify());
  }

  state({ hash }: ServerDefinition): Answer['answer'] | 'unknown' {
    return this.#unstored.has(hash) ? 'unknown' : (this.#read(hash)?.answer ?? 'unknown');
  }

  /** The launch of the same server as it was shown when the user last allowed it, before it changed. */
  lastAllowed({ id }: ServerDefinition): string | undefined {
    return this.all().find(({ serverId, answer, shown }) => serverId === id && answer === 'agreed' && shown)?.shown;
  }

  /** Every stored answer, the latest first. */
  all(): readonly Answer[] {
    const hashes = this.#hashes().filter((hash) => !this.#unstored.has(hash));
    const answers = hashes.flatMap((hash) => this.#read(hash) ?? []);
    return answers.sort((a, b) => (b.givenAt ?? 0) - (a.givenAt ?? 0));
  }

  /** @throws {Error} when the answer cannot be stored; then nobody has allowed it */
  async agree(definitions: readonly ServerDefinition[]): Promise<void> {
    await this.#answer(definitions, 'agreed');
  }

  /** Rejects when the answer cannot be stored; in this window it holds nevertheless. */
  async decline(definitions: readonly ServerDefinition[]): Promise<void> {
    await this.#answer(definitions, 'declined');
  }

  /** Deletes all answers, or those about some servers. */
  async forget(definitions?: readonly ServerDefinition[]): Promise<void> {
    await this.forgetAnswers(definitions?.map(({ hash }) => hash) ?? this.#hashes());
  }

  /** Deletes answers, by {@link Answer.hash}. */
  async forgetAnswers(hashes: readonly string[]): Promise<void> {
    await this.#change(hashes, () => undefined);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  async #answer(definitions: readonly ServerDefinition[], answer: Answer['answer']): Promise<void> {
    const byHash = new Map(definitions.map((definition) => [definition.hash, definition]));
    await this.#change([...byHash.keys()], (hash) => {
      const definition = byHash.get(hash);
      return definition && { answer, ...this.#facts(definition) };
    });
  }

  #facts(definition: ServerDefinition): Omit<Answer, 'hash' | 'answer'> {
    const { id, name, source } = definition;
    const { describe, now } = this.parts;
    return { serverId: id, serverName: name, source: source.label, givenAt: now(), shown: describe(definition) };
  }

  /** Stores what `value` returns for each hash. Tells of it even where that fails half way, and then rejects. */
  async #change(hashes: readonly string[], value: (hash: string) => Omit<Answer, 'hash'> | undefined): Promise<void> {
    for (const hash of hashes) this.#unstored.add(hash);
    try {
      for (const hash of hashes) {
        this.parts.store.set(PREFIX + hash, value(hash));
        this.#unstored.delete(hash);
      }
      this.#prune();
    } finally {
      this.#notify();
    }
    await this.#forgetFormer(new Set(hashes));
  }

  #hashes(): readonly string[] {
    const keys = this.parts.store.keys().filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  }

  #read(hash: string): Answer | undefined {
    const value = this.parts.store.get(PREFIX + hash);
    if (!isRecord(value)) return undefined;
    const { answer, serverId, serverName, source, givenAt, shown } = value;
    if (answer !== 'agreed' && answer !== 'declined') return undefined;
    return {
      hash,
      answer,
      serverId: textOf(serverId),
      serverName: textOf(serverName),
      source: textOf(source),
      givenAt: typeof givenAt === 'number' ? givenAt : undefined,
      shown: textOf(shown),
    };
  }

  #prune(): void {
    const { store } = this.parts;
    if (this.#hashes().length <= MAX_ANSWERS) return;
    for (const { hash } of this.all().slice(MAX_ANSWERS)) store.set(PREFIX + hash, undefined);
  }

  /** Takes over the answers of version 0.1.0, once on each machine: its storage is the same for all. */
  #import(): void {
    const { store, former } = this.parts;
    if (store.get(IMPORTED_KEY) !== undefined) return;
    try {
      store.set(IMPORTED_KEY, true);
      for (const [hash, answer] of readFormer(former.get(FORMER_KEY)))
        if (store.get(PREFIX + hash) === undefined) store.set(PREFIX + hash, { answer });
    } catch {
      // What cannot be stored is not allowed: the user is asked, and an answer that cannot be stored says so.
    }
  }

  /** Keeps an answer that was changed since from being imported on another machine, or by an earlier version. */
  async #forgetFormer(hashes: ReadonlySet<string>): Promise<void> {
    const answers = readFormer(this.parts.former.get(FORMER_KEY));
    const rest = answers.filter(([hash]) => !hashes.has(hash));
    if (rest.length < answers.length) await this.parts.former.set(FORMER_KEY, rest);
  }

  #summary(): string {
    return this.all()
      .map(({ hash }) => `${hash} ${JSON.stringify(this.parts.store.get(PREFIX + hash))}`)
      .sort()
      .join('\n');
  }

  #notify(): void {
    const summary = this.#summary();
    if (summary === this.#announced) return;
    this.#announced = summary;
    this.#onDidChange.fire();
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readFormer(value: unknown): [string, Answer['answer']][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): [string, Answer['answer']][] => {
    const [hash, answer] = Array.isArray(entry) ? (entry as unknown[]) : [];
    return typeof hash === 'string' && (answer === 'agreed' || answer === 'declined') ? [[hash, answer]] : [];
  });
}
