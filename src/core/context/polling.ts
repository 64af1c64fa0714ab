import { backoffDelay } from '../base/backoff';
import { hasPassed, type Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { ResourceAddress } from '../resource/address';

export interface PollingPorts {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Interval between two checks of a resource, in ms; 0 for never. */
  readonly interval: () => number;
  readonly onDidChangeInterval: Event<void>;
  /** False while the window has no focus: the user would not see a change. */
  readonly isFocused: () => boolean;
  readonly onDidChangeFocus: Event<void>;
  /** Resources that are held and not live, now. */
  readonly wanted: () => readonly ResourceAddress[];
  /** Checks one resource; false when that failed. Never rejects. */
  readonly check: (address: ResourceAddress) => Promise<boolean>;
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
export class Polling implements Disposable {
  readonly #store = new DisposableStore();
  readonly #turns = new Map<string, Turn>();
  #timer: Disposable | undefined;
  #isDisposed = false;

  constructor(private readonly ports: PollingPorts) {
    this.#store.add(ports.onDidChangeFocus(() => this.#schedule()));
    this.#store.add(ports.onDidChangeInterval(() => this.#restart()));
    this.#schedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#store.dispose();
  }

  #restart(): void {
    for (const turn of this.#turns.values()) this.#wait(turn);
    this.#schedule();
  }

  /** One timer for the next server that is due; it uses the resources held at that time, not those held when it was set. */
  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { clock, interval, isFocused } = this.ports;
    if (this.#isDisposed || interval() <= 0 || !isFocused()) return;
    const due = [...this.#turns.values()].filter(({ isRunning }) => !isRunning).map(({ since, wait }) => since + wait);
    const now = clock.now();
    const wait = Math.max(0, Math.min(now + interval(), ...due) - now);
    this.#timer = clock.after(wait, () => this.#tick());
  }

  #tick(): void {
    const byServer = new Map<string, ResourceAddress[]>();
    for (const address of this.ports.wanted())
      byServer.set(address.serverId, [...(byServer.get(address.serverId) ?? []), address]);
    for (const [serverId, turn] of this.#turns)
      if (!byServer.has(serverId) && !turn.isRunning) this.#turns.delete(serverId);
    for (const [serverId, addresses] of byServer) {
      const turn = this.#turns.get(serverId) ?? this.#newTurn(serverId);
      if (!turn.isRunning && hasPassed(this.ports.clock, turn.since, turn.wait)) void this.#run(turn, addresses);
    }
    this.#schedule();
  }

  #newTurn(serverId: string): Turn {
    const turn: Turn = { since: 0, wait: 0, failures: 0, isRunning: false };
    this.#wait(turn);
    this.#turns.set(serverId, turn);
    return turn;
  }

  #wait(turn: Turn): void {
    const { clock, interval, random } = this.ports;
    const pace = { first: interval(), longest: interval() * maxIntervals, jitter };
    turn.since = clock.now();
    turn.wait = backoffDelay(pace, turn.failures + 1, random);
  }

  async #run(turn: Turn, addresses: readonly ResourceAddress[]): Promise<void> {
    turn.isRunning = true;
    let hasFailed = false;
    for (const address of addresses) {
      if (this.#isDisposed || !this.ports.isFocused()) break;
      if (!(await this.ports.check(address))) hasFailed = true;
    }
    turn.isRunning = false;
    turn.failures = hasFailed ? turn.failures + 1 : 0;
    this.#wait(turn);
    this.#schedule();
  }
}
