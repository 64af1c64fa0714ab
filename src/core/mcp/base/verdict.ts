import { isFields } from '../../base/values';
import type { OpenSessionOptions, Verdict } from '../../session/session';
import type { EraId } from './revisions';

/** For how long a verdict is believed: a server that was upgraded would be spoken to in the old way for ever. Milliseconds. */
const lifetime = 7 * 86_400_000;

/** What is worth knowing before the next connect. */
export interface Known {
  readonly era: EraId;
  readonly transport: 'stdio' | 'HTTP' | 'HTTP+SSE';
}

export function toVerdict(known: Known, now: number): Verdict {
  return { ...known, at: now };
}

export function fromVerdict(verdict: Verdict | undefined, now: number): Known | undefined {
  const { era, transport, at } = verdict ?? {};
  if (!isRecent(at, now) || (era !== 'legacy' && era !== 'modern')) return undefined;
  if (transport !== 'stdio' && transport !== 'HTTP' && transport !== 'HTTP+SSE') return undefined;
  return { era, transport };
}

/** What was found out about a server beside what it declares: finding out again costs a request at best, and the server at worst. */
interface Habits {
  /** Methods that it did not declare, and that failed when they were tried all the same. */
  readonly missing: readonly string[];
  readonly speaksDialect: boolean;
  readonly at: number;
}

const noHabits: Omit<Habits, 'at'> = { missing: [], speaksDialect: false };

/** Keeps what is learned of one server, for this session and in the verdict for the next. */
export class Memory {
  #verdict: Verdict | undefined;
  #habits: Omit<Habits, 'at'>;

  constructor(private readonly options: Pick<OpenSessionOptions, 'verdict' | 'onDidLearn' | 'clock'>) {
    this.#verdict = options.verdict;
    this.#habits = readHabits(options.verdict?.['habits'], options.clock.now());
  }

  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  get speaksDialect(): boolean {
    return this.#habits.speaksDialect;
  }

  /** What connecting taught. A server that speaks in another era than before is another one, whose habits are not known. */
  learnWay(verdict: Verdict): void {
    const { era, habits } = this.#verdict ?? {};
    if (era !== undefined && era !== verdict['era']) this.#habits = noHabits;
    this.#tell(this.#habits === noHabits ? verdict : { ...verdict, habits });
  }

  learnDialect(speaksDialect: boolean): void {
    if (speaksDialect !== this.speaksDialect) this.#learn({ ...this.#habits, speaksDialect });
  }

  isMissing(method: string): boolean {
    return this.#habits.missing.includes(method);
  }

  learnMissing(method: string): void {
    if (!this.isMissing(method)) this.#learn({ ...this.#habits, missing: [...this.#habits.missing, method] });
  }

  #learn(habits: Omit<Habits, 'at'>): void {
    this.#habits = habits;
    this.#tell({ ...this.#verdict, habits: { ...habits, at: this.options.clock.now() } });
  }

  #tell(verdict: Verdict): void {
    this.#verdict = verdict;
    this.options.onDidLearn(verdict);
  }
}

function readHabits(value: unknown, now: number): Omit<Habits, 'at'> {
  if (!isFields(value)) return noHabits;
  const { missing, speaksDialect, at } = value;
  if (!isRecent(at, now) || !Array.isArray(missing) || typeof speaksDialect !== 'boolean') return noHabits;
  return { missing: missing.filter((method) => typeof method === 'string'), speaksDialect };
}

function isRecent(at: unknown, now: number): boolean {
  return typeof at === 'number' && at <= now && now - at < lifetime;
}
