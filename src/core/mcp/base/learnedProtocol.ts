import type { OpenSessionOptions, LearnedProtocol } from '../../session/session';
import type { EraId } from './revisions';

/** Lifetime in ms: without it, an upgraded server would be addressed in the old era for ever. */
const lifetime = 7 * 86_400_000;

/** Protocol details that the next connect uses. */
export interface Known {
  readonly era: EraId;
  readonly transport: string;
}

export function toLearned(protocol: Known, now: number): LearnedProtocol {
  return { ...protocol, at: now };
}

export function fromLearned(learned: LearnedProtocol | undefined, now: number): Known | undefined {
  const protocol = learned as (Known & { readonly at: number }) | undefined;
  return protocol && isRecent(protocol.at, now) ? { era: protocol.era, transport: protocol.transport } : undefined;
}

/** Details about a server beyond what it declares: finding them out again costs a request at best, and ends the server at worst. */
interface Quirks {
  /** Undeclared methods that were tried and failed. */
  readonly missing: readonly string[];
  readonly speaksDialect: boolean;
  readonly at: number;
}

const noQuirks: Omit<Quirks, 'at'> = { missing: [], speaksDialect: false };

/** Remembers what was learned about one server, for this session and in storage for the next. */
export class ProtocolMemory {
  #learned: LearnedProtocol | undefined;
  #quirks: Omit<Quirks, 'at'>;

  constructor(private readonly options: Pick<OpenSessionOptions, 'learned' | 'onDidLearn' | 'clock'>) {
    this.#learned = options.learned;
    const quirks = options.learned?.['quirks'] as Quirks | undefined;
    this.#quirks = quirks && isRecent(quirks.at, options.clock.now()) ? quirks : noQuirks;
  }

  get learned(): LearnedProtocol | undefined {
    return this.#learned;
  }

  get speaksDialect(): boolean {
    return this.#quirks.speaksDialect;
  }

  /** Notes the result of connecting. A server of another era than before counts as another server: its other details are dropped. */
  learnTransport(learned: LearnedProtocol): void {
    const { era, quirks } = this.#learned ?? {};
    if (era !== undefined && era !== learned['era']) this.#quirks = noQuirks;
    this.#save(this.#quirks === noQuirks ? learned : { ...learned, quirks });
  }

  learnDialect(speaksDialect: boolean): void {
    if (speaksDialect !== this.speaksDialect) this.#learn({ ...this.#quirks, speaksDialect });
  }

  isMissing(method: string): boolean {
    return this.#quirks.missing.includes(method);
  }

  learnMissing(method: string): void {
    if (!this.isMissing(method)) this.#learn({ ...this.#quirks, missing: [...this.#quirks.missing, method] });
  }

  #learn(quirks: Omit<Quirks, 'at'>): void {
    this.#quirks = quirks;
    this.#save({ ...this.#learned, quirks: { ...quirks, at: this.options.clock.now() } });
  }

  #save(learned: LearnedProtocol): void {
    this.#learned = learned;
    this.options.onDidLearn(learned);
  }
}

function isRecent(learnedAt: number, now: number): boolean {
  return learnedAt <= now && now - learnedAt < lifetime;
}
