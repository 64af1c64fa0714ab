import type { Verdict } from '../session';

/** For how long a verdict is believed: a server that was upgraded would be spoken to in the old way for ever. Milliseconds. */
const lifetime = 7 * 86_400_000;

/** What is worth knowing before the next connect. */
export interface Known {
  readonly era: 'legacy' | 'modern';
  readonly transport: 'stdio' | 'HTTP' | 'HTTP+SSE';
}

export function toVerdict(known: Known, now: number): Verdict {
  return { ...known, at: now };
}

export function fromVerdict(verdict: Verdict | undefined, now: number): Known | undefined {
  const { era, transport, at } = verdict ?? {};
  const isFresh = typeof at === 'number' && at <= now && now - at < lifetime;
  if (!isFresh || (era !== 'legacy' && era !== 'modern')) return undefined;
  if (transport !== 'stdio' && transport !== 'HTTP' && transport !== 'HTTP+SSE') return undefined;
  return { era, transport };
}
