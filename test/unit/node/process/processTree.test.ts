import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  processTable,
  descendantsOf,
  type ProcessTable,
  type RunningProcess,
} from '../../../../src/node/process/processTable';
import { ProcessTree, thisSystem } from '../../../../src/node/process/processTree';

const one = (pid: number, parent: number, group: number, start = `start of ${pid}`): RunningProcess => ({
  ...{ pid, parent, group, start },
});

/** A Linux of these processes. */
function newSystem(processes: RunningProcess[], looked: () => void = () => undefined) {
  const signals: string[] = [];
  const table: ProcessTable = {
    all: () => {
      looked();
      return processes;
    },
    get: (pid) => processes.find((running) => running.pid === pid),
  };
  const kill = (pid: number, signal: NodeJS.Signals | 0): void => {
    const isThere = processes.some(({ pid: id, group }) => (pid < 0 ? group === -pid : id === pid));
    if (!isThere) throw new Error('ESRCH');
    if (signal !== 0) signals.push(`${signal} ${pid}`);
  };
  return { signals, tree: new ProcessTree(10, { ...thisSystem, isWindows: false, table, kill }) };
}

describe('a process tree', () => {
  it('has descendants with sessions of their own, and nobody else’s', () => {
    const { signals, tree } = newSystem([
      one(1, 0, 1),
      one(10, 1, 10),
      one(11, 10, 10),
      one(12, 11, 12),
      one(13, 12, 13),
      one(20, 1, 20),
      one(21, 20, 21),
    ]);
    tree.signal('SIGTERM');
    expect(signals).toEqual(['SIGTERM -10', 'SIGTERM 12', 'SIGTERM 13']);
  });

  it('knows them after their parents have ended, but not their numbers in other hands', () => {
    const processes = [one(10, 1, 10), one(12, 10, 12), one(14, 10, 14)];
    const { signals, tree } = newSystem(processes);
    tree.noteStrays();
    processes.splice(0, 3, one(12, 1, 12), one(14, 1, 14, 'later'));
    expect(tree.isAlive).toBe(true);
    tree.signal('SIGKILL');
    expect(signals).toEqual(['SIGKILL 12']);
    processes.splice(0, 1);
    expect(tree.isAlive).toBe(false);
  });
});

it('a process tree looks at all processes once while one of its group runs', () => {
  let looks = 0;
  const processes = [one(11, 1, 10), one(12, 1, 10)];
  const { tree } = newSystem(processes, () => (looks += 1));
  expect([tree.isAlive, tree.isAlive, tree.isAlive, looks]).toEqual([true, true, true, 1]);
  processes.shift();
  expect([tree.isAlive, tree.isAlive, looks]).toEqual([true, true, 2]);
  processes.shift();
  expect([tree.isAlive, looks]).toEqual([false, 2]);
});

describe.runIf(process.platform === 'linux')('the processes of Linux', () => {
  it('include this one and its parent', () => {
    const { parent, start } = processTable.get(process.pid) ?? {};
    expect({ parent, isStarted: Number(start) > 0 }).toEqual({ parent: process.ppid, isStarted: true });
    expect(descendantsOf([process.ppid], processTable).map(({ pid }) => pid)).toContain(process.pid);
    expect(processTable.get(2 ** 30)).toBeUndefined();
  });

  it('are not alive once they have ended, also where their parent never looks', async () => {
    // It ends once its parent is another program: bash would look.
    const child = 'until grep -q sleep /proc/$$/comm; do sleep 0.01; done';
    const parent = spawn('bash', ['-c', `set -m; (${child}) & echo $!; exec sleep 60`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = Number(String(line));
    await expect.poll(() => processTable.get(zombie)).toBeUndefined();
    expect(process.kill(-zombie, 0)).toBe(true);
    expect(new ProcessTree(zombie).isAlive).toBe(false);
  });
});
