import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore, Sha256 } from '../base/ports';
import { isFields, isTexts } from '../base/values';

/** The rules of automatic inclusion in a workspace's settings, as they stand there: what is absent comes from the user's own. */
export interface WorkspaceRules {
  readonly priority?: boolean;
  readonly globs?: readonly string[];
  /** Names of saved searches. */
  readonly searches?: readonly string[];
  /** Paths of files in the workspace. */
  readonly mentions?: readonly string[];
  /** In tokens. */
  readonly budget?: number;
}

/** The user's answer to the rules of this workspace. */
export interface RuleAnswer {
  /** Identifies the rules by their content. */
  readonly key: string;
  readonly rules: WorkspaceRules;
  readonly isAllowed: boolean;
  /** In ms since the epoch. */
  readonly at: number;
}

const storeKey = 'context.ruleAnswers';
/** Maximum number of answers; the oldest are dropped. Every edit of the rules adds one. */
const maxAnswers = 100;

/**
 * The user's answers to the rules of automatic inclusion that come with a workspace. An answer is about what the rules say: once that changes,
 * they are `unknown` again.
 *
 * @param store of the workspace: the same rules in another workspace are other rules
 */
export class RuleConsent implements Disposable {
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly store: KeyValueStore,
    private readonly sha256: Sha256,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** In the order of the answers. */
  all(): readonly RuleAnswer[] {
    return (this.store.get(storeKey) as readonly RuleAnswer[] | undefined) ?? [];
  }

  state(rules: WorkspaceRules): 'allowed' | 'declined' | 'unknown' {
    const key = this.#keyOf(rules);
    const answer = this.all().find((one) => one.key === key);
    if (!answer) return 'unknown';
    return answer.isAllowed ? 'allowed' : 'declined';
  }

  allow(rules: WorkspaceRules): Promise<void> {
    return this.#answer(rules, true);
  }

  decline(rules: WorkspaceRules): Promise<void> {
    return this.#answer(rules, false);
  }

  /** The rules with this key are asked about again. */
  forget(key: string): Promise<void> {
    return this.#save(this.all().filter((answer) => answer.key !== key));
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #answer(rules: WorkspaceRules, isAllowed: boolean): Promise<void> {
    const key = this.#keyOf(rules);
    const others = this.all().filter((answer) => answer.key !== key);
    return this.#save([...others, { key, rules, isAllowed, at: this.clock.now() }].slice(-maxAnswers));
  }

  async #save(answers: readonly RuleAnswer[]): Promise<void> {
    const saved = this.store.set(storeKey, answers);
    this.#didChange.fire();
    await saved;
  }

  #keyOf({ priority, globs, searches, mentions, budget }: WorkspaceRules): string {
    return this.sha256(JSON.stringify([priority, globs, searches, mentions, budget]));
  }
}

/** Fields of a wrong type count as absent. */
export function readWorkspaceRules(value: unknown): WorkspaceRules {
  const { priority, globs, searches, mentions, budget } = isFields(value) ? value : {};
  return {
    ...(typeof priority === 'boolean' && { priority }),
    ...(isTexts(globs) && { globs }),
    ...(isTexts(searches) && { searches }),
    ...(isTexts(mentions) && { mentions }),
    ...(typeof budget === 'number' && budget >= 0 && { budget }),
  };
}
