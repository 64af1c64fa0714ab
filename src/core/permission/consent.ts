import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { SharedStore } from '../base/ports';
import { isOfWorkspace } from '../configuration/configurationSources';
import { coveredByYes, isSameYes } from '../configuration/sameServer';
import { isFields } from '../base/values';
import { describeChanges, isAsAllowed, type ResolvedParts } from '../configuration/launch/resolvedParts';
import { withCopies, type ServerDefinition } from '../configuration/serverDefinition';

const PREFIX = 'server.';
/** Maximum number of saved answers; the oldest are dropped. Every edit of a definition adds one. */
const MAX_ANSWERS = 500;
/** Maximum number of resolutions of one definition that are allowed at once, such as in the folders that a user works in. */
const MAX_RESOLUTIONS = 50;

/** An answer of the user, with what they saw when they gave it. */
export interface Answer {
  /** Hash of the definition; the key for {@link Consent.forgetAnswers}. */
  readonly hash: string;
  readonly answer: 'agreed' | 'declined';
  /** {@link ServerDefinition.id} */
  readonly serverId: string;
  /** As in mcp.json. */
  readonly serverName: string;
  /** {@link ServerSource.label} */
  readonly source: string;
  /** In ms since 1970. */
  readonly givenAt: number;
  /** The launch as it was shown, without secret values. */
  readonly shown: string;
}

/** An answer as it is stored. */
interface StoredAnswer extends Answer {
  /** Everything that was allowed with it, the latest last. */
  readonly resolved: readonly ResolvedParts[];
}

export interface ConsentParts {
  readonly store: SharedStore;
  /** See {@link Consent.describe}. */
  readonly describe: (definition: ServerDefinition) => string;
  /** Resolves what the launch depends on besides its text, as it is now. */
  readonly resolve: (definition: ServerDefinition) => ResolvedParts;
  /** In ms since 1970. */
  readonly now: () => number;
}

