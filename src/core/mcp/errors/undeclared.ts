import { isCancelled, type HumanError } from '../../base/errors';
import { saysNothing } from './explain';
import { unsupported } from './failures';
import type { ProtocolMemory } from '../base/learnedProtocol';

/**
 * Tries features that a server did not declare: many servers forget to declare one. A failed method is not tried again, not even by the
 * next session: some servers exit on unknown methods.
 * An undeclared feature, for one: https://github.com/modelcontextprotocol/csharp-sdk/issues/408
 */
export class Undeclared {
  readonly #works = new Set<string>();

  /**
   * @param endsByItself true if a session may end by itself, as one over HTTP does when it expires
   * @param ended aborted when the session was ended from here: failures after that are not conclusive
   */
  constructor(
    private readonly memory: ProtocolMemory,
    private readonly endsByItself: boolean,
    private readonly ended: AbortSignal,
  ) {}

  /** Rejects as `work` does, and with `unsupported` where it failed before. */
  async ask<T>(method: string, work: () => Promise<T>): Promise<T> {
    if (this.memory.isMissing(method)) throw unsupported(undefined);
    try {
      const result = await work();
      this.#works.add(method);
      return result;
    } catch (error) {
      if (this.#isUnsupported(error) && !this.#works.has(method)) this.memory.learnMissing(method);
      throw error;
    }
  }

  #isUnsupported(error: unknown): boolean {
    if (isCancelled(error) || this.ended.aborted || saysNothing(error)) return false;
    return !this.endsByItself || (error as Partial<HumanError>).reason !== 'disconnected';
  }
}
