import { isFields } from '../../base/values';
import type { OpenSessionOptions, Verdict } from '../../session/session';
import type { EraId } from './revisions';

/** Lifetime of a verdict in ms: without it, an upgraded server would be addressed in the old era for ever. */
const lifetime = 7 * 86_400_000;

/** Protocol details that the next connect uses. */
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

/** Details about a server beyond what it declares: finding them out again costs a request at best, and ends the server at worst. */
interface Habits {
  /** Undeclared methods that were tried and failed. */
  readonly missing: readonly string[];
  readonly speaksDialect: boolean;
  readonly at: number;
}

const noHabits: Omit<Habits, 'at'> = { missing: [], speaksDialect: false };

/** Remembers what was learned about one server, for this session and in the verdict for the next. */
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

  /** Notes the result of connecting. A server of another era than before counts as another server: its other details are dropped. */
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