/**
 * The user's answers to the question if a server may be started. An answer is about a definition's hash: once the definition changes it is
 * `unknown` again. A yes is also about what its variables and its `envFile` resolve to, a no is not.
 *
 * An answer about a server that is configured in several places is stored for each of them, so that it holds when one of them goes. An
 * earlier answer about one of them counts where it is as trusted as the first. A yes does so only where it is surely about the same, see
 * `isSameYes`.
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
    this.#announced = this.#summary();
  }

  /** Announces answers that are given in other windows, each within a second, until the result is disposed. */
  follow(): Disposable {
    const following = this.parts.store.onDidChange(() => this.#notify());
    // Answers since this window began.
    this.#notify();
    return following;
  }

  state(definition: ServerDefinition): Answer['answer'] | 'unknown' {
    const own = this.#stateOf(definition);
    if (own !== 'unknown' || !definition.copies || this.#read(definition.hash)) return own;
    const isShared = isOfWorkspace(definition.source);
    const copies = definition.copies.filter(({ source }) => isOfWorkspace(source) === isShared);
    if (copies.some((copy) => this.#stateOf(copy) === 'declined')) return 'declined';
    return copies.some((copy) => isSameYes(copy, definition) && this.#stateOf(copy) === 'agreed')
      ? 'agreed'
      : 'unknown';
  }

  #stateOf(definition: ServerDefinition): Answer['answer'] | 'unknown' {
    const stored = this.#read(definition.hash);
    if (stored?.answer !== 'agreed') return stored?.answer ?? 'unknown';
    const now = this.parts.resolve(definition);
    return stored.resolved.some((allowed) => isAsAllowed(now, allowed)) ? 'agreed' : 'unknown';
  }

  /** For a definition that was allowed, and would run something else now: says what is different, a phrase for each change. */
  changes(definition: ServerDefinition): readonly string[] {
    const stored = this.#read(definition.hash);
    if (stored?.answer !== 'agreed' || this.state(definition) === 'agreed') return [];
    return describeChanges(this.parts.resolve(definition), stored.resolved.at(-1) ?? {});
  }

  /** The launch as users are shown it, without secret values. */
  describe(definition: ServerDefinition): string {
    return this.parts.describe(definition);
  }

  /** Resolves a definition as it is now, to pass to {@link allow} once the user has seen it. */
  resolve(definition: ServerDefinition): ResolvedParts {
    return this.parts.resolve(definition);
  }

  /** The launch of the same server as it was shown when the user last allowed it, before it changed. */
  lastAllowed({ id }: ServerDefinition): string | undefined {
    return this.all().find(({ serverId, answer }) => serverId === id && answer === 'agreed')?.shown;
  }

  /** Every stored answer, the latest first. */
  all(): readonly Answer[] {
    const answers = this.#answeredHashes().flatMap((hash): readonly Answer[] => {
      const stored = this.#read(hash);
      if (!stored) return [];
      const { resolved: _resolved, ...answer } = stored;
      return [answer];
    });
    return answers.sort((a, b) => b.givenAt - a.givenAt);
  }

  /**
   * Rejects when an answer cannot be stored; then it does not count.
   * @param seen by hash: what the definitions, and their copies, resolved to when the user looked; without any, what they resolve to now
   */
  async allow(
    definitions: readonly ServerDefinition[],
    seen: ReadonlyMap<string, ResolvedParts> = new Map(),
  ): Promise<void> {
    const allowed = definitions
      .flatMap(coveredByYes)
      .filter((definition) => seen.size === 0 || seen.has(definition.hash) || definitions.includes(definition));
    await this.#answer(allowed, (definition) => {
      const { hash } = definition;
      const now = seen.get(hash) ?? this.parts.resolve(definition);
      const stored = this.#read(hash);
      const otherResolutions =
        stored?.answer === 'agreed'
          ? stored.resolved.filter((earlier) => !(isAsAllowed(earlier, now) && isAsAllowed(now, earlier)))
          : [];
      return { answer: 'agreed', resolved: [...otherResolutions, now].slice(-MAX_RESOLUTIONS) };
    });
  }

  /** Rejects when an answer cannot be stored; in this window the servers do not start nevertheless. */
  async decline(definitions: readonly ServerDefinition[]): Promise<void> {
    await this.#answer(withCopies(definitions), () => ({ answer: 'declined', resolved: [] }));
  }

  /** Deletes all answers, or those about some servers. */
  async forget(definitions?: readonly ServerDefinition[]): Promise<void> {
    await this.forgetAnswers(definitions ? withCopies(definitions).map(({ hash }) => hash) : this.#answeredHashes());
  }

  /** Deletes answers, by {@link Answer.hash}. */
  async forgetAnswers(hashes: readonly string[]): Promise<void> {
    await this.#change(hashes, () => undefined);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  async #answer(
    definitions: readonly ServerDefinition[],
    answer: (definition: ServerDefinition) => Pick<StoredAnswer, 'answer' | 'resolved'>,
  ): Promise<void> {
    const stored = new Map(
      definitions.map((definition) => [definition.hash, { ...answer(definition), ...this.#facts(definition) }]),
    );
    await this.#change([...stored.keys()], (hash) => stored.get(hash));
  }

  #facts(definition: ServerDefinition): Omit<Answer, 'hash' | 'answer'> {
    const { id, name, source } = definition;
    const { describe, now } = this.parts;
    return { serverId: id, serverName: name, source: source.label, givenAt: now(), shown: describe(definition) };
  }

  /** Stores what `value` returns for each hash. Tells of it even where that fails half way, and then rejects. */
  #change(hashes: readonly string[], value: (hash: string) => Omit<StoredAnswer, 'hash'> | undefined): Promise<void> {
    for (const hash of hashes) this.#unstored.add(hash);
    return new Promise((resolve) => {
      try {
        for (const hash of hashes) {
          this.parts.store.set(PREFIX + hash, value(hash));
          this.#unstored.delete(hash);
        }
        this.#prune();
        resolve();
      } finally {
        this.#notify();
      }
    });
  }

  #answeredHashes(): readonly string[] {
    const keys = this.parts.store.keys().filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  }

  #read(hash: string): StoredAnswer | undefined {
    if (this.#unstored.has(hash)) return undefined;
    const value = this.parts.store.get(PREFIX + hash);
    if (!isFields(value)) return undefined;
    const { answer, serverId, serverName, source, givenAt, shown, resolved } = value;
    if (answer !== 'agreed' && answer !== 'declined') return undefined;
    return {
      hash,
      answer,
      serverId: textOf(serverId),
      serverName: textOf(serverName),
      source: textOf(source),
      givenAt: typeof givenAt === 'number' ? givenAt : 0,
      shown: textOf(shown),
      resolved: Array.isArray(resolved) ? resolved.filter(isParts) : [],
    };
  }

  #prune(): void {
    const { store } = this.parts;
    if (this.#answeredHashes().length <= MAX_ANSWERS) return;
    for (const { hash } of this.all().slice(MAX_ANSWERS)) store.set(PREFIX + hash, undefined);
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

function isParts(value: unknown): value is ResolvedParts {
  return isFields(value) && Object.values(value).every((part) => typeof part === 'string');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
