import { backoffDelay } from '../base/backoff';
import { hasPassed, type Clock } from '../base/clock';
import { toDisposable, type Disposable } from '../base/disposable';
import type { Changing } from '../base/event';
import { Owner } from '../base/owner';
import type { ResourceAddress } from '../resource/address';
import type { LiveContext } from './liveContext';

interface Needs {
  readonly base: { readonly clock: Clock };
  /** Interval between two checks of a resource, in ms; 0 for never. */
  readonly pollInterval: Changing<number>;
  /** False while the window has no focus: the user would not see a change. */
  readonly focus: Changing<boolean>;
}

interface Turn {
  /** Begin of the wait for the next look, in ms since 1970. */
  since: number;
  /** In ms. */
  wait: number;
  /** Consecutive failed rounds. */
  failures: number;
  isRunning: boolean;
}

/** Maximum factor by which the interval of a failing server grows. */
const maxIntervals = 10;
const jitter = 0.2;

/**
 * Checks held resources for changes that no server reports, if the setting is on. Each server has its own schedule: one read at a time,
 * increasingly rare while it fails, none while the window is in the background.
 */
export class Polling extends Owner {
  readonly #turns = new Map<string, Turn>();
  #timer: Disposable | undefined;

  /** @param random from 0 to below 1 */
  constructor(
    private readonly needs: Needs,
    private readonly live: Pick<LiveContext, 'unfollowed' | 'check'>,
    private readonly random: () => number,
  ) {
    super();
    this.owned.add(toDisposable(() => this.#timer?.dispose()));
    this.owned.add(needs.focus.onDidChange(() => this.#schedule()));
    this.owned.add(needs.pollInterval.onDidChange(() => this.#restart()));
    this.#schedule();
  }

  #restart(): void {
    for (const turn of this.#turns.values()) this.#setNextPoll(turn);
    this.#schedule();
  }

  /** One timer for the next server that is due; it uses the resources held at that time, not those held when it was set. */
  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { clock } = this.needs.base;
    const interval = this.needs.pollInterval.value();
    if (this.owned.isDisposed || interval <= 0 || !this.needs.focus.value()) return;
    const due = [...this.#turns.values()].filter(({ isRunning }) => !isRunning).map(({ since, wait }) => since + wait);
    const now = clock.now();
    const wait = Math.max(0, Math.min(now + interval, ...due) - now);
    this.#timer = clock.after(wait, () => this.#tick());
  }

  #tick(): void {
    const byServer = new Map<string, ResourceAddress[]>();
    for (const address of this.live.unfollowed)
      byServer.set(address.serverId, [...(byServer.get(address.serverId) ?? []), address]);
    for (const [serverId, turn] of this.#turns)
      if (!byServer.has(serverId) && !turn.isRunning) this.#turns.delete(serverId);
    for (const [serverId, addresses] of byServer) {
      const turn = this.#turns.get(serverId) ?? this.#newTurn(serverId);
      if (!turn.isRunning && hasPassed(this.needs.base.clock, turn.since, turn.wait)) void this.#run(turn, addresses);
    }
    this.#schedule();
  }

  #newTurn(serverId: string): Turn {
    const turn: Turn = { since: 0, wait: 0, failures: 0, isRunning: false };
    this.#setNextPoll(turn);
    this.#turns.set(serverId, turn);
    return turn;
  }

  #setNextPoll(turn: Turn): void {
    const interval = this.needs.pollInterval.value();
    const pace = { first: interval, longest: interval * maxIntervals, jitter };
    turn.since = this.needs.base.clock.now();
    turn.wait = backoffDelay(pace, turn.failures + 1, this.random);
  }

  async #run(turn: Turn, addresses: readonly ResourceAddress[]): Promise<void> {
    turn.isRunning = true;
    let hasFailed = false;
    for (const address of addresses) {
      if (this.owned.isDisposed || !this.needs.focus.value()) break;
      if (!(await this.live.check(address))) hasFailed = true;
    }
    turn.isRunning = false;
    turn.failures = hasFailed ? turn.failures + 1 : 0;
    this.#setNextPoll(turn);
    this.#schedule();
  }
}
