import { isCancelled, type HumanError, type Reason } from '../../base/errors';
import { unsupported } from './failures';
import type { Memory } from '../base/verdict';

/**
 * Tries what a server did not declare: many that can do a thing forget to say so. What fails is not asked again, not by the next
 * session either: there are servers that end at what they do not know.
 */
export class Undeclared {
  readonly #works = new Set<string>();

  /**
   * @param endsByItself whether a session may end for no reason of ours, as one over HTTP does when it expires
   * @param over aborted when the session was ended from here: what fails of that says nothing
   */
  constructor(
    private readonly memory: Memory,
    private readonly endsByItself: boolean,
    private readonly over: AbortSignal,
  ) {}

  /** Rejects as `work` does, and with `unsupported` where it failed before. */
  async ask<T>(method: string, work: () => Promise<T>): Promise<T> {
    if (this.memory.isMissing(method)) throw unsupported(undefined);
    try {
      const result = await work();
      this.#works.add(method);
      return result;
    } catch (error) {
      if (this.#isTelling(error) && !this.#works.has(method)) this.memory.learnMissing(method);
      throw error;
    }
  }

  #isTelling(error: unknown): boolean {
    if (isCancelled(error) || this.over.aborted || saysNothing(error)) return false;
    return !this.endsByItself || (error as Partial<HumanError>).reason !== 'disconnected';
  }
}

const elsewhere: ReadonlySet<Reason> = new Set<Reason>([
  'refused',
  'hostNotFound',
  'network',
  'unauthorized',
  'credentials',
]);

/** True for what fails whatever is asked. */
export function saysNothing(error: unknown): boolean {
  const { reason } = error as Partial<HumanError>;
  return reason !== undefined && elsewhere.has(reason);
}
