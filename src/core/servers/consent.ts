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
 */
export class Consent implements Disposable {
  readonly #answers: Map<string, Answer>;
  readonly #onDidChange = new Emitter<void>();
  /** {@link state} may answer differently now. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(private readonly store: KeyValueStore) {
    this.#answers = new Map(readAnswers(store.get(KEY)));
  }

  state(definition: ServerDefinition): Answer | 'unknown' {
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
    if (definitions) for (const { hash } of definitions) this.#answers.delete(hash);
    else this.#answers.clear();
    return this.#save();
  }

  #answer(definitions: readonly ServerDefinition[], answer: Answer): Promise<void> {
    for (const { hash } of definitions) {
      // Deleted first, so that the order is that of the answers.
      this.#answers.delete(hash);
      this.#answers.set(hash, answer);
    }
    const excess = Math.max(0, this.#answers.size - MAX_ANSWERS);
    for (const hash of [...this.#answers.keys()].slice(0, excess)) this.#answers.delete(hash);
    return this.#save();
  }

  async #save(): Promise<void> {
    const saved = this.store.set(KEY, [...this.#answers]);
    this.#onDidChange.fire();
    await saved;
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }
}

function readAnswers(value: unknown): [string, Answer][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): [string, Answer][] => {
    const [hash, answer] = Array.isArray(entry) ? (entry as unknown[]) : [];
    return typeof hash === 'string' && (answer === 'agreed' || answer === 'declined') ? [[hash, answer]] : [];
  });
}
