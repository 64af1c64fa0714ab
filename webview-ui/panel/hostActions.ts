import { RemoteError } from '../../src/shared/endpoint';
import type { ResourceAction, SearchQuery } from '../../src/shared/protocol';
import type { Ask } from '../base/ask';
import type { Store } from './store';

/** Sends actions to the host, and shows failures with a button to retry. */
export class HostActions {
  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
    /** Message of a failure without a message. */
    private readonly unexplained: string,
  ) {}

  fail(of: 'results' | 'action', error: unknown, retry: () => void): void {
    const message = error instanceof RemoteError ? error.message : this.unexplained;
    this.store.update({ failure: { of, message, retry } });
  }

  /** Returns true when the host did it: false if it failed, or the user cancelled. */
  async act(action: ResourceAction, ids: readonly number[]): Promise<boolean> {
    const isDone = await this.#request(
      () => this.ask('act', { action, ids }),
      () => void this.act(action, ids),
    );
    return isDone === true;
  }

  run(id: string): void {
    this.#start(() => this.ask('run', { id }));
  }

  saveSearch(query: SearchQuery): void {
    this.#start(() => this.ask('saveSearch', { query }));
  }

  openSavedSearch(name?: string): void {
    this.#start(() => this.ask('openSavedSearch', name === undefined ? {} : { name }));
  }

  retry(): void {
    const { failure } = this.store.state;
    this.store.update({ failure: undefined });
    failure?.retry();
  }

  #start(action: () => Promise<unknown>): void {
    void this.#request(action, () => this.#start(action));
  }

  /** Returns the host's answer; `undefined` if it failed. */
  async #request<Answer>(action: () => Promise<Answer>, retry: () => void): Promise<Answer | undefined> {
    try {
      const answer = await action();
      if (this.store.state.failure?.of === 'action') this.store.update({ failure: undefined });
      return answer;
    } catch (error) {
      this.fail('action', error, retry);
      return undefined;
    }
  }
}
