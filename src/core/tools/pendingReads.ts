/** A read as it was shown to the user, or the mistake because of which there is nothing to show. */
export type PendingRead =
  | {
      readonly kind: 'shown';
      readonly uri: string;
      /** The servers that were named: one, or all that it may be of. */
      readonly serverIds: readonly string[];
      /** What was said of skills. */
      readonly aboutSkills?: string | undefined;
    }
  /** The user was not asked: nothing had to be confirmed when the call was prepared. */
  | { readonly kind: 'notAsked' }
  | { readonly kind: 'mistake'; readonly message: string };

/** Maximum number of inputs, and of calls of one input, to remember: each call is invoked soon after. */
const maxPending = 100;

/**
 * Calls between their preparation, which asks the user, and their invocation. VS Code's stable API gives a call no id that both steps have,
 * so it is told by its input. Each prepared call is invoked at most once, and equal calls can be invoked in any order.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostLanguageModelTools.ts
 */
export class PendingReads {
  readonly #byInput = new Map<string, readonly PendingRead[]>();

  add(input: unknown, read: PendingRead): void {
    const key = JSON.stringify(input);
    const equalReads = this.#byInput.get(key) ?? [];
    this.#byInput.delete(key);
    this.#byInput.set(key, [...equalReads, read].slice(-maxPending));
    const [oldest] = this.#byInput.keys();
    if (this.#byInput.size > maxPending && oldest !== undefined) this.#byInput.delete(oldest);
  }

  /**
   * Uses up one preparation of a call with this input. `undefined` if there is none, or if equal calls were prepared differently: then
   * nobody can tell which of them is invoked, and all of them are forgotten.
   */
  take(input: unknown): PendingRead | undefined {
    const key = JSON.stringify(input);
    const [first, ...furtherReads] = this.#byInput.get(key) ?? [];
    this.#byInput.delete(key);
    if (furtherReads.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return undefined;
    if (furtherReads.length > 0) this.#byInput.set(key, furtherReads);
    return first;
  }
}
