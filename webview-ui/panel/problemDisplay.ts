import type { QueryProblem } from '../../src/shared/protocol';
import type { After } from '../base/ask';
import type { Store } from './store';

/** Milliseconds without a key after which a filter counts as finished, and not as being typed. */
const pause = 700;

/** Shows the errors of the query once the user pauses, and keeps shown ones up to date from then on. */
export class ProblemDisplay {
  #stop: () => void = () => undefined;

  constructor(
    private readonly store: Store,
    private readonly after: After,
    private readonly announce: (text: string) => void,
  ) {}

  onResults(problems: readonly QueryProblem[]): void {
    this.#stop();
    if (problems.length === 0 || this.store.state.wrong.length > 0) this.store.update({ wrong: problems });
    else this.#stop = this.after(pause, () => this.#show(problems));
  }

  #show(problems: readonly QueryProblem[]): void {
    this.store.update({ wrong: problems });
    this.announce(problems.map(({ message }) => message).join(' '));
  }
}
