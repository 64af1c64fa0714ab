import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { ServerDefinition } from './serverDefinition';

const KEY = 'servers.consent';
/** Answers that are kept; the oldest make room. Every edit of a definition adds one. */
const MAX_ANSWERS = 500;

type Answer = 'agreed' | 'declined';

/**
 * What the person answered when asked whether a server may be started. An answer is about a definition's hash: once the definition
 * changes it is `unknown` again. Answers hold at once; the promises resolve when they are stored.
 *
 * The store is shared with other windows, and each of them may answer: so it is read whenever an answer is wanted or changed. A window that
 * went by what it once read would start what was declined elsewhere, and write that agreement back with its own next answer.
 */
export class Consent implements Disposable {
  #answers: ReadonlyMap<string, Answer>;
  /** What {@link #answers} was read from. VS Code hands out the same object until it is another. */
  #stored: unknown;
  /** Answers that are not stored yet: until they are, the store is behind. */
  #saving = 0;
  /** Answers were read that came from elsewhere and that nobody was told about. */
  #isNew = false;
  readonly #onDidChange = new Emitter<void>();
  /** {@link state} may answer differently now. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(private readonly store: KeyValueStore) {
    this.#stored = store.get(KEY);
    this.#answers = new Map(readAnswers(this.#stored));
  }

  state(definition: ServerDefinition): Answer | 'unknown' {
    this.#read();
    return this.#answers.get(definition.hash) ?? 'unknown';
  }

  agree(definitions: readonly ServerDefinition[]): Promise<void> {
    return this.#answer(definitions, 'agreed');
  }

  decline(definitions: readonly ServerDefinition[]): Promise<void> {
    return this.#answer(definitions, 'declined');
  }

  /** Takes back every answer, or those about some servers. */
  forget(definitions?: readonly ServerDefinition[]): Promise<void> {
    this.#read();
    const answers = new Map(definitions && this.#answers);
    for (const { hash } of definitions ?? []) answers.delete(hash);
    return this.#save(answers);
  }

  /** Tells of answers that were given in another window. Nobody else does: VS Code's storage has no event for it. */
  look(): void {
    this.#read();
    if (this.#isNew) this.#tell();
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #answer(definitions: readonly ServerDefinition[], answer: Answer): Promise<void> {
    this.#read();
    const answers = new Map(this.#answers);
    for (const { hash } of definitions) {
      // Deleted first, so that the order is that of the answers.
      answers.delete(hash);
      answers.set(hash, answer);
    }
    const excess = Math.max(0, answers.size - MAX_ANSWERS);
    for (const hash of [...answers.keys()].slice(0, excess)) answers.delete(hash);
    return this.#save(answers);
  }

  async #save(answers: ReadonlyMap<string, Answer>): Promise<void> {
    this.#answers = answers;
    this.#saving += 1;
    try {
      const saved = this.store.set(KEY, [...answers]);
      this.#tell();
      await saved;
    } finally {
      this.#saving -= 1;
    }
  }

  #read(): void {
    if (this.#saving > 0) return;
    const stored = this.store.get(KEY);
    if (stored === this.#stored) return;
    this.#stored = stored;
    const answers = new Map(readAnswers(stored));
    if (isSame(answers, this.#answers)) return;
    this.#answers = answers;
    this.#isNew = true;
  }

  #tell(): void {
    this.#isNew = false;
    this.#onDidChange.fire();
  }
}

function isSame(some: ReadonlyMap<string, Answer>, others: ReadonlyMap<string, Answer>): boolean {
  return some.size === others.size && [...some].every(([hash, answer]) => others.get(hash) === answer);
}

function readAnswers(value: unknown): [string, Answer][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): [string, Answer][] => {
    const [hash, answer] = Array.isArray(entry) ? (entry as unknown[]) : [];
    return typeof hash === 'string' && (answer === 'agreed' || answer === 'declined') ? [[hash, answer]] : [];
  });
}
