import { readFileSync } from 'node:fs';
import { namesIn } from '../base/namesIn';

/** A running process. A process id alone may be another's later; the start time tells them apart. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Process group. */
  readonly group: number;
  /** Ticks since the start of the system. */
  readonly start: string;
}

/** The processes of this machine, as far as they can be seen: those of Linux. */
export interface ProcessTable {
  all(): readonly RunningProcess[];
  /** `undefined` for one that has ended. */
  get(pid: number): RunningProcess | undefined;
}

export const processTable: ProcessTable = {
  all() {
    if (process.platform !== 'linux') return [];
    const pids = namesIn('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => readProcess(Number(pid))).filter((entry) => entry !== undefined);
  },
  get: readProcess,
};

/** All descendants of some processes. */
export function descendantsOf(pids: Iterable<number>, table: ProcessTable): readonly RunningProcess[] {
  const children = new Map<number, RunningProcess[]>();
  for (const entry of table.all()) children.set(entry.parent, [...(children.get(entry.parent) ?? []), entry]);
  const seen = new Set(pids);
  const descendants: RunningProcess[] = [];
  // A set is iterated in order, including what is added meanwhile.
  for (const pid of seen)
    for (const child of children.get(pid) ?? []) {
      if (!seen.has(child.pid)) descendants.push(child);
      seen.add(child.pid);
    }
  return descendants;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readProcess(pid: number): RunningProcess | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name may hold spaces and brackets.
  const [state, parent, group, ...furtherFields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), start: furtherFields[16] ?? '' };
}
