import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { ServerDefinition } from './serverDefinition';

const KEY = 'servers.consent';
/** Maximum number of saved answers; the oldest are dropped. Every edit of a definition adds one. */
const MAX_ANSWERS = 500;

type Answer = 'agreed' | 'declined';

/**
 * The user's answers to the question if a server may be started. An answer is about a definition's hash: once the definition changes it is
 * `unknown` again. Answers apply at once; the promises resolve when they are stored.
 *
 * The store is shared with other windows, and the user may answer in each of them: so it is read whenever an answer is needed or changed. A
 * window with a copy of its own would start a server that was declined elsewhere, and write that permission back with its own next answer.
 */
export class Consent implements Disposable {
  #answers: ReadonlyMap<string, Answer>;
  /**
   * The stored value of {@link #answers}. VS Code returns the same object until it changes.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostMemento.ts (get)
   */
  #stored: unknown;
  /** Number of answers that are not stored yet: until they are, the store is out of date. */
  #saving = 0;
  /** Answers from another window were read and not announced yet. */
  #isNew = false;
  readonly #onDidChange = new Emitter<void>();
  /** Fires when the result of {@link state} may have changed. */
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

  /** Deletes all answers, or those about some servers. */
  forget(definitions?: readonly ServerDefinition[]): Promise<void> {
    this.#read();
    const answers = new Map(definitions && this.#answers);
    for (const { hash } of definitions ?? []) answers.delete(hash);
    return this.#save(answers);
  }

  /** Announces answers given in another window. VS Code's storage has no event: https://github.com/microsoft/vscode/issues/131182 */
  look(): void {
    this.#read();
    if (this.#isNew) this.#notify();
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
      this.#notify();
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

  #notify(): void {
    this.#isNew = false;
    this.#onDidChange.fire();
  }
}

function isSame(a: ReadonlyMap<string, Answer>, b: ReadonlyMap<string, Answer>): boolean {
  return a.size === b.size && [...a].every(([hash, answer]) => b.get(hash) === answer);
}

function readAnswers(value: unknown): [string, Answer][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): [string, Answer][] => {
    const [hash, answer] = Array.isArray(entry) ? (entry as unknown[]) : [];
    return typeof hash === 'string' && (answer === 'agreed' || answer === 'declined') ? [[hash, answer]] : [];
  });
}
